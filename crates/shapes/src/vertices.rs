//! The vertices of a hull or polygon, stored for support queries.
//!
//! * `support` scans all vertices, several at a time: O(n). `support_hinted` climbs over the edges
//!   of a polytope with many vertices, to the same answer.
//! * Scans compare dot products of copies relative to the center of the bounds. So a polytope far
//!   from its own origin loses no precision.

use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexBlock, VertexId};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, bounding_radius_of};
use crate::hill_climb::Adjacency;
use crate::lanes::Lanes;
use crate::points::{bounds, relative_to};

/// The vertices of a convex polytope.
#[derive(Clone, Debug)]
pub(crate) struct Vertices<V: Vector> {
    pub(crate) points: Vec<V>,
    /// The points relative to the center.
    pub(crate) local: Lanes<V>,
    /// The edges between points; empty for a polytope of few points.
    pub(crate) adjacency: Adjacency,
    center: V,
    radius_about_center: V::Scalar,
    /// About the origin.
    bounding_radius: f64,
}

/// The other fields follow from these. An exception are the edges of a hull, but different sets of
/// edges give the same answers.
impl<V: Vector> PartialEq for Vertices<V> {
    fn eq(&self, other: &Self) -> bool {
        self.points == other.points && self.center == other.center && self.radius_about_center == other.radius_about_center
    }
}

impl<V: Vector> Vertices<V> {
    /// No point may be farther from `center` than `radius_about_center`.
    pub(crate) fn new(points: Vec<V>, adjacency: Adjacency, center: V, radius_about_center: V::Scalar) -> Self {
        let local = Lanes::new(&relative_to(&points, center));
        Self { bounding_radius: bounding_radius_of(&points), points, local, adjacency, center, radius_about_center }
    }

    /// Exact except for `f64` rounding, which is added. O(n).
    pub(crate) fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds(&self.points, pose)
    }

    /// About the center of the bounds. O(1).
    pub(crate) fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        BoundingBall { center: self.center.widen(), radius: self.radius_about_center.widen() }
    }

    /// An upper bound of the distance of the vertices from the origin.
    #[inline]
    pub(crate) fn bounding_radius(&self) -> f64 {
        self.bounding_radius
    }
}

impl<V: Vector> SupportMap<V> for Vertices<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        let index = self.local.farthest(direction);
        Support { point: self.points[index], id: Some(VertexId::new(index)) }
    }

    #[inline]
    fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
        let index = self.adjacency.farthest(&self.local, V::narrow(direction), self.radius_about_center, hint.index());
        Support { point: self.points[index].widen(), id: Some(VertexId::new(index)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        self.points.get(id.index()).copied()
    }

    #[inline]
    fn vertex_blocks<'s>(&'s self, _: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
        Some(self.local.blocks()).filter(|blocks| !blocks.is_empty())
    }

    #[inline]
    fn center(&self) -> V {
        self.center
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        self.radius_about_center
    }
}
