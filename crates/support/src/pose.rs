//! Poses: position and orientation of a shape.

use crate::rotation::{Basis, Rotation};
use crate::scalar::Scalar;
use crate::vector::Vector;

/// A rigid motion: rotation about the shape's own origin, then translation.
///
/// As the pose of a shape it transforms points from the shape's frame to the world. As `b_in_a` it
/// transforms points from B's frame to A's.
///
/// ```
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let a = Pose::at(Vec3::new(1000.0, 0.0, 0.0));
/// let b = Pose::at(Vec3::new(1000.5, 2.0, 0.0));
/// assert_eq!(b.relative_to(&a).translation, DVec3::new(0.5, 2.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "pose", deny_unknown_fields))]
pub struct Pose<V: Vector> {
    /// Applied first. It may have any length but zero.
    pub rotation: V::Rotation,
    /// Applied second.
    pub translation: V,
}

impl<V: Vector> Pose<V> {
    /// The pose that moves nothing.
    pub const IDENTITY: Self = Self { rotation: <V::Rotation as Rotation>::IDENTITY, translation: V::ZERO };

    /// The pose that rotates, then translates.
    #[inline]
    pub fn new(rotation: V::Rotation, translation: V) -> Self {
        Self { rotation, translation }
    }

    /// The pose that only translates.
    #[inline]
    pub fn at(translation: V) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// The same pose in `f64`. Exact.
    #[inline]
    pub fn widen(&self) -> Pose<V::Wide> {
        Pose { rotation: self.rotation.widen(), translation: self.translation.widen() }
    }

    /// The nearest pose of this type.
    #[inline]
    pub fn narrow(wide: &Pose<V::Wide>) -> Self {
        Self { rotation: V::Rotation::narrow(wide.rotation), translation: V::narrow(wide.translation) }
    }

    /// This pose relative to `frame`: `frame⁻¹ ∘ self`, computed in `f64`.
    ///
    /// World poses are combined here, except where no rotation or only one matters in the world: in
    /// queries of placed spheres, capsules and boxes, and of bounding spheres. The translations are
    /// subtracted before anything is rotated, so that an `f32` pair 10 km from the origin is as
    /// exact as its two poses.
    #[inline]
    pub fn relative_to(&self, frame: &Self) -> Pose<V::Wide> {
        let offset = self.translation.widen() - frame.translation.widen();
        Pose {
            rotation: frame.rotation.widen().inverse().after(self.rotation.widen()),
            translation: frame.rotation.basis().unrotate(offset),
        }
    }

    /// The composition that applies `first`, then `self`. Computed in `f64` and rounded once.
    #[inline]
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        Self::narrow(&Pose { rotation: self.rotation.widen().after(first.rotation.widen()), translation: self.point(first.translation) })
    }

    /// The inverse. Computed in `f64` and rounded once.
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self::narrow(&Pose {
            rotation: self.rotation.widen().inverse(),
            translation: -self.rotation.basis().unrotate(self.translation.widen()),
        })
    }

    /// A point of the shape's frame, transformed; in `f64`.
    #[inline]
    pub fn point(&self, local: V) -> V::Wide {
        self.vector(local) + self.translation.widen()
    }

    /// A direction of the shape's frame, rotated; in `f64`.
    #[inline]
    pub fn vector(&self, local: V) -> V::Wide {
        self.rotation.basis().rotate(local.widen())
    }

    /// Whether no component is infinite or NaN, and the rotation is not zero.
    #[inline]
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.vector(V::from_fn(|_| Scalar::ONE)).is_finite()
    }
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::Pose;
    use crate::rotation2::Rotation2;
    use glam::{DVec3, Quat, Vec2, Vec3};

    fn tilted() -> Pose<Vec3> {
        Pose::new(Quat::from_xyzw(0.5, -0.5, 0.5, 0.5), Vec3::new(1.0, 2.0, 3.0))
    }

    #[test]
    fn a_relative_pose_transforms_points_of_b_to_a() {
        let (a, b) = (tilted(), Pose::new(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9), Vec3::new(-4.0, 0.5, 2.0)));
        let local = Vec3::new(0.3, -0.7, 1.1);
        let in_a = b.relative_to(&a).point(local.as_dvec3());
        let world = a.widen().point(in_a);
        assert!((world - b.point(local)).length() < 1e-13);
    }

    #[test]
    fn the_inverse_undoes_a_pose() {
        let pose = tilted();
        let there_and_back = pose.inverse().after(&pose);
        assert!(there_and_back.point(Vec3::ONE).abs_diff_eq(DVec3::ONE, 1e-6));
    }

    #[test]
    fn relative_pose_far_from_the_origin_loses_nothing() {
        let a = Pose::new(Rotation2 { cos: 0.6_f32, sin: 0.8 }, Vec2::new(1.0e6, 0.0));
        let b = Pose::new(Rotation2 { cos: 0.6_f32, sin: 0.8 }, Vec2::new(1.0e6 + 0.0625, 0.0));
        let t = b.relative_to(&a).translation;
        assert!((t.length() - 0.0625).abs() < 1e-15);
    }

    #[test]
    fn nan_and_zero_rotations_are_not_finite() {
        assert!(tilted().is_finite());
        assert!(!Pose::at(Vec3::new(f32::NAN, 0.0, 0.0)).is_finite());
        assert!(!Pose::new(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::ZERO).is_finite());
    }
}
