//! Faces of shapes of which only the support map is known.
//!
//! * The map is queried along directions that are tilted a little to all sides. If the direction is
//!   the normal of a face, they find its corners; for an edge its ends, for a vertex the vertex,
//!   and on a ball a small ring of points.
//! * A face differs from a ball in how far the map rises above the plane through the points found,
//!   relative to their width. For a surface that is curved like a parabola, of any radius, the rise
//!   is a quarter of the tilt times the width; for a face it is zero. For |x|ᵉ it is 1/(2e) of that
//!   product. So no length is needed here.
//! * If the width is so small that the map's declared error could hide the rise, the points do not
//!   count as a face.

use clinch_support::{Scalar, Support, SupportMap, Vector, VertexId, cross, normalize_or_zero};
use smallvec::SmallVec;

use crate::face::{Corner, EdgeId, Face};
use crate::feature::{Corners, edge_between, is_face, normal, tangents, vertex_or};

/// The tangent of the tilt. Larger: the corners of a face that is only nearly flat are farther out,
/// and farther below its middle. Smaller: a box that rests at a slant has an edge where it has a
/// face.
pub(crate) const TILT: f64 = 1.0 / 64.0;

/// The rise above a face that still counts as flat, in units of the tilt times the face's width:
/// half of what it is for a ball. Larger: round shapes rest on small faces. Smaller: nearly flat
/// faces rest on one point.
const MAX_RISE_OF_FACE: f64 = 0.125;

/// The same for an edge and its length. For |x|ᵉ an edge is flatter than a face by this factor, so
/// that no exponent has an edge and no face.
const MAX_RISE_OF_EDGE: f64 = 0.75 * MAX_RISE_OF_FACE;

/// The cosine and the sine of an eighth of a turn, the step between the sides.
const COS_EIGHTH_TURN: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// The cosine and the sine of the first side, half of a step: at zero, the directions of an
/// axis-aligned box would be along its edges, where two corners are equally far.
const FIRST_AZIMUTH: [f64; 2] = [0.923_879_532_511_286_7, 0.382_683_432_365_089_8];

/// The feature of a shape along a direction: see [`Convex::face`](crate::Convex::face).
pub(crate) fn face<V: Vector, M: SupportMap<V> + ?Sized>(map: &M, direction: V, face: &mut Face<V>) {
    let toward = normalize_or_zero(direction.widen());
    let found = if toward == V::Wide::ZERO { Corners::new() } else { sample_feature(map, toward, TILT) };
    if found.len() < 2 {
        let support = map.support_wide(direction.widen());
        face.set_vertex(V::narrow(support.point), vertex_or(&support, 0));
        return;
    }
    crate::feature::write_face(&found, face);
    face.id = crate::face::FaceId(side_id(toward));
}

/// The id of a sampled face: the axis nearest to the direction, and its sign.
fn side_id<W: Vector<Scalar = f64>>(toward: W) -> u32 {
    let most = (1..W::DIM).fold(0, |most, axis| if toward.get(axis).abs() > toward.get(most).abs() { axis } else { most });
    (2 * most + usize::from(toward.get(most) > 0.0)) as u32
}

/// A face or an edge whose normal is along a unit direction, to within the tilt. Empty if there is
/// neither.
pub(crate) fn sample_feature<V: Vector, M: SupportMap<V> + ?Sized>(map: &M, toward: V::Wide, tilt: f64) -> Corners<V::Wide> {
    let noise = 2.0 * map.error().widen();
    let sampler = |tilt: f64| Sampler { map, toward, tilt, noise, vector: core::marker::PhantomData };
    let ring = sampler(tilt).ring();
    if is_face(&ring) && sampler(tilt).is_flat(&ring) {
        return ring;
    }
    if V::DIM == 2 || ring.len() < 2 {
        return Corners::new();
    }
    if ring.len() > 2 {
        let narrower = sampler(tilt * NARROWER);
        let ring = narrower.ring();
        if is_face(&ring) && narrower.is_flat(&ring) {
            return ring;
        }
    }
    sampler(tilt).edge(&ring)
}

/// The factor by which the tilt decreases if the points found are not flat: the normal of a
/// neighbouring face may differ by less than the tilt. Larger: such faces are found as edges.
/// Smaller: the map's error hides what is flat.
const NARROWER: f64 = 1.0 / 16.0;

/// The queries around one direction.
struct Sampler<'m, V: Vector, M: ?Sized> {
    map: &'m M,
    toward: V::Wide,
    tilt: f64,
    /// An upper bound of the difference of two support values of the same point.
    noise: f64,
    vector: core::marker::PhantomData<V>,
}

impl<V: Vector, M: SupportMap<V> + ?Sized> Sampler<'_, V, M> {
    /// The support point along the direction, tilted towards a unit tangent.
    fn tilted(&self, towards: V::Wide) -> Support<V::Wide> {
        self.map.support_wide(self.toward + towards * self.tilt)
    }

    /// The support points along the directions tilted to all sides, counter-clockwise, without
    /// repeats.
    fn ring(&self) -> Corners<V::Wide> {
        let [x, y] = tangents(self.toward);
        let mut sides: SmallVec<[V::Wide; 8]> = SmallVec::new();
        if V::DIM == 2 {
            sides.extend([-x, x]);
        } else {
            let [mut cos, mut sin] = FIRST_AZIMUTH;
            for _ in 0..8 {
                sides.push(x * cos + y * sin);
                [cos, sin] = [(cos - sin) * COS_EIGHTH_TURN, (cos + sin) * COS_EIGHTH_TURN];
            }
        }
        let ring = self.with_ids(sides.iter().map(|&side| self.tilted(side)));
        let [a, b] = &ring[..] else { return ring };
        if V::DIM == 2 {
            return ring;
        }
        // Two points are an edge, or a face with a blunt corner that was missed. That corner is the
        // farthest point perpendicular to the edge.
        let along = b.point - a.point;
        let along = normalize_or_zero(along - self.toward * along.dot(self.toward));
        let beside = cross(self.toward, along);
        self.with_ids([along, beside, -along, -beside].into_iter().map(|side| self.tilted(side)))
    }

    /// The points as corners, without repeats. Vertices of the map give the ids of corners and
    /// edges; if it has none, the order of the queries does.
    fn with_ids(&self, supports: impl Iterator<Item = Support<V::Wide>>) -> Corners<V::Wide> {
        let mut corners: Corners<V::Wide> = Corners::new();
        let mut ids: SmallVec<[VertexId; 8]> = SmallVec::new();
        for (query, Support { point, id }) in supports.enumerate() {
            if !corners.last().is_some_and(|last| self.is_same(last.point, point)) {
                corners.push(Corner { point, vertex: VertexId::new(query), edge: EdgeId(query as u32) });
                ids.extend(id);
            }
        }
        while let [first, .., last] = &corners[..]
            && self.is_same(first.point, last.point)
        {
            corners.pop();
        }
        let count = corners.len();
        if ids.len() >= count {
            for (index, corner) in corners.iter_mut().enumerate() {
                corner.vertex = ids[index];
                corner.edge = edge_between(ids[index], ids[(index + 1) % count]);
            }
        }
        if let [first, second] = &mut corners[..] {
            second.edge = first.edge;
        }
        corners
    }

    fn is_same(&self, a: V::Wide, b: V::Wide) -> bool {
        (a - b).max_abs() <= self.noise
    }

    /// Whether the map rises above a face or an edge by no more than its width allows.
    fn is_flat(&self, corners: &Corners<V::Wide>) -> bool {
        let limit = if is_face(corners) { MAX_RISE_OF_FACE } else { MAX_RISE_OF_EDGE };
        let normal = normal(corners, self.toward);
        let top = self.map.support_wide(normal).point.dot(normal);
        let lowest = corners.iter().fold(f64::INFINITY, |lowest, corner| lowest.min(corner.point.dot(normal)));
        top - lowest + self.noise <= limit * self.tilt * width(corners, normal)
    }

    /// The edge along the longest diagonal of the ring.
    fn edge(&self, ring: &Corners<V::Wide>) -> Corners<V::Wide> {
        let pairs = (0..ring.len()).flat_map(|i| (0..i).map(move |j| ring[i].point - ring[j].point));
        let longest = pairs.fold(V::Wide::ZERO, |best, next| if next.length_squared() > best.length_squared() { next } else { best });
        // The order of the ends must not depend on the query: the second end is on the positive
        // side of the nearest axis.
        let mut along = if side_id(longest) % 2 == 1 { longest } else { -longest };
        let mut ends = Corners::new();
        // Tilted queries along the side of a cylinder find a strip, whose longest extent is a
        // diagonal. The edge found along the diagonal is right to second order.
        for _ in 0..2 {
            let side = normalize_or_zero(along - self.toward * along.dot(self.toward));
            ends = self.with_ids([-side, side].into_iter().map(|towards| self.tilted(towards)));
            let [from, to] = &ends[..] else { return Corners::new() };
            along = to.point - from.point;
        }
        if self.is_flat(&ends) { ends } else { Corners::new() }
    }
}

/// The smallest width of a face; for an edge, its length.
fn width<W: Vector<Scalar = f64>>(corners: &Corners<W>, normal: W) -> f64 {
    if let [a, b] = &corners[..] {
        return (b.point - a.point).length();
    }
    let mut narrowest = f64::INFINITY;
    for (index, from) in corners.iter().enumerate() {
        let along = normalize_or_zero(corners[(index + 1) % corners.len()].point - from.point);
        let inward = cross(normal, along);
        let extent = corners.iter().fold(0.0_f64, |extent, corner| extent.max((corner.point - from.point).dot(inward)));
        narrowest = narrowest.min(extent);
    }
    narrowest
}
