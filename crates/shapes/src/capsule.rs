//! The capsule: a segment swept by a radius.

use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, OUTWARD};
use crate::check;
use crate::convex::{Convex, Core};
use crate::error::ShapeError;
use crate::face::Face;
use crate::segment::Segment;

/// All points within a radius of a segment. 2D and 3D.
///
/// ```
/// use clinch_shapes::{Capsule, ShapeError};
/// use glam::Vec2;
///
/// let upright = Capsule::new(1.0, 0.25)?;
/// assert_eq!(upright, Capsule::between(Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0), 0.25)?);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// A capsule about the segment on the y axis from −`half_height` to +`half_height`. Zero
    /// sizes are legal.
    ///
    /// # Errors
    ///
    /// Sizes that are negative, infinite or NaN; a half height that is the largest number.
    pub fn new(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, ShapeError> {
        let half_height = check::size("half_height", half_height)?;
        let segment = Segment::upright(half_height);
        check::size("radius about the center", segment.radius_about_center())?;
        Ok(Self { segment, radius: check::size("radius", radius)? })
    }

    /// A capsule about the segment from `a` to `b`, which may coincide.
    ///
    /// # Errors
    ///
    /// A coordinate that is infinite or NaN; a radius that is negative, infinite or NaN; a length
    /// whose half overflows.
    pub fn between(a: V, b: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        let segment = Segment::new(a, b)?;
        check::size("radius about the center", segment.radius_about_center())?;
        Ok(Self { segment, radius: check::size("radius", radius)? })
    }

    /// The ends of the segment.
    pub fn ends(&self) -> [V; 2] {
        self.segment.ends()
    }

    /// The radius.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> SupportMap<V> for Capsule<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        self.segment.support(direction)
    }

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        self.segment.support_wide(direction)
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        self.segment.vertex(id)
    }

    #[inline]
    fn center(&self) -> V {
        self.segment.center()
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        self.segment.radius_about_center()
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        self.segment.error()
    }
}

impl<V: Vector> Convex<V> for Capsule<V> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn core(&self) -> Core<'_, V> {
        self.segment.core()
    }

    fn face(&self, direction: V, face: &mut Face<V>) {
        self.segment.face(direction, face);
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let segment = self.segment.bounds(pose);
        let size = segment.min.max_abs() + segment.max.max_abs() + self.radius.widen();
        segment.grown(self.radius.widen() + f64::EPSILON * size)
    }

    /// The center of the segment.
    fn interior(&self) -> V {
        self.center()
    }

    /// The smallest ball, rounded outward.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let BoundingBall { center, radius } = self.segment.bounding_ball();
        BoundingBall::around(center, radius + self.radius.widen())
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        (self.segment.bounding_radius() + self.radius.widen()) * OUTWARD
    }
}
