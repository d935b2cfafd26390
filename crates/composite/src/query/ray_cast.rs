//! Where a ray first hits a surface.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use glam::DVec3;

use crate::line::{BOX_ROUNDING, Line, ON_SURFACE};
use crate::query::ray::{Faces, SurfaceHit, SurfaceRay, SurfaceRayOutcome};
use crate::query::ray_space::{Passage, RaySpace, is_beside, pass};
use crate::sub_shape::SubShapeId;
use crate::surface::Surface;

/// Where does a ray first hit a triangle?
pub(crate) fn ray_cast(surface: &impl Surface, ray: &SurfaceRay) -> SurfaceRayOutcome {
    let Some(line) = Line::new(surface.frame(), &surface.extent(), [ray.origin, ray.direction]) else {
        return SurfaceRayOutcome::Undefined;
    };
    let max_time = if ray.max_time > 0.0 { line.enter_time(ray.max_time) } else { 0.0 };
    let space = RaySpace::new(line.origin, line.direction);
    let to_line = 1.0 / line.direction.abs().max_element();
    let mut search = Search { surface, line, faces: ray.faces, space, to_line, best: None, lower: f64::INFINITY };
    // Finite: boxes that the ray misses are infinitely far, and no farther than an infinite time.
    surface.visit_along(&line, max_time.min(f64::MAX), &mut search);
    let Search { best, lower, .. } = search;
    let Some((time, triangle, passage)) = best else {
        return SurfaceRayOutcome::Miss { proven: lower == f64::INFINITY || lower > max_time };
    };
    let [a, b, c] = surface.corners_of(triangle);
    let [u, v, w] = passage.weights;
    SurfaceRayOutcome::Hit(SurfaceHit {
        time: line.leave_time(time),
        lower: line.leave_time(lower.max(0.0).min(time)),
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
    line: Line<DVec3>,
    faces: Faces,
    space: RaySpace,
    /// From a depth to a time of the line.
    to_line: f64,
    best: Option<(f64, u32, Passage)>,
    lower: f64,
}

impl<S: Surface> Visitor<DVec3> for Search<'_, S> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        self.line.enters(bounds)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let [a, b, c] = self.surface.corners_of(item);
        let frame = self.line.frame;
        let corners = [self.space.project(frame.enter(a)), self.space.project(frame.enter(b)), self.space.project(frame.enter(c))];
        if is_beside(&corners) {
            return Some(limit);
        }
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
