//! Rotations, and the `f64` basis that applies them.
//!
//! * A rotation may have any length but zero: its basis is computed with the exact factor 2/|q|²
//!   (3D) or 1/|z| (2D). So an `f32` quaternion whose length is off by a few 1e-8 still moves
//!   shapes rigidly.
//! * Products are written out by component. glam's own use fused multiply-add where the target has
//!   the instruction, and answers must not depend on the machine.

use core::fmt::Debug;

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A rotation of 2D or 3D space: [`Rotation2`](crate::Rotation2), [`Quat`](glam::Quat) or
/// [`DQuat`](glam::DQuat).
pub trait Rotation: sealed::Sealed + Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The same kind of rotation in `f64`.
    type Wide: Rotation<Wide = Self::Wide, Basis = Self::Basis>;
    /// The orthonormal basis of this rotation.
    type Basis: Copy;

    /// The rotation by no angle.
    const IDENTITY: Self;

    /// The same rotation in `f64`. Exact.
    fn widen(self) -> Self::Wide;

    /// The nearest rotation of this type.
    fn narrow(wide: Self::Wide) -> Self;

    /// The composition that applies `first`, then `self`.
    fn after(self, first: Self) -> Self;

    /// The inverse rotation, of the same length.
    fn inverse(self) -> Self;

    /// The square of its length, in `f64`: 1 up to rounding, if it is normalised.
    fn length_squared(self) -> f64;

    /// Whether the square of its length is within 10^±150: then the basis has all digits, and so
    /// has that of a product with another such rotation.
    #[inline(always)]
    fn has_basis(self) -> bool {
        (1e-150..1e150).contains(&self.length_squared())
    }

    /// This rotation, if its length is between 1/2 and 2; else multiplied by the power of two that
    /// brings it there, so that the products of hundreds of them neither overflow nor underflow. As
    /// it is, if it is zero, infinite or NaN.
    #[must_use]
    fn near_unit(self) -> Self;

    /// An upper bound of the distance between the images of any unit vector under the two
    /// rotations. At most half as much again as the least such bound, plus the difference of the
    /// lengths. `None` if a length is not 1 to within 1 %.
    fn turn_from(self, other: Self) -> Option<f64>;

    /// The images of the coordinate axes, orthonormal to `f64` rounding for any length whose square
    /// is a normal number. NaN if the square is zero, infinite or NaN.
    fn basis(self) -> Self::Basis;
}

/// Whether the length is 1 to within 1 %.
#[inline(always)]
pub(crate) fn is_unit(rotation: impl Rotation) -> bool {
    (0.98..1.02).contains(&rotation.length_squared())
}

/// Normalising two vectors whose lengths are 1 to within 1 % increases their distance by at most
/// this factor, rounding included.
pub(crate) const NORMALIZING_FACTOR: f64 = 1.011;

/// An orthonormal basis in `f64`.
pub trait Basis<W>: Copy + Debug + Send + Sync + 'static {
    /// The image of a coordinate axis. An axis beyond the dimension gives that of the last one.
    fn axis(&self, axis: usize) -> W;

    /// Transforms a vector from the rotated frame to the outer frame.
    fn rotate(&self, local: W) -> W;

    /// Transforms a vector from the outer frame to the rotated frame.
    fn unrotate(&self, outer: W) -> W;
}
