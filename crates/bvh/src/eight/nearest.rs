//! Items around a point.
//!
//! * The point is moved to the nearest one of the tree's bounds, in `f64`, from where its
//!   coordinates are within the grid. Squared distances are compared less that of the bounds: of a
//!   box at g beyond the moved point, which is at r from the true one, g (g + 2 r) along each axis.
//!   So distant points lose no digit.

use glam::DVec3;

use crate::eight::descent::{LARGEST, Metric, at_least};
use crate::eight::grid::STEPS;
use crate::eight::node::{Node, WIDTH};
use crate::eight::space::Space;
use crate::eight::tree::Bvh8;

/// The rounding errors of a gap in `f32`, by which boxes are grown, relative to their coordinates:
/// those of the corner, of the point, and of two sums.
const ROUNDING: f64 = 1.0 / (1 << 21) as f64;

/// The relative rounding error of squared distances in `f64`.
const SQUARE_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The farthest distance from the bounds. Larger: squares overflow in `f32`. Smaller: a point
/// beyond visits all items; but in `f64`, too, all have the same distance from it.
const FARTHEST: f64 = f64::from_bits((1023 + 90) << 52);

struct AroundPoint {
    /// The moved point, before the lower bounds of boxes and beyond the upper ones.
    before: [f32; 3],
    beyond: [f32; 3],
    /// Twice the way by which the point was moved.
    twice_moved: [f32; 3],
    /// The square of a step along an axis relative to the largest of the three.
    weights: [f32; 3],
    /// The squared distance of the bounds in the largest step, and from squares of the query to
    /// such.
    to_bounds: f64,
    per_square: f64,
}

impl Bvh8 {
    /// Visits items whose boxes may be within a squared distance of a point, near ones first as far
    /// as boxes show. `visit` is given items that are near each other and the limit, and returns
    /// the new one, at most as large, or `None` to stop. All items are visited whose box is within
    /// the last limit.
    pub fn around(&self, space: Option<&Space>, point: DVec3, limit: f64, visit: impl FnMut(&[u32], f64) -> Option<f64>) {
        let Some(space) = space else { return self.visit_all(limit, visit) };
        let at = space.enter(point);
        if !(at.abs().max_element() < LARGEST) {
            return self.visit_all(limit, visit);
        }
        let rounding = DVec3::splat(1.0) + at.abs() * (4.0 * f64::EPSILON);
        let pad = space.pad + rounding;
        let high = self.extent;
        let moved = (-at - pad).max(at - pad - high).max(DVec3::ZERO).min(DVec3::splat(FARTHEST));
        let inside = at.max(-pad).min(high + pad);
        let pad = pad + (DVec3::splat(2.0 * f64::from(STEPS)) + pad + pad) * ROUNDING;
        let per_length = space.steps.abs().min_element();
        let metric = AroundPoint {
            before: (inside + pad).as_vec3().to_array(),
            beyond: (inside - pad).as_vec3().to_array(),
            twice_moved: (moved * 2.0).as_vec3().to_array(),
            weights: space.weights.as_vec3().to_array(),
            to_bounds: (moved * moved).dot(space.weights),
            per_square: per_length * per_length,
        };
        self.descend(metric, limit, visit);
    }
}

impl Metric for AroundPoint {
    #[inline]
    fn bounds(&self, node: &Node) -> [f32; WIDTH] {
        let mut squares = [0.0_f32; WIDTH];
        for axis in 0..3 {
            let (corner, step) = node.corner_and_step(axis);
            let (low, high) = (corner - self.before[axis], self.beyond[axis] - corner);
            let (moved, weight) = (self.twice_moved[axis], self.weights[axis]);
            for (child, square) in squares.iter_mut().enumerate() {
                let below = f32::from(node.low[axis][child]) * step + low;
                let above = high - f32::from(node.high[axis][child]) * step;
                let gap = if below > above { below } else { above };
                let gap = if gap > 0.0 { gap } else { 0.0 };
                *square += gap * (gap + moved) * weight;
            }
        }
        squares
    }

    #[inline]
    fn in_steps(&self, limit: f64) -> f32 {
        at_least(limit * self.per_square * (1.0 + SQUARE_ROUNDING) - self.to_bounds * (1.0 - SQUARE_ROUNDING))
    }
}
