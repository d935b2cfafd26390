//! Where a ray first hits a surface.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::{exponent_of, times_power_of_two};
use glam::DVec3;

use crate::query::ray::{Faces, SurfaceHit, SurfaceRay, SurfaceRayOutcome};
use crate::query::ray_space::{Passage, ROUNDING, RaySpace, pass};
use crate::sub_shape::SubShapeId;
use crate::surface::{Line, Surface};

/// A ray that begins this far behind a surface that is seen at a grazing angle still hits it,
/// relative to the distance of the triangle's corners. Larger: a ray that begins just behind a
/// surface hits it. Smaller: rounding could make a ray that begins on it miss.
const ON_SURFACE: f64 = 1e-12;

/// The relative rounding error of the times at which a ray enters and leaves a box.
const BOX_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Where does a ray first hit a triangle?
pub(crate) fn ray_cast(surface: &impl Surface, ray: &SurfaceRay) -> SurfaceRayOutcome {
    let speed = ray.direction.abs().max_element();
    if !(ray.origin.is_finite() && ray.direction.is_finite() && speed > 0.0) {
        return SurfaceRayOutcome::Undefined;
    }
    let frame = surface.frame().with(ray.origin);
    let origin = frame.enter(ray.origin);
    // Also at length about 1: what is a distance in the frame is about a time.
    let faster = exponent_of(speed);
    let direction = [ray.direction.x, ray.direction.y, ray.direction.z].map(|x| times_power_of_two(x, -faster));
    let extent = surface.extent();
    let [low, high] = [extent.min, extent.max].map(|corner| (frame.enter(corner) - origin).abs());
    let pad = 2.0 * ROUNDING * low.max(high).max_element();
    let line = Line { frame, origin, direction: DVec3::from_array(direction), pad };
    let to_time = |time: f64, sign: i32| {
        // In two steps, because the sum of the exponents may be out of range.
        times_power_of_two(times_power_of_two(time, sign * frame.exponent()), -sign * faster)
    };

    let max_time = if ray.max_time > 0.0 { to_time(ray.max_time, -1) } else { 0.0 };
    let space = RaySpace::new(line.origin, line.direction);
    let to_line = 1.0 / line.direction.abs().max_element();
    let mut search = Search { surface, line, faces: ray.faces, space, to_line, best: None, lower: f64::INFINITY };
    surface.visit_along(&line, max_time, &mut search);
    let Search { best, lower, .. } = search;
    let Some((time, triangle, passage)) = best else {
        return SurfaceRayOutcome::Miss { proven: lower == f64::INFINITY || lower > max_time };
    };
    let [a, b, c] = surface.corners_of(triangle);
    let [u, v, w] = passage.weights;
    SurfaceRayOutcome::Hit(SurfaceHit {
        time: to_time(time, 1),
        lower: to_time(lower.max(0.0).min(time), 1),
        point: a * u + b * v + c * w,
        normal: surface.normal_of(triangle),
        front: passage.front,
        sub_shape: SubShapeId(triangle),
        feature: passage.feature,
        barycentrics: passage.weights,
    })
}

struct Search<'s, S: Surface> {
    surface: &'s S,
    line: Line,
    faces: Faces,
    space: RaySpace,
    /// From a depth to a time of the line.
    to_line: f64,
    best: Option<(f64, u32, Passage)>,
    lower: f64,
}

impl<S: Surface> Visitor<DVec3> for Search<'_, S> {
    /// The time at which the line enters the box.
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        let Line { frame, origin, direction, pad } = self.line;
        let (low, high) = (frame.enter(bounds.min) - pad - origin, frame.enter(bounds.max) + pad - origin);
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            let speed = direction[axis];
            if speed == 0.0 {
                if low[axis] > 0.0 || high[axis] < 0.0 {
                    return f64::INFINITY;
                }
            } else {
                let (one, other) = (low[axis] / speed, high[axis] / speed);
                enter = enter.max(one.min(other));
                leave = leave.min(one.max(other));
            }
        }
        let enter = enter * (1.0 - BOX_ROUNDING);
        if enter <= leave * (1.0 + BOX_ROUNDING) { enter } else { f64::INFINITY }
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let corners = self.surface.corners_of(item).map(|corner| self.space.project(self.line.frame.enter(corner)));
        let Some(passage) = pass(corners, self.surface.vertices_of(item)) else { return Some(limit) };
        let wanted = match self.faces {
            Faces::Front => passage.front,
            Faces::Back => !passage.front,
            Faces::Both => true,
        };
        // If the triangle is seen edge-on, its side is not known.
        if !wanted && passage.slack.is_finite() {
            return Some(limit);
        }
        let size = corners.iter().fold(0.0, |size: f64, corner| size.max(corner.size()));
        if passage.depth < -passage.slack.min(ON_SURFACE * size) {
            return Some(limit);
        }
        self.lower = self.lower.min(passage.lower * self.to_line * (1.0 - BOX_ROUNDING));
        let time = passage.depth.max(0.0) * self.to_line;
        let first = |(best, id, _): (f64, u32, Passage)| time < best || time == best && item < id;
        if wanted && passage.hits && time <= limit && self.best.is_none_or(first) {
            self.best = Some((time, item, passage));
            return Some(time);
        }
        Some(limit)
    }
}
