//! The point of a surface of segments that is nearest to a point.
//!
//! * The nearest point is rounded by some ε of its coordinates, so its distance is an upper bound.
//! * The lower bound is a support value: the whole segment is beyond a line at that distance.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::normalize_or_zero;
use glam::DVec2;

use crate::near_parts::{NearPart, NearParts};
use crate::planar::polyline::{Beyond, Polyline, right_of};
use crate::query::Projection;
use crate::sides::Sides;
use crate::sub_shape::{Feature, SubShapeId};
use crate::unit_frame::UnitFrame;

/// The relative rounding error of a squared distance, and that of a support value relative to the
/// largest coordinate. Smaller: of two segments equally near, one could be skipped, and the lower
/// bound would be wrong.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Where is a surface nearest to a point? `None` if the point is not finite, or there are no
/// segments.
pub(crate) fn project(line: &impl Polyline, point: DVec2) -> Option<Projection<DVec2>> {
    if !point.is_finite() {
        return None;
    }
    let frame = line.frame().with(point);
    let mut search = Search { line, frame, point: frame.enter(point), best: None, near: NearParts::new() };
    line.visit_around(point, &mut search);
    let (segment, best) = search.best?;
    let distance = best.squared.sqrt();
    let size = |end: DVec2| (frame.enter(end) - search.point).length();
    let largest = line.ends_of(segment).into_iter().fold(0.0, |largest: f64, end| largest.max(size(end)));
    // The length is rounded in its products, sum and root, and the point in its coordinates.
    let upper = distance * (1.0 + ROUNDING) + ROUNDING * largest;
    let lower = search.near.iter().map(|near| {
        let ends = line.ends_of(near.part).map(|end| frame.enter(end) - search.point);
        lower_bound(ends, near.point)
    });
    Some(Projection {
        point: frame.leave_point(search.point + best.point),
        distance: frame.leave(distance),
        lower: frame.leave(lower.fold(distance * (1.0 - ROUNDING), f64::min)),
        upper: frame.leave(upper) + f64::MIN_POSITIVE,
        inside: line.sides_of() == Sides::Solid && line.encloses(point),
        normal: pseudo_normal(line, segment, best.feature),
        sub_shape: SubShapeId(segment),
        feature: best.feature,
    })
}

/// The normal of the segment, or the mean of both at a common end; zero if they cancel.
fn pseudo_normal(line: &impl Polyline, segment: u32, feature: Feature) -> DVec2 {
    let normal = line.normal_of(segment);
    match feature {
        Feature::Vertex(end) => match line.beyond(segment, usize::from(end)) {
            Beyond::Segment(other) => normalize_or_zero(normal + line.normal_of(other)),
            Beyond::Ghost(_) | Beyond::Boundary => normal,
        },
        Feature::Face | Feature::Edge(_) => normal,
    }
}

/// In the unit frame, segments relative to the point.
struct Search<'s, L: Polyline> {
    line: &'s L,
    frame: UnitFrame,
    point: DVec2,
    best: Option<(u32, Nearest)>,
    near: NearParts<DVec2>,
}

impl<L: Polyline> Visitor<DVec2> for Search<'_, L> {
    fn bound(&mut self, bounds: &Aabb<DVec2>) -> f64 {
        let [low, high] = [bounds.min, bounds.max].map(|corner| self.frame.enter(corner));
        let beyond = (low - self.point).max(self.point - high).max(DVec2::ZERO);
        beyond.length_squared() * (1.0 - ROUNDING)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let ends = self.line.ends_of(item).map(|end| self.frame.enter(end) - self.point);
        let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let of_box = low.max(-high).max(DVec2::ZERO).length_squared();
        let mut found = nearest(ends);
        found.squared = self.near.add(NearPart { part: item, point: found.point, squared: found.squared }, of_box);
        if self.best.is_none_or(|(id, best)| found.squared < best.squared || found.squared == best.squared && item < id) {
            self.best = Some((item, found));
        }
        Some(limit.min(self.near.limit()))
    }
}

/// The point of a segment nearest to the origin.
#[derive(Clone, Copy, Debug)]
struct Nearest {
    point: DVec2,
    feature: Feature,
    squared: f64,
}

fn nearest([from, to]: [DVec2; 2]) -> Nearest {
    let along = to - from;
    let time = -from.dot(along) / along.length_squared();
    let (point, feature) = if time > 0.0 && time < 1.0 {
        (from + along * time, Feature::Face)
    } else if time >= 1.0 || to.length_squared() < from.length_squared() {
        // Also if the segment is so short that its square is zero.
        (to, Feature::Vertex(1))
    } else {
        (from, Feature::Vertex(0))
    };
    Nearest { point, feature, squared: point.length_squared() }
}

/// A lower bound of the distance of a segment from the origin. `point` is its nearest point.
fn lower_bound(ends: [DVec2; 2], point: DVec2) -> f64 {
    let [from, to] = ends;
    let beyond = |direction: DVec2| {
        let unit = normalize_or_zero(direction);
        unit.dot(from).min(unit.dot(to))
    };
    let normal = right_of(to - from);
    // Near a segment the direction of the nearest point is rounded, and its normal is not.
    let toward = if normal.dot(from) < 0.0 { -normal } else { normal };
    let largest = from.length().max(to.length());
    (beyond(point).max(beyond(toward)) - ROUNDING * largest).max(0.0)
}
