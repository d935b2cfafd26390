//! The point.

use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId};

use crate::aabb::Aabb;
use crate::bounding_ball::bounding_radius_of;
use crate::check;
use crate::convex::{Convex, Core};
use crate::error::ShapeError;
use crate::face::Face;
use crate::points::bounds;

/// A point at any position in the shape's frame. 2D and 3D.
///
/// ```
/// use clinch_shapes::{Point, ShapeError};
/// use glam::Vec3;
///
/// assert_eq!(Point::new(Vec3::X)?.at(), Vec3::X);
/// assert_eq!(Point::new(Vec3::NAN), Err(ShapeError::PointNotFinite { index: 0 }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V: Vector> {
    at: V,
}

impl<V: Vector> Point<V> {
    /// A point at this position.
    ///
    /// # Errors
    ///
    /// A coordinate that is infinite or NaN.
    pub fn new(at: V) -> Result<Self, ShapeError> {
        Ok(Self { at: check::point(0, at)? })
    }

    /// The point at the origin of the frame.
    pub(crate) fn origin() -> Self {
        Self { at: V::ZERO }
    }

    /// The position.
    pub fn at(&self) -> V {
        self.at
    }
}

impl<V: Vector> SupportMap<V> for Point<V> {
    #[inline]
    fn support(&self, _: V) -> Support<V> {
        Support { point: self.at, id: Some(VertexId::new(0)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        (id.index() == 0).then_some(self.at)
    }

    #[inline]
    fn center(&self) -> V {
        self.at
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
}

impl<V: Vector> Convex<V> for Point<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::at(self.at.widen())
    }

    fn face(&self, _: V, face: &mut Face<V>) {
        face.set_vertex(self.at, VertexId::new(0));
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds(&[self.at], pose)
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        bounding_radius_of(&[self.at])
    }
}
