//! What queries need of a surface of segments: implemented by chains and height fields.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::normalize_or_zero;
use glam::DVec2;

use crate::line::Line;
use crate::sides::{BoundaryEdges, Sides};
use crate::unit_frame::UnitFrame;

/// What is beyond an end of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Beyond {
    /// Another segment of the surface.
    Segment(u32),
    /// A segment to this point, which belongs to another shape.
    Ghost(DVec2),
    /// Nothing.
    Boundary,
}

/// A surface of segments, in the frame of its user. Segments and ends given to its functions must
/// exist. The front of a segment is the right side of its direction, from end 0 to end 1.
pub(crate) trait Polyline {
    /// The frame of the largest coordinate.
    fn frame(&self) -> UnitFrame;

    /// A box that contains all segments.
    fn extent(&self) -> Aabb<DVec2>;

    /// The ends of a segment.
    fn ends_of(&self, segment: u32) -> [DVec2; 2];

    /// The numbers of these points: equal in both segments that share one.
    fn points_of(&self, segment: u32) -> [u32; 2];

    /// What is beyond an end.
    fn beyond(&self, segment: u32, end: usize) -> Beyond;

    fn sides_of(&self) -> Sides;

    fn boundary(&self) -> BoundaryEdges;

    /// Whether a point is on the surface or in the solid behind it. Exact; only asked of a solid.
    fn encloses(&self, point: DVec2) -> bool;

    /// Visits all segments whose box the line may meet up to a time, as
    /// [`clinch_bvh::Bvh::traverse`] does.
    fn visit_along(&self, line: &Line<DVec2>, limit: f64, visitor: &mut impl Visitor<DVec2>);

    /// Visits all segments whose box may be within the limit that the visitor shrinks.
    fn visit_around(&self, point: DVec2, visitor: &mut impl Visitor<DVec2>);

    /// The unit vector along a segment. Its ends are distinct, so it is never zero.
    fn direction_of(&self, segment: u32) -> DVec2 {
        let [from, to] = self.ends_of(segment).map(|end| self.frame().enter(end));
        normalize_or_zero(to - from)
    }

    /// The unit normal of a segment, from its front.
    fn normal_of(&self, segment: u32) -> DVec2 {
        right_of(self.direction_of(segment))
    }
}

/// A vector, turned right by a quarter turn.
pub(crate) fn right_of(v: DVec2) -> DVec2 {
    DVec2::new(v.y, -v.x)
}
