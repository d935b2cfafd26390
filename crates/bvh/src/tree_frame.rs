//! The frame of the tree: from `f64` boxes to 3D `f32` ones, and back.
//!
//! * Coordinates are relative to an origin among the boxes. Relative to the origin of the world,
//!   the bodies of a distant planet would be rounded to metres.
//! * They are multiplied by a power of two that makes the median box about 1. The surface areas
//!   that the builder compares then neither overflow nor underflow, and the tree is the same at any
//!   scale.
//! * Boxes are rounded outward, so a node of the tree contains the boxes below it in either frame.
//! * The frame has a limit, beyond which a box is not in the tree. The builder sorts the boxes
//!   along a Morton curve through all of them: with one at 10⁹ metres, all others would fall into a
//!   few steps of the curve, and the tree would be a bad one.

use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector, exponent_of, times_power_of_two};

use crate::node::Bounds;

/// The limit, relative to the median distance of the boxes from the origin of the frame. The Morton
/// curve has 2^21 steps along each axis, so a box at the limit leaves the median box 2^5 of them to
/// each side. Larger: it leaves fewer, and a search visits more nodes. Smaller: more boxes are
/// beyond the limit.
const LIMIT: f64 = (1 << 15) as f64;

/// The origin and the limit are those of a sample of about this many boxes. Larger: finding the
/// medians takes longer. Smaller: they are farther from those of all boxes, for which the tree is
/// best.
const SAMPLES: usize = 512;

/// The largest exponent of the factor between the frames. Larger: the factor, or an `f32` times it,
/// would overflow or be subnormal.
const LARGEST_EXPONENT: i32 = 800;

/// The largest coordinate of the tree. Smaller than the limit allows only if the exponent is the
/// largest. Larger: surface areas overflow to infinity, and the builder does not terminate.
const LARGEST: f64 = (1_u64 << 40) as f64;

/// Bounds nearer to 0 than this are rounded outward to it. A plane at 0 would have subnormal
/// bounds, with which the builder takes ten times as long. Larger: boxes are larger than the shapes
/// in them. Smaller: products of two extents are subnormal.
const LEAST: f64 = 1.0 / (1_u64 << 60) as f64;

/// Where the coordinates of the tree begin and end.
#[derive(Clone, Debug)]
pub(crate) struct TreeFrame<W> {
    origin: W,
    /// In the frame of the world.
    limit: f64,
    /// A unit of the tree in the frame of the world, a power of two, and its reciprocal.
    unit: f64,
    per_unit: f64,
}

impl<W: Vector<Scalar = f64>> TreeFrame<W> {
    /// The frame of no boxes.
    pub(crate) fn new() -> Self {
        Self { origin: W::ZERO, limit: 0.0, unit: 1.0, per_unit: 1.0 }
    }

    /// A frame at the median of the boxes; those that are very far from it are beyond the limit.
    /// Infinite and NaN bounds do not count. `numbers` is scratch.
    pub(crate) fn around_most(count: usize, bounds: impl Fn(usize) -> Aabb<W>, numbers: &mut Vec<f64>) -> Self {
        let sample = || (0..count).step_by(count / SAMPLES + 1).map(&bounds);
        let origin = W::from_fn(|axis| median(sample().map(|bounds| bounds.center().get(axis)), numbers).unwrap_or(0.0));
        let distance = median(sample().map(|bounds| farthest(&bounds, origin)), numbers).unwrap_or(0.0);
        Self::at(origin, distance, LIMIT * distance)
    }

    /// A frame that contains all boxes that have no infinite or NaN bound.
    pub(crate) fn around_all(count: usize, bounds: impl Fn(usize) -> Aabb<W>) -> Self {
        let finite = || (0..count).map(&bounds).filter(|bounds| bounds.min.is_finite() && bounds.max.is_finite());
        let Some(all) = Aabb::of_points(finite().flat_map(|bounds| [bounds.min, bounds.max])) else {
            return Self::new();
        };
        // Halved first: the sum of two large bounds would overflow.
        let origin = all.min * 0.5 + all.max * 0.5;
        let distance = farthest(&all, origin);
        Self::at(origin, distance, distance)
    }

    fn at(origin: W, distance: f64, limit: f64) -> Self {
        let exponent =
            if distance.is_finite() { exponent_of(distance).clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT) } else { LARGEST_EXPONENT };
        let unit = times_power_of_two(1.0, exponent);
        Self { origin, limit: limit.min(LARGEST * unit), unit, per_unit: times_power_of_two(1.0, -exponent) }
    }

    /// The box in the tree; z is 0 in 2D. `None` if it is beyond the limit or has a NaN bound.
    pub(crate) fn to_tree(&self, bounds: &Aabb<W>) -> Option<Bounds> {
        let inside = |axis: usize| {
            bounds.min.get(axis) - self.origin.get(axis) >= -self.limit && bounds.max.get(axis) - self.origin.get(axis) <= self.limit
        };
        (0..W::DIM).all(inside).then(|| self.around(bounds))
    }

    /// A box of the tree that contains this one, which may be beyond the limit. A NaN bound stays
    /// one.
    pub(crate) fn around(&self, bounds: &Aabb<W>) -> Bounds {
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for axis in 0..W::DIM {
            let lower = (bounds.min.get(axis) - self.origin.get(axis)) * self.per_unit;
            let upper = (bounds.max.get(axis) - self.origin.get(axis)) * self.per_unit;
            // The subtraction has been rounded too, by up to half of a step.
            let (lower, upper) = (lower.next_down(), upper.next_up());
            min[axis] = f32::narrow_down(if lower.abs() < LEAST { -LEAST } else { lower });
            max[axis] = f32::narrow_up(if upper.abs() < LEAST { LEAST } else { upper });
        }
        Bounds { min, max }
    }

    /// A box of the tree in the frame of the world. It contains every box that it was made of:
    /// rounding is monotone, so a sum that is no larger than a bound of such a box is still no
    /// larger after rounding.
    #[inline]
    pub(crate) fn to_world(&self, bounds: &Bounds) -> Aabb<W> {
        let corner = |corner: &[f32; 3]| W::from_fn(|axis| f64::from(corner[axis]) * self.unit + self.origin.get(axis));
        Aabb { min: corner(&bounds.min), max: corner(&bounds.max) }
    }
}

/// The largest |coordinate| of a box relative to the origin.
fn farthest<W: Vector<Scalar = f64>>(bounds: &Aabb<W>, origin: W) -> f64 {
    (bounds.min - origin).max_abs().max((bounds.max - origin).max_abs())
}

/// The median of the finite numbers among these; `None` if there are none.
fn median(numbers: impl Iterator<Item = f64>, scratch: &mut Vec<f64>) -> Option<f64> {
    scratch.clear();
    scratch.extend(numbers.filter(|number| number.is_finite()));
    let middle = scratch.len() / 2;
    (!scratch.is_empty()).then(|| *scratch.select_nth_unstable_by(middle, f64::total_cmp).1)
}
