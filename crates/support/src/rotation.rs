//! Rotations as users write them, and the `f64` basis that applies them.
//!
//! * A rotation need not be of unit length: its basis is formed with the exact factor 2/|q|² (3D) or 1/|z| (2D), so that an `f32`
//!   quaternion, a few 1e-8 off unit length, still moves shapes rigidly.
//! * Products are spelled out by component. glam's own fuse multiply and add where the target has the instruction, and an answer
//!   must not depend on the machine that computed it.

use core::fmt::Debug;

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A rotation of 2D or 3D space: [`Rotation2`](crate::Rotation2), [`Quat`](glam::Quat) or [`DQuat`](glam::DQuat).
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
pub(crate) fn is_unit(rotation: impl Rotation) -> bool {
    (0.98..1.02).contains(&rotation.length_squared())
}

/// Brought to length 1, two vectors whose lengths are 1 to a hundredth are as far apart as they are, times this at most; rounding included.
pub(crate) const OF_UNITS: f64 = 1.011;

/// An orthonormal basis in `f64`.
pub trait Basis<W>: Copy + Debug + Send + Sync + 'static {
    /// From the turned frame to the frame it is turned in.
    fn rotate(&self, local: W) -> W;

    /// Back into the turned frame.
    fn unrotate(&self, outer: W) -> W;
}
