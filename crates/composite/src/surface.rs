//! What queries need of a surface of triangles: implemented by meshes and height fields.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use glam::DVec3;

use crate::line::Line;
use crate::neighbor::Neighbor;
use crate::sides::{BoundaryEdges, Sides};
use crate::surface_edge::SurfaceEdge;
use crate::unit_frame::UnitFrame;

/// A surface of triangles, in the frame of its user. Triangles given to its functions must exist.
pub(crate) trait Surface {
    /// The frame of the largest coordinate.
    fn frame(&self) -> UnitFrame;

    /// A box that contains all triangles.
    fn extent(&self) -> Aabb<DVec3>;

    /// The corners of a triangle, counter-clockwise from in front.
    fn corners_of(&self, triangle: u32) -> [DVec3; 3];

    /// The numbers of these vertices: equal in all triangles that share one.
    fn vertices_of(&self, triangle: u32) -> [u32; 3];

    /// The triangle beyond an edge.
    fn beyond(&self, triangle: u32, edge: u8) -> Option<Neighbor>;

    /// What the edges of a triangle are, seen from it.
    #[inline]
    fn surface_edges(&self, triangle: u32) -> [SurfaceEdge; 3] {
        [0, 1, 2].map(|edge| SurfaceEdge::of(self.beyond(triangle, edge), self.boundary()))
    }

    /// The triangle beyond an edge and the edge as that one numbers it, without how the two meet,
    /// which may take exact arithmetic.
    fn next(&self, triangle: u32, edge: u8) -> Option<(u32, u8)> {
        self.beyond(triangle, edge).map(|beyond| (beyond.triangle, beyond.edge))
    }

    fn sides_of(&self) -> Sides;

    /// Whether the surface is of one piece without a border, so that pseudo-normals decide what is
    /// inside.
    fn is_closed(&self) -> bool;

    fn boundary(&self) -> BoundaryEdges;

    /// Whether a point is on the surface or in the solid behind it. Exact; only asked of a solid.
    fn encloses(&self, point: DVec3) -> bool;

    /// Calls `found` once for each triangle that has a vertex at this place, and for others, in any
    /// order.
    fn triangles_at(&self, place: DVec3, found: impl FnMut(u32));

    /// Visits all triangles whose box the line may meet up to a time, near ones first where that is
    /// known, as [`clinch_bvh::Bvh::traverse`] does.
    fn visit_along(&self, line: &Line<DVec3>, limit: f64, visitor: &mut impl Visitor<DVec3>);

    /// Visits all triangles whose box may be within the limit that the visitor shrinks, near ones
    /// first where that is known.
    fn visit_around(&self, frame: UnitFrame, point: DVec3, visitor: &mut impl Visitor<DVec3>);

    /// The unit normal of a triangle, from its front.
    fn normal_of(&self, triangle: u32) -> DVec3 {
        // In the unit frame, because the product of two lengths could underflow.
        let (frame, [a, b, c]) = (self.frame(), self.corners_of(triangle));
        unit_normal([frame.enter(a), frame.enter(b), frame.enter(c)])
    }
}

/// The unit normal of a triangle; zero if its product underflows.
fn unit_normal([a, b, c]: [DVec3; 3]) -> DVec3 {
    let [ab, bc, ca] = [b - a, c - b, a - c];
    let [p, q, r] = [ab.length_squared(), bc.length_squared(), ca.length_squared()];
    // The shorter edges of a needle are the ones most nearly perpendicular.
    let normal = if r > p.max(q) {
        ab.cross(bc)
    } else if q > p {
        ca.cross(ab)
    } else {
        bc.cross(ca)
    };
    clinch_support::normalize_or_zero(normal)
}
