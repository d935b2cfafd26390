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
