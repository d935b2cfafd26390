//! Directions as curved shapes need them: of any length, and around an axis.

use clinch_support::{Scalar, Support, Vector, exponent_of, times_power_of_two};
use glam::{DVec2, DVec3};

/// A direction whose part across the axis has a square below this, of a largest component of 1 to 2, lies along the axis. Smaller, and the square
/// could be subnormal: what is divided by its root would not be of length 1. It costs 2⁻³⁰⁰ of the radius.
const ALONG: f64 = f64::from_bits((1023 - 600) << 52);

/// A direction that leaves the axis by less than this (the tangent of the angle) sees a rim from a side that is noise: names are then given from a
/// fixed side. Larger: the corner nearest to the deepest place of a rim of radius r misses it by up to r·tilt·(1 − cos π/32), more than the 1e-6 of the size
/// at which contacts get a point of their own. Smaller: corners of a cylinder that stands still wander with the rounding of its pose.
pub(crate) const AXIAL: f64 = 1e-4;

/// The direction times the power of two that brings its largest |component| into [1, 2): squares neither overflow nor all vanish, and nothing but the
/// range changes. Zero of what is no direction: zero, infinite, NaN.
#[inline]
pub(crate) fn tamed<W: Vector<Scalar = f64>>(direction: W) -> W {
    let largest = direction.max_abs();
    if (1.0..2.0).contains(&largest) {
        return direction;
    }
    if !(largest > 0.0 && largest.is_finite()) {
        return W::ZERO;
    }
    let exponent = -exponent_of(largest);
    W::from_fn(|axis| times_power_of_two(direction.get(axis), exponent))
}

/// A direction of space around the y axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    /// Its length across the axis.
    pub(crate) flat: f64,
    /// Its length along the axis, signed.
    pub(crate) rise: f64,
    /// x and z of its part across the axis at length 1; zero if it lies along the axis.
    pub(crate) azimuth: DVec2,
}

impl Around {
    /// Of a direction of any length; all zeros of what is no direction.
    #[inline]
    pub(crate) fn new(direction: DVec3) -> Self {
        let DVec3 { x, y, z } = tamed(direction);
        let square = x * x + z * z;
        if square > ALONG {
            let flat = square.sqrt();
            Self { flat, rise: y, azimuth: DVec2::new(x / flat, z / flat) }
        } else {
            Self { flat: 0.0, rise: y, azimuth: DVec2::ZERO }
        }
    }

    /// The length of the direction.
    pub(crate) fn length(&self) -> f64 {
        (self.flat * self.flat + self.rise * self.rise).sqrt()
    }
}

/// What a curved shape answers in the scalar of its caller: its `f64` answer, rounded. A vertex is a number of that scalar and stays what it is.
#[inline]
pub(crate) fn narrowed<V: Vector>(wide: Support<V::Wide>) -> Support<V> {
    Support { point: V::narrow(wide.point), id: wide.id }
}

/// The error of a support map whose f64 arithmetic is a few operations deep: a root, a division and four products on lengths up to `extent`.
pub(crate) fn f64_error<V: Vector>(extent: V::Scalar) -> V::Scalar {
    V::Scalar::narrow_up(8.0 * f64::EPSILON * extent.widen())
}

#[cfg(test)]
mod tests {
    use super::{Around, tamed};
    use glam::{DVec2, DVec3};

    #[test]
    fn only_the_range_of_a_direction_changes() {
        let v = DVec3::new(0.3, -1.7, 0.9);
        for k in [-900, -300, -1, 0, 1, 300, 1000] {
            let power = f64::from_bits(((1023 + k) as u64) << 52);
            assert_eq!(tamed(v * power), v, "2^{k}");
        }
        assert_eq!(tamed(DVec2::new(5e-324, -5e-324)), DVec2::new(1.0, -1.0));
        for none in [DVec3::ZERO, DVec3::splat(f64::INFINITY), DVec3::new(0.0, f64::NAN, 1.0)] {
            assert_eq!(tamed(none), DVec3::ZERO);
        }
    }

    #[test]
    fn an_azimuth_has_length_one_or_is_none() {
        for tilt in [1.0, 1e-8, 1e-80, 1e-90, 1e-150, 1e-155, 1e-160, 1e-300] {
            let Around { flat, azimuth, .. } = Around::new(DVec3::new(0.6 * tilt, -1.0, 0.8 * tilt));
            let length = azimuth.length();
            assert!((length - 1.0).abs() < 1e-15 || (flat == 0.0 && azimuth == DVec2::ZERO && tilt < 1e-89), "{tilt}: {length}");
        }
    }
}
