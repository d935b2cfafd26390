//! Points for which the signs of orientation predicates are exact.
//!
//! * The crate `robust` (Shewchuk, *Adaptive precision floating-point arithmetic and fast robust
//!   geometric predicates*, 1997) computes the sign of a determinant of `f64` coordinates exactly,
//!   unless a product overflows or underflows.
//! * [`ScaledPoints`] prevents that. The points are multiplied by a power of two, which is exact,
//!   so that the largest coordinate is in [1, 2). Coordinates below 2⁻³⁰⁰ become zero. The unit in
//!   the last place of a coordinate is then at least 2⁻³⁵², that of a product of three at least
//!   2⁻¹⁰⁵⁶, and `f64` ends at 2⁻¹⁰⁷⁴.
//! * Scaling the input by 2^k changes no bit of what is computed from the scaled points.

use clinch_support::{Scalar, Vector, exponent_of, times_power_of_two};
use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D};

/// Scaled coordinates below this become zero. Smaller: the tail of a triple product could
/// underflow, and signs would be wrong. Larger: it would be near the tolerances, which are never
/// below 1e-16 of the size.
const NEGLIGIBLE: f64 = f64::from_bits((1023 - 300) << 52);

/// Finite points times a power of two, so that the largest coordinate is in [1, 2).
///
/// ```
/// use clinch_hull::ScaledPoints;
/// use glam::DVec2;
///
/// let scaled = ScaledPoints::new(vec![DVec2::new(12.0, 4.0), DVec2::ZERO]);
/// assert_eq!(scaled.points[0], DVec2::new(1.5, 0.5));
/// assert_eq!(scaled.unscale_point(DVec2::X), DVec2::new(8.0, 0.0));
/// ```
pub struct ScaledPoints<W> {
    /// The scaled points, in the given order.
    pub points: Vec<W>,
    exponent: i32,
}

impl<W: Vector<Scalar = f64>> ScaledPoints<W> {
    /// Scales finite points.
    pub fn new(points: Vec<W>) -> Self {
        let largest = points.iter().fold(0.0, |largest: f64, point| largest.max(point.max_abs()));
        let exponent = -exponent_of(largest);
        let scale = |x: f64| {
            let x = times_power_of_two(x, exponent);
            if x.abs() < NEGLIGIBLE { 0.0 } else { x }
        };
        let points = points.into_iter().map(|point| W::from_fn(|i| scale(point.get(i)))).collect();
        Self { points, exponent }
    }

    /// Scales another point of the caller.
    pub fn scale_point(&self, point: W) -> W {
        W::from_fn(|i| times_power_of_two(point.get(i), self.exponent))
    }

    /// Scales a length of the caller.
    pub fn scale_length(&self, length: f64) -> f64 {
        times_power_of_two(length, self.exponent)
    }

    /// A scaled length in the unit of the caller.
    pub fn unscale_length(&self, length: f64) -> f64 {
        times_power_of_two(length, -self.exponent)
    }

    /// A scaled point in the unit of the caller.
    pub fn unscale_point(&self, point: W) -> W {
        W::from_fn(|i| times_power_of_two(point.get(i), -self.exponent))
    }

    /// An upper bound of a scaled length in the unit of the caller; +∞ if the scalar type
    /// overflows.
    pub fn unscale_bound<V: Vector>(&self, length: f64) -> V::Scalar {
        if length == 0.0 {
            return V::Scalar::ZERO;
        }
        // One more rounding, in case the result is subnormal.
        V::Scalar::narrow_up(times_power_of_two(length, -self.exponent).next_up())
    }

    /// An upper bound of the distance of the points from `center`, in the unit of the caller; +∞ if
    /// the scalar type overflows. O(n).
    pub fn radius_about<V: Vector<Wide = W>>(&self, center: V) -> V::Scalar {
        let center = self.scale_point(center.widen());
        let radius = self.points.iter().fold(0.0, |radius: f64, &p| radius.max((p - center).length()));
        // Four roundings of a length.
        self.unscale_bound::<V>(radius * (1.0 + 4.0 * f64::EPSILON))
    }

    /// The middle of the bounds of the scaled points, and an upper bound of the distance of all
    /// points from there.
    pub fn center_and_radius(&self) -> (W, f64) {
        let start = self.points.first().copied().unwrap_or(W::ZERO);
        let low = W::from_fn(|i| self.points.iter().fold(start.get(i), |low: f64, p| low.min(p.get(i))));
        let high = W::from_fn(|i| self.points.iter().fold(start.get(i), |high: f64, p| high.max(p.get(i))));
        let middle = (low + high) * 0.5;
        let radius = self.points.iter().fold(0.0, |radius: f64, &p| radius.max((p - middle).length()));
        (middle, radius)
    }
}

/// Positive if a → b → c turns left, negative if it turns right, exactly zero if the three are
/// collinear.
pub(crate) fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// Positive if a → b → c is counter-clockwise as seen from `p`, exactly zero if the four are
/// coplanar.
pub(crate) fn orient3d(a: DVec3, b: DVec3, c: DVec3, p: DVec3) -> f64 {
    let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    -robust::orient3d(coord(a), coord(b), coord(c), coord(p))
}

#[cfg(test)]
mod tests {
    use super::{ScaledPoints, orient3d};
    use glam::DVec3;

    #[test]
    fn the_sign_is_that_of_a_point_seen_from_outside() {
        assert!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z) > 0.0);
    }

    #[test]
    fn negligible_coordinates_vanish_and_signs_survive_extreme_ranges() {
        let points = vec![DVec3::new(1e300, 1e-300, 0.0), DVec3::new(0.0, 5e-324, 1.0)];
        let scaled = ScaledPoints::new(points);
        assert_eq!(scaled.points[1], DVec3::new(0.0, 0.0, 0.0));
        assert_eq!(scaled.points[0].y, 0.0);

        let tiny = f64::from_bits((1023 - 299) << 52);
        assert!(orient3d(DVec3::ZERO, DVec3::X * tiny, DVec3::Y * tiny, DVec3::Z * tiny) > 0.0, "a product of three must not underflow");
    }
}
