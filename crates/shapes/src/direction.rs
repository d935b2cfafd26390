//! Directions for curved shapes: of any length, and split about an axis. Also vector helpers in
//! `f64`.

use clinch_support::{Scalar, Support, Vector, exponent_of, times_power_of_two};
use glam::{DVec2, DVec3};

/// A direction is along the axis if the square of its radial part is below this, where its largest
/// component is in [1, 2). Smaller: the square could be subnormal, and dividing by its root would
/// not give a unit vector. The threshold costs 2⁻³⁰⁰ of the radius.
const ON_AXIS: f64 = f64::from_bits((1023 - 600) << 52);

/// The tangent of the angle to the axis below which rounding decides the azimuth of a direction.
/// The corners of a rim are then at fixed azimuths. Larger: the corner nearest to the deepest point
/// of a rim of radius r misses it by up to r·tilt·(1 − cos π/32), more than the 1e-6 of the size at
/// which contacts get a point of their own. Smaller: corners of a cylinder at rest move with the
/// rounding of its pose.
pub(crate) const NEARLY_AXIAL: f64 = 1e-4;

/// The vector times the power of two that brings its largest |component| into [1, 2), so that its
/// square neither overflows nor underflows to zero. Exact. `None` if the vector is zero, infinite
/// or NaN.
#[inline]
pub(crate) fn normalize_exponent<W: Vector<Scalar = f64>>(vector: W) -> Option<W> {
    let largest = vector.max_abs();
    if (1.0..2.0).contains(&largest) {
        return Some(vector);
    }
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let exponent = -exponent_of(largest);
    Some(W::from_fn(|axis| times_power_of_two(vector.get(axis), exponent)))
}

/// [`normalize_exponent`], with zero in place of `None`.
#[inline]
pub(crate) fn normalize_exponent_or_zero<W: Vector<Scalar = f64>>(vector: W) -> W {
    normalize_exponent(vector).unwrap_or(W::ZERO)
}

/// A direction in 3D, in cylindrical coordinates about the y axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AxialDirection {
    /// Its length perpendicular to the axis.
    pub(crate) radial: f64,
    /// Its signed length along the axis.
    pub(crate) axial: f64,
    /// x and z of its radial unit vector; zero if the direction is along the axis.
    pub(crate) azimuth: DVec2,
}

impl AxialDirection {
    /// From a direction of any length; all zero if the direction is zero, infinite or NaN.
    #[inline]
    pub(crate) fn new(direction: DVec3) -> Self {
        let DVec3 { x, y, z } = normalize_exponent_or_zero(direction);
        let square = x * x + z * z;
        if square > ON_AXIS {
            let radial = square.sqrt();
            Self { radial, axial: y, azimuth: DVec2::new(x / radial, z / radial) }
        } else {
            Self { radial: 0.0, axial: y, azimuth: DVec2::ZERO }
        }
    }

    /// The length of the direction.
    pub(crate) fn length(&self) -> f64 {
        (self.radial * self.radial + self.axial * self.axial).sqrt()
    }
}

/// The `f64` support point of a curved shape, rounded to the shape's scalar.
#[inline]
pub(crate) fn narrow_support<V: Vector>(wide: Support<V::Wide>) -> Support<V> {
    Support { point: V::narrow(wide.point), id: wide.id }
}

/// The error of a support map that takes a few `f64` operations: a root, a division and four
/// products on lengths up to `radius`.
pub(crate) fn f64_error<V: Vector>(radius: V::Scalar) -> V::Scalar {
    V::Scalar::narrow_up(8.0 * f64::EPSILON * radius.widen())
}

#[cfg(test)]
mod tests {
    use super::{AxialDirection, normalize_exponent_or_zero};
    use glam::{DVec2, DVec3};

    #[test]
    fn normalizing_the_exponent_is_exact() {
        let v = DVec3::new(0.3, -1.7, 0.9);
        for k in [-900, -300, -1, 0, 1, 300, 1000] {
            let power = f64::from_bits(((1023 + k) as u64) << 52);
            assert_eq!(normalize_exponent_or_zero(v * power), v, "2^{k}");
        }
        assert_eq!(normalize_exponent_or_zero(DVec2::new(5e-324, -5e-324)), DVec2::new(1.0, -1.0));
        for none in [DVec3::ZERO, DVec3::splat(f64::INFINITY), DVec3::new(0.0, f64::NAN, 1.0)] {
            assert_eq!(normalize_exponent_or_zero(none), DVec3::ZERO);
        }
    }

    #[test]
    fn an_azimuth_is_a_unit_vector_or_zero() {
        for tilt in [1.0, 1e-8, 1e-80, 1e-90, 1e-150, 1e-155, 1e-160, 1e-300] {
            let AxialDirection { radial, azimuth, .. } = AxialDirection::new(DVec3::new(0.6 * tilt, -1.0, 0.8 * tilt));
            let length = azimuth.length();
            assert!((length - 1.0).abs() < 1e-15 || (radial == 0.0 && azimuth == DVec2::ZERO && tilt < 1e-89), "{tilt}: {length}");
        }
    }
}
