//! A [`Cloud`] that gives its vertices in blocks, as hulls do: for tests of searches in lanes.

use clinch_support::{Support, SupportMap, VertexBlock, VertexId};
use glam::{DVec3, Vec3};

use crate::cloud::Cloud;

/// The convex hull of a list of points, with blocks.
///
/// ```
/// use clinch_support::SupportMap;
/// use clinch_testkit::in_blocks::InBlocks;
/// use glam::{DVec3, Vec3};
///
/// let segment = InBlocks::new(vec![Vec3::X, Vec3::Y]);
/// assert_eq!(segment.farthest(DVec3::X), 1.0);
/// assert_eq!(segment.vertex_blocks(&mut None).map(|blocks| blocks.len()), Some(1));
/// ```
pub struct InBlocks {
    /// The points.
    pub cloud: Cloud<Vec3>,
    /// Of the same points, unless a test lies.
    pub blocks: Vec<VertexBlock>,
}

impl InBlocks {
    /// With blocks of these points.
    pub fn new(points: Vec<Vec3>) -> Self {
        Self { blocks: VertexBlock::all_of(&points, Vec3::ZERO), cloud: Cloud(points) }
    }

    /// The value of the farthest vertex of a list, in `f64`.
    pub fn farthest(&self, direction: DVec3) -> f64 {
        self.cloud.0.iter().fold(f64::NEG_INFINITY, |most, point| most.max(direction.dot(point.as_dvec3())))
    }

    /// With each point times a factor.
    pub fn scaled(&self, scale: f32) -> Self {
        Self::new(self.cloud.0.iter().map(|&point| point * scale).collect())
    }
}

impl SupportMap<Vec3> for InBlocks {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        self.cloud.support(direction)
    }

    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        self.cloud.vertex(id)
    }

    fn vertex_blocks<'s>(&'s self, _: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
        Some(&self.blocks)
    }
}
