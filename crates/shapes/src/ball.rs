//! The ball, in 2D a circle: a point swept by a radius.

use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId};

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, Core};
use crate::error::ShapeError;
use crate::face::Face;

/// A ball about the origin of the shape's frame, in 2D a circle.
///
/// ```
/// use clinch_shapes::{Ball, ShapeError};
/// use glam::Vec3;
///
/// assert_eq!(Ball::<Vec3>::new(0.5)?.radius(), 0.5);
/// assert_eq!(Ball::<Vec3>::new(-0.5), Err(ShapeError::Negative { what: "radius", value: -0.5 }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Vector> {
    radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// A ball with this radius, which may be 0.
    ///
    /// # Errors
    ///
    /// A radius that is negative, infinite or NaN.
    pub fn new(radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Self { radius: check::size("radius", radius)? })
    }

    /// The radius.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

impl<V: Vector> SupportMap<V> for Ball<V> {
    #[inline]
    fn support(&self, _: V) -> Support<V> {
        Support { point: V::ZERO, id: Some(VertexId::new(0)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        (id.index() == 0).then_some(V::ZERO)
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
}

impl<V: Vector> Convex<V> for Ball<V> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::Origin
    }

    fn face(&self, _: V, face: &mut Face<V>) {
        face.set_vertex(V::ZERO, VertexId::new(0));
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let half = self.radius.widen() + f64::EPSILON * (pose.translation.max_abs().widen() + self.radius.widen());
        Aabb::around(pose.translation.widen(), V::Wide::from_fn(|_| half))
    }

    fn interior(&self) -> V {
        V::ZERO
    }

    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        BoundingBall { center: V::Wide::ZERO, radius: self.radius.widen() }
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.radius.widen()
    }
}
