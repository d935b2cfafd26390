//! The vertices of a hull or polygon, stored for support queries.
//!
//! * `support` scans all vertices, several at a time: O(n). With a hint, a polytope of many vertices
//!   is climbed from there, to the same answer.
//! * Scans compare dot products of copies relative to the middle of the bounds. So a polytope
//!   modelled far from its own origin loses no precision in them.

use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, bounding_radius_of};
use crate::hill_climb::Edges;
use crate::lanes::Lanes;
use crate::points::{bounds, relative_to};

/// The vertices of a convex polytope.
#[derive(Clone, Debug)]
pub(crate) struct Vertices<V: Vector> {
    pub(crate) points: Vec<V>,
    /// The points relative to the center.
    pub(crate) local: Lanes<V>,
    /// Which points are joined by edges; of many points only.
    pub(crate) joined: Edges,
    center: V,
    extent: V::Scalar,
    /// From the origin.
    reach: f64,
}

/// The rest follows from these, but for the edges of a hull: several sets of edges lead to the same
/// answers.
impl<V: Vector> PartialEq for Vertices<V> {
    fn eq(&self, other: &Self) -> bool {
        self.points == other.points && self.center == other.center && self.extent == other.extent
    }
}

impl<V: Vector> Vertices<V> {
    /// No point is farther from `center` than `extent`.
    pub(crate) fn new(points: Vec<V>, joined: Edges, center: V, extent: V::Scalar) -> Self {
        let local = Lanes::new(&relative_to(&points, center));
        Self { reach: bounding_radius_of(&points), points, local, joined, center, extent }
    }

    /// Exact but for `f64` rounding, which is included. O(n).
    pub(crate) fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds(&self.points, pose)
    }

    /// About the middle of the bounds. O(1).
    pub(crate) fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        BoundingBall { center: self.center.widen(), radius: self.extent.widen() }
    }

    /// No point is farther from the origin.
    #[inline]
    pub(crate) fn bounding_radius(&self) -> f64 {
        self.reach
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
        let index = self.joined.farthest(&self.local, V::narrow(direction), self.extent, hint.index());
        Support { point: self.points[index].widen(), id: Some(VertexId::new(index)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        self.points.get(id.index()).copied()
    }

    #[inline]
    fn center(&self) -> V {
        self.center
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        self.extent
    }
}
