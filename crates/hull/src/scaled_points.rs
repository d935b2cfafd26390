//! Exact signs of orientation: what makes the topology of a hull certain.
//!
//! * The `robust` crate (Shewchuk, *Adaptive precision floating-point arithmetic and fast robust geometric predicates*, 1997) answers the
//!   sign of a determinant of `f64` coordinates exactly, so long as no product overflows or underflows.
//! * [`ScaledPoints`] sees to that: the points are multiplied by one power of two, which is exact, so that the largest coordinate lies in
//!   [1, 2); whatever is then smaller than 2⁻³⁰⁰ becomes zero. The unit in the last place of every coordinate is at least 2⁻³⁵², that of a product
//!   of three at least 2⁻¹⁰⁵⁶, and `f64` ends at 2⁻¹⁰⁷⁴.
//! * Because the power of two is part of the input's size, scaling the input by 2^k changes no bit of what is computed on the scaled points.

use clinch_support::{Scalar, Vector, exponent_of, times_power_of_two};
use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D};

/// ScaledPoints coordinates below this are taken for zero. Smaller, and the tail of a triple product could underflow, which makes signs wrong;
/// larger, and it would come near the tolerances, which are never below 1e-16 of the size.
const NEGLIGIBLE: f64 = f64::from_bits((1023 - 300) << 52);

/// Finite points times an exact power of two, so that their largest coordinate lies in [1, 2).
pub struct ScaledPoints<W> {
    /// The scaled points, in the order given.
    pub points: Vec<W>,
    exponent: i32,
}

impl<W: Vector<Scalar = f64>> ScaledPoints<W> {
    /// Scales finite points.
    pub fn new(points: Vec<W>) -> Self {
        let largest = points.iter().fold(0.0, |largest: f64, point| largest.max(point.max_abs()));
        let exponent = -exponent_of(largest);
        let settle = |x: f64| {
            let x = times_power_of_two(x, exponent);
            if x.abs() < NEGLIGIBLE { 0.0 } else { x }
        };
        let points = points.into_iter().map(|point| W::from_fn(|i| settle(point.get(i)))).collect();
        Self { points, exponent }
    }

    /// Another of the caller's points, scaled with these.
    pub fn point_there(&self, point: W) -> W {
        W::from_fn(|i| times_power_of_two(point.get(i), self.exponent))
    }

    /// Another of the caller's lengths, scaled.
    pub fn distance_there(&self, length: f64) -> f64 {
        times_power_of_two(length, self.exponent)
    }

    /// A scaled length, in the caller's unit.
    pub fn distance_back(&self, length: f64) -> f64 {
        times_power_of_two(length, -self.exponent)
    }

    /// A scaled point, in the caller's unit.
    pub fn point_back(&self, point: W) -> W {
        W::from_fn(|i| times_power_of_two(point.get(i), -self.exponent))
    }

    /// A bound of a scaled length, in the caller's unit; +∞ if the scalar ends before.
    pub fn length_back<V: Vector>(&self, length: f64) -> V::Scalar {
        if length == 0.0 {
            return V::Scalar::ZERO;
        }
        // One more rounding where scaling back ends among the subnormals.
        V::Scalar::narrow_up(times_power_of_two(length, -self.exponent).next_up())
    }

    /// No point is farther than this, in the caller's unit, from `center`; +∞ if the scalar ends before.
    pub fn extent<V: Vector<Wide = W>>(&self, center: V) -> V::Scalar {
        let center = self.point_there(center.widen());
        let reach = self.points.iter().fold(0.0, |reach: f64, &p| reach.max((p - center).length()));
        // Four roundings of a length.
        self.length_back::<V>(reach * (1.0 + 4.0 * f64::EPSILON))
    }

    /// The middle of the bounds of the scaled points, and a bound of the distance of every point from there.
    pub fn middle_and_reach(&self) -> (W, f64) {
        let start = self.points.first().copied().unwrap_or(W::ZERO);
        let low = W::from_fn(|i| self.points.iter().fold(start.get(i), |low: f64, p| low.min(p.get(i))));
        let high = W::from_fn(|i| self.points.iter().fold(start.get(i), |high: f64, p| high.max(p.get(i))));
        let middle = (low + high) * 0.5;
        let reach = self.points.iter().fold(0.0, |reach: f64, &p| reach.max((p - middle).length()));
        (middle, reach)
    }
}

/// Positive where a → b → c turns to the left, negative to the right, zero exactly where the three are collinear.
pub(crate) fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// Positive where `p` lies on the side from which a → b → c runs counter-clockwise, zero exactly where the four are coplanar.
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
