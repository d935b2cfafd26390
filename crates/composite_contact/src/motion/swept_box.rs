//! When the bounds of a moving body enter a box.

use clinch_composite::Region;
use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::boxes::{ROUNDING, largest_side};

/// The greatest number of pieces of a path, in each of which parts are listed if the shape has no
/// tree. Larger: more lists for a long path. Smaller: boxes of a path along a diagonal contain more
/// parts that are far from it.
const PIECES: u32 = 64;

/// The bounds of a body that moves along a line, in the frame of the composite shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptBox<W> {
    /// At time 0, grown by the distance that counts as a hit.
    pub(crate) start: Aabb<W>,
    /// Per unit of time.
    pub(crate) motion: W,
    /// The end of the motion.
    pub(crate) until: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> SweptBox<W> {
    /// The times from which and until which the bounds meet a box; from ∞ if they never do.
    pub(crate) fn times(&self, bounds: &Aabb<W>) -> (f64, f64) {
        let (mut from, mut until) = (0.0_f64, self.until);
        for i in 0..W::DIM {
            let (low, high, motion) = (self.start.min.get(i), self.start.max.get(i), self.motion.get(i));
            let rounded_down = |to: f64, at: f64| (to - at) - ROUNDING * (to.abs() + at.abs());
            // The body's front has at least this way to the box, and its back at most that.
            let (front, back) = if motion < 0.0 {
                (rounded_down(low, bounds.max.get(i)), -rounded_down(bounds.min.get(i), high))
            } else {
                (rounded_down(bounds.min.get(i), high), -rounded_down(low, bounds.max.get(i)))
            };
            let speed = motion.abs();
            if speed > 0.0 {
                // A quotient that is NaN bounds nothing.
                from = from.max(front / speed * (1.0 - ROUNDING));
                until = until.min(back / speed * (1.0 + ROUNDING));
            } else if front > 0.0 || back < 0.0 {
                return (f64::INFINITY, f64::NEG_INFINITY);
            }
        }
        if from > until { (f64::INFINITY, f64::NEG_INFINITY) } else { (from, until) }
    }

    /// The `step`-th piece of the path past a shape with these bounds.
    pub(crate) fn piece(&self, whole: &Aabb<W>, step: u32) -> Region<W> {
        let (from, until) = self.times(whole);
        let speed = self.motion.max_abs();
        if !(from < f64::INFINITY) || !(speed > 0.0) {
            return Region { bounds: self.start, limit: f64::INFINITY };
        }
        let size = largest_side(&self.start);
        if !(until < f64::INFINITY) {
            // Longer and longer pieces, and at last all of the path.
            let unit = size.max(largest_side(whole) / f64::from(PIECES)) / speed;
            let time = |step: u32| from + unit * (1_u64 << step) as f64;
            return if step < 32 && unit > 0.0 {
                Region { bounds: self.between(if step == 0 { from } else { time(step - 1) }, time(step)), limit: time(step) }
            } else {
                Region { bounds: self.between(from, f64::INFINITY), limit: f64::INFINITY }
            };
        }
        let length = (until - from) * speed;
        // 64 if the body has no size.
        let pieces = if length < size * f64::from(PIECES) { (length / size).max(1.0).ceil() } else { f64::from(PIECES) };
        let time = |step: u32| if f64::from(step) < pieces { from + (until - from) * (f64::from(step) / pieces) } else { until };
        let last = f64::from(step + 1) >= pieces;
        Region { bounds: self.between(time(step), time(step + 1)), limit: if last { f64::INFINITY } else { time(step + 1) } }
    }

    /// A box that contains the bounds between two times.
    fn between(&self, from: f64, until: f64) -> Aabb<W> {
        let place = |at: W, time: f64, outward: f64| {
            W::from_fn(|i| {
                // 0 · ∞ is no motion.
                let way = if self.motion.get(i) == 0.0 { 0.0 } else { self.motion.get(i) * time };
                let to = at.get(i) + way;
                if to.is_finite() { to + outward * 4.0 * ROUNDING * (at.get(i).abs() + way.abs()) } else { to }
            })
        };
        let least = |one: W, other: W| W::from_fn(|i| one.get(i).min(other.get(i)));
        let most = |one: W, other: W| W::from_fn(|i| one.get(i).max(other.get(i)));
        let Aabb { min, max } = self.start;
        Aabb { min: least(place(min, from, -1.0), place(min, until, -1.0)), max: most(place(max, from, 1.0), place(max, until, 1.0)) }
    }
}
