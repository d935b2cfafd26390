//! How deep and how far apart points are, and which are chosen before others.

use super::candidate::{Candidate, EQUALLY_DEEP};
use super::support_plane::SupportPlane;

/// Points within this part of the spread above the deepest are near it, and chosen before others.
/// Larger: a body that tilts may lose an end of the edge that it stands on. Smaller: points that a
/// body comes to rest on in a moment are not ready then.
pub(super) const NEAR_DEEPEST: f64 = 1.0 / 32.0;

/// How deep and how far apart the points are.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// The height of the deepest.
    pub(super) lowest: f64,
    /// The greatest distance of any point from the one that is farthest from the middle of all. Not
    /// along the axes, so that it is the same in A's frame and in B's; and not from the deepest,
    /// which rounding chooses while a face is level.
    pub(super) spread: f64,
    /// The plane that the body comes to rest on, if the points near the deepest are not in one
    /// plane.
    pub(super) support: Option<SupportPlane>,
}

impl Extent {
    /// Of points with the lowest at this height; their spread may be infinite or NaN.
    pub(super) fn new(lowest: f64, spread: f64) -> Self {
        Self { lowest, spread: if spread < f64::INFINITY { spread } else { 0.0 }, support: None }
    }

    /// Whether a point is near the deepest, and carries the body. The deepest itself always is.
    pub(super) fn is_chosen_first(&self, point: &Candidate) -> bool {
        let carries = |support: SupportPlane| support.is_carrying(point) || point.height <= self.equally_deep();
        point.height - self.lowest <= NEAR_DEEPEST * self.spread && self.support.is_none_or(carries)
    }

    /// The greatest height of a point that is as deep as the deepest.
    pub(super) fn equally_deep(&self) -> f64 {
        self.lowest + EQUALLY_DEEP * self.spread
    }
}
