//! The number type of shapes: `f32` or `f64`.
//!
//! Shapes, poses and the answers for users have the shape's scalar. Everything between is computed
//! in `f64` for both (`docs/decisions/0002-wide-simplex.md`), so this trait is little more than
//! conversions.

use core::fmt::{Debug, Display};
use core::ops::{Add, Div, Mul, Neg, Sub};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// `f32` or `f64`. Sealed, because the error bounds are derived for these two.
pub trait Scalar:
    sealed::Sealed
    + Copy
    + Debug
    + Display
    + Default
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// +∞.
    const INFINITY: Self;
    /// The distance from 1 to the next larger number.
    const EPSILON: Self;

    /// The same number in `f64`. Exact.
    fn widen(self) -> f64;

    /// The nearest number of this type; ±∞ beyond its range.
    fn narrow(wide: f64) -> Self;

    /// The largest number of this type that is ≤ `wide`. Converts lower bounds.
    fn narrow_down(wide: f64) -> Self;

    /// The smallest number of this type that is ≥ `wide`. Converts upper bounds.
    fn narrow_up(wide: f64) -> Self {
        -Self::narrow_down(-wide)
    }

    /// |x|.
    fn abs(self) -> Self;

    /// √x, correctly rounded; NaN below zero.
    fn sqrt(self) -> Self;

    /// Whether it is neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// The bits, zero-extended, for hashes of answers.
    fn bits(self) -> u64;

    /// The number itself if `positive`, else its negative. Changes the sign bit without a branch,
    /// which would be unpredictable.
    fn signed(self, positive: bool) -> Self;
}

impl Scalar for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const INFINITY: Self = f32::INFINITY;
    const EPSILON: Self = f32::EPSILON;

    fn widen(self) -> f64 {
        f64::from(self)
    }

    fn narrow(wide: f64) -> Self {
        wide as f32
    }

    fn narrow_down(wide: f64) -> Self {
        let nearest = wide as f32;
        if f64::from(nearest) > wide { nearest.next_down() } else { nearest }
    }

    fn abs(self) -> Self {
        f32::abs(self)
    }

    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }

    fn is_finite(self) -> bool {
        f32::is_finite(self)
    }

    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }

    #[inline]
    fn signed(self, positive: bool) -> Self {
        Self::from_bits(self.to_bits() ^ u32::from(!positive) << 31)
    }
}

impl Scalar for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const INFINITY: Self = f64::INFINITY;
    const EPSILON: Self = f64::EPSILON;

    fn widen(self) -> f64 {
        self
    }

    fn narrow(wide: f64) -> Self {
        wide
    }

    fn narrow_down(wide: f64) -> Self {
        wide
    }

    fn abs(self) -> Self {
        f64::abs(self)
    }

    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }

    fn bits(self) -> u64 {
        self.to_bits()
    }

    #[inline]
    fn signed(self, positive: bool) -> Self {
        Self::from_bits(self.to_bits() ^ u64::from(!positive) << 63)
    }
}

#[cfg(test)]
mod tests {
    use super::Scalar;

    #[test]
    fn narrowing_outward_brackets_the_wide_number() {
        for wide in [0.1, -0.1, 1.0, 1.0 + 1e-12, -1.0 - 1e-12, 3.0e38, 1e300, -1e300, 1e-320, 0.0] {
            let (down, up) = (f32::narrow_down(wide), f32::narrow_up(wide));
            assert!(f64::from(down) <= wide && wide <= f64::from(up), "{down} ≤ {wide} ≤ {up}");
            assert!(down.next_up() >= up, "no number fits between {down} and {up} but one");
        }
    }

    #[test]
    fn signed_keeps_or_flips_the_sign_bit() {
        for number in [1.5_f32, -1.5, 0.0, f32::INFINITY] {
            assert_eq!((number.signed(true).to_bits(), number.signed(false).to_bits()), (number.to_bits(), (-number).to_bits()));
            let number = f64::from(number);
            assert_eq!((number.signed(true).to_bits(), number.signed(false).to_bits()), (number.to_bits(), (-number).to_bits()));
        }
    }

    #[test]
    fn narrowing_keeps_nan() {
        assert!(f32::narrow_down(f64::NAN).is_nan() && f32::narrow_up(f64::NAN).is_nan());
    }
}
