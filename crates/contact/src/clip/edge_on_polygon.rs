//! What an edge and a polygon share: the part of the edge over the polygon, and at a side that is
//! nearly parallel to a round edge the part beside it.
//!
//! A capsule along the border of a box, out of line by a tiny angle, has one end above the face and
//! the other beyond its side. Both touch the border: across it the capsule is a circle, which falls
//! away slowly.

use glam::DVec2;

use crate::clip::feature_plane::FeaturePlane;
use crate::clip::half_plane::{HalfPlane, clamp_into, crossing};
use crate::clip::polygon::PolygonVertex;
use crate::clip::{INSIDE, Limits, PARALLEL};
use crate::manifold::FeatureId;

/// An edge and a polygon, projected along the normal.
pub(super) struct EdgeOnPolygon<'p> {
    /// The projected ends, and their tags.
    pub(super) ends: [(DVec2, u32); 2],
    /// The tag of the edge.
    pub(super) edge: u32,
    pub(super) outline: &'p [PolygonVertex],
    /// The plane through the edge, and that of the polygon.
    pub(super) planes: [&'p FeaturePlane; 2],
    pub(super) edge_is_a: bool,
    pub(super) limits: Limits,
}

/// A place on the edge: the part of its length from the first end, and the tag of what ends it.
#[derive(Clone, Copy)]
struct Place {
    fraction: f64,
    /// As far from there, the edge is outside of what ends it by no more than rounding.
    slack: f64,
    tag: u32,
}

impl EdgeOnPolygon<'_> {
    /// The corners of what they share, named by the ends of the edge or the sides that clip it.
    /// `add` receives points of the edge and of the polygon.
    pub(super) fn clip(&self, add: &mut impl FnMut(DVec2, DVec2, FeatureId)) {
        if self.outline.is_empty() {
            // Every corner of the polygon is beyond the limit.
            return;
        }
        let shared = self.interval(|_| true);
        if let Some([enter, leave]) = shared {
            // An edge that leaves where it enters shares a point.
            let is_longer = self.length(enter, leave) > self.slack();
            for place in [Some(enter), is_longer.then_some(leave)].into_iter().flatten() {
                self.add_corner(place, clamp_into(self.sides(), self.at(place.fraction), self.slack()), add);
            }
        }
        if self.limits.radius > 0.0 && self.sides().any(|side| self.is_parallel(&side) && self.is_crossed(&side)) {
            let is_beyond = |place: &Place| {
                let is_farther = |[enter, leave]: [Place; 2]| self.length(*place, enter).max(self.length(leave, *place)) > self.slack();
                shared.is_none_or(is_farther)
            };
            let beside = self.interval(|side| !self.is_parallel(side));
            for place in beside.into_iter().flatten().filter(is_beyond) {
                self.add_corner(place, None, add);
            }
        }
    }

    /// Adds a place of the edge with the point of the polygon below it, if there is one, or with
    /// that of a side that is nearly parallel to the edge where the gap to that is smaller.
    fn add_corner(&self, Place { fraction, tag, .. }: Place, below: Option<DVec2>, add: &mut impl FnMut(DVec2, DVec2, FeatureId)) {
        let at = self.at(fraction);
        let mut best = below.map(|over| (over, self.gap(at, over)));
        for side in self.sides().filter(|side| self.limits.radius > 0.0 && self.is_parallel(side)) {
            let depth = side.depth(at);
            let outside = if depth < 0.0 { -depth } else { 0.0 };
            let Some(over) = side.nearest_point(at, self.slack() + outside) else { continue };
            let Some(fall) = self.limits.fall((over - at).length()) else { continue };
            let gap = self.gap(at, over) + fall;
            if gap <= self.limits.gap && best.is_none_or(|(_, least)| gap < least) {
                best = Some((over, gap));
            }
        }
        if let Some((over, _)) = best {
            add(at, over, FeatureId::meeting(self.edge, tag));
        }
    }

    /// The gap along the normal between the edge at one place and the polygon at another.
    fn gap(&self, at: DVec2, over: DVec2) -> f64 {
        let [edge, polygon] = self.planes;
        let above = polygon.height(over) - edge.height(at);
        if self.edge_is_a { above } else { -above }
    }

    /// The part of the edge inside of some sides.
    fn interval(&self, counts: impl Fn(&HalfPlane) -> bool) -> Option<[Place; 2]> {
        let [(from, from_tag), (to, to_tag)] = self.ends;
        let slack = self.slack();
        let end = |fraction, tag| Place { fraction, slack: 0.0, tag };
        let (mut enter, mut leave) = (end(0.0, from_tag), end(1.0, to_tag));
        for side in self.sides() {
            let (depth_from, depth_to) = (side.depth(from), side.depth(to));
            let (stays, stays_next) = (depth_from >= -slack, depth_to >= -slack);
            if stays & stays_next || !counts(&side) {
                continue;
            }
            if !stays & !stays_next {
                return None;
            }
            let place = Place { fraction: crossing(depth_from, depth_to), slack: slack / (depth_from - depth_to).abs(), tag: side.edge };
            if stays && place.fraction < leave.fraction {
                leave = place;
            } else if !stays && place.fraction > enter.fraction {
                enter = place;
            }
        }
        // Through a corner of the polygon, it may leave before it enters, by rounding.
        (enter.fraction - enter.slack <= leave.fraction + leave.slack).then_some([enter, leave])
    }

    /// Points outside by no more than this count as inside. Relative to the smaller of the two:
    /// that of a wide floor would be larger than a small body, which may be beyond its border.
    fn slack(&self) -> f64 {
        let [edge, polygon] = self.planes.map(|plane| plane.size);
        INSIDE * if edge < polygon { edge } else { polygon }
    }

    /// How long the edge is from one place to another one; negative if that is before it.
    fn length(&self, from: Place, to: Place) -> f64 {
        let [(start, _), (end, _)] = self.ends;
        (to.fraction - from.fraction) * (end - start).length()
    }

    fn at(&self, fraction: f64) -> DVec2 {
        let [(from, _), (to, _)] = self.ends;
        from + (to - from) * fraction
    }

    fn sides(&self) -> impl Iterator<Item = HalfPlane> {
        HalfPlane::of_polygon(self.outline, self.planes[1].turn)
    }

    fn is_parallel(&self, side: &HalfPlane) -> bool {
        let [(from, _), (to, _)] = self.ends;
        (side.depth(to) - side.depth(from)).abs() < PARALLEL * (to - from).length()
    }

    /// Whether a part of the edge is outside of the side.
    fn is_crossed(&self, side: &HalfPlane) -> bool {
        let slack = self.slack();
        self.ends.iter().any(|&(end, _)| side.depth(end) < -slack)
    }
}
