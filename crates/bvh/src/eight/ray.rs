//! Items along a ray.
//!
//! * The ray is moved to where it enters the bounds of the tree, in `f64`. From there its
//!   coordinates are within the grid, so in `f32` they are rounded by a step or two.
//! * Boxes are grown by that, and by what the caller wants.

use glam::DVec3;

use crate::eight::descent::{LARGEST, Metric, at_least};
use crate::eight::grid::STEPS;
use crate::eight::node::{Bytes, Node, WIDTH};
use crate::eight::space::Space;
use crate::eight::tree::Bvh8;

/// A ray from a point in a direction of any length.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// Where it begins.
    pub origin: DVec3,
    /// Its direction, per unit of time.
    pub direction: DVec3,
    /// By how much boxes are grown.
    pub pad: f64,
}

/// The rounding errors of a plane's time in `f32`, by which planes are moved, relative to their
/// coordinates: of the ray's origin, of its difference from the corner, of the reciprocal and of
/// two products. Smaller: a box could be missed. Larger: more are visited.
const ROUNDING: f64 = 1.0 / (1 << 21) as f64;

/// The relative error of a time beyond that. Smaller: a box could be missed at a grazing angle.
const TIME_ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// Directions flatter than this are tilted to it, which moves a ray by this share of its way.
/// Larger: boxes are grown by more. Smaller: products with reciprocals could overflow.
const FLATTEST: f64 = 1.0 / (1_u64 << 60) as f64;

struct AlongRay {
    /// Per axis, whether the ray runs down.
    down: [bool; 3],
    /// The time per step.
    per_step: [f32; 3],
    /// The origin beyond the planes at which boxes are entered, and before those at which they are
    /// left.
    enter: [f32; 3],
    leave: [f32; 3],
    /// The ray's time at the bounds, and steps per time from there on.
    start: f64,
    speed: f64,
}

impl Bvh8 {
    /// Visits items whose box the ray may meet up to the time `limit`, near ones first as far as
    /// boxes show. `visit` is given the item and the limit, and returns the new one, at most as
    /// large, or `None` to stop. All items are visited whose box the ray enters by the last limit.
    pub fn along(&self, space: Option<&Space>, ray: &Ray, limit: f64, mut visit: impl FnMut(u32, f64) -> Option<f64>) {
        let visit = |items: &[u32], limit: f64| items.iter().try_fold(limit, |limit, &item| visit(item, limit));
        let Some(entered) = space.and_then(|space| self.enter_ray(space, ray)) else {
            return self.visit_all(limit, visit);
        };
        let Entered { at, per_step, speed, pad, start, end } = entered;
        if !(start <= end && start <= limit) {
            return;
        }
        let pad = pad + (DVec3::splat(2.0 * f64::from(STEPS)) + pad + at.abs()) * ROUNDING;
        let away = per_step.signum() * pad;
        let per_step = (per_step * speed).as_vec3().to_array();
        let metric = AlongRay {
            down: per_step.map(|per_step| per_step < 0.0),
            per_step,
            enter: (at + away).as_vec3().to_array(),
            leave: (at - away).as_vec3().to_array(),
            start,
            speed,
        };
        self.descend(metric, limit, visit);
    }

    /// The ray on the grid. `None` if its numbers are out of range.
    #[inline]
    fn enter_ray(&self, space: &Space, ray: &Ray) -> Option<Entered> {
        let (origin, direction) = (space.enter(ray.origin), ray.direction * space.steps);
        let speed = direction.abs().max_element();
        let in_range = origin.abs().max_element() < LARGEST && speed < LARGEST && speed > LARGEST.recip();
        if !in_range {
            return None;
        }
        // Of the origin, and of the products by which it is moved.
        let rounding = origin.abs() * (16.0 * f64::EPSILON) + DVec3::splat(1.0 + origin.abs().max_element() * (2.0 * FLATTEST));
        let pad = space.pad + space.steps.abs() * ray.pad + rounding;
        let flattest = speed * FLATTEST;
        let tilted = |slope: f64| if slope.abs() < flattest { flattest } else { slope };
        let per_step = DVec3::from_array(direction.to_array().map(tilted)).recip();
        let (one, other) = ((-pad - origin) * per_step, (self.extent + pad - origin) * per_step);
        let (start, end) = (one.min(other).max_element().max(0.0), one.max(other).min_element());
        Some(Entered { at: origin + direction * start, per_step, speed, pad, start, end })
    }
}

/// A ray on the grid.
struct Entered {
    /// Where it enters the bounds.
    at: DVec3,
    /// The time per step, and steps per time along the fastest axis.
    per_step: DVec3,
    speed: f64,
    /// By how much boxes are grown, in steps.
    pad: DVec3,
    /// When it enters and leaves the bounds.
    start: f64,
    end: f64,
}

impl Metric for AlongRay {
    #[inline]
    fn bounds(&self, node: &Node) -> [f32; WIDTH] {
        let (mut enter, mut leave) = ([0.0_f32; WIDTH], [f32::INFINITY; WIDTH]);
        for axis in 0..3 {
            let (corner, step) = node.corner_and_step(axis);
            let per_step = self.per_step[axis];
            let (near, far) = if self.down[axis] { (&node.high, &node.low) } else { (&node.low, &node.high) };
            let near = times(&near[axis], step * per_step, (corner - self.enter[axis]) * per_step);
            let far = times(&far[axis], step * per_step, (corner - self.leave[axis]) * per_step);
            for child in 0..WIDTH {
                enter[child] = if near[child] > enter[child] { near[child] } else { enter[child] };
                leave[child] = if far[child] < leave[child] { far[child] } else { leave[child] };
            }
        }
        core::array::from_fn(|child| if enter[child] <= leave[child] * (1.0 + TIME_ROUNDING) { enter[child] } else { f32::NAN })
    }

    #[inline]
    fn in_steps(&self, limit: f64) -> f32 {
        // Differences of times are rounded like the times.
        let rounding = 64.0 * f64::EPSILON * limit;
        at_least((limit - self.start + rounding) * self.speed + 1.0)
    }
}

#[inline]
fn times(bounds: &Bytes, per_step: f32, corner: f32) -> [f32; WIDTH] {
    bounds.map(|bound| f32::from(bound) * per_step + corner)
}
