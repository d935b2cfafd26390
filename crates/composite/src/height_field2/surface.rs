//! The height field as a surface for queries: cells are found by arithmetic.
//!
//! * An interval of x covers a range of cells. It is computed by a division and corrected by
//!   comparing with the coordinates of the heights, so rounding loses no cell.
//! * A point is compared with the cells to both sides of its own, until the rest is farther away
//!   than the nearest segment. A line visits its cells in order.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec2;

use crate::exact;
use crate::height_field2::field::HeightField2;
use crate::line::Line;
use crate::planar::{Beyond, Polyline};
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::SubShapeId;
use crate::unit_frame::UnitFrame;

/// The relative rounding error of the coordinates of a line between two times, by which the range
/// of its cells is widened. Smaller: a ray through a point could miss the cells there.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

impl<V: Vector<Wide = DVec2>> Polyline for HeightField2<V> {
    fn frame(&self) -> UnitFrame {
        self.frame()
    }

    fn extent(&self) -> Aabb<DVec2> {
        self.extent()
    }

    #[inline]
    fn ends_of(&self, segment: u32) -> [DVec2; 2] {
        [segment + 1, segment].map(|index| self.vertex(index).widen())
    }

    #[inline]
    fn points_of(&self, segment: u32) -> [u32; 2] {
        [segment + 1, segment]
    }

    fn beyond(&self, segment: u32, end: usize) -> Beyond {
        self.neighbor(SubShapeId(segment), end as u8).map_or(Beyond::Boundary, |beyond| Beyond::Segment(beyond.0))
    }

    fn sides_of(&self) -> Sides {
        self.sides()
    }

    fn boundary(&self) -> BoundaryEdges {
        self.boundary_edges()
    }

    /// Whether a segment is at the point or above it.
    fn encloses(&self, point: DVec2) -> bool {
        let extent = self.extent();
        if !point.is_finite() || point.y > extent.max.y {
            return false;
        }
        // Far below the field the point could overflow in its frame.
        let p = self.frame().enter_exact(DVec2::new(point.x, point.y.max(extent.min.y)));
        let mut cells = self.cells_at([point.x; 2]);
        cells.any(|cell| {
            let [right, left] = self.ends_of(cell).map(|end| self.frame().enter_exact(end));
            self.is_there(cell) && exact::turn(right, left, p) >= 0.0
        })
    }

    fn visit_along(&self, line: &Line<DVec2>, mut limit: f64, visitor: &mut impl Visitor<DVec2>) {
        let enter = visitor.bound(&self.extent());
        if !(enter <= limit) || enter == f64::INFINITY {
            return;
        }
        let (origin, speed) = (line.origin.x, line.direction.x);
        // At rest also at an infinite time.
        let at = |time: f64| if speed == 0.0 { 0.0 } else { speed * time };
        let (low, high) = if speed < 0.0 { (at(limit), at(enter)) } else { (at(enter), at(limit)) };
        let slack = |way: f64| line.pad + ROUNDING * (way.abs() + origin.abs());
        // Of an infinite way the slack is infinite, too.
        let [low, high] = [(low, -slack(low)), (high, slack(high))].map(|(way, slack)| line.frame.leave(origin + way + slack));
        let cells = self.cells_at([low, high]);
        let (first, past) = (cells.start, cells.end);
        for cell in cells {
            let cell = if speed < 0.0 { past - 1 - (cell - first) } else { cell };
            let near = line.frame.enter(DVec2::X * self.place(if speed < 0.0 { cell + 1 } else { cell })).x - origin;
            // The line is in this cell after the hit, and in the rest later still.
            if speed != 0.0 && (near / speed) * (1.0 - ROUNDING) - line.pad / speed.abs() > limit {
                return;
            }
            let Some(nearer) = self.visit_cell(cell, limit, visitor) else { return };
            limit = nearer;
        }
    }

    fn visit_around(&self, point: DVec2, visitor: &mut impl Visitor<DVec2>) {
        let (own, last) = (self.cell_at(point.x), self.count() - 1);
        let Some(mut limit) = self.visit_cell(own, f64::MAX, visitor) else { return };
        let Aabb { min, max } = self.extent();
        let side = |from: u32, to: u32| Aabb { min: DVec2::new(self.place(from), min.y), max: DVec2::new(self.place(to), max.y) };
        let (mut left, mut right) = (own, own);
        loop {
            // All that is left on either side may be beyond the limit.
            let to_left = left > 0 && visitor.bound(&side(0, left)) <= limit;
            let to_right = right < last && visitor.bound(&side(right + 1, last + 1)) <= limit;
            if !to_left && !to_right {
                return;
            }
            for (go, cell) in [(to_left, left.wrapping_sub(1)), (to_right, right + 1)] {
                if go {
                    let Some(nearer) = self.visit_cell(cell, limit, visitor) else { return };
                    limit = nearer;
                }
            }
            left -= u32::from(to_left);
            right += u32::from(to_right);
        }
    }
}

impl<V: Vector<Wide = DVec2>> HeightField2<V> {
    /// The cells that an interval of x touches.
    pub(crate) fn cells_at(&self, [low, high]: [f64; 2]) -> core::ops::Range<u32> {
        let end_of_field = self.count();
        if !(low <= high) || high < 0.0 || low > self.place(end_of_field) {
            return 0..0;
        }
        let mut first = self.cell_at(low);
        while first > 0 && self.place(first) >= low {
            first -= 1;
        }
        let mut end = self.cell_at(high) + 1;
        while end < end_of_field && self.place(end) <= high {
            end += 1;
        }
        first..end
    }

    /// The cell that contains an x, or the nearest one.
    fn cell_at(&self, x: f64) -> u32 {
        let last = self.count() - 1;
        // A conversion from a float saturates.
        let mut cell = ((x / self.scale().widen().x) as u32).min(last);
        while cell > 0 && self.place(cell) > x {
            cell -= 1;
        }
        while cell < last && self.place(cell + 1) < x {
            cell += 1;
        }
        cell
    }

    /// Visits the segment of a cell if it may be within the limit. Returns the new limit, or `None`
    /// to stop.
    fn visit_cell(&self, cell: u32, limit: f64, visitor: &mut impl Visitor<DVec2>) -> Option<f64> {
        if !self.is_there(cell) {
            return Some(limit);
        }
        let [a, b] = self.ends_of(cell);
        if !(visitor.bound(&Aabb { min: a.min(b), max: a.max(b) }) <= limit) {
            return Some(limit);
        }
        visitor.visit(cell, limit)
    }
}
