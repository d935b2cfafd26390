//! The normal cones of the ends of segments, by exact signs.
//!
//! * At a convex end the cone is the arc between the normals of both segments, at a flat one their
//!   common normal, and at a concave one it is empty.
//! * Two segments that are folded onto each other are an end of both, whichever side is the front:
//!   half a turn is possible.

use clinch_support::normalize_or_zero;
use glam::DVec2;

use crate::neighbor::EdgeKind;
use crate::normal_cone::NormalCone;
use crate::planar::corner::kind;
use crate::planar::polyline::{Beyond, Polyline, right_of};
use crate::sides::BoundaryEdges;
use crate::sub_shape::{Feature, FeatureKey};

/// The number of a feature of an existing segment.
pub(crate) fn feature_key(line: &impl Polyline, segment: u32, feature: Feature) -> Option<FeatureKey> {
    match feature {
        Feature::Face => Some(FeatureKey::face(segment)),
        Feature::Vertex(end) => line.points_of(segment).get(usize::from(end)).copied().map(FeatureKey::vertex),
        Feature::Edge(_) => None,
    }
}

/// The normal cone of a feature of an existing segment, in front of it or behind it.
pub(crate) fn normal_cone(line: &impl Polyline, segment: u32, feature: Feature, front: bool) -> NormalCone<DVec2> {
    match feature {
        Feature::Face => NormalCone::Ray(facing(line.normal_of(segment), front)),
        Feature::Vertex(end) if end < 2 => of_end(line, segment, usize::from(end), front),
        Feature::Edge(_) | Feature::Vertex(_) => NormalCone::Unknown,
    }
}

/// Whether another shape continues an existing segment beyond a feature.
pub(crate) fn continues(line: &impl Polyline, segment: u32, feature: Feature) -> bool {
    match feature {
        Feature::Vertex(end) if end < 2 => match line.beyond(segment, usize::from(end)) {
            Beyond::Segment(_) => false,
            Beyond::Ghost(_) => true,
            Beyond::Boundary => line.boundary() == BoundaryEdges::Open,
        },
        Feature::Face | Feature::Edge(_) | Feature::Vertex(_) => false,
    }
}

fn facing(normal: DVec2, front: bool) -> DVec2 {
    if front { normal } else { -normal }
}

fn of_end(line: &impl Polyline, segment: u32, end: usize, front: bool) -> NormalCone<DVec2> {
    let direction = line.direction_of(segment);
    let normal = facing(right_of(direction), front);
    // The unit vectors from the common point into both segments.
    let inward = if end == 0 { direction } else { -direction };
    let Some((kind, other)) = joint(line, segment, end) else {
        return match line.boundary() {
            BoundaryEdges::Hard => NormalCone::Arc([normal, normalize_or_zero(normal - inward), -inward]),
            BoundaryEdges::Open => NormalCone::Ray(normal),
        };
    };
    // As seen along both segments from this one's beginning or to its end.
    let other_normal = facing(right_of(if end == 0 { -other } else { other }), front);
    match (kind, front) {
        (EdgeKind::Flat, _) => NormalCone::Ray(normal),
        (EdgeKind::Folded, _) => NormalCone::Arc([normal, -inward, other_normal]),
        (EdgeKind::Convex, true) | (EdgeKind::Concave, false) => {
            // The sum of the normals is rounding at a sharp end, the outward direction at a blunt
            // one.
            let (sum, outward) = (normal + other_normal, -(inward + other));
            let middle = if sum.length_squared() > outward.length_squared() { sum } else { outward };
            NormalCone::Arc([normal, normalize_or_zero(middle), other_normal])
        }
        (EdgeKind::Convex, false) | (EdgeKind::Concave, true) => NormalCone::Empty,
    }
}

/// How a segment and what is beyond its end meet, and the unit vector from the common point into
/// what is beyond. `None` at a boundary.
pub(crate) fn joint(line: &impl Polyline, segment: u32, end: usize) -> Option<(EdgeKind, DVec2)> {
    let ends = line.ends_of(segment);
    let far = match line.beyond(segment, end) {
        // The far end of the neighbour is the one with the number of this end: a chain runs through
        // both in the same direction.
        Beyond::Segment(other) => line.ends_of(other)[end],
        Beyond::Ghost(point) => point,
        Beyond::Boundary => return None,
    };
    let [near, at] = [ends[1 - end], ends[end]];
    let path = if end == 0 { [far, at, near] } else { [near, at, far] };
    let kind = kind(path.map(|point| line.frame().enter_exact(point)));
    let [at, far] = [at, far].map(|point| line.frame().enter(point));
    Some((kind, normalize_or_zero(far - at)))
}
