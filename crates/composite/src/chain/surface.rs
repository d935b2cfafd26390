//! The chain as a surface for queries: its tree finds the segments.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec2;

use crate::chain::contains::encloses;
use crate::chain::instance::Chain;
use crate::line::Line;
use crate::planar::{Beyond, Polyline};
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::SubShapeId;
use crate::unit_frame::UnitFrame;

impl<V: Vector<Wide = DVec2>> Polyline for Chain<V> {
    fn frame(&self) -> UnitFrame {
        self.frame()
    }

    fn extent(&self) -> Aabb<DVec2> {
        self.bounds()
    }

    #[inline]
    fn ends_of(&self, segment: u32) -> [DVec2; 2] {
        self.wide_ends(segment)
    }

    #[inline]
    fn points_of(&self, segment: u32) -> [u32; 2] {
        self.indices(segment).map(|index| index as u32)
    }

    fn beyond(&self, segment: u32, end: usize) -> Beyond {
        match self.neighbor(SubShapeId(segment), end as u8) {
            Some(neighbor) => Beyond::Segment(neighbor.0),
            None => self.ghost_beyond(end).map_or(Beyond::Boundary, Beyond::Ghost),
        }
    }

    fn sides_of(&self) -> Sides {
        self.sides()
    }

    fn boundary(&self) -> BoundaryEdges {
        self.boundary_edges()
    }

    fn encloses(&self, point: DVec2) -> bool {
        encloses(self, point)
    }

    fn visit_along(&self, _: &Line<DVec2>, limit: f64, visitor: &mut impl Visitor<DVec2>) {
        self.tree().traverse(limit, visitor);
    }

    fn visit_around(&self, _: DVec2, visitor: &mut impl Visitor<DVec2>) {
        self.tree().traverse(f64::MAX, visitor);
    }
}
