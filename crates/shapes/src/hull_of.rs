//! The convex hull of several shapes.
//!
//! * The farthest point of a hull is the farthest of the farthest points: nothing is built.
//! * What the hull has in a support plane is the planar hull of what the shapes have there.
//! * Of the radii the least is the hull's; by what a shape's is larger, its core is swept before the hull is taken: the hull of two balls is a capsule
//!   if they are alike, and else a tapered one, of the radius of the smaller.

use clinch_hull::{ScaledPoints, outline, simplified};
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};
use glam::DVec2;

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::composite_face::{Normals, in_support_plane, slack, up};
use crate::convex::{Convex, Core, bounds_by_support};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, FaceId};
use crate::feature::{Corners, across, edge_between, nameless, write};
use crate::map_bounds::{MapBounds, wide_map};

/// The smallest convex set that holds all of several shapes.
///
/// Vertex v of shape i of n is named v·n + i while that fits an id, if the shape's radius is the least of all: the others are round.
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
    /// By how much the core of each is swept within the hull.
    swept: Vec<f64>,
    /// The least of their radii, which stays outside.
    radius: f64,
    bounds: MapBounds<V>,
}

impl<V: Vector, S: Convex<V>> HullOf<V, S> {
    /// The hull of these shapes; of one it is the shape.
    ///
    /// # Errors
    ///
    /// An empty list; a half-space, of which there is no hull with anything beside it; sizes that are not finite.
    pub fn new(shapes: Vec<S>) -> Result<Self, ShapeError> {
        let Some(first) = shapes.first() else { return Err(ShapeError::NoShapes) };
        if shapes.iter().any(|shape| matches!(shape.core(), Core::HalfSpace { .. })) {
            return Err(ShapeError::Unbounded { what: "hull" });
        }
        let least = shapes.iter().fold(first.radius_wide(), |least, shape| least.min(shape.radius_wide()));
        let swept: Vec<f64> = shapes.iter().map(|shape| shape.radius_wide() - least).collect();
        let bounds = MapBounds { center: V::ZERO, extent: V::Scalar::ZERO, error: V::Scalar::ZERO };
        let mut hull = Self { shapes, swept, radius: least, bounds };

        let ends = |axis: usize, sign: f64| hull.support_wide(V::Wide::unit(axis) * sign).point.get(axis);
        let center = check::finite("center", V::narrow(V::Wide::from_fn(|axis| 0.5 * ends(axis, -1.0) + 0.5 * ends(axis, 1.0))))?;
        let (mut extent, mut error) = (0.0_f64, 0.0_f64);
        for (shape, swept) in hull.shapes.iter().zip(&hull.swept) {
            let aside = (shape.center().widen() - center.widen()).length();
            let reach = aside + shape.radius_about_center().widen() + swept;
            // Sums of three, and a dot product of a point that may be far from the shape's own origin.
            let rounding = 8.0 * f64::EPSILON * (reach + shape.center().max_abs().widen() + center.max_abs().widen());
            extent = extent.max(reach + rounding);
            error = error.max(shape.error().widen() + rounding);
        }
        hull.bounds = MapBounds { center, extent: check::size("extent", up::<V>(extent))?, error: up::<V>(error) };
        Ok(hull)
    }

    /// The shapes.
    pub fn shapes(&self) -> &[S] {
        &self.shapes
    }

    /// The id in the hull of a vertex of a shape.
    fn outer(&self, vertex: VertexId, shape: usize) -> Option<VertexId> {
        let index = vertex.index().checked_mul(self.shapes.len())?.checked_add(shape)?;
        (index < u32::MAX as usize).then(|| VertexId::new(index))
    }

    /// The farthest point of one shape, in the hull's names.
    #[inline]
    fn support_of(&self, shape: usize, direction: V::Wide) -> Support<V::Wide> {
        let Support { point, id } = self.shapes[shape].support_wide(direction);
        if self.swept[shape] > 0.0 {
            return Support { point: point + normalize_or_zero(direction) * self.swept[shape], id: None };
        }
        Support { point, id: id.and_then(|id| self.outer(id, shape)) }
    }

    /// What the hull has in the support plane of a unit normal: the planar hull of what the shapes have there.
    fn in_support_plane(&self, normal: V::Wide) -> Corners<V::Wide> {
        let top = self.support_wide(normal).point.dot(normal);
        let slack = self.shapes.iter().fold(slack(self), |most, shape| most.max(slack(shape)));
        let mut corners: Corners<V::Wide> = Corners::new();
        for (place, shape) in self.shapes.iter().enumerate() {
            let below = top - self.support_of(place, normal).point.dot(normal);
            if below <= slack {
                for corner in in_support_plane(shape, normal, slack) {
                    let point = corner.point + normal * self.swept[place];
                    let vertex = self.outer(corner.vertex, place).unwrap_or(nameless(corners.len()));
                    corners.push(Corner { point, vertex, edge: EdgeId(0) });
                }
            }
        }
        let kept = planar_hull(&corners, across(normal));
        let count = kept.len();
        let corner = |place: usize| corners[kept[place % count]];
        (0..count).map(|i| Corner { edge: edge_between(corner(i).vertex, corner(i + 1).vertex), ..corner(i) }).collect()
    }
}

/// The corners of the hull of points as seen along a normal, by their places, counter-clockwise; in the plane the ends of a side.
fn planar_hull<W: Vector<Scalar = f64>>(corners: &[Corner<W>], [x, y]: [W; 2]) -> Vec<usize> {
    let origin = corners.first().map_or(W::ZERO, |corner| corner.point);
    let flat = |corner: &Corner<W>| DVec2::new((corner.point - origin).dot(x), (corner.point - origin).dot(y));
    let points = ScaledPoints::new(corners.iter().map(flat).collect()).points;
    let kept = outline(&points);
    // Corners that stand out by rounding only are no corners: they would come and go.
    let size = points.iter().fold(0.0_f64, |size, point| size.max(point.length()));
    let thin = simplified(&points, &kept, STANDS_OUT * size, usize::MAX);
    if thin.len() < 2 && kept.len() > 1 { kept } else { thin }
}

/// How far a corner must stand out of a face, relative to its size. Larger: corners are lost. Smaller: those in the middle of a side count, by rounding.
const STANDS_OUT: f64 = 1e-6;

impl<V: Vector, S: Convex<V>> SupportMap<V> for HullOf<V, S> {
    wide_map!(V);

    /// The farthest of the farthest; of equals that of the lowest id. O(shapes).
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let mut best = self.support_of(0, direction);
        let mut most = best.point.dot(direction);
        for place in 1..self.shapes.len() {
            let next = self.support_of(place, direction);
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
        if self.swept[shape] > 0.0 { None } else { self.shapes[shape].vertex_wide(VertexId::new(index / count)) }
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
        if self.swept.iter().any(|&swept| swept > 0.0) {
            return Core::Other;
        }
        match &self.shapes[..] {
            // Of other kinds the faces have ids that the hull does not give them.
            [shape] => match shape.core() {
                core @ (Core::Point(_) | Core::Segment(_)) => core,
                _ => Core::Other,
            },
            [a, b] => match (a.core(), b.core()) {
                (Core::Point(a), Core::Point(b)) => Core::Segment([a, b]),
                _ => Core::Other,
            },
            _ => Core::Other,
        }
    }

    /// The planar hull of what the shapes have in one support plane: that of a face of one of them, or of one that they span together. At most some
    /// thirty support calls on each, and a face of each.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let mut normals = Normals::of(direction.widen());
        for shape in &self.shapes {
            normals.add_of(shape, face);
        }
        let corners = normals.best(self, |normal| self.in_support_plane(normal));
        let corners = corners.unwrap_or_else(|| self.in_support_plane(normalize_or_zero(direction.widen())));
        write(&corners, face);
        face.id = FaceId(corners.first().map_or(0, |corner| corner.edge.0));
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds_by_support(self, pose)
    }

    /// The mean of points inside the shapes.
    fn interior(&self) -> V {
        let sum = self.shapes.iter().fold(V::Wide::ZERO, |sum, shape| sum + shape.interior().widen());
        V::narrow(sum * (1.0 / self.shapes.len() as f64))
    }

    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let center = self.center().widen();
        let reach = self.shapes.iter().fold(0.0_f64, |reach, shape| {
            let ball = shape.bounding_ball();
            reach.max((ball.center - center).length() + ball.radius + 4.0 * f64::EPSILON * (ball.center.max_abs() + center.max_abs()))
        });
        BoundingBall::around(center, reach)
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.shapes.iter().fold(0.0, |most: f64, shape| most.max(shape.bounding_radius()))
    }
}
