//! The convex hull of several shapes.
//!
//! * The farthest point of the hull is the farthest of the shapes' farthest points: nothing is
//!   built.
//! * The hull's feature in a support plane is the planar hull of the shapes' features there.
//! * The hull's radius is the least of the shapes' radii. The core of a shape with a larger radius
//!   is swept by the excess before the hull is taken. So the hull of two balls is a capsule if
//!   their radii are equal, and else a tapered capsule with the radius of the smaller.

use clinch_hull::{ScaledPoints, outline, simplified};
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};
use glam::DVec2;

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::composite_face::{CandidateNormals, coplanar_tolerance, in_support_plane};
use crate::convex::{Convex, Core, bounds_by_support};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, FaceId};
use crate::feature::{Corners, edge_between, tangents, unnumbered_vertex, write_face};
use crate::map_bounds::{MapBounds, narrow_from_wide};

/// The convex hull of several shapes.
///
/// Vertex v of shape i of n has the id v·n + i, if that is a valid id and the shape's radius is the
/// least of all. Other shapes have no vertices here, because they are round.
///
/// ```
/// use clinch_shapes::{Ball, Convex, Core, HullOf, Posed, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let at = |x: f32| Posed::new(Ball::new(0.5)?, Pose::at(Vec3::new(x, 0.0, 0.0)));
/// let capsule = HullOf::new(vec![at(-1.0)?, at(1.0)?])?;
/// assert_eq!(capsule.core(), Core::Segment([-DVec3::X, DVec3::X]));
/// assert_eq!(HullOf::<Vec3, Ball<Vec3>>::new(vec![]), Err(ShapeError::NoShapes));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HullOf<V: Vector, S> {
    shapes: Vec<S>,
    /// The radius by which each core is swept within the hull.
    excess_radii: Vec<f64>,
    /// The least of their radii, which stays outside of the core.
    radius: f64,
    bounds: MapBounds<V>,
}

impl<V: Vector, S: Convex<V>> HullOf<V, S> {
    /// The hull of these shapes. The hull of one shape is that shape.
    ///
    /// # Errors
    ///
    /// An empty list; a half-space, because a hull with it has no farthest points; sizes that
    /// overflow.
    pub fn new(shapes: Vec<S>) -> Result<Self, ShapeError> {
        let Some(first) = shapes.first() else { return Err(ShapeError::NoShapes) };
        if shapes.iter().any(|shape| matches!(shape.core(), Core::HalfSpace { .. })) {
            return Err(ShapeError::Unbounded { what: "hull" });
        }
        let least = shapes.iter().fold(first.radius_wide(), |least, shape| least.min(shape.radius_wide()));
        let excess_radii: Vec<f64> = shapes.iter().map(|shape| shape.radius_wide() - least).collect();
        let bounds = MapBounds { center: V::ZERO, radius_about_center: V::Scalar::ZERO, error: V::Scalar::ZERO };
        let mut hull = Self { shapes, excess_radii, radius: least, bounds };

        let ends = |axis: usize, sign: f64| hull.support_wide(V::Wide::unit(axis) * sign).point.get(axis);
        let center = check::finite("center", V::narrow(V::Wide::from_fn(|axis| 0.5 * ends(axis, -1.0) + 0.5 * ends(axis, 1.0))))?;
        let (mut radius_about_center, mut error) = (0.0_f64, 0.0_f64);
        for (shape, excess_radius) in hull.shapes.iter().zip(&hull.excess_radii) {
            let aside = (shape.center().widen() - center.widen()).length();
            let radius = aside + shape.radius_about_center().widen() + excess_radius;
            // Sums of three terms, and a dot product with a point that may be far from the shape's
            // own origin.
            let rounding = 8.0 * f64::EPSILON * (radius + shape.center().max_abs().widen() + center.max_abs().widen());
            radius_about_center = radius_about_center.max(radius + rounding);
            error = error.max(shape.error().widen() + rounding);
        }
        let radius_about_center = check::size("radius about the center", V::Scalar::narrow_up(radius_about_center))?;
        hull.bounds = MapBounds { center, radius_about_center, error: V::Scalar::narrow_up(error) };
        Ok(hull)
    }

    /// The shapes.
    pub fn shapes(&self) -> &[S] {
        &self.shapes
    }

    /// The id in the hull of a vertex of a shape; `None` if it is too large.
    fn id_in_hull(&self, vertex: VertexId, shape: usize) -> Option<VertexId> {
        let index = vertex.index().checked_mul(self.shapes.len())?.checked_add(shape)?;
        (index < u32::MAX as usize).then(|| VertexId::new(index))
    }

    /// The support point of one shape, with its id in the hull.
    #[inline]
    fn support_of(&self, shape: usize, direction: V::Wide) -> Support<V::Wide> {
        let Support { point, id } = self.shapes[shape].support_wide(direction);
        if self.excess_radii[shape] > 0.0 {
            return Support { point: point + normalize_or_zero(direction) * self.excess_radii[shape], id: None };
        }
        Support { point, id: id.and_then(|id| self.id_in_hull(id, shape)) }
    }

    /// The feature of the hull in its support plane for a unit normal: the planar hull of the
    /// shapes' features there.
    fn in_support_plane(&self, normal: V::Wide) -> Corners<V::Wide> {
        let top = self.support_wide(normal).point.dot(normal);
        let tolerance = self.shapes.iter().fold(coplanar_tolerance(self), |most, shape| most.max(coplanar_tolerance(shape)));
        let mut corners: Corners<V::Wide> = Corners::new();
        for (shape_index, shape) in self.shapes.iter().enumerate() {
            let below = top - self.support_of(shape_index, normal).point.dot(normal);
            if below <= tolerance {
                for corner in in_support_plane(shape, normal, tolerance) {
                    let point = corner.point + normal * self.excess_radii[shape_index];
                    let vertex = self.id_in_hull(corner.vertex, shape_index).unwrap_or(unnumbered_vertex(corners.len()));
                    corners.push(Corner { point, vertex, edge: EdgeId(0) });
                }
            }
        }
        let outline = planar_hull(&corners, tangents(normal));
        let count = outline.len();
        let corner = |i: usize| corners[outline[i % count]];
        (0..count).map(|i| Corner { edge: edge_between(corner(i).vertex, corner(i + 1).vertex), ..corner(i) }).collect()
    }
}

/// The corners of the hull of points, projected along a normal; as indices, counter-clockwise. In
/// 2D the ends of a side.
fn planar_hull<W: Vector<Scalar = f64>>(corners: &[Corner<W>], [x, y]: [W; 2]) -> Vec<usize> {
    let origin = corners.first().map_or(W::ZERO, |corner| corner.point);
    let flat = |corner: &Corner<W>| DVec2::new((corner.point - origin).dot(x), (corner.point - origin).dot(y));
    let points = ScaledPoints::new(corners.iter().map(flat).collect()).points;
    let outline = outline(&points);
    // Corners that stand out by rounding only would come and go.
    let size = points.iter().fold(0.0_f64, |size, point| size.max(point.length()));
    let thin = simplified(&points, &outline, MIN_PROTRUSION * size, usize::MAX);
    if thin.len() < 2 && outline.len() > 1 { outline } else { thin }
}

/// The distance by which a corner must stand out of a face, relative to its size. Larger: corners
/// are lost. Smaller: rounding makes points in the middle of a side into corners.
const MIN_PROTRUSION: f64 = 1e-6;

impl<V: Vector, S: Convex<V>> SupportMap<V> for HullOf<V, S> {
    narrow_from_wide!(V);

    /// The farthest of the shapes' support points; of equals, that of lowest id. O(shapes).
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let mut best = self.support_of(0, direction);
        let mut most = best.point.dot(direction);
        for shape_index in 1..self.shapes.len() {
            let next = self.support_of(shape_index, direction);
            let along = next.point.dot(direction);
            let lower = along == most && next.id.zip(best.id).is_some_and(|(next, best)| next < best);
            if along > most || lower {
                (best, most) = (next, along);
            }
        }
        best
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        let (count, index) = (self.shapes.len(), id.index());
        let shape = index % count;
        if self.excess_radii[shape] > 0.0 { None } else { self.shapes[shape].vertex_wide(VertexId::new(index / count)) }
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for HullOf<V, S> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        V::Scalar::narrow(self.radius)
    }

    #[inline]
    fn radius_wide(&self) -> f64 {
        self.radius
    }

    fn core(&self) -> Core<'_, V> {
        if self.excess_radii.iter().any(|&excess_radii| excess_radii > 0.0) {
            return Core::Other;
        }
        match &self.shapes[..] {
            // Cores of other kinds have features whose ids are not those of the hull.
            [shape] => match shape.core() {
                core @ (Core::Origin | Core::Point(_) | Core::Segment(_)) => core,
                _ => Core::Other,
            },
            [a, b] => match (a.core().point(), b.core().point()) {
                (Some(a), Some(b)) => Core::Segment([a, b]),
                _ => Core::Other,
            },
            _ => Core::Other,
        }
    }

    /// The planar hull of the shapes' features in one support plane: that of a face of one of them,
    /// or of a face that they span together. At most about thirty support calls on each shape, and
    /// a face of each.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let mut normals = CandidateNormals::from_direction(direction.widen());
        for shape in &self.shapes {
            normals.add_face_normal(shape, face);
        }
        let corners = normals.best_feature(self, |normal| self.in_support_plane(normal));
        let corners = corners.unwrap_or_else(|| self.in_support_plane(normalize_or_zero(direction.widen())));
        write_face(&corners, face);
        face.id = FaceId(corners.first().map_or(0, |corner| corner.edge.0));
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds_by_support(self, pose)
    }

    /// The mean of the shapes' interior points.
    fn interior(&self) -> V {
        let sum = self.shapes.iter().fold(V::Wide::ZERO, |sum, shape| sum + shape.interior().widen());
        V::narrow(sum * (1.0 / self.shapes.len() as f64))
    }

    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let center = self.center().widen();
        let radius = self.shapes.iter().fold(0.0_f64, |radius, shape| {
            let ball = shape.bounding_ball();
            radius.max((ball.center - center).length() + ball.radius + 4.0 * f64::EPSILON * (ball.center.max_abs() + center.max_abs()))
        });
        BoundingBall::around(center, radius)
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.shapes.iter().fold(0.0, |most: f64, shape| most.max(shape.bounding_radius()))
    }
}
