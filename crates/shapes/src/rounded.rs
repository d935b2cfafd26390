//! A shape swept by a radius.

use clinch_mass::Moments;
use clinch_support::{Pose, Scalar, SupportMap, Vector};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, OUTWARD};
use crate::check;
use crate::convex::{Convex, Core};
use crate::error::ShapeError;
use crate::face::Face;
use crate::forward::forward;

/// All points within a radius of a shape.
///
/// The radius is added to that of the inner shape, and stays outside of GJK and EPA. So a rounded
/// box costs as much as a box, and rests on its faces. A rounded half-space is a half-space, higher
/// by the radius.
///
/// ```
/// use clinch_shapes::{Ball, Capsule, Convex, Cuboid, Rounded, ShapeError};
/// use glam::Vec3;
///
/// let soap = Rounded::new(Cuboid::new(Vec3::ONE)?, 0.25)?;
/// assert_eq!(Convex::<Vec3>::radius(&soap), 0.25);
/// let thicker = Rounded::new(Capsule::<Vec3>::new(1.0, 0.5)?, 0.25)?;
/// assert_eq!(thicker.radius(), 0.75);
/// assert!(Rounded::new(Ball::<Vec3>::new(1.0)?, f32::NAN).is_err());
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<V: Vector, S> {
    inner: S,
    added_radius: V::Scalar,
    radius: V::Scalar,
}

impl<V: Vector, S: Convex<V>> Rounded<V, S> {
    /// `inner` swept by `radius`, which may be 0.
    ///
    /// # Errors
    ///
    /// A radius that is negative, infinite or NaN, or a sum of the radii that overflows.
    pub fn new(inner: S, radius: V::Scalar) -> Result<Self, ShapeError> {
        let added_radius = check::size("radius", radius)?;
        let radius = check::size("radius", inner.radius() + added_radius)?;
        Ok(Self { inner, added_radius, radius })
    }

    /// The inner shape.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// The radius by which it is swept, without that of the inner shape.
    pub fn added_radius(&self) -> V::Scalar {
        self.added_radius
    }
}

/// The largest |coordinate| of those that are finite.
fn largest_finite<W: Vector<Scalar = f64>>(corner: W) -> f64 {
    let coordinates = (0..W::DIM).map(|axis| corner.get(axis).abs());
    coordinates.filter(|coordinate| coordinate.is_finite()).fold(0.0, f64::max)
}

impl<V: Vector, S: Convex<V>> SupportMap<V> for Rounded<V, S> {
    forward!(SupportMap<V>, self => &self.inner);
}

impl<V: Vector, S: Convex<V>> Convex<V> for Rounded<V, S> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn radius_wide(&self) -> f64 {
        self.inner.radius_wide() + self.added_radius.widen()
    }

    // Inlined for the reason given at `core` of the enums of all shapes.
    #[inline(always)]
    fn core(&self) -> Core<'_, V> {
        self.inner.core()
    }

    fn face(&self, direction: V, face: &mut Face<V>) {
        self.inner.face(direction, face);
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let bounds = self.inner.bounds(pose);
        // The rounding of each side. Those of a half-space that are infinite have none.
        let size = largest_finite(bounds.min) + largest_finite(bounds.max);
        bounds.grown(self.added_radius.widen() + 2.0 * f64::EPSILON * size)
    }

    fn interior(&self) -> V {
        self.inner.interior()
    }

    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let BoundingBall { center, radius } = self.inner.bounding_ball();
        BoundingBall::around(center, radius + self.added_radius.widen())
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        (self.inner.bounding_radius() + self.added_radius.widen()) * OUTWARD
    }

    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        self.inner.swept_moments(by + self.added_radius.widen())
    }
}
