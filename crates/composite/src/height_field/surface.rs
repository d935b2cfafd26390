//! The height field as a surface for queries: cells are found by arithmetic.
//!
//! * A box, or the line of a ray within one column of cells, covers a range of rows and columns. It
//!   is computed by a division and corrected by comparing with the coordinates of the vertices, so
//!   rounding loses no cell.
//! * A point is compared with rings of cells around its own, until the rest is farther away than
//!   the nearest triangle.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::{DVec2, DVec3};

use crate::exact;
use crate::height_field::field::HeightField;
use crate::line::Line;
use crate::neighbor::Neighbor;
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::SubShapeId;
use crate::surface::Surface;
use crate::unit_frame::UnitFrame;

/// The relative rounding error of the coordinates of a line between two times, by which a column of
/// cells is widened. Smaller: a ray through a vertex could miss the cells there.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

impl<V: Vector<Wide = DVec3>> Surface for HeightField<V> {
    fn frame(&self) -> UnitFrame {
        self.frame()
    }

    fn extent(&self) -> Aabb<DVec3> {
        self.extent()
    }

    #[inline]
    fn corners_of(&self, triangle: u32) -> [DVec3; 3] {
        self.vertices_at(triangle).map(|(row, column)| self.vertex(row, column).widen())
    }

    #[inline]
    fn vertices_of(&self, triangle: u32) -> [u32; 3] {
        self.vertices_at(triangle).map(|(row, column)| row * self.columns() + column)
    }

    fn beyond(&self, triangle: u32, edge: u8) -> Option<Neighbor> {
        self.neighbor(SubShapeId(triangle), edge)
    }

    fn next(&self, triangle: u32, edge: u8) -> Option<(u32, u8)> {
        self.next_to(triangle, edge)
    }

    fn sides_of(&self) -> Sides {
        self.sides()
    }

    fn is_closed(&self) -> bool {
        false
    }

    fn boundary(&self) -> BoundaryEdges {
        self.boundary_edges()
    }

    /// Whether a triangle is at the point or above it.
    fn encloses(&self, point: DVec3) -> bool {
        let extent = self.extent();
        if !point.is_finite() || point.y > extent.max.y {
            return false;
        }
        // Far below the field the point could overflow in its frame.
        let point = DVec3::new(point.x, point.y.max(extent.min.y), point.z);
        let flat = |p: DVec3| DVec2::new(p.z, p.x);
        let p = self.frame().enter_exact(point);
        let mut below = false;
        self.cells_at(&Aabb { min: point, max: point }, |triangle| {
            let corners = self.corners_of(triangle).map(|corner| self.frame().enter_exact(corner));
            let [a, b, c] = corners.map(flat);
            let over = [(a, b), (b, c), (c, a)].iter().all(|&(from, to)| exact::turn(from, to, flat(p)) >= 0.0);
            below |= over && exact::side(corners, p) <= 0.0;
        });
        below
    }

    fn triangles_at(&self, place: DVec3, found: impl FnMut(u32)) {
        self.cells_at(&Aabb { min: place, max: place }, found);
    }

    fn visit_along(&self, line: &Line<DVec3>, limit: f64, visitor: &mut impl Visitor<DVec3>) {
        let enter = visitor.bound(&self.extent());
        if !(enter <= limit) {
            return;
        }
        // The axis along which the line crosses more cells: its cells are visited slice by slice.
        let width = line.frame.enter(self.scale().widen());
        let along = if (line.direction.x * width.z).abs() >= (line.direction.z * width.x).abs() { 0 } else { 2 };
        let slices = self.indices(along, range(line, along, [enter, limit]));
        let (first, end) = (slices.start, slices.end);
        let mut limit = limit;
        for slice in slices {
            let slice = if line.direction[along] < 0.0 { end - 1 - (slice - first) } else { slice };
            let Some([from, to]) = self.times(line, along, slice) else { continue };
            let (from, to) = (from.max(enter), to.min(limit));
            if !(from <= limit) {
                return;
            }
            for index in self.indices(2 - along, range(line, 2 - along, [from, to])) {
                let cell = if along == 0 { (index, slice) } else { (slice, index) };
                let Some(nearer) = self.visit_cell(cell, limit, visitor) else { return };
                limit = nearer;
            }
        }
    }

    fn visit_around(&self, _: UnitFrame, point: DVec3, visitor: &mut impl Visitor<DVec3>) {
        let (row, column) = (self.index_at(2, point.z), self.index_at(0, point.x));
        let (last_row, last_column) = (self.rows() - 2, self.columns() - 2);
        let mut limit = f64::MAX;
        for ring in 0..self.rows().max(self.columns()) {
            let [top, left] = [row, column].map(|at| at.checked_sub(ring));
            let [end, right] = [(row, last_row), (column, last_column)].map(|(at, last)| (at + ring <= last).then_some(at + ring));
            // The sides of the ring that are in the field, as ranges of rows and columns.
            let rows = [top.unwrap_or(0), end.unwrap_or(last_row)];
            let inner = [rows[0] + u32::from(top.is_some()), (rows[1] + 1).saturating_sub(u32::from(end.is_some()))];
            let columns = [left.unwrap_or(0), right.unwrap_or(last_column)];
            let across = |row: u32| ([row, row + 1], [columns[0], columns[1] + 1]);
            let down = |column: u32| (inner, [column, column + 1]);
            // The first ring is one cell.
            let others = [end.map(across), left.map(down), right.map(down)].map(|side| side.filter(|_| ring > 0));
            let mut nearest = f64::INFINITY;
            for (rows, columns) in [top.map(across)].into_iter().chain(others).flatten() {
                let bounds = self.side_bounds(rows, columns);
                nearest = nearest.min(visitor.bound(&bounds));
                for row in rows[0]..rows[1] {
                    for column in columns[0]..columns[1] {
                        let Some(nearer) = self.visit_cell((row, column), limit, visitor) else { return };
                        limit = nearer;
                    }
                }
            }
            // The next ring is farther away than this one.
            if !(nearest <= limit) {
                return;
            }
        }
    }
}

/// The coordinates of a line along an axis between two times, widened by rounding, in the frame of
/// the user.
fn range(line: &Line<DVec3>, axis: usize, times: [f64; 2]) -> [f64; 2] {
    let (origin, speed) = (line.origin[axis], line.direction[axis]);
    let [one, other] = times.map(|time| {
        // At rest also at an infinite time.
        let way = if speed == 0.0 { 0.0 } else { speed * time };
        (origin + way, line.pad + ROUNDING * (way.abs() + origin.abs()))
    });
    let (low, high) = if one.0 <= other.0 { (one, other) } else { (other, one) };
    // Of an infinite coordinate the slack is infinite, too.
    let widened = |at: f64, slack: f64| if at.is_finite() { at + slack } else { at };
    [widened(low.0, -low.1), widened(high.0, high.1)].map(|at| line.frame.leave(at))
}

impl<V: Vector<Wide = DVec3>> HeightField<V> {
    /// Calls `found` for the triangles of all cells that a box overlaps as seen from above.
    pub(crate) fn cells_at(&self, bounds: &Aabb<DVec3>, mut found: impl FnMut(u32)) {
        let [rows, columns] = [2, 0].map(|axis| self.indices(axis, [bounds.min[axis], bounds.max[axis]]));
        for row in rows.clone() {
            for column in columns.clone() {
                let first = 2 * self.cell_index(row, column) as u32;
                if self.is_there(first) {
                    found(first);
                    found(first + 1);
                }
            }
        }
    }

    /// The rows or columns of cells that an interval touches.
    fn indices(&self, axis: usize, [low, high]: [f64; 2]) -> core::ops::Range<u32> {
        let last = if axis == 0 { self.columns() } else { self.rows() } - 1;
        if !(low <= high) || high < 0.0 || low > self.place(axis, last) {
            return 0..0;
        }
        let mut first = self.index_at(axis, low);
        while first > 0 && self.place(axis, first) >= low {
            first -= 1;
        }
        let mut end = self.index_at(axis, high) + 1;
        while end < last && self.place(axis, end) <= high {
            end += 1;
        }
        first..end
    }

    /// The row or column of cells that contains a coordinate, or the nearest one.
    fn index_at(&self, axis: usize, coordinate: f64) -> u32 {
        let last = if axis == 0 { self.columns() } else { self.rows() } - 2;
        // A conversion from a float saturates.
        let mut index = ((coordinate / self.scale().widen()[axis]) as u32).min(last);
        while index > 0 && self.place(axis, index) > coordinate {
            index -= 1;
        }
        while index < last && self.place(axis, index + 1) < coordinate {
            index += 1;
        }
        index
    }

    fn side_bounds(&self, rows: [u32; 2], columns: [u32; 2]) -> Aabb<DVec3> {
        let Aabb { min, max } = self.extent();
        let at = |axis: usize, index: u32| self.place(axis, index);
        Aabb { min: DVec3::new(at(0, columns[0]), min.y, at(2, rows[0])), max: DVec3::new(at(0, columns[1]), max.y, at(2, rows[1])) }
    }

    /// The times between which a line is in a row or column of cells, widened by rounding; `None`
    /// if it is beside it at all times.
    fn times(&self, line: &Line<DVec3>, axis: usize, index: u32) -> Option<[f64; 2]> {
        let speed = line.direction[axis];
        let at = |index: u32| line.frame.enter(DVec3::splat(self.place(axis, index)))[axis] - line.origin[axis];
        let (low, high) = (at(index) - line.pad, at(index + 1) + line.pad);
        if speed == 0.0 {
            return (low <= 0.0 && high >= 0.0).then_some([0.0, f64::INFINITY]);
        }
        let (one, other) = (low / speed, high / speed);
        Some([one.min(other) * (1.0 - ROUNDING), one.max(other) * (1.0 + ROUNDING)])
    }

    /// Visits the triangles of a cell if they may be within the limit. Returns the new limit, or
    /// `None` to stop.
    fn visit_cell(&self, (row, column): (u32, u32), limit: f64, visitor: &mut impl Visitor<DVec3>) -> Option<f64> {
        let first = 2 * self.cell_index(row, column) as u32;
        if !self.is_there(first) {
            return Some(limit);
        }
        let height = |down: u32, right: u32| self.vertex(row + down, column + right).widen();
        let corners = [height(0, 0), height(0, 1), height(1, 0), height(1, 1)];
        let bounds = corners.iter().fold(Aabb { min: corners[0], max: corners[0] }, |bounds, &corner| Aabb {
            min: bounds.min.min(corner),
            max: bounds.max.max(corner),
        });
        if !(visitor.bound(&bounds) <= limit) {
            return Some(limit);
        }
        let limit = visitor.visit(first, limit)?;
        visitor.visit(first + 1, limit)
    }
}
