//! The frame of the tree: from `f64` AABBs to 3D `f32` ones, and back.
//!
//! * Coordinates are relative to the median center of the AABBs. Relative to the origin of the
//!   world, the bodies of a distant planet would be rounded to metres.
//! * AABBs are rounded outward, so a node of the tree contains the AABBs below it in either frame.
//! * The frame has a limit, beyond which an AABB is not in the tree. The builder sorts the AABBs
//!   along a Morton curve through all of them: with one at 10⁹ metres, all others would fall into a
//!   few steps of the curve, and the tree would be a bad one.

use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};

/// The limit, relative to the median distance of the AABBs from the origin of the frame. The Morton
/// curve has 2^21 steps along each axis, so an AABB at the limit leaves the median AABB 2^5 of them
/// to each side. Larger: it leaves fewer, and a search visits more nodes. Smaller: more AABBs are
/// beyond the limit.
const LIMIT: f64 = (1 << 15) as f64;

/// The largest limit. The builder compares the surface areas of nodes. Larger: they overflow `f32`
/// to infinity and NaN, and the builder does not terminate.
const LARGEST_LIMIT: f64 = (1_u64 << 62) as f64;

/// The origin and the limit are those of a sample of about this many AABBs. Larger: finding the
/// medians takes longer. Smaller: they are farther from those of all AABBs, for which the tree is
/// best.
const SAMPLES: usize = 512;

/// Where the coordinates of the tree begin and end.
pub(crate) struct TreeFrame<W> {
    origin: W,
    limit: f64,
    /// Scratch of [`median`].
    numbers: Vec<f64>,
}

impl<W: Vector<Scalar = f64>> TreeFrame<W> {
    /// The frame of no AABBs.
    pub(crate) fn new() -> Self {
        Self { origin: W::ZERO, limit: LARGEST_LIMIT, numbers: Vec::new() }
    }

    /// Fits the frame to these AABBs. Infinite and NaN bounds do not count.
    pub(crate) fn fit(&mut self, boxes: &[Aabb<W>]) {
        let sample = || boxes.iter().step_by(boxes.len() / SAMPLES + 1);
        let numbers = &mut self.numbers;
        let origin = W::from_fn(|axis| median(sample().map(|bounds| bounds.center().get(axis)), numbers).unwrap_or(0.0));
        let farthest = |bounds: &Aabb<W>| (bounds.min - origin).max_abs().max((bounds.max - origin).max_abs());
        let distance = median(sample().map(farthest), numbers).unwrap_or(f64::INFINITY);
        self.origin = origin;
        self.limit = (LIMIT * distance).min(LARGEST_LIMIT);
    }

    /// The AABB in the tree; z is 0 in 2D. `None` if it is beyond the limit or has a NaN bound.
    pub(crate) fn to_tree(&self, bounds: &Aabb<W>) -> Option<obvhs::aabb::Aabb> {
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for axis in 0..W::DIM {
            let lower = bounds.min.get(axis) - self.origin.get(axis);
            let upper = bounds.max.get(axis) - self.origin.get(axis);
            if !(lower >= -self.limit && upper <= self.limit) {
                return None;
            }
            // The subtraction has been rounded too, by up to half of a step.
            min[axis] = f32::narrow_down(lower.next_down());
            max[axis] = f32::narrow_up(upper.next_up());
        }
        // cargo may choose another version of glam for obvhs than for clinch, so the code does not
        // name its vector types.
        Some(obvhs::aabb::Aabb { min: min.into(), max: max.into() })
    }

    /// The AABB of a node of the tree in the frame of the world. It contains every AABB that the
    /// node contains: rounding is monotone, so a sum that is no larger than a bound of such an AABB
    /// is still no larger after rounding.
    pub(crate) fn to_world(&self, bounds: &obvhs::aabb::Aabb) -> Aabb<W> {
        let (min, max) = (bounds.min.to_array(), bounds.max.to_array());
        let corner = |corner: [f32; 3]| W::from_fn(|axis| f64::from(corner[axis]) + self.origin.get(axis));
        Aabb { min: corner(min), max: corner(max) }
    }
}

/// The median of the finite numbers among these; `None` if there are none.
fn median(numbers: impl Iterator<Item = f64>, scratch: &mut Vec<f64>) -> Option<f64> {
    scratch.clear();
    scratch.extend(numbers.filter(|number| number.is_finite()));
    let middle = scratch.len() / 2;
    (!scratch.is_empty()).then(|| *scratch.select_nth_unstable_by(middle, f64::total_cmp).1)
}
