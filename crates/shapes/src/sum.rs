//! The Minkowski sum of two shapes.
//!
//! * The farthest point of a sum is the sum of the farthest points: nothing is built.
//! * So is what the sum has in a support plane. In space the sum of two convex polygons that look the same way has the edges of both, in the order of
//!   their angles; an edge counts as a polygon of two sides, run there and back, and two of them make a parallelogram. After de Berg et al.,
//!   "Computational Geometry" (2008), 13.3.

use clinch_mass::Moments;
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};
use smallvec::SmallVec;

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, OUTWARD};
use crate::check;
use crate::composite_face::{Normals, in_support_plane, slack, up};
use crate::convex::{Convex, Core, bounds_by_support, moments_by_core};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face};
use crate::feature::{Corners, across, nameless, paired, write};
use crate::map_bounds::{MapBounds, wide_map};

/// All sums of a point of A and a point of B: A swept along B.
///
/// The radius is the sum of the radii. A vertex is a pair of vertices and named by both, if each has an index below 2¹⁶ − 1. The sum of a shape and a ball is the
/// shape [`Rounded`](crate::Rounded); of a shape and a segment, the shape dragged along it; of a half-space and a bounded shape, a half-space.
///
/// ```
/// use clinch_shapes::{Capsule, Convex, Cuboid, ShapeError, Sum};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let rod = Capsule::between(Vec3::ZERO, Vec3::new(3.0, 0.0, 0.0), 0.25)?;
/// let dragged = Sum::new(Cuboid::new(Vec3::ONE)?, rod)?;
/// assert_eq!(dragged.support(Vec3::new(1.0, 1.0, 1.0)).point, Vec3::new(4.0, 1.0, 1.0));
/// assert_eq!(Convex::<Vec3>::radius(&dragged), 0.25);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum<V: Vector, A, B> {
    a: A,
    b: B,
    radius: V::Scalar,
    bounds: MapBounds<V>,
}

/// Vertices with larger indices are not named: two must fit one id.
const MOST: usize = (1 << 16) - 2;

/// Edges that turn by less than this, in ε of the scalar, run alike: they are one. Larger: shallow corners of a face vanish. Smaller: rounding leaves
/// corners in the middle of its sides.
const ALIKE: f64 = 64.0;

impl<V: Vector, A: Convex<V>, B: Convex<V>> Sum<V, A, B> {
    /// The sum of `a` and `b`.
    ///
    /// # Errors
    ///
    /// Two half-spaces, whose sum is everything; sizes whose sum is not finite.
    pub fn new(a: A, b: B) -> Result<Self, ShapeError> {
        let unbounded = [a.core(), b.core()].map(|core| matches!(core, Core::HalfSpace { .. }));
        if unbounded == [true, true] {
            return Err(ShapeError::Unbounded { what: "sum of half-spaces" });
        }
        let radius = check::size("radius", a.radius() + b.radius())?;
        let exact = a.center().widen() + b.center().widen();
        let center = check::finite("center", V::narrow(exact))?;
        let extents = a.radius_about_center().widen() + b.radius_about_center().widen();
        let rounding = 4.0 * f64::EPSILON * (extents + a.center().max_abs().widen() + b.center().max_abs().widen());
        let extent = up::<V>(extents + (exact - center.widen()).length() + rounding);
        let extent = if unbounded == [false; 2] { check::size("extent", extent)? } else { extent };
        let error = up::<V>(a.error().widen() + b.error().widen() + rounding);
        Ok(Self { a, b, radius, bounds: MapBounds { center, extent, error } })
    }

    /// The shapes whose sum it is.
    pub fn terms(&self) -> (&A, &B) {
        (&self.a, &self.b)
    }

    /// The sum of what both have in the support plane of a unit normal.
    fn in_support_plane(&self, normal: V::Wide) -> Corners<V::Wide> {
        let slack = slack(&self.a) + slack(&self.b);
        let (a, b) = (in_support_plane(&self.a, normal, slack), in_support_plane(&self.b, normal, slack));
        let mut sum = merged(&a, &b, normal);
        simplify(&mut sum, ALIKE * V::Scalar::EPSILON.widen());
        sum.iter().map(|side| side.corner).collect()
    }
}

/// One id of two, if both are small.
fn both(a: VertexId, b: VertexId) -> Option<VertexId> {
    (a.index() <= MOST && b.index() <= MOST).then(|| VertexId::new(a.index() << 16 | b.index()))
}

/// Whose edge it is.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    A,
    B,
    Both,
}

/// A corner of the sum, and the edge that leaves it.
#[derive(Clone, Copy)]
struct Side<W> {
    corner: Corner<W>,
    along: W,
    owner: Owner,
}

/// A polygon's edges from its lowest corner on, as seen along a normal, each with a number that grows with its angle from there.
fn by_angle<W: Vector<Scalar = f64>>(corners: &[Corner<W>], [x, y]: [W; 2]) -> SmallVec<[(Corner<W>, W, f64); 8]> {
    let count = corners.len();
    // Edges are told from places that are seen once: of the lowest corner's two none then leads down, by rounding, to be the last in place of the first.
    let seen = |corner: &Corner<W>| {
        let from_first = corner.point - corners[0].point;
        (from_first.dot(y), from_first.dot(x))
    };
    let places: SmallVec<[(f64, f64); 8]> = corners.iter().map(seen).collect();
    let lowest = (1..count).fold(0, |lowest, i| if places[i] < places[lowest] { i } else { lowest });
    let mut last = 0.0;
    let edges = if count > 1 { count } else { 0 };
    let edge = |step: usize| {
        let (at, to) = ((lowest + step) % count, (lowest + step + 1) % count);
        let angle = turn_of(places[to].1 - places[at].1, places[to].0 - places[at].0);
        // Of sides that are in a line rounding may tell otherwise.
        last = if angle > last { angle } else { last };
        (corners[at], corners[to].point - corners[at].point, last)
    };
    (0..edges).map(edge).collect()
}

/// A number from 0 to 4 that grows with the angle of a vector of the plane: the perimeter of a diamond, which needs no arc tangent.
fn turn_of(x: f64, y: f64) -> f64 {
    let part = y / (x.abs() + y.abs());
    match (x >= 0.0, y >= 0.0) {
        (true, true) => part,
        (false, _) => 2.0 - part,
        (true, false) => 4.0 + part,
    }
}

/// The sum of two features that look along a normal.
fn merged<W: Vector<Scalar = f64>>(a: &[Corner<W>], b: &[Corner<W>], normal: W) -> SmallVec<[Side<W>; 16]> {
    let axes = across(normal);
    // In the plane a side is run once: from the end at the right, seen from inside.
    let (edges_a, edges_b) = (by_angle(a, axes), by_angle(b, axes));
    let first = |corners: &[Corner<W>], edges: &[(Corner<W>, W, f64)]| edges.first().map_or(corners[0], |&(corner, ..)| corner);
    let (mut at_a, mut at_b) = (first(a, &edges_a), first(b, &edges_b));
    let (mut i, mut j) = (0, 0);
    let mut sides = SmallVec::new();
    loop {
        let angle = |edges: &[(Corner<W>, W, f64)], place: usize| edges.get(place).map_or(f64::INFINITY, |&(.., angle)| angle);
        let (next_a, next_b) = (angle(&edges_a, i), angle(&edges_b, j));
        let of_a = next_a <= next_b;
        let (vertex, point) = (both(at_a.vertex, at_b.vertex).unwrap_or(nameless(sides.len())), at_a.point + at_b.point);
        let leaves = if of_a { edges_a.get(i) } else { edges_b.get(j) };
        let Some(&(from, along, _)) = leaves else {
            if sides.is_empty() {
                let corner = Corner { point, vertex, edge: EdgeId(0) };
                sides.push(Side { corner, along: W::ZERO, owner: Owner::Both });
            }
            return sides;
        };
        let (owner, beside) = if of_a { (Owner::A, at_b.vertex) } else { (Owner::B, at_a.vertex) };
        let edge = named(owner, from.edge.0, beside.index() as u32);
        sides.push(Side { corner: Corner { point, vertex, edge }, along, owner });
        if of_a {
            i += 1;
            at_a = edges_a[i % edges_a.len()].0;
        } else {
            j += 1;
            at_b = edges_b[j % edges_b.len()].0;
        }
    }
}

/// The name of an edge of the sum: an edge of one at a vertex of the other, or an edge of both.
fn named(owner: Owner, one: u32, other: u32) -> EdgeId {
    EdgeId((owner as u32) << 28 | paired(one, other))
}

/// Makes one of edges that run alike.
fn simplify<W: Vector<Scalar = f64>>(sides: &mut SmallVec<[Side<W>; 16]>, tolerance: f64) {
    let mut place = 0;
    while sides.len() > 2 && place < sides.len() {
        let before = (place + sides.len() - 1) % sides.len();
        let (entering, leaving) = (sides[before], sides[place]);
        let (along, squared) = (entering.along, entering.along.length_squared());
        let off = leaving.along - along * (leaving.along.dot(along) / squared);
        let alike = leaving.along.dot(along) > 0.0 && off.length() <= tolerance * leaving.along.length();
        if alike && entering.owner != leaving.owner {
            let one = entering.corner.edge.0.min(leaving.corner.edge.0);
            let other = entering.corner.edge.0.max(leaving.corner.edge.0);
            let side = &mut sides[before];
            (side.along, side.owner, side.corner.edge) = (along + leaving.along, Owner::Both, named(Owner::Both, one, other));
            sides.remove(place);
        } else {
            place += 1;
        }
    }
    if let [first, second] = &mut sides[..] {
        second.corner.edge = first.corner.edge;
    }
}

impl<V: Vector, A: Convex<V>, B: Convex<V>> SupportMap<V> for Sum<V, A, B> {
    wide_map!(V);

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let (a, b) = (self.a.support_wide(direction), self.b.support_wide(direction));
        Support { point: a.point + b.point, id: a.id.zip(b.id).and_then(|(a, b)| both(a, b)) }
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        let [a, b] = [id.index() >> 16, id.index() & 0xffff].map(VertexId::new);
        Some(self.a.vertex_wide(a)? + self.b.vertex_wide(b)?)
    }
}

impl<V: Vector, A: Convex<V>, B: Convex<V>> Convex<V> for Sum<V, A, B> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn radius_wide(&self) -> f64 {
        self.a.radius_wide() + self.b.radius_wide()
    }

    fn core(&self) -> Core<'_, V> {
        match (self.a.core(), self.b.core()) {
            (Core::Point(a), Core::Point(b)) => Core::Point(a + b),
            (Core::Point(point), Core::Segment(ends)) | (Core::Segment(ends), Core::Point(point)) => {
                Core::Segment(ends.map(|end| end + point))
            }
            (Core::HalfSpace { normal, offset }, _) => {
                Core::HalfSpace { normal, offset: offset + self.b.support_wide(normal).point.dot(normal) }
            }
            (_, Core::HalfSpace { normal, offset }) => {
                Core::HalfSpace { normal, offset: offset + self.a.support_wide(normal).point.dot(normal) }
            }
            _ => Core::Other,
        }
    }

    /// The sum of what both have in one support plane: that of a face of either, or of edges of both. Some sixty support calls on each, unless
    /// the direction is a face's normal.
    fn face(&self, direction: V, face: &mut Face<V>) {
        if let Core::HalfSpace { normal, offset } = self.core() {
            // A plane has no corners; the one point it is known by is as good as any.
            return face.set_vertex(V::narrow(normal * offset), VertexId::new(0));
        }
        let mut normals = Normals::of(direction.widen());
        normals.add_of(&self.a, face);
        normals.add_of(&self.b, face);
        let corners = normals.best(self, |normal| self.in_support_plane(normal));
        let corners = corners.unwrap_or_else(|| self.in_support_plane(normalize_or_zero(direction.widen())));
        write(&corners, face);
        face.id = crate::face::FaceId(corners.first().map_or(0, |corner| corner.edge.0));
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        if matches!(self.core(), Core::HalfSpace { .. }) { Aabb::unbounded() } else { bounds_by_support(self, pose) }
    }

    fn interior(&self) -> V {
        V::narrow(self.a.interior().widen() + self.b.interior().widen())
    }

    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let (a, b) = (self.a.bounding_ball(), self.b.bounding_ball());
        let center = a.center + b.center;
        BoundingBall::around(center, a.radius + b.radius + 4.0 * f64::EPSILON * center.max_abs())
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        (self.a.bounding_radius() + self.b.bounding_radius()) * OUTWARD
    }

    /// Those of one shape, moved and swept, if the other is a point or a ball; else the default.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        match (self.a.core(), self.b.core()) {
            (_, Core::Point(at)) => Some(self.a.swept_moments(by + self.b.radius_wide())?.shifted(at)),
            (Core::Point(at), _) => Some(self.b.swept_moments(by + self.a.radius_wide())?.shifted(at)),
            _ => moments_by_core(self, by),
        }
    }
}
