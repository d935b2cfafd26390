//! Faces from nothing but a support map.
//!
//! * The map is asked along directions tilted by a little to all sides. Where a face looks along the direction, they find its corners; where an edge
//!   does, its ends; at a vertex, the vertex; on a ball, a small ring.
//! * What tells a face from a ball is how far the map rises above the plane through what was found, against how wide that is. Of anything that is
//!   curved like a parabola, of whatever radius, the rise is a quarter of the tilt times the width; of a face it is zero. Of |x|ᵉ it is 1/(2e) of
//!   it: nothing here has a length.
//! * Where the width is so small that the map's declared error could hide the rise, nothing is believed.

use clinch_support::{Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};
use smallvec::SmallVec;

use crate::face::{Corner, EdgeId, Face};
use crate::feature::{Corners, across, cross, edge_between, is_face, normal, vertex_of};

/// The tangent of the tilt. Larger: of a face that is only nearly flat the corners lie farther out, and farther below its middle. Smaller: the face of a
/// box that rests at a slant is taken for its edge.
pub(crate) const TILT: f64 = 1.0 / 64.0;

/// How much the map may rise above a face, in units of the tilt times the face's width: half of what it is of a ball. Larger: round things rest
/// on small flats. Smaller: nearly flat faces rest on one point.
const FLAT: f64 = 0.125;

/// The same of an edge, and its length. Of |x|ᵉ an edge is flatter than a face by this, so that between the two no exponent has an edge and no face.
const STRAIGHT: f64 = 0.75 * FLAT;

/// Cosine and sine of an eighth of a turn, and of half of that. The azimuths begin there: a box along the axes would otherwise be asked along its edges,
/// where two corners are equally far.
const EIGHTH: f64 = core::f64::consts::FRAC_1_SQRT_2;
const PHASE: [f64; 2] = [0.923_879_532_511_286_7, 0.382_683_432_365_089_8];

/// The feature that looks most along a direction: see [`Convex::face`](crate::Convex::face).
pub(crate) fn face<V: Vector, M: SupportMap<V> + ?Sized>(map: &M, direction: V, face: &mut Face<V>) {
    let toward = normalize_or_zero(direction.widen());
    let found = if toward == V::Wide::ZERO { Corners::new() } else { feature(map, toward, TILT) };
    if found.len() < 2 {
        let support = map.support_wide(direction.widen());
        face.set_vertex(V::narrow(support.point), vertex_of(&support, 0));
        return;
    }
    crate::feature::write(&found, face);
    face.id = crate::face::FaceId(side_of(toward));
}

/// The axis that a direction is nearest to, and to which side: the name of a sampled face.
fn side_of<W: Vector<Scalar = f64>>(toward: W) -> u32 {
    let most = (1..W::DIM).fold(0, |most, axis| if toward.get(axis).abs() > toward.get(most).abs() { axis } else { most });
    (2 * most + usize::from(toward.get(most) > 0.0)) as u32
}

/// A face or an edge that looks along a unit direction, to within the tilt; nothing of a vertex or of what is round.
pub(crate) fn feature<V: Vector, M: SupportMap<V> + ?Sized>(map: &M, toward: V::Wide, tilt: f64) -> Corners<V::Wide> {
    let noise = 2.0 * map.error().widen();
    let around = |tilt: f64| Around { map, toward, tilt, noise, vector: core::marker::PhantomData };
    let ring = around(tilt).ring();
    if is_face(&ring) && around(tilt).is_flat(&ring) {
        return ring;
    }
    if V::DIM == 2 || ring.len() < 2 {
        return Corners::new();
    }
    if ring.len() > 2 {
        let nearer = around(tilt * NEARER);
        let ring = nearer.ring();
        if is_face(&ring) && nearer.is_flat(&ring) {
            return ring;
        }
    }
    around(tilt).edge(&ring)
}

/// By how much less the direction is tilted when what was found is not flat: a neighbour of the face may be turned by less than the tilt. Larger:
/// such faces stay edges. Smaller: the map's error hides what is flat.
const NEARER: f64 = 1.0 / 16.0;

/// The search around one direction.
struct Around<'m, V: Vector, M: ?Sized> {
    map: &'m M,
    toward: V::Wide,
    tilt: f64,
    /// What two support values of the map may differ by, of the same point.
    noise: f64,
    vector: core::marker::PhantomData<V>,
}

impl<V: Vector, M: SupportMap<V> + ?Sized> Around<'_, V, M> {
    /// The farthest point along the direction tilted towards a unit vector across it.
    fn tilted(&self, towards: V::Wide) -> Support<V::Wide> {
        self.map.support_wide(self.toward + towards * self.tilt)
    }

    /// What the directions tilted to all sides find, counter-clockwise; repeats dropped.
    fn ring(&self) -> Corners<V::Wide> {
        let [x, y] = across(self.toward);
        let mut sides: SmallVec<[V::Wide; 8]> = SmallVec::new();
        if V::DIM == 2 {
            sides.extend([-x, x]);
        } else {
            let [mut cos, mut sin] = PHASE;
            for _ in 0..8 {
                sides.push(x * cos + y * sin);
                [cos, sin] = [(cos - sin) * EIGHTH, (cos + sin) * EIGHTH];
            }
        }
        let ring = self.named(sides.iter().map(|&side| self.tilted(side)));
        let [a, b] = &ring[..] else { return ring };
        if V::DIM == 2 {
            return ring;
        }
        // An edge, or a face of which a blunt corner was missed: that is farthest straight across from the edge.
        let along = b.point - a.point;
        let along = normalize_or_zero(along - self.toward * along.dot(self.toward));
        let beside = cross(self.toward, along);
        self.named([along, beside, -along, -beside].into_iter().map(|side| self.tilted(side)))
    }

    /// The points as corners, without repeats. They and the edges between are named by the map's vertices, or by their places if it has none.
    fn named(&self, supports: impl Iterator<Item = Support<V::Wide>>) -> Corners<V::Wide> {
        let mut corners: Corners<V::Wide> = Corners::new();
        let mut ids: SmallVec<[VertexId; 8]> = SmallVec::new();
        for (role, Support { point, id }) in supports.enumerate() {
            if !corners.last().is_some_and(|last| self.is_same(last.point, point)) {
                corners.push(Corner { point, vertex: VertexId::new(role), edge: EdgeId(role as u32) });
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
            for (place, corner) in corners.iter_mut().enumerate() {
                corner.vertex = ids[place];
                corner.edge = edge_between(ids[place], ids[(place + 1) % count]);
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

    /// The map does not rise above a face or an edge by more than its width allows.
    fn is_flat(&self, corners: &Corners<V::Wide>) -> bool {
        let limit = if is_face(corners) { FLAT } else { STRAIGHT };
        let normal = normal(corners, self.toward);
        let top = self.map.support_wide(normal).point.dot(normal);
        let lowest = corners.iter().fold(f64::INFINITY, |lowest, corner| lowest.min(corner.point.dot(normal)));
        top - lowest + self.noise <= limit * self.tilt * width(corners, normal)
    }

    /// The edge that the longest extent of the ring lies along.
    fn edge(&self, ring: &Corners<V::Wide>) -> Corners<V::Wide> {
        let pairs = (0..ring.len()).flat_map(|i| (0..i).map(move |j| ring[i].point - ring[j].point));
        let longest = pairs.fold(V::Wide::ZERO, |best, next| if next.length_squared() > best.length_squared() { next } else { best });
        // Always the same end first: the one to the positive side of the axis the edge is nearest to is the second.
        let mut along = if side_of(longest) % 2 == 1 { longest } else { -longest };
        let mut ends = Corners::new();
        // Of a strip, such as the tilts find along a cylinder's side, the longest extent is a diagonal; what is found along it is an edge but for
        // the square of that.
        for _ in 0..2 {
            let side = normalize_or_zero(along - self.toward * along.dot(self.toward));
            ends = self.named([-side, side].into_iter().map(|towards| self.tilted(towards)));
            let [from, to] = &ends[..] else { return Corners::new() };
            along = to.point - from.point;
        }
        if self.is_flat(&ends) { ends } else { Corners::new() }
    }
}

/// The smallest extent of a face across its normal; of an edge, its length.
fn width<W: Vector<Scalar = f64>>(corners: &Corners<W>, normal: W) -> f64 {
    if let [a, b] = &corners[..] {
        return (b.point - a.point).length();
    }
    let mut least = f64::INFINITY;
    for (place, from) in corners.iter().enumerate() {
        let along = normalize_or_zero(corners[(place + 1) % corners.len()].point - from.point);
        let inward = cross(normal, along);
        let reach = corners.iter().fold(0.0_f64, |reach, corner| reach.max((corner.point - from.point).dot(inward)));
        least = least.min(reach);
    }
    least
}
