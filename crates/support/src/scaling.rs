//! Exact scaling by powers of two, and unit vectors of vectors of any length.

use crate::vector::Vector;

/// ⌊log₂ x⌋ of a positive finite number; 0 of zero.
#[inline]
pub fn exponent_of(x: f64) -> i32 {
    if x == 0.0 {
        return 0;
    }
    let field = |x: f64| ((x.to_bits() >> 52) & 0x7ff) as i32;
    match field(x) {
        // Subnormal: multiplied by 2^60 it is not.
        0 => field(x * (1_u64 << 60) as f64) - 60 - 1023,
        exponent => exponent - 1023,
    }
}

/// x · 2^exponent for |exponent| ≤ 1100: exact unless the result is subnormal or overflows.
#[inline]
pub fn times_power_of_two(x: f64, exponent: i32) -> f64 {
    // In two steps, because a single factor would leave the range.
    let power = |e: i32| f64::from_bits(((1023 + e) as u64) << 52);
    let half = exponent / 2;
    x * power(half) * power(exponent - half)
}

/// The vector at length 1, without overflow or underflow on the way. Zero if the vector is zero,
/// infinite or NaN.
///
/// ```
/// use clinch_support::normalize_or_zero;
/// use glam::DVec3;
///
/// assert_eq!(normalize_or_zero(DVec3::X * 5e-324), DVec3::X);
/// assert_eq!(normalize_or_zero(DVec3::NAN), DVec3::ZERO);
/// ```
#[inline]
pub fn normalize_or_zero<W: Vector<Scalar = f64>>(v: W) -> W {
    let largest = v.max_abs();
    if !(largest > 0.0 && largest.is_finite()) {
        return W::ZERO;
    }
    // Divided, not multiplied by the reciprocal: the reciprocal of a subnormal number is infinite.
    let v = W::from_fn(|i| v.get(i) / largest);
    v * (1.0 / v.length())
}

/// The exponent of the power of two that brings components of at most four to a length from 1/2 up
/// to 2. 0 if they have it, and if they are zero, infinite or NaN.
pub(crate) fn exponent_to_unit(components: &[f64], length_squared: f64) -> i32 {
    let largest = components.iter().fold(0.0, |largest: f64, component| largest.max(component.abs()));
    if (0.25..=4.0).contains(&length_squared) || !(largest > 0.0 && largest.is_finite()) {
        return 0;
    }
    // The largest is then from 1/2 up to 1.
    -1 - exponent_of(largest)
}

#[cfg(test)]
mod tests {
    use super::{exponent_of, normalize_or_zero, times_power_of_two};
    use glam::DVec3;

    #[test]
    fn scaling_is_exact_at_both_ends_of_the_range() {
        for x in [1.0, 0.3, 7e300, f64::MAX, f64::MIN_POSITIVE, 5e-324, 3e-310] {
            let e = exponent_of(x);
            let mantissa = times_power_of_two(x, -e);
            assert!((1.0..2.0).contains(&mantissa), "{x}: {mantissa}");
            assert_eq!(times_power_of_two(mantissa, e), x);
        }
    }

    #[test]
    fn a_direction_of_any_length_has_a_unit_vector() {
        for length in [5e-324, 1e-310, 1e-200, 1.0, 1e200, f64::MAX] {
            assert!((normalize_or_zero(DVec3::X * length) - DVec3::X).length() < 1e-15, "{length}");
        }
        for none in [DVec3::ZERO, DVec3::splat(f64::INFINITY), DVec3::new(0.0, f64::NAN, 1.0)] {
            assert_eq!(normalize_or_zero(none), DVec3::ZERO);
        }
    }
}
