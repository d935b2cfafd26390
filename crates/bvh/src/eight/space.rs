//! From the coordinates of a query to those of the tree.

use glam::DVec3;

use crate::eight::grid::STEPS;
use crate::eight::tree::Bvh8;

/// How coordinates of items were rounded when they were multiplied by the factors of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// Relative to the coordinate.
    pub relative: f64,
    /// Where it is subnormal.
    pub absolute: f64,
}

impl Rounding {
    /// The factors are powers of two.
    pub const NONE: Self = Self { relative: 0.0, absolute: 0.0 };
}

/// The relative rounding error of factors and products.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Factors beyond this, or below its reciprocal, are out of range: products could be infinite or 0.
const LARGEST_FACTOR: f64 = f64::from_bits((1023 + 1010) << 52);

/// The space of a query: coordinates of items times a factor per axis.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    /// From a length of the query to steps of the grid.
    pub(crate) steps: DVec3,
    /// The square of a step along an axis in the query, relative to the largest of the three.
    pub(crate) weights: DVec3,
    /// Of the tree's lower corner, in steps.
    origin: DVec3,
    /// How far an item may be from where its coordinates in the query place it, in steps.
    pub(crate) pad: DVec3,
}

impl Bvh8 {
    /// The space in which coordinates of items are multiplied by these factors, which may be
    /// negative. `None` if they are too large or too small for the tree: queries without a space
    /// visit all items.
    pub fn space(&self, factors: DVec3, rounding: Rounding) -> Option<Space> {
        let (steps, origin) = (DVec3::splat(self.grid.per_step) / factors, self.grid.origin);
        if !in_range(steps) {
            return None;
        }
        let largest = origin.abs() + DVec3::splat(f64::from(STEPS));
        let relative = if rounding == Rounding::NONE { 0.0 } else { rounding.relative + ROUNDING };
        // Of the rounded differences, without which nothing would be rounded by as much as a step.
        let differences = DVec3::splat(f64::EPSILON * f64::from(STEPS));
        let relative_steps = steps.abs().min_element() / steps;
        let weights = relative_steps * relative_steps;
        Some(Space { steps, weights, origin, pad: largest * relative + steps.abs() * rounding.absolute + differences })
    }
}

fn in_range(steps: DVec3) -> bool {
    let sizes = steps.abs();
    sizes.max_element() <= LARGEST_FACTOR && sizes.min_element() >= LARGEST_FACTOR.recip()
}

impl Space {
    /// The same in a frame whose coordinates have another unit, this one in the unit of before: a
    /// power of two. `None` if that is too large or too small.
    #[inline]
    pub fn in_unit(&self, unit: f64) -> Option<Self> {
        let steps = self.steps * unit;
        in_range(steps).then_some(Self { steps, ..*self })
    }

    /// A point of the query on the grid.
    #[inline]
    pub(crate) fn enter(&self, point: DVec3) -> DVec3 {
        point * self.steps - self.origin
    }
}
