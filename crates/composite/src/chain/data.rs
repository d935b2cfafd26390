//! What all instances of a chain share: points, tree and area.

use clinch_bvh::{Builder, Bvh, Layout};
use clinch_mass::{Moments, closed_outline};
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec2;

use crate::chain::error::ChainError;
use crate::sub_shape::FeatureKey;
use crate::unit_frame::UnitFrame;

/// More: less memory, and queries visit more segments.
const LEAF_SIZE: u32 = 8;

#[derive(Debug)]
pub(crate) struct ChainData<V: Vector> {
    pub(crate) points: Vec<V>,
    /// Whether a segment leads from the last point to the first.
    pub(crate) closed: bool,
    pub(crate) tree: Bvh<DVec2>,
    /// The AABB of the points. That of the tree leaves out what is beyond 2^800.
    pub(crate) extent: Aabb<DVec2>,
    /// The frame of the largest coordinate.
    pub(crate) frame: UnitFrame,
    /// Of the solid that a loop bounds, in that frame: the area of a large solid overflows.
    pub(crate) moments: Option<Moments<DVec2>>,
}

impl<V: Vector<Wide = DVec2>> ChainData<V> {
    pub(crate) fn new(points: Vec<V>, closed: bool) -> Result<Self, ChainError> {
        let (given, needed, limit) = (points.len(), if closed { 3 } else { 2 }, FeatureKey::MOST_VERTICES);
        if given > limit {
            return Err(ChainError::TooManyPoints { given, limit });
        }
        if let Some(point) = points.iter().position(|point| !point.is_finite()) {
            return Err(ChainError::PointNotFinite { point: point as u32 });
        }
        if given < needed {
            return Err(ChainError::TooFewPoints { given, needed });
        }
        let frame = UnitFrame::of(points.iter().fold(0.0, |largest: f64, point| largest.max(point.widen().max_abs())));
        let none = Aabb { min: DVec2::ZERO, max: DVec2::ZERO };
        let extent = Aabb::of_points(points.iter().map(|point| point.widen())).unwrap_or(none);
        let mut chain = Self { points, closed, tree: Bvh::new(), extent, frame, moments: None };
        let wide = |segment: usize| chain.indices(segment).map(|index| chain.points[index].widen());
        let bounds = |segment: usize| {
            let [a, b] = wide(segment);
            Aabb { min: a.min(b), max: a.max(b) }
        };
        let mut tree = Bvh::new();
        Builder::new().build(&mut tree, &Layout { leaf_size: LEAF_SIZE, leave_out_far: false }, chain.count(), bounds);
        tree.shrink_to_fit();
        let center = extent.min * 0.5 + extent.max * 0.5;
        let scaled = (0..chain.count()).map(|segment| wide(segment).map(|end| frame.enter(end)));
        let moments = if closed { closed_outline(frame.enter(center), scaled) } else { None };
        (chain.tree, chain.moments) = (tree, moments);
        Ok(chain)
    }

    /// The number of segments.
    pub(crate) fn count(&self) -> usize {
        if self.closed { self.points.len() } else { self.points.len() - 1 }
    }

    /// The points of an existing segment.
    #[inline]
    pub(crate) fn indices(&self, segment: usize) -> [usize; 2] {
        let next = segment + 1;
        [segment, if next < self.points.len() { next } else { 0 }]
    }

    /// The memory in bytes, without the struct itself.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.points.as_slice()) + self.tree.bytes()
    }
}
