//! A pose that moves through a time step: one of its points in a straight line, with an even
//! rotation about that point.

use core::fmt::Debug;

use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

use crate::pose::Pose;
use crate::rotation::{Basis, Rotation};
use crate::rotation2::Rotation2;
use crate::scalar::Scalar;
use crate::vector::Vector;

/// A vector type with a type for angular displacements.
pub trait Angular: Vector {
    /// An angular displacement in radians: in 2D a counter-clockwise angle; in 3D a vector along
    /// the axis whose length is the angle, by the right-hand rule. May be more than a full turn.
    type Turn: Copy + Debug + Default + PartialEq + Send + Sync + 'static;

    /// The rotation by `part` of this turn, in `f64`, with the same bits on every target.
    fn rotation(turn: Self::Turn, part: f64) -> <Self::Wide as Vector>::Rotation;

    /// The absolute value of the angle.
    fn angle(turn: Self::Turn) -> f64;

    /// ω × v: the velocity of a vector that makes this turn in a unit of time.
    fn spin(turn: Self::Turn, vector: Self::Wide) -> Self::Wide;
}

macro_rules! turns {
    ($plane:ty, $space:ty, $scalar:ty) => {
        impl Angular for $plane {
            type Turn = $scalar;

            fn rotation(turn: $scalar, part: f64) -> Rotation2<f64> {
                Rotation2::<f64>::from_angle(turn.widen() * part)
            }

            fn angle(turn: $scalar) -> f64 {
                turn.widen().abs()
            }

            fn spin(turn: $scalar, vector: DVec2) -> DVec2 {
                DVec2::new(-vector.y, vector.x) * turn.widen()
            }
        }

        impl Angular for $space {
            type Turn = $space;

            fn rotation(turn: $space, part: f64) -> DQuat {
                let turn = Vector::widen(turn) * part;
                let half = 0.5 * Vector::length(turn);
                let (sin, cos) = libm::sincos(half);
                // The limit for small angles, which is also the exact quotient where the square of
                // the angle is lost beside 1.
                let factor = if half > 0.0 { 0.5 * sin / half } else { 0.5 };
                let axis = turn * factor;
                DQuat::from_xyzw(axis.x, axis.y, axis.z, cos)
            }

            fn angle(turn: $space) -> f64 {
                Vector::length(Vector::widen(turn))
            }

            fn spin(turn: $space, vector: DVec3) -> DVec3 {
                Vector::widen(turn).cross(vector)
            }
        }
    };
}

turns!(Vec2, Vec3, f32);
turns!(DVec2, DVec3, f64);

/// The motion of a shape through a time step, whose parameter runs from 0 to 1.
///
/// ```
/// use clinch_support::{Pose, Sweep};
/// use glam::{DVec2, Vec2};
///
/// let half_turn = core::f32::consts::PI;
/// let start = Pose::at(Vec2::new(1.0, 0.0));
/// let motion = Vec2::new(3.0, 0.0);
/// let wheel = Sweep { start, center: Vec2::ZERO, motion, turn: half_turn };
/// assert_eq!(wheel.pose_at(0.5).translation, DVec2::new(2.5, 0.0));
/// assert!((wheel.pose_at(1.0).point(DVec2::X) - DVec2::new(3.0, 0.0)).length() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep<V: Angular> {
    /// The pose at parameter 0.
    pub start: Pose<V>,
    /// The point that moves in a straight line, such as the centre of mass, in the shape's frame.
    pub center: V,
    /// The displacement of that point in the whole step, in the frame of `start`.
    pub motion: V,
    /// The rotation of the shape about that point in the whole step, in the frame of `start`.
    pub turn: V::Turn,
}

impl<V: Angular> Sweep<V> {
    /// A sweep without motion.
    pub fn still(start: Pose<V>) -> Self {
        Self { start, center: V::ZERO, motion: V::ZERO, turn: V::Turn::default() }
    }

    /// A sweep by a translation.
    pub fn along(start: Pose<V>, motion: V) -> Self {
        Self { motion, ..Self::still(start) }
    }

    /// The pose at a parameter, in `f64`.
    pub fn pose_at(&self, part: f64) -> Pose<V::Wide> {
        self.pose_seen_from(V::Wide::ZERO, part)
    }

    /// The pose at a parameter relative to `origin`, which is subtracted first, so that no
    /// precision is lost far from the origin.
    pub fn pose_seen_from(&self, origin: V::Wide, part: f64) -> Pose<V::Wide> {
        let start: <V::Wide as Vector>::Rotation = self.start.rotation.widen();
        let rotation = V::rotation(self.turn, part).after(start);
        let center = self.center.widen();
        let there = self.start.translation.widen() - origin + start.basis().rotate(center) + self.motion.widen() * part;
        Pose { rotation, translation: there - rotation.basis().rotate(center) }
    }

    /// The centre at parameter 0, relative to `origin`.
    pub fn center_seen_from(&self, origin: V::Wide) -> V::Wide {
        self.start.translation.widen() - origin + self.start.vector(self.center)
    }
}

#[cfg(test)]
mod tests {
    use super::Sweep;
    use crate::pose::Pose;
    use glam::{DVec3, Quat, Vec3};

    #[test]
    fn the_center_moves_straight_and_other_points_rotate_about_it() {
        let start = Pose::new(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9), Vec3::new(1.0, 2.0, 3.0));
        let sweep = Sweep { start, center: Vec3::new(0.5, 0.0, -1.0), motion: Vec3::new(0.0, 4.0, 0.0), turn: Vec3::new(0.0, 0.0, 7.0) };
        let (center, other) = (sweep.center.as_dvec3(), DVec3::new(2.0, 1.0, 0.0));
        for part in [0.0, 0.25, 1.0] {
            let straight = start.point(sweep.center) + DVec3::new(0.0, 4.0 * part, 0.0);
            let pose = sweep.pose_at(part);
            assert!((pose.point(center) - straight).length() < 1e-14);
            let arm = pose.point(other) - straight;
            let first = start.widen().point(other) - start.point(sweep.center);
            let turned = DVec3::new(
                libm::cos(7.0 * part) * first.x - libm::sin(7.0 * part) * first.y,
                libm::sin(7.0 * part) * first.x + libm::cos(7.0 * part) * first.y,
                first.z,
            );
            assert!((arm - turned).length() < 1e-14, "{part}: {arm} {turned}");
        }
        assert!((sweep.pose_at(0.0).point(other) - start.widen().point(other)).length() < 1e-15);
    }
}
