//! Rotations as users write them, and the `f64` basis that applies them.
//!
//! * A rotation need not be of unit length: its basis is formed with the exact factor 2/|q|² (3D) or 1/|z| (2D), so that an `f32`
//!   quaternion, a few 1e-8 off unit length, still moves shapes rigidly.
//! * Products are spelled out by component. glam's own fuse multiply and add where the target has the instruction, and an answer
//!   must not depend on the machine that computed it.

use core::fmt::Debug;

use glam::{DQuat, DVec2, DVec3, Quat};

use crate::scalar::Scalar;
use crate::vector::Vector;

mod sealed {
    pub trait Sealed {}
    impl Sealed for glam::Quat {}
    impl Sealed for glam::DQuat {}
    impl<S> Sealed for super::Rotation2<S> {}
}

/// A rotation of 2D or 3D space: [`Rotation2`], [`Quat`] or [`DQuat`].
pub trait Rotation: sealed::Sealed + Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The same kind of rotation in `f64`.
    type Wide: Rotation<Wide = Self::Wide, Basis = Self::Basis>;
    /// The orthonormal basis of this rotation.
    type Basis: Copy;

    /// Turns nothing.
    const IDENTITY: Self;

    /// The same rotation in `f64`. Exact.
    fn widen(self) -> Self::Wide;

    /// The nearest rotation of this type.
    fn narrow(wide: Self::Wide) -> Self;

    /// First `first`, then `self`.
    fn after(self, first: Self) -> Self;

    /// The rotation that undoes this one (of the same length, where it is not of unit length).
    fn inverse(self) -> Self;

    /// The square of its length, in `f64`: 1 but for rounding.
    fn length_squared(self) -> f64;

    /// No vector of length 1 is moved farther than this by going from one rotation to the other: at most half as much again as need be, and what the rotations differ in length.
    /// `None` if a length is not 1 to a hundredth.
    fn turn_from(self, other: Self) -> Option<f64>;

    /// The columns this rotation moves the axes to, orthonormal to `f64` rounding whatever the length of `self`.
    /// A rotation of length zero, or with a NaN or infinite component, gives NaN.
    fn basis(self) -> Self::Basis;
}

/// Of length 1, to a hundredth.
#[inline(always)]
fn is_unit(rotation: impl Rotation) -> bool {
    (0.98..1.02).contains(&rotation.length_squared())
}

/// Brought to length 1, two vectors whose lengths are 1 to a hundredth are as far apart as they are, times this at most; rounding included.
const OF_UNITS: f64 = 1.011;

/// An orthonormal basis in `f64`.
pub trait Basis<W>: Copy + Debug + Send + Sync + 'static {
    /// From the turned frame to the frame it is turned in.
    fn rotate(&self, local: W) -> W;

    /// Back into the turned frame.
    fn unrotate(&self, outer: W) -> W;
}

/// A rotation of the plane by its cosine and sine.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "rotation", deny_unknown_fields))]
pub struct Rotation2<S> {
    /// Cosine of the angle.
    pub cos: S,
    /// Sine of the angle.
    pub sin: S,
}

impl Rotation2<f32> {
    /// Counter-clockwise by `angle` radians, with the same bits on every target.
    pub fn from_angle(angle: f32) -> Self {
        let (sin, cos) = libm::sincosf(angle);
        Self { cos, sin }
    }
}

impl Rotation2<f64> {
    /// Counter-clockwise by `angle` radians, with the same bits on every target.
    pub fn from_angle(angle: f64) -> Self {
        let (sin, cos) = libm::sincos(angle);
        Self { cos, sin }
    }
}

impl<S: Scalar> Rotation for Rotation2<S> {
    type Wide = Rotation2<f64>;
    type Basis = Basis2;

    const IDENTITY: Self = Self { cos: S::ONE, sin: S::ZERO };

    #[inline]
    fn widen(self) -> Rotation2<f64> {
        Rotation2 { cos: self.cos.widen(), sin: self.sin.widen() }
    }

    #[inline]
    fn narrow(wide: Rotation2<f64>) -> Self {
        Self { cos: S::narrow(wide.cos), sin: S::narrow(wide.sin) }
    }

    #[inline]
    fn after(self, first: Self) -> Self {
        Self { cos: self.cos * first.cos - self.sin * first.sin, sin: self.sin * first.cos + self.cos * first.sin }
    }

    #[inline]
    fn inverse(self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }

    #[inline]
    fn length_squared(self) -> f64 {
        let (cos, sin) = (self.cos.widen(), self.sin.widen());
        cos * cos + sin * sin
    }

    #[inline]
    fn turn_from(self, other: Self) -> Option<f64> {
        let (cos, sin) = (self.cos.widen() - other.cos.widen(), self.sin.widen() - other.sin.widen());
        (is_unit(self) && is_unit(other)).then(|| OF_UNITS * (cos * cos + sin * sin).sqrt())
    }

    #[inline]
    fn basis(self) -> Basis2 {
        let (cos, sin) = (self.cos.widen(), self.sin.widen());
        let length = self.length_squared().sqrt();
        Basis2 { x: DVec2::new(cos / length, sin / length) }
    }
}

/// The basis of a rotation of the plane; its y axis is x turned by a quarter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basis2 {
    x: DVec2,
}

impl Basis<DVec2> for Basis2 {
    #[inline]
    fn rotate(&self, local: DVec2) -> DVec2 {
        DVec2::new(self.x.x * local.x - self.x.y * local.y, self.x.y * local.x + self.x.x * local.y)
    }

    #[inline]
    fn unrotate(&self, outer: DVec2) -> DVec2 {
        DVec2::new(self.x.x * outer.x + self.x.y * outer.y, self.x.x * outer.y - self.x.y * outer.x)
    }
}

/// The basis of a rotation of space, by columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basis3 {
    x: DVec3,
    y: DVec3,
    z: DVec3,
}

impl Basis<DVec3> for Basis3 {
    #[inline]
    fn rotate(&self, local: DVec3) -> DVec3 {
        self.x * local.x + self.y * local.y + self.z * local.z
    }

    #[inline]
    fn unrotate(&self, outer: DVec3) -> DVec3 {
        DVec3::new(Vector::dot(self.x, outer), Vector::dot(self.y, outer), Vector::dot(self.z, outer))
    }
}

/// Hamilton's product of two quaternions, by component.
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

    /// A turn by θ moves a vector by 2 sin θ/2 at most; the quaternions, or one and the other's negative, are 2 sin θ/4 apart, which is no less than half of that.
    // Of pairs at rest it is a fifth of all that is done; called, it is a third.
    #[inline(always)]
    fn turn_from(self, other: Self) -> Option<f64> {
        let dot = self.x * other.x + self.y * other.y + self.z * other.z + self.w * other.w;
        let same = if dot < 0.0 { -1.0 } else { 1.0 };
        let apart = DQuat::from_xyzw(self.x - same * other.x, self.y - same * other.y, self.z - same * other.z, self.w - same * other.w);
        (is_unit(self) && is_unit(other)).then(|| 2.0 * OF_UNITS * Rotation::length_squared(apart).sqrt())
    }

    // Its nine numbers are used at once: handed over through memory they are waited for.
    #[inline(always)]
    fn basis(self) -> Basis3 {
        let DQuat { x, y, z, w } = self;
        let s = 2.0 / Rotation::length_squared(self);
        let (xs, ys, zs) = (x * s, y * s, z * s);
        let (wx, wy, wz) = (w * xs, w * ys, w * zs);
        let (xx, xy, xz) = (x * xs, x * ys, x * zs);
        let (yy, yz, zz) = (y * ys, y * zs, z * zs);
        Basis3 {
            x: DVec3::new(1.0 - (yy + zz), xy + wz, xz - wy),
            y: DVec3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
            z: DVec3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Basis, Rotation, Rotation2};
    use crate::vector::Vector;
    use glam::{DQuat, DVec2, DVec3, Quat};

    fn near<V: Vector<Scalar = f64>>(a: V, b: V) {
        assert!((a - b).length() < 1e-14, "{a:?} is not {b:?}");
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let quarter = DQuat::from_xyzw(0.0, 0.0, 0.5_f64.sqrt(), 0.5_f64.sqrt());
        near(quarter.basis().rotate(DVec3::X), DVec3::Y);
        near(quarter.basis().unrotate(DVec3::Y), DVec3::X);
        near(Rotation2 { cos: 0.0, sin: 1.0 }.basis().rotate(DVec2::X), DVec2::Y);
    }

    #[test]
    fn composing_rotations_composes_their_bases() {
        let p = DQuat::from_xyzw(0.1, -0.7, 0.3, 0.5);
        let q = DQuat::from_xyzw(-0.4, 0.2, 0.9, -0.1);
        let v = DVec3::new(1.0, -2.0, 0.5);
        near(p.after(q).basis().rotate(v), p.basis().rotate(q.basis().rotate(v)));
        near(p.inverse().basis().rotate(v), p.basis().unrotate(v));

        let (p, q) = (Rotation2 { cos: 0.6, sin: 0.8 }, Rotation2 { cos: -0.8, sin: 0.6 });
        let v = DVec2::new(1.0, -2.0);
        near(p.after(q).basis().rotate(v), p.basis().rotate(q.basis().rotate(v)));
        near(p.inverse().basis().rotate(v), p.basis().unrotate(v));
    }

    #[test]
    fn the_length_of_a_rotation_does_not_stretch_a_shape() {
        let v = DVec3::new(3.0, 4.0, 12.0);
        for length in [1e-6_f32, 0.5, 1.0, 7.0] {
            let q = Quat::from_xyzw(0.5 * length, -0.1 * length, 0.7 * length, 0.2 * length);
            assert!((q.basis().rotate(v).length() - 13.0).abs() < 1e-13);
        }
    }

    #[test]
    fn a_turn_is_a_bound_of_how_far_vectors_move_and_not_much_more() {
        let from = DQuat::from_xyzw(0.1, -0.7, 0.3, 0.5) * 1.005;
        let axis = DVec3::new(0.6, 0.0, 0.8);
        for angle in [1e-9, 1e-3, 0.5, 2.0, 3.1] {
            let (sin, cos) = libm::sincos(0.5 * angle);
            let by = DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos);
            let from = from * (1.0 / from.length() * 1.005);
            for to in [by.after(from) * 0.997, by.after(from) * -0.997] {
                let turn = to.turn_from(from).expect("units");
                // Across the axis.
                let moved = 2.0 * libm::sin(0.5 * angle);
                assert!(turn >= moved && (angle < 1e-2 || turn <= 1.5 * moved), "{angle}: {turn}, {moved}");
            }
            let plane = |angle: f64| Rotation2::<f64>::from_angle(angle);
            let turn = plane(1.0 + angle).turn_from(plane(1.0)).expect("units");
            let moved = 2.0 * libm::sin(0.5 * angle);
            assert!((1.0..1.02).contains(&(turn / moved)), "{angle}: {turn}, {moved}");
        }
        assert_eq!((from * 2.0).turn_from(from), None);
    }

    #[test]
    fn a_rotation_of_length_zero_is_reported_as_nan() {
        let basis = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0).basis();
        assert!(!Vector::is_finite(basis.rotate(DVec3::ONE)));
    }
}
