//! The exposed faces of voxels as a surface for queries: neighbours are found by arithmetic.
//!
//! * Beyond an edge of a face is the face of the cell across it, if that is filled: concave, also
//!   of two cells that touch along an edge only. A body that touches one of them there is nearer to
//!   the other. Otherwise it is the face of the cell beside it, flat, or another face of the same
//!   cell, convex.
//! * A tree finds the blocks, and bits the cells with exposed faces.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::line::Line;
use crate::neighbor::{EdgeKind, Neighbor};
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::SubShapeId;
use crate::surface::Surface;
use crate::unit_frame::UnitFrame;
use crate::voxels::block::Block;
use crate::voxels::face::{Cell, Face};
use crate::voxels::grid::Voxels;

/// The bits of a coordinate in the number of a vertex. Vertices as far apart as 1024 cells have the
/// same number: names of features are needed within reach of a body.
const VERTEX_BITS: u32 = 10;

impl<V: Vector<Wide = DVec3>> Surface for Voxels<V> {
    fn frame(&self) -> UnitFrame {
        self.unit_frame()
    }

    fn extent(&self) -> Aabb<DVec3> {
        self.bounds()
    }

    #[inline]
    fn corners_of(&self, triangle: u32) -> [DVec3; 3] {
        self.vertices_at(triangle).map(|vertex| self.vertex(vertex).widen())
    }

    #[inline]
    fn vertices_of(&self, triangle: u32) -> [u32; 3] {
        let low = |i: i32| i as u32 & ((1 << VERTEX_BITS) - 1);
        self.vertices_at(triangle).map(|[x, y, z]| low(z) << (2 * VERTEX_BITS) | low(y) << VERTEX_BITS | low(x))
    }

    fn beyond(&self, triangle: u32, edge: u8) -> Option<Neighbor> {
        let (face, half) = Self::face_of(triangle);
        let Some(side) = face.side(half, edge) else {
            return Some(Neighbor { triangle: triangle ^ 1, edge: if half == 0 { 0 } else { 2 }, kind: EdgeKind::Flat });
        };
        let cell = self.cell_of(SubShapeId(triangle))?;
        let beside = side.beyond(cell);
        let across = face.beyond(beside);
        let (cell, face, toward, kind) = if self.is_filled(across) {
            (across, side.opposite(), face.opposite(), EdgeKind::Concave)
        } else if self.is_filled(beside) {
            (beside, face, side.opposite(), EdgeKind::Flat)
        } else {
            (cell, side, face, EdgeKind::Convex)
        };
        let (half, edge) = face.edge_toward(toward);
        Some(Neighbor { triangle: self.id(cell, face, half)?, edge, kind })
    }

    fn sides_of(&self) -> Sides {
        Sides::Solid
    }

    /// Not where cells touch along an edge only. What is inside is known of each cell.
    fn is_closed(&self) -> bool {
        false
    }

    fn boundary(&self) -> BoundaryEdges {
        BoundaryEdges::Hard
    }

    fn encloses(&self, point: DVec3) -> bool {
        point.is_finite() && self.cells_at(point).any(|cell| self.is_filled(cell))
    }

    fn triangles_at(&self, place: DVec3, mut found: impl FnMut(u32)) {
        for cell in self.cells_at(place) {
            self.triangles_of(cell, &mut found);
        }
    }

    fn visit_along(&self, _: &Line<DVec3>, limit: f64, visitor: &mut impl Visitor<DVec3>) {
        self.traverse_triangles(limit, visitor);
    }

    fn visit_around(&self, _: UnitFrame, _: DVec3, visitor: &mut impl Visitor<DVec3>) {
        self.traverse_triangles(f64::MAX, visitor);
    }
}

impl<V: Vector<Wide = DVec3>> Voxels<V> {
    /// Visits the triangles of near blocks first, as [`Bvh::traverse`](clinch_bvh::Bvh::traverse)
    /// does.
    pub(crate) fn traverse_triangles(&self, limit: f64, visitor: &mut impl Visitor<DVec3>) {
        self.data().tree.traverse(limit, &mut InBlocks { voxels: self, visitor });
    }

    /// Calls `found` for the triangles of a cell, in ascending order.
    pub(crate) fn triangles_of(&self, cell: Cell, mut found: impl FnMut(u32)) {
        for face in Face::ALL {
            if self.is_exposed(cell, face)
                && let Some(first) = self.id(cell, face, 0)
            {
                found(first);
                found(first + 1);
            }
        }
    }

    /// The cells that contain a finite point: up to eight.
    fn cells_at(&self, point: DVec3) -> impl Iterator<Item = Cell> {
        let [xs, ys, zs] = [0, 1, 2].map(|axis| self.indices_at(axis, point[axis]));
        xs.flat_map(move |x| {
            ys.clone().flat_map({
                let zs = zs.clone();
                move |y| zs.clone().map(move |z| [x, y, z])
            })
        })
    }

    /// The cells along an axis that contain a coordinate: one or two.
    fn indices_at(&self, axis: usize, coordinate: f64) -> core::ops::RangeInclusive<i32> {
        let index = self.index_below(axis, coordinate);
        let first = if self.place(axis, index) == coordinate { index - 1 } else { index };
        first..=index
    }

    /// The last cell along an axis that begins at a coordinate or below it.
    pub(crate) fn index_below(&self, axis: usize, coordinate: f64) -> i32 {
        const FAR: f64 = (1 << 21) as f64;
        // Rounding may be off by one; beyond the last cell any index serves.
        let mut index = libm::floor(coordinate / self.size().widen()[axis]).clamp(-FAR, FAR) as i32;
        if self.place(axis, index) > coordinate {
            index -= 1;
        }
        if self.place(axis, index + 1) <= coordinate {
            index += 1;
        }
        index
    }

    fn place(&self, axis: usize, index: i32) -> f64 {
        self.vertex([index; 3]).widen()[axis]
    }
}

/// Passes blocks on as the triangles in them.
struct InBlocks<'v, V: Vector<Wide = DVec3>, I> {
    voxels: &'v Voxels<V>,
    visitor: &'v mut I,
}

impl<V: Vector<Wide = DVec3>, I: Visitor<DVec3>> Visitor<DVec3> for InBlocks<'_, V, I> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        self.visitor.bound(bounds)
    }

    fn visit(&mut self, item: u32, mut limit: f64) -> Option<f64> {
        let block = &self.voxels.data().blocks[item as usize];
        for place in Block::places(&block.exposed) {
            let cell = block.cell(place);
            if !(self.visitor.bound(&self.voxels.box_of(cell, cell)) <= limit) {
                continue;
            }
            let mut stopped = false;
            self.voxels.triangles_of(cell, |triangle| {
                if !stopped {
                    match self.visitor.visit(triangle, limit) {
                        Some(nearer) => limit = nearer,
                        None => stopped = true,
                    }
                }
            });
            if stopped {
                return None;
            }
        }
        Some(limit)
    }
}
