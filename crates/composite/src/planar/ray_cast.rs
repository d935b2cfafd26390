//! Where a ray first hits a surface of segments.
//!
//! Each point is projected across the ray by itself, so both segments at a point have the same
//! projection, however it is rounded. Where a chain passes from one side of the ray to the other,
//! its projections change their sign, and one of its segments is hit: a ray cannot pass between two
//! of them.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use glam::DVec2;

use crate::line::{BOX_ROUNDING, Line, ON_SURFACE, ROUNDING};
use crate::planar::polyline::Polyline;
use crate::query::{Faces, SurfaceHit, SurfaceRay, SurfaceRayOutcome};
use crate::sub_shape::{Feature, SubShapeId};

/// Where does a ray first hit a segment?
pub(crate) fn ray_cast(polyline: &impl Polyline, ray: &SurfaceRay<DVec2>) -> SurfaceRayOutcome<DVec2> {
    let Some(line) = Line::new(polyline.frame(), &polyline.extent(), [ray.origin, ray.direction]) else {
        return SurfaceRayOutcome::Undefined;
    };
    let max_time = if ray.max_time > 0.0 { line.enter_time(ray.max_time) } else { 0.0 };
    let space = RaySpace::new(&line);
    let mut search = Search { polyline, line, faces: ray.faces, space, best: None, lower: f64::INFINITY };
    // Finite: boxes that the ray misses are infinitely far, and no farther than an infinite time.
    polyline.visit_along(&line, max_time.min(f64::MAX), &mut search);
    let Search { best, lower, .. } = search;
    let Some((time, segment, passage)) = best else {
        return SurfaceRayOutcome::Miss { proven: lower == f64::INFINITY || lower > max_time };
    };
    let [a, b] = polyline.ends_of(segment);
    let weights = [1.0 - passage.along, passage.along];
    SurfaceRayOutcome::Hit(SurfaceHit {
        time: line.leave_time(time),
        lower: line.leave_time(lower.max(0.0).min(time)),
        point: a * weights[0] + b * weights[1],
        normal: polyline.normal_of(segment),
        front: passage.front,
        sub_shape: SubShapeId(segment),
        feature: passage.feature,
        barycentrics: [weights[0], weights[1], 0.0],
    })
}

/// The space in which the ray is the origin and runs along the depth.
#[derive(Clone, Copy, Debug)]
struct RaySpace {
    origin: DVec2,
    /// Whether the ray runs more along x.
    along_x: bool,
    slope: f64,
    sign: f64,
    /// From a depth to a time of the line.
    to_line: f64,
}

/// A point in the space of a ray.
#[derive(Clone, Copy, Debug)]
struct Projected {
    /// Positive on the left side of the ray.
    aside: f64,
    depth: f64,
    size: f64,
}

impl RaySpace {
    fn new(line: &Line<DVec2>) -> Self {
        let DVec2 { x, y } = line.direction;
        let along_x = x.abs() >= y.abs();
        let (major, minor) = if along_x { (x, y) } else { (y, x) };
        Self { origin: line.origin, along_x, slope: minor / major, sign: major.signum(), to_line: 1.0 / major.abs() }
    }

    fn project(&self, point: DVec2) -> Projected {
        let q = point - self.origin;
        let (depth, aside) = if self.along_x { (q.x, q.y - self.slope * q.x) } else { (q.y, -(q.x - self.slope * q.y)) };
        Projected { aside: aside * self.sign, depth: depth * self.sign, size: q.x.abs().max(q.y.abs()) }
    }
}

/// Where a ray passes a segment.
#[derive(Clone, Copy, Debug)]
struct Passage {
    hits: bool,
    feature: Feature,
    /// The place on the segment, from 0 at its first end to 1.
    along: f64,
    /// The depth, and its lower bound.
    depth: f64,
    lower: f64,
    /// How far the depth of a point on the surface may be below zero.
    slack: f64,
    front: bool,
}

/// Where the ray passes a segment; `None` if it is proved to miss it, or a number is NaN.
fn pass([a, b]: [Projected; 2]) -> Option<Passage> {
    let size = a.size.max(b.size);
    let error = ROUNDING * size;
    if !(a.aside.min(b.aside) <= error && a.aside.max(b.aside) >= -error) {
        return None;
    }
    let across = b.aside - a.aside;
    // A ray along a segment passes it and hits its neighbours.
    let hits = a.aside.min(b.aside) <= 0.0 && a.aside.max(b.aside) >= 0.0 && across != 0.0;
    let (feature, along) = if a.aside == 0.0 {
        (Feature::Vertex(0), 0.0)
    } else if b.aside == 0.0 {
        (Feature::Vertex(1), 1.0)
    } else {
        (Feature::Face, a.aside.abs() / (a.aside.abs() + b.aside.abs()))
    };
    let (nearest, farthest) = (a.depth.min(b.depth), a.depth.max(b.depth));
    let depth = match feature {
        Feature::Vertex(1) => b.depth,
        _ => (a.depth + (b.depth - a.depth) * along).clamp(nearest, farthest),
    };
    // By how much an error across the ray changes the depth.
    let clear = across.abs() - 4.0 * error;
    let slack = if clear > 0.0 { (b.depth - a.depth).abs() / clear * 2.0 * error + 8.0 * f64::EPSILON * size } else { f64::INFINITY };
    let lower = (depth - slack).max(nearest - 4.0 * f64::EPSILON * size);
    Some(Passage { hits, feature, along, depth, lower, slack, front: across < 0.0 })
}

struct Search<'s, L: Polyline> {
    polyline: &'s L,
    line: Line<DVec2>,
    faces: Faces,
    space: RaySpace,
    best: Option<(f64, u32, Passage)>,
    lower: f64,
}

impl<L: Polyline> Visitor<DVec2> for Search<'_, L> {
    fn bound(&mut self, bounds: &Aabb<DVec2>) -> f64 {
        self.line.enters(bounds)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let ends = self.polyline.ends_of(item).map(|end| self.space.project(self.line.frame.enter(end)));
        let Some(passage) = pass(ends) else { return Some(limit) };
        let wanted = match self.faces {
            Faces::Front => passage.front,
            Faces::Back => !passage.front,
            Faces::Both => true,
        };
        // If the segment is seen end-on, its side is not known.
        if !wanted && passage.slack.is_finite() {
            return Some(limit);
        }
        if passage.depth < -passage.slack.min(ON_SURFACE * ends[0].size.max(ends[1].size)) {
            return Some(limit);
        }
        self.lower = self.lower.min(passage.lower * self.space.to_line * (1.0 - BOX_ROUNDING));
        let time = passage.depth.max(0.0) * self.space.to_line;
        let first = |(best, id, _): (f64, u32, Passage)| time < best || time == best && item < id;
        if wanted && passage.hits && time <= limit && self.best.is_none_or(first) {
            self.best = Some((time, item, passage));
            return Some(time);
        }
        Some(limit)
    }
}
