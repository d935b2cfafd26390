//! The plane through a feature, projected along the normal.

use clinch_support::Vector;
use glam::DVec2;

use crate::clip::polygon::FarSide;

/// The plane of a feature: its height above the projection plane is linear.
#[derive(Clone, Copy)]
pub(super) struct FeaturePlane {
    pub(super) at: DVec2,
    pub(super) height: f64,
    pub(super) slope: DVec2,
    /// −1 if its projection is clockwise, else 1.
    pub(super) turn: f64,
    /// The largest distance of its corners from the first, along an axis of the projection plane:
    /// tolerances are relative to it.
    pub(super) size: f64,
}

impl FeaturePlane {
    /// A bound of the coordinates and heights of its corners, to within a small factor, because it
    /// is not steep.
    pub(super) fn reach(&self) -> f64 {
        self.at.sum_abs() + self.height.abs() + self.size
    }

    pub(super) fn height(&self, at: DVec2) -> f64 {
        self.height + Vector::dot(self.slope, at - self.at)
    }

    /// The part of the projection plane above which this plane is more than `by` higher than
    /// another, up to rounding.
    pub(super) fn higher_than(&self, other: &Self, by: f64) -> FarSide {
        FarSide { outward: self.slope - other.slope, limit: by - (self.height(DVec2::ZERO) - other.height(DVec2::ZERO)) }
    }
}
