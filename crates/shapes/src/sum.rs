//! The Minkowski sum of two shapes.
//!
//! * The farthest point of the sum is the sum of the farthest points: nothing is built.
//! * The sum's feature in a support plane is the sum of the features there. In 3D, the sum of two
//!   convex polygons with the same normal has the edges of both, ordered by their angles. An edge
//!   counts as a polygon of two sides, there and back, so that the sum of two edges is a
//!   parallelogram. After de Berg et al., *Computational Geometry* (2008), section 13.3.

use clinch_mass::Moments;
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};
use smallvec::SmallVec;

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, OUTWARD};
use crate::check;
use crate::composite_face::{CandidateNormals, coplanar_tolerance, in_support_plane};
use crate::convex::{Convex, Core, bounds_by_support, default_moments};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face};
use crate::feature::{Corners, pair_id, tangents, unnumbered_vertex, write_face};
use crate::map_bounds::{MapBounds, narrow_from_wide};

/// All sums of a point of A and a point of B: A swept along B.
///
/// The radius is the sum of the radii. A vertex is a pair of vertices, and has an id if both of
/// their indices are below 2¹⁶ − 1. The sum of a shape and a ball is the
/// [`Rounded`](crate::Rounded) shape, the sum with a segment is the shape swept along it, and the
/// sum of a half-space and a bounded shape is a half-space.
///
/// ```
/// use clinch_shapes::{Capsule, Convex, Cuboid, ShapeError, Sum};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let path = Capsule::between(Vec3::ZERO, Vec3::new(3.0, 0.0, 0.0), 0.25)?;
/// let swept = Sum::new(Cuboid::new(Vec3::ONE)?, path)?;
/// assert_eq!(swept.support(Vec3::new(1.0, 1.0, 1.0)).point, Vec3::new(4.0, 1.0, 1.0));
/// assert_eq!(Convex::<Vec3>::radius(&swept), 0.25);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum<V: Vector, A, B> {
    a: A,
    b: B,
    radius: V::Scalar,
    bounds: MapBounds<V>,
}

/// The largest index of a vertex of either shape that fits into the id of a pair.
const MAX_INDEX: usize = (1 << 16) - 2;

/// Edges whose directions differ by less than this, in ε of the scalar, are parallel and become
/// one. Larger: shallow corners of a face vanish. Smaller: rounding leaves corners in the middle of
/// a side.
const PARALLEL: f64 = 64.0;

impl<V: Vector, A: Convex<V>, B: Convex<V>> Sum<V, A, B> {
    /// The sum of `a` and `b`.
    ///
    /// # Errors
    ///
    /// Two half-spaces, whose sum is the whole space; sizes that overflow.
    pub fn new(a: A, b: B) -> Result<Self, ShapeError> {
        let unbounded = [a.core(), b.core()].map(|core| matches!(core, Core::HalfSpace { .. }));
        if unbounded == [true, true] {
            return Err(ShapeError::Unbounded { what: "sum with another half-space" });
        }
        let radius = check::size("radius", a.radius() + b.radius())?;
        let exact = a.center().widen() + b.center().widen();
        let center = check::finite("center", V::narrow(exact))?;
        let radii = a.radius_about_center().widen() + b.radius_about_center().widen();
        let rounding = 4.0 * f64::EPSILON * (radii + a.center().max_abs().widen() + b.center().max_abs().widen());
        let radius_about_center = V::Scalar::narrow_up(radii + (exact - center.widen()).length() + rounding);
        let radius_about_center =
            if unbounded == [false; 2] { check::size("radius about the center", radius_about_center)? } else { radius_about_center };
        let error = V::Scalar::narrow_up(a.error().widen() + b.error().widen() + rounding);
        Ok(Self { a, b, radius, bounds: MapBounds { center, radius_about_center, error } })
    }

    /// The two shapes.
    pub fn terms(&self) -> (&A, &B) {
        (&self.a, &self.b)
    }

    /// The sum of the features of both shapes in their support planes for a unit normal.
    fn in_support_plane(&self, normal: V::Wide) -> Corners<V::Wide> {
        let tolerance = coplanar_tolerance(&self.a) + coplanar_tolerance(&self.b);
        let (a, b) = (in_support_plane(&self.a, normal, tolerance), in_support_plane(&self.b, normal, tolerance));
        let mut sum = sum_of_features(&a, &b, normal);
        join_parallel_edges(&mut sum, PARALLEL * V::Scalar::EPSILON.widen());
        sum.iter().map(|side| side.corner).collect()
    }
}

/// The id of a pair of vertices; `None` if an index is too large.
fn pair_vertices(a: VertexId, b: VertexId) -> Option<VertexId> {
    (a.index() <= MAX_INDEX && b.index() <= MAX_INDEX).then(|| VertexId::new(a.index() << 16 | b.index()))
}

/// The shape, or shapes, that an edge of the sum comes from.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    A,
    B,
    Both,
}

/// A corner of the sum, and the edge that starts there.
#[derive(Clone, Copy)]
struct Side<W> {
    corner: Corner<W>,
    along: W,
    owner: Owner,
}

/// An edge of a polygon, projected along a normal.
#[derive(Clone, Copy)]
struct ProjectedEdge<W> {
    from: Corner<W>,
    along: W,
    /// Grows with the angle of the projected edge, from 0 to 4.
    angle: f64,
}

/// The edges of a polygon from its lowest corner on, projected along a normal, by increasing
/// angle.
fn edges_by_angle<W: Vector<Scalar = f64>>(corners: &[Corner<W>], [x, y]: [W; 2]) -> SmallVec<[ProjectedEdge<W>; 8]> {
    let count = corners.len();
    // Each corner is projected once, so that the edges agree about the lowest corner. Otherwise
    // rounding could make one of its edges go down, and sort it to the end.
    let project = |corner: &Corner<W>| {
        let from_first = corner.point - corners[0].point;
        (from_first.dot(y), from_first.dot(x))
    };
    let projected: SmallVec<[(f64, f64); 8]> = corners.iter().map(project).collect();
    let lowest = (1..count).fold(0, |lowest, i| if projected[i] < projected[lowest] { i } else { lowest });
    let mut last = 0.0;
    let edges = if count > 1 { count } else { 0 };
    let edge = |step: usize| {
        let (at, to) = ((lowest + step) % count, (lowest + step + 1) % count);
        let angle = pseudo_angle(projected[to].1 - projected[at].1, projected[to].0 - projected[at].0);
        // Rounding may order collinear sides the other way.
        last = if angle > last { angle } else { last };
        ProjectedEdge { from: corners[at], along: corners[to].point - corners[at].point, angle: last }
    };
    (0..edges).map(edge).collect()
}

/// A number from 0 to 4 that grows with the angle of a 2D vector: the perimeter of a diamond, which
/// needs no arc tangent.
fn pseudo_angle(x: f64, y: f64) -> f64 {
    let part = y / (x.abs() + y.abs());
    match (x >= 0.0, y >= 0.0) {
        (true, true) => part,
        (false, _) => 2.0 - part,
        (true, false) => 4.0 + part,
    }
}

/// The sum of two features with the same normal.
fn sum_of_features<W: Vector<Scalar = f64>>(a: &[Corner<W>], b: &[Corner<W>], normal: W) -> SmallVec<[Side<W>; 16]> {
    let axes = tangents(normal);
    // In 2D a side counts once, from its right end as seen from inside.
    let (edges_a, edges_b) = (edges_by_angle(a, axes), edges_by_angle(b, axes));
    let first = |corners: &[Corner<W>], edges: &[ProjectedEdge<W>]| edges.first().map_or(corners[0], |edge| edge.from);
    let (mut at_a, mut at_b) = (first(a, &edges_a), first(b, &edges_b));
    let (mut i, mut j) = (0, 0);
    let mut sides = SmallVec::new();
    loop {
        let angle = |edge: Option<&ProjectedEdge<W>>| edge.map_or(f64::INFINITY, |edge| edge.angle);
        let (next_a, next_b) = (edges_a.get(i), edges_b.get(j));
        let of_a = angle(next_a) <= angle(next_b);
        let (vertex, point) = (pair_vertices(at_a.vertex, at_b.vertex).unwrap_or(unnumbered_vertex(sides.len())), at_a.point + at_b.point);
        let Some(&ProjectedEdge { from, along, .. }) = (if of_a { next_a } else { next_b }) else {
            if sides.is_empty() {
                let corner = Corner { point, vertex, edge: EdgeId(0) };
                sides.push(Side { corner, along: W::ZERO, owner: Owner::Both });
            }
            return sides;
        };
        let (owner, fixed_vertex) = if of_a { (Owner::A, at_b.vertex) } else { (Owner::B, at_a.vertex) };
        let edge = edge_id(owner, from.edge.0, fixed_vertex.index() as u32);
        sides.push(Side { corner: Corner { point, vertex, edge }, along, owner });
        if of_a {
            i += 1;
            at_a = edges_a[i % edges_a.len()].from;
        } else {
            j += 1;
            at_b = edges_b[j % edges_b.len()].from;
        }
    }
}

/// The id of an edge of the sum: an edge of one shape at a vertex of the other, or two parallel
/// edges.
fn edge_id(owner: Owner, one: u32, other: u32) -> EdgeId {
    EdgeId((owner as u32) << 28 | pair_id(one, other))
}

/// Joins parallel edges of the two shapes.
fn join_parallel_edges<W: Vector<Scalar = f64>>(sides: &mut SmallVec<[Side<W>; 16]>, tolerance: f64) {
    let mut index = 0;
    while sides.len() > 2 && index < sides.len() {
        let before = (index + sides.len() - 1) % sides.len();
        let (entering, leaving) = (sides[before], sides[index]);
        let (along, squared) = (entering.along, entering.along.length_squared());
        let off = leaving.along - along * (leaving.along.dot(along) / squared);
        let parallel = leaving.along.dot(along) > 0.0 && off.length() <= tolerance * leaving.along.length();
        if parallel && entering.owner != leaving.owner {
            let one = entering.corner.edge.0.min(leaving.corner.edge.0);
            let other = entering.corner.edge.0.max(leaving.corner.edge.0);
            let side = &mut sides[before];
            (side.along, side.owner, side.corner.edge) = (along + leaving.along, Owner::Both, edge_id(Owner::Both, one, other));
            sides.remove(index);
        } else {
            index += 1;
        }
    }
    if let [first, second] = &mut sides[..] {
        second.corner.edge = first.corner.edge;
    }
}

impl<V: Vector, A: Convex<V>, B: Convex<V>> SupportMap<V> for Sum<V, A, B> {
    narrow_from_wide!(V);

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let (a, b) = (self.a.support_wide(direction), self.b.support_wide(direction));
        Support { point: a.point + b.point, id: a.id.zip(b.id).and_then(|(a, b)| pair_vertices(a, b)) }
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
        let (a, b) = (self.a.core(), self.b.core());
        match (a.point(), b.point()) {
            (Some(a), Some(b)) => return Core::at(a + b),
            (Some(by), None) if let Core::Segment(ends) = b => return Core::Segment(ends.map(|end| end + by)),
            (None, Some(by)) if let Core::Segment(ends) = a => return Core::Segment(ends.map(|end| end + by)),
            _ => {}
        }
        match (a, b) {
            (Core::HalfSpace { normal, offset }, _) => {
                Core::HalfSpace { normal, offset: offset + self.b.support_wide(normal).point.dot(normal) }
            }
            (_, Core::HalfSpace { normal, offset }) => {
                Core::HalfSpace { normal, offset: offset + self.a.support_wide(normal).point.dot(normal) }
            }
            _ => Core::Other,
        }
    }

    /// The sum of the features of both shapes in one support plane: that of a face of either, or of
    /// an edge of each. About sixty support calls on each shape, unless the direction is the normal
    /// of a face.
    fn face(&self, direction: V, face: &mut Face<V>) {
        if let Core::HalfSpace { normal, offset } = self.core() {
            // A plane has no corners. Its only known point stands for them.
            return face.set_vertex(V::narrow(normal * offset), VertexId::new(0));
        }
        let mut normals = CandidateNormals::from_direction(direction.widen());
        normals.add_face_normal(&self.a, face);
        normals.add_face_normal(&self.b, face);
        let corners = normals.best_feature(self, |normal| self.in_support_plane(normal));
        let corners = corners.unwrap_or_else(|| self.in_support_plane(normalize_or_zero(direction.widen())));
        write_face(&corners, face);
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

    /// Those of one shape, translated and swept, if the other is a point or a ball. Else the
    /// default.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        match (self.a.core().point(), self.b.core().point()) {
            (_, Some(at)) => Some(self.a.swept_moments(by + self.b.radius_wide())?.translated(at)),
            (Some(at), _) => Some(self.b.swept_moments(by + self.a.radius_wide())?.translated(at)),
            _ => default_moments(self, by),
        }
    }
}
