//! The grid of the tree: whole coordinates from 0 to 2^24 along each axis.
//!
//! * Step 0 is the lower corner of all boxes. A step is the same power of two along all axes, so
//!   the tree is the same at any scale.
//! * Boxes are rounded outward.

use clinch_shapes::Aabb;
use clinch_support::{exponent_of, times_power_of_two};
use glam::DVec3;

/// The number of steps. Larger: coordinates would not be exact in `f32`.
pub(crate) const STEPS: u32 = 1 << BITS;

const BITS: i32 = 24;

/// The largest exponent of a step. Larger: it, or its reciprocal, would not be a normal number.
const LARGEST_EXPONENT: i32 = 1001;

/// A box on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridBox {
    pub(crate) low: [u32; 3],
    pub(crate) high: [u32; 3],
}

/// From `f64` to the grid and back.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// A step, a power of two, and its reciprocal.
    step: f64,
    pub(crate) per_step: f64,
    /// The lower corner of all boxes, in steps.
    pub(crate) origin: DVec3,
}

impl Grid {
    /// The grid of boxes within these bounds, which are finite.
    pub(crate) fn around(bounds: &Aabb<DVec3>) -> Self {
        // Halved: the difference could overflow.
        let extent = (bounds.max * 0.5 - bounds.min * 0.5).max_element();
        // The extent is less than 2^(exponent + 2).
        let exponent = (exponent_of(extent) + 2 - BITS).clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT);
        let per_step = times_power_of_two(1.0, -exponent);
        Self { step: times_power_of_two(1.0, exponent), per_step, origin: bounds.min * per_step }
    }

    /// The smallest box of the grid that is proved to contain this one, which is within the bounds.
    #[inline]
    pub(crate) fn enter(&self, bounds: &Aabb<DVec3>) -> GridBox {
        let [low, high] = [bounds.min, bounds.max].map(|corner| corner * self.per_step - self.origin);
        // The difference was rounded. Conversions to whole numbers round toward 0, and are not
        // negative.
        let low = low.to_array().map(|low| (low.next_down() as u32).min(STEPS - 1));
        let high = high.to_array().map(|high| (high.next_up() as u32 + 1).min(STEPS));
        GridBox { low, high }
    }

    /// A corner of the grid in the frame of the items. Of a box that was entered, it is outside of
    /// the original or on it, because rounding is monotone.
    #[inline]
    pub(crate) fn leave(&self, corner: [u32; 3]) -> DVec3 {
        (DVec3::from_array(corner.map(f64::from)) + self.origin) * self.step
    }
}
