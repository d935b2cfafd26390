//! The line of a ray in the frame of a query.

use clinch_shapes::Aabb;
use clinch_support::{Vector, exponent_of, times_power_of_two};

use crate::unit_frame::UnitFrame;

/// The largest distance of a projected point from the true one, as a share of the largest
/// coordinate of the vertex relative to the origin of the ray: the differences, the slopes, their
/// products and the sum are rounded, each along up to two axes. Smaller: bounds would be wrong.
pub(crate) const ROUNDING: f64 = 12.0 * f64::EPSILON;

/// A ray that begins this far behind a surface that is seen at a grazing angle still hits it,
/// relative to the distance of the corners. Larger: a ray that begins just behind a surface hits
/// it. Smaller: rounding could make a ray that begins on it miss.
pub(crate) const ON_SURFACE: f64 = 1e-12;

/// The relative rounding error of the times at which a ray enters and leaves a box.
pub(crate) const BOX_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// A ray in a frame in which its coordinates, its direction and the surface are about 1. Time is
/// that of this direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<W> {
    pub(crate) frame: UnitFrame,
    pub(crate) origin: W,
    pub(crate) direction: W,
    /// By how much boxes are grown, so that a box contains the vertices of its parts as the rounded
    /// projection places them.
    pub(crate) pad: f64,
    /// The origin beyond the lower sides of boxes and before the upper ones, by the pad.
    padded: [W; 2],
    /// Of each coordinate of the direction.
    reciprocal: W,
    /// The exponent by which the caller's direction is longer.
    faster: i32,
}

impl<W: Vector<Scalar = f64>> Line<W> {
    /// The line of a ray, for a surface of this frame and extent. `None` if a number is not finite
    /// or the direction is zero.
    pub(crate) fn new(frame: UnitFrame, extent: &Aabb<W>, [origin, direction]: [W; 2]) -> Option<Self> {
        let speed = direction.max_abs();
        if !(origin.is_finite() && direction.is_finite() && speed > 0.0) {
            return None;
        }
        let frame = frame.with(origin);
        let origin = frame.enter(origin);
        // Also at length about 1: what is a distance in the frame is about a time.
        let faster = exponent_of(speed);
        let direction = W::from_fn(|axis| times_power_of_two(direction.get(axis), -faster));
        let [low, high] = [extent.min, extent.max].map(|corner| (frame.enter(corner) - origin).max_abs());
        let pad = 2.0 * ROUNDING * low.max(high);
        let padded = [W::from_fn(|axis| origin.get(axis) + pad), W::from_fn(|axis| origin.get(axis) - pad)];
        let reciprocal = W::from_fn(|axis| direction.get(axis).recip());
        Some(Self { frame, origin, direction, pad, padded, reciprocal, faster })
    }

    /// A time of the caller on this line.
    pub(crate) fn enter_time(&self, time: f64) -> f64 {
        self.scale_time(time, -1)
    }

    /// A time on this line in the unit of the caller.
    pub(crate) fn leave_time(&self, time: f64) -> f64 {
        self.scale_time(time, 1)
    }

    fn scale_time(&self, time: f64, sign: i32) -> f64 {
        // In two steps, because the sum of the exponents may be out of range.
        times_power_of_two(times_power_of_two(time, sign * self.frame.exponent()), -sign * self.faster)
    }

    /// The time at which the line enters a box; ∞ if it does not.
    #[inline]
    pub(crate) fn enters(&self, bounds: &Aabb<W>) -> f64 {
        let (low, high) = (self.frame.enter(bounds.min) - self.padded[0], self.frame.enter(bounds.max) - self.padded[1]);
        let (mut enter, mut leave) = (0.0, f64::INFINITY);
        for axis in 0..W::DIM {
            let (low, high, per_length) = (low.get(axis), high.get(axis), self.reciprocal.get(axis));
            if self.direction.get(axis) == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return f64::INFINITY;
                }
                continue;
            }
            let (one, other) = (low * per_length, high * per_length);
            let (near, far) = if one < other { (one, other) } else { (other, one) };
            enter = if near > enter { near } else { enter };
            leave = if far < leave { far } else { leave };
        }
        let enter = enter * (1.0 - BOX_ROUNDING);
        if enter <= leave * (1.0 + BOX_ROUNDING) { enter } else { f64::INFINITY }
    }
}
