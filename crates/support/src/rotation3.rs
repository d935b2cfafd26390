//! Rotations of space, by quaternions.

use glam::{DQuat, DVec3, Quat};

use crate::rotation::{Basis, NORMALIZING_FACTOR, Rotation, is_unit, sealed};
use crate::scalar::Scalar;
use crate::scaling::{exponent_to_unit, times_power_of_two};
use crate::vector::Vector;

impl sealed::Sealed for Quat {}
impl sealed::Sealed for DQuat {}

/// The basis of a rotation of space: the images of the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basis3 {
    x: DVec3,
    y: DVec3,
    z: DVec3,
}

impl Basis<DVec3> for Basis3 {
    #[inline]
    fn axis(&self, axis: usize) -> DVec3 {
        [self.x, self.y, self.z][axis.min(2)]
    }

    #[inline]
    fn rotate(&self, local: DVec3) -> DVec3 {
        self.x * local.x + self.y * local.y + self.z * local.z
    }

    #[inline]
    fn unrotate(&self, outer: DVec3) -> DVec3 {
        DVec3::new(Vector::dot(self.x, outer), Vector::dot(self.y, outer), Vector::dot(self.z, outer))
    }
}

/// The Hamilton product of two quaternions, by component.
macro_rules! hamilton {
    ($quat:ty, $p:expr, $q:expr) => {{
        let (p, q) = ($p, $q);
        <$quat>::from_xyzw(
            p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
            p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
            p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
            p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
        )
    }};
}

impl Rotation for Quat {
    type Wide = DQuat;
    type Basis = Basis3;

    const IDENTITY: Self = Quat::IDENTITY;

    #[inline]
    fn widen(self) -> DQuat {
        DQuat::from_xyzw(self.x.widen(), self.y.widen(), self.z.widen(), self.w.widen())
    }

    #[inline]
    fn narrow(wide: DQuat) -> Self {
        Quat::from_xyzw(wide.x as f32, wide.y as f32, wide.z as f32, wide.w as f32)
    }

    #[inline]
    fn after(self, first: Self) -> Self {
        hamilton!(Quat, self, first)
    }

    #[inline]
    fn inverse(self) -> Self {
        Quat::from_xyzw(-self.x, -self.y, -self.z, self.w)
    }

    #[inline]
    fn length_squared(self) -> f64 {
        Rotation::length_squared(self.widen())
    }

    fn near_unit(self) -> Self {
        Self::narrow(self.widen().near_unit())
    }

    #[inline]
    fn turn_from(self, other: Self) -> Option<f64> {
        self.widen().turn_from(other.widen())
    }

    #[inline]
    fn basis(self) -> Basis3 {
        self.widen().basis()
    }
}

impl Rotation for DQuat {
    type Wide = DQuat;
    type Basis = Basis3;

    const IDENTITY: Self = DQuat::IDENTITY;

    #[inline]
    fn widen(self) -> DQuat {
        self
    }

    #[inline]
    fn narrow(wide: DQuat) -> Self {
        wide
    }

    #[inline]
    fn after(self, first: Self) -> Self {
        hamilton!(DQuat, self, first)
    }

    #[inline]
    fn inverse(self) -> Self {
        DQuat::from_xyzw(-self.x, -self.y, -self.z, self.w)
    }

    #[inline]
    fn length_squared(self) -> f64 {
        let DQuat { x, y, z, w } = self;
        x * x + y * y + z * z + w * w
    }

    fn near_unit(self) -> Self {
        let DQuat { x, y, z, w } = self;
        let exponent = exponent_to_unit(&[x, y, z, w], Rotation::length_squared(self));
        if exponent == 0 {
            return self;
        }
        let [x, y, z, w] = [x, y, z, w].map(|component| times_power_of_two(component, exponent));
        Self::from_xyzw(x, y, z, w)
    }

    /// A rotation by θ moves a unit vector by at most 2 sin θ/2. The quaternions, one of them
    /// negated if need be, are 2 sin θ/4 apart, which is at least half of that.
    // A fifth of the cost of a pair at rest; a third if it is not inlined.
    #[inline(always)]
    fn turn_from(self, other: Self) -> Option<f64> {
        let dot = self.x * other.x + self.y * other.y + self.z * other.z + self.w * other.w;
        let same = if dot < 0.0 { -1.0 } else { 1.0 };
        let apart = DQuat::from_xyzw(self.x - same * other.x, self.y - same * other.y, self.z - same * other.z, self.w - same * other.w);
        (is_unit(self) && is_unit(other)).then(|| 2.0 * NORMALIZING_FACTOR * Rotation::length_squared(apart).sqrt())
    }

    // Inlined because its nine numbers are used at once: passed through memory they stall.
    #[inline(always)]
    fn basis(self) -> Basis3 {
        let DQuat { x, y, z, w } = self;
        let squared = Rotation::length_squared(self);
        let s = 2.0 / squared;
        // NaN if the square is infinite, where s is 0. It does not wait for the division.
        let one = 1.0 + 0.0 * squared;
        let (xs, ys, zs) = (x * s, y * s, z * s);
        let (wx, wy, wz) = (w * xs, w * ys, w * zs);
        let (xx, xy, xz) = (x * xs, x * ys, x * zs);
        let (yy, yz, zz) = (y * ys, y * zs, z * zs);
        Basis3 {
            x: DVec3::new(one - (yy + zz), xy + wz, xz - wy),
            y: DVec3::new(xy - wz, one - (xx + zz), yz + wx),
            z: DVec3::new(xz + wy, yz - wx, one - (xx + yy)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rotation::{Basis, Rotation};
    use crate::vector::Vector;
    use glam::{DQuat, DVec3, Quat};

    fn near(a: DVec3, b: DVec3) {
        assert!((a - b).length() < 1e-14, "{a:?} is not {b:?}");
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let quarter = DQuat::from_xyzw(0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt());
        near(quarter.basis().rotate(DVec3::X), DVec3::Y);
        near(quarter.basis().unrotate(DVec3::Y), DVec3::X);
    }

    #[test]
    fn composing_rotations_composes_their_bases() {
        let p = DQuat::from_xyzw(0.1, -0.7, 0.3, 0.5);
        let q = DQuat::from_xyzw(-0.4, 0.2, 0.9, -0.1);
        let v = DVec3::new(1.0, -2.0, 0.5);
        near(p.after(q).basis().rotate(v), p.basis().rotate(q.basis().rotate(v)));
        near(p.inverse().basis().rotate(v), p.basis().unrotate(v));
    }

    #[test]
    fn the_length_of_a_rotation_does_not_scale_a_shape() {
        let v = DVec3::new(3.0, 4.0, 12.0);
        for length in [1e-6_f32, 0.5, 1.0, 7.0] {
            let q = Quat::from_xyzw(0.5 * length, -0.1 * length, 0.7 * length, 0.2 * length);
            assert!((q.basis().rotate(v).length() - 13.0).abs() < 1e-13);
        }
    }

    #[test]
    fn turn_from_is_a_tight_bound_of_how_far_vectors_move() {
        let from = DQuat::from_xyzw(0.1, -0.7, 0.3, 0.5) * 1.005;
        let axis = DVec3::new(0.6, 0.0, 0.8);
        for angle in [1e-9, 1e-3, 0.5, 2.0, 3.1] {
            let (sin, cos) = libm::sincos(0.5 * angle);
            let by = DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos);
            let from = from * (1.0 / from.length() * 1.005);
            for to in [by.after(from) * 0.997, by.after(from) * -0.997] {
                let turn = to.turn_from(from).expect("units");
                // A vector perpendicular to the axis moves farthest.
                let moved = 2.0 * libm::sin(0.5 * angle);
                assert!(turn >= moved && (angle < 1e-2 || turn <= 1.5 * moved), "{angle}: {turn}, {moved}");
            }
        }
        assert_eq!((from * 2.0).turn_from(from), None);
    }

    #[test]
    fn a_rotation_of_length_zero_is_reported_as_nan() {
        let basis = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0).basis();
        assert!(!Vector::is_finite(basis.rotate(DVec3::ONE)));
    }
}
