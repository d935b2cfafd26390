//! The frame of a query: coordinates times a power of two, so that the largest is about 1.
//!
//! * Products of three coordinates, on which exact signs depend, then neither overflow nor
//!   underflow, and squares and fourth powers do not either.
//! * A power of two changes no digit. Multiplying all input by 2^k gives the same bits in this
//!   frame.

use clinch_support::{Vector, exponent_of, times_power_of_two};

/// The largest exponent of the factor. Larger: the factor or its reciprocal would not be a normal
/// number. Coordinates beyond are up to 2^24 in the frame, which is as good.
const LARGEST_EXPONENT: i32 = 1000;

/// Coordinates below this are zero for exact signs, as in
/// [`ScaledPoints`](clinch_hull::ScaledPoints). Smaller: a product of three could underflow, and
/// its sign would be wrong.
const NEGLIGIBLE: f64 = f64::from_bits((1023 - 300) << 52);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UnitFrame {
    exponent: i32,
    factor: f64,
}

impl UnitFrame {
    /// The frame in which the largest coordinate is about 1.
    pub(crate) fn of(largest: f64) -> Self {
        let exponent = exponent_of(largest).clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT);
        Self { exponent, factor: times_power_of_two(1.0, -exponent) }
    }

    /// The frame in which this finite point, too, has no larger coordinate.
    pub(crate) fn with<W: Vector<Scalar = f64>>(self, point: W) -> Self {
        let other = Self::of(point.max_abs());
        if other.exponent > self.exponent { other } else { self }
    }

    pub(crate) fn exponent(self) -> i32 {
        self.exponent
    }

    /// A point or vector in the frame.
    #[inline]
    pub(crate) fn enter<W: Vector<Scalar = f64>>(self, point: W) -> W {
        point * self.factor
    }

    /// A point in the frame, for exact signs.
    #[inline]
    pub(crate) fn enter_exact<W: Vector<Scalar = f64>>(self, point: W) -> W {
        let flush = |x: f64| if x.abs() < NEGLIGIBLE { 0.0 } else { x };
        let point = self.enter(point);
        W::from_fn(|axis| flush(point.get(axis)))
    }

    /// A length of the frame in the unit of the caller; infinite if it overflows.
    pub(crate) fn leave(self, length: f64) -> f64 {
        times_power_of_two(length, self.exponent)
    }

    /// A point of the frame in the unit of the caller.
    pub(crate) fn leave_point<W: Vector<Scalar = f64>>(self, point: W) -> W {
        W::from_fn(|axis| self.leave(point.get(axis)))
    }
}

#[cfg(test)]
mod tests {
    use super::UnitFrame;
    use glam::DVec3;

    #[test]
    fn points_of_any_size_return_unchanged() {
        for size in [f64::MAX, 1e300, 3.0, 1e-300, f64::MIN_POSITIVE, 5e-324] {
            let point = DVec3::new(size, -0.75 * size, 0.0);
            let frame = UnitFrame::of(size);
            assert_eq!(frame.leave_point(frame.enter(point)), point);
            assert!(frame.enter(point).x < 1e8 && frame.enter(point).x > 1e-24);
            assert_eq!(UnitFrame::of(1.0).with(point), if size > 1.0 { frame } else { UnitFrame::of(1.0) });
        }
    }

    #[test]
    fn negligible_coordinates_are_zero_for_exact_signs() {
        let frame = UnitFrame::of(1.0);
        assert_eq!(frame.enter_exact(DVec3::new(1e-200, -1e-100, 1e-90)), DVec3::new(0.0, -0.0, 1e-90));
    }
}
