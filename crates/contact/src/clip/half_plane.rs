//! One side of a convex polygon, as the half plane that another polygon is clipped to.

use clinch_support::Vector;
use glam::DVec2;

use crate::clip::polygon::PolygonVertex;

/// A side of a polygon as a half plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPlane {
    /// Where the side starts.
    at: DVec2,
    /// Unit, as the next.
    along: DVec2,
    inward: DVec2,
    length: f64,
    pub(super) edge: u32,
}

impl HalfPlane {
    /// All sides of positive length, of an outline that is counter-clockwise or, if `turn` is −1,
    /// clockwise.
    pub(super) fn of_polygon(polygon: &[PolygonVertex], turn: f64) -> impl Iterator<Item = Self> {
        let mut from = polygon.last().copied().unwrap_or_default();
        polygon.iter().filter_map(move |&to| {
            let PolygonVertex { at, edge } = core::mem::replace(&mut from, to);
            let side = to.at - at;
            let length = side.length_squared().sqrt();
            (length > 0.0).then(|| {
                let along = side * length.recip();
                Self { at, along, inward: along.perp() * turn, length, edge }
            })
        })
    }

    /// How far inside a point is; negative outside.
    #[inline]
    pub(super) fn depth(&self, point: DVec2) -> f64 {
        Vector::dot(self.inward, point - self.at)
    }

    /// The point of this side nearest to another one. `None` if that is more than `slack` past an
    /// end.
    pub(super) fn nearest_point(&self, point: DVec2, slack: f64) -> Option<DVec2> {
        let along = Vector::dot(self.along, point - self.at);
        let spans = -slack <= along && along <= self.length + slack;
        spans.then(|| self.at + self.along * along.clamp(0.0, self.length))
    }
}

/// The fraction of an edge at which it crosses a side, from the depths of its ends. Clamped,
/// because ends that count as inside may be outside by the tolerance, and the crossing of an edge
/// parallel to the side would be anywhere on its line.
pub(super) fn crossing(depth_from: f64, depth_to: f64) -> f64 {
    (depth_from / (depth_from - depth_to)).clamp(0.0, 1.0)
}

/// A point clipped by a side is outside of it by rounding or not at all. Less than this part of the
/// tolerance counts as on the side. Larger: the points of the two shapes are beside each other by
/// as much. Smaller: each such point is moved onto the side it is on.
pub(super) const ON_SIDE: f64 = 1e-6;

/// The point of the polygon for a point that each side counts as inside: the point itself, or the
/// one on the side if it is outside by the tolerance. `None` beyond a sharp corner: there a point
/// outside of two sides by the tolerance is far from both.
pub(super) fn clamp_into(sides: impl Iterator<Item = HalfPlane>, point: DVec2, slack: f64) -> Option<DVec2> {
    let mut over = Some(point);
    for side in sides {
        if side.depth(point) < -ON_SIDE * slack {
            over = side.nearest_point(point, 2.0 * slack);
            if over.is_some() {
                break;
            }
        }
    }
    over
}
