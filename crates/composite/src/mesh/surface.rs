//! The mesh as a surface for queries: its tree finds the triangles.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::line::Line;
use crate::mesh::contains::encloses;
use crate::mesh::tri_mesh::TriMesh;
use crate::neighbor::Neighbor;
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::SubShapeId;
use crate::surface::Surface;
use crate::surface_edge::SurfaceEdge;
use crate::unit_frame::UnitFrame;

impl<V: Vector<Wide = DVec3>> Surface for TriMesh<V> {
    fn frame(&self) -> UnitFrame {
        self.frame()
    }

    fn extent(&self) -> Aabb<DVec3> {
        self.bounds()
    }

    #[inline]
    fn corners_of(&self, triangle: u32) -> [DVec3; 3] {
        self.wide_corners(triangle)
    }

    #[inline]
    fn vertices_of(&self, triangle: u32) -> [u32; 3] {
        self.wind(self.data().triangles[triangle as usize])
    }

    #[inline]
    fn beyond(&self, triangle: u32, edge: u8) -> Option<Neighbor> {
        self.neighbor(SubShapeId(triangle), edge)
    }

    #[inline]
    fn surface_edges(&self, triangle: u32) -> [SurfaceEdge; 3] {
        let [ab, bc, ca] = self.data().neighbors[triangle as usize].map(|packed| SurfaceEdge::of_packed(packed, self.boundary()));
        // The corners a b c of a mirrored triangle are a c b.
        if self.is_mirrored() { [ca.turned(), bc.turned(), ab.turned()] } else { [ab, bc, ca] }
    }

    fn sides_of(&self) -> Sides {
        self.sides()
    }

    /// The face of one component that is nearest to a point may be inside of another one, and at an
    /// edge of four triangles the nearest two may not be those that the point is between.
    fn is_closed(&self) -> bool {
        self.data().one_piece
    }

    #[inline]
    fn boundary(&self) -> BoundaryEdges {
        self.boundary_edges()
    }

    fn encloses(&self, point: DVec3) -> bool {
        encloses(self, point)
    }

    fn triangles_at(&self, place: DVec3, found: impl FnMut(u32)) {
        self.tree().overlaps(&Aabb { min: place, max: place }, found);
    }

    fn visit_along(&self, line: &Line<DVec3>, limit: f64, visitor: &mut impl Visitor<DVec3>) {
        self.tree().along(line, limit, |triangle, limit| visitor.visit(triangle, limit));
    }

    fn visit_around(&self, frame: UnitFrame, point: DVec3, visitor: &mut impl Visitor<DVec3>) {
        self.tree().around(frame, frame.enter(point), |triangles, limit| visitor.visit_several(triangles, limit));
    }
}
