//! Heights over a grid.

use std::sync::Arc;

use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use glam::DVec3;

use crate::exact;
use crate::height_field::cell::{Beyond, Cell};
use crate::height_field::error::HeightFieldError;
use crate::neighbor::{EdgeKind, MOST_TRIANGLES, Neighbor};
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::{Feature, SubShapeId};
use crate::unit_frame::UnitFrame;

/// Heights over a grid: terrain, in 3D and `f32` or `f64`. Each cell of the grid is two triangles,
/// cut along either diagonal, or a hole.
///
/// The vertex in row r and column c is at (c · x, height · y, r · z) for the scale (x, y, z), so y
/// is up. Triangle k of the cell in row r and column c has the id 2 (r · (columns − 1) + c) + k.
/// Holes have ids too, which no query returns.
///
/// Everything below the triangles belongs to the shape, unless it is made [hollow](Self::hollow):
/// nothing that has sunk in is lost. Its border is open, so fields side by side are one surface.
/// The [bounds](Self::bounds) of the solid have no lower end: a broadphase compares them with those
/// of every collider, and a body in a cellar below is inside. A field that is hollow or
/// [two-sided](Self::two_sided) avoids both.
///
/// Cloning is cheap, and so is [scaling](Self::scaled): all instances share the heights, 4 bytes
/// per vertex in `f32`, and the cells, 1 byte each.
///
/// ```
/// use clinch_composite::{Cell, HeightField, HeightFieldError, SubShapeId};
/// use glam::{DVec3, Vec3};
///
/// let hill = HeightField::new(3, 3, vec![0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], Vec3::new(10.0, 2.0, 10.0))?;
/// let top = hill.project(DVec3::new(10.0, 5.0, 10.0)).ok_or("not finite")?;
/// assert_eq!((top.point, top.distance), (DVec3::new(10.0, 2.0, 10.0), 3.0));
/// assert!(hill.contains(DVec3::new(3.0, -100.0, 5.0)) && !hill.contains(DVec3::new(3.0, 1.0, 5.0)));
///
/// let cave = hill.with_cell(0, 0, Cell::Hole)?;
/// assert!(!cave.contains(DVec3::new(3.0, -100.0, 5.0)) && cave.corners(SubShapeId(0)).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField<V: Vector<Wide = DVec3>> {
    heights: Arc<[V::Scalar]>,
    cells: Arc<[Cell]>,
    rows: u32,
    columns: u32,
    scale: V,
    extent: Aabb<DVec3>,
    frame: UnitFrame,
    sides: Sides,
    boundary_edges: BoundaryEdges,
}

impl<V: Vector<Wide = DVec3>> HeightField<V> {
    /// The field of `rows` rows of `columns` heights each, row by row. `scale` is the width of a
    /// cell along x, the factor of heights, and the width of a cell along z. A factor of heights
    /// may be negative. O(heights).
    ///
    /// # Errors
    ///
    /// Numbers that are not a surface: see [`HeightFieldError`].
    pub fn new(rows: u32, columns: u32, heights: Vec<V::Scalar>, scale: V) -> Result<Self, HeightFieldError> {
        if rows < 2 || columns < 2 {
            return Err(HeightFieldError::TooFew { rows, columns });
        }
        let (given, limit) = (u64::from(rows - 1) * u64::from(columns - 1), MOST_TRIANGLES as u64 / 2);
        if given > limit {
            return Err(HeightFieldError::TooManyCells { given, limit });
        }
        let needed = rows as usize * columns as usize;
        if heights.len() != needed {
            return Err(HeightFieldError::WrongCount { given: heights.len(), needed });
        }
        let bounds = Aabb { min: DVec3::ZERO, max: DVec3::ZERO };
        let field = Self {
            heights: heights.into(),
            cells: vec![Cell::Main; given as usize].into(),
            rows,
            columns,
            scale,
            extent: bounds,
            frame: UnitFrame::of(0.0),
            sides: Sides::Solid,
            boundary_edges: BoundaryEdges::Open,
        };
        field.scaled_to(scale)
    }

    /// An instance whose coordinates are multiplied by a factor per axis, which shares heights and
    /// cells with this field. Those along x and z must be positive. O(heights), without allocation.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn scaled(&self, factors: V) -> Result<Self, HeightFieldError> {
        self.scaled_to(V::narrow(self.scale.widen() * factors.widen()))
    }

    fn scaled_to(&self, scale: V) -> Result<Self, HeightFieldError> {
        let valid =
            |axis: usize| scale.get(axis).is_finite() && (scale.get(axis) > V::Scalar::ZERO || axis == 1 && scale.get(1) < V::Scalar::ZERO);
        if let Some(axis) = (0..3).find(|&axis| !valid(axis)) {
            return Err(HeightFieldError::InvalidScale { axis });
        }
        let mut field = Self { scale, ..self.clone() };
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let height = field.vertex(row, column).widen().y;
                if !height.is_finite() {
                    return Err(HeightFieldError::HeightNotFinite { row, column });
                }
                (low, high) = (low.min(height), high.max(height));
            }
        }
        let far = DVec3::new(field.place(0, self.columns - 1), high, field.place(2, self.rows - 1));
        field.extent = Aabb { min: DVec3::new(0.0, low, 0.0), max: far };
        field.frame = UnitFrame::of(far.x.max(far.z).max(high.abs()).max(low.abs()).min(f64::MAX));
        for (axis, count) in [(0, self.columns), (2, self.rows)] {
            // For exact signs too, where coordinates that are relatively tiny are zero.
            let exact = |index: u32| field.frame.enter_exact(DVec3::X * field.place(axis, index)).x;
            let overflow = (1..count).find(|&index| !field.place(axis, index).is_finite());
            if let Some(index) = overflow.or_else(|| (1..count).find(|&index| !(exact(index - 1) < exact(index)))) {
                return Err(HeightFieldError::NotDistinct { axis, index });
            }
        }
        Ok(field)
    }

    /// The field with another diagonal or a hole in a cell. Copies the cells if they are shared;
    /// otherwise they are changed in place.
    ///
    /// # Errors
    ///
    /// [`HeightFieldError::NoSuchCell`].
    pub fn with_cell(mut self, row: u32, column: u32, cell: Cell) -> Result<Self, HeightFieldError> {
        // There are at least two rows and columns.
        if row >= self.rows - 1 || column >= self.columns - 1 {
            return Err(HeightFieldError::NoSuchCell { row, column });
        }
        let index = self.cell_index(row, column);
        Arc::make_mut(&mut self.cells)[index] = cell;
        Ok(self)
    }

    /// The field with these cells, row by row.
    ///
    /// # Errors
    ///
    /// [`HeightFieldError::WrongCount`].
    pub fn with_cells(self, cells: Vec<Cell>) -> Result<Self, HeightFieldError> {
        if cells.len() != self.cells.len() {
            return Err(HeightFieldError::WrongCount { given: cells.len(), needed: self.cells.len() });
        }
        Ok(Self { cells: cells.into(), ..self })
    }

    /// The surface only: what is below does not belong to the shape.
    #[must_use]
    pub fn hollow(self) -> Self {
        let sides = if self.sides == Sides::Solid { Sides::One } else { self.sides };
        Self { sides, ..self }
    }

    /// The surface with contacts above and below.
    #[must_use]
    pub fn two_sided(self) -> Self {
        Self { sides: Sides::Two, ..self }
    }

    /// The field with its boundary edges hard or open, those around holes included.
    #[must_use]
    pub fn with_boundary_edges(self, boundary_edges: BoundaryEdges) -> Self {
        Self { boundary_edges, ..self }
    }

    /// Which sides of the surface have contacts.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// What the boundary edges are.
    pub fn boundary_edges(&self) -> BoundaryEdges {
        self.boundary_edges
    }

    /// The number of rows of heights.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns of heights.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The heights, row by row, without the scale.
    pub fn heights(&self) -> &[V::Scalar] {
        &self.heights
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The widths of a cell along x and z, and the factor of heights along y.
    pub fn scale(&self) -> V {
        self.scale
    }

    /// Whether both fields are instances of the same heights.
    pub fn shares_data_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.heights, &other.heights)
    }

    /// The corners of a triangle, counter-clockwise from above; `None` if there is no such triangle
    /// or the cell is a hole.
    pub fn corners(&self, triangle: SubShapeId) -> Option<[V; 3]> {
        self.is_there(triangle.0).then(|| self.vertices_at(triangle.0).map(|(row, column)| self.vertex(row, column)))
    }

    /// The triangle beyond the edge from corner `edge` of a triangle to the next one; `None` at a
    /// boundary edge, and if there is no such edge.
    pub fn neighbor(&self, triangle: SubShapeId, edge: u8) -> Option<Neighbor> {
        if !self.is_there(triangle.0) || edge >= 3 {
            return None;
        }
        let (beyond, edge) = self.next_to(triangle.0, edge)?;
        Some(Neighbor { triangle: beyond, edge, kind: self.kind(triangle.0, beyond, edge) })
    }

    /// The triangle beyond an edge of an existing triangle, and the edge as that one numbers it.
    pub(crate) fn next_to(&self, triangle: u32, edge: u8) -> Option<(u32, u8)> {
        let (row, column, half) = self.locate(triangle);
        let side = self.cells[self.cell_index(row, column)].beyond(half, edge);
        let (row, column) = match side {
            Beyond::Diagonal => (row, column),
            Beyond::Left => (row, column.checked_sub(1)?),
            Beyond::Right => (row, column + 1),
            Beyond::Previous => (row.checked_sub(1)?, column),
            Beyond::Next => (row + 1, column),
        };
        let cell = self.cell_at(row, column)?;
        let (half, edge) = if side == Beyond::Diagonal { (1 - half, if half == 0 { 0 } else { 2 }) } else { cell.side(side.opposite()) };
        Some((2 * self.cell_index(row, column) as u32 + half, edge))
    }

    /// The cell in a row and column, unless it is a hole or beyond the border.
    fn cell_at(&self, row: u32, column: u32) -> Option<Cell> {
        let is_inside = row + 1 < self.rows && column + 1 < self.columns;
        is_inside.then(|| self.cells[self.cell_index(row, column)]).filter(|&cell| cell != Cell::Hole)
    }

    /// Whether a feature of an existing triangle is at the border, or at that of a hole.
    pub(crate) fn is_at_border(&self, triangle: u32, feature: Feature) -> bool {
        match feature {
            Feature::Edge(edge) if edge < 3 => self.next_to(triangle, edge).is_none(),
            // A vertex that is not has cells all around.
            Feature::Vertex(corner) if corner < 3 => {
                let (row, column) = self.vertices_at(triangle)[usize::from(corner)];
                let is_there = |down: u32, right: u32| {
                    let (row, column) = (row.checked_sub(down), column.checked_sub(right));
                    row.zip(column).is_some_and(|(row, column)| self.cell_at(row, column).is_some())
                };
                ![(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().all(|(down, right)| is_there(down, right))
            }
            Feature::Face | Feature::Edge(_) | Feature::Vertex(_) => false,
        }
    }

    /// The surface's AABB: without what is below.
    pub(crate) fn extent(&self) -> Aabb<DVec3> {
        self.extent
    }

    pub(crate) fn frame(&self) -> UnitFrame {
        self.frame
    }

    /// Whether a triangle exists and is not in a hole.
    pub(crate) fn is_there(&self, triangle: u32) -> bool {
        self.cells.get(triangle as usize / 2).is_some_and(|&cell| cell != Cell::Hole)
    }

    /// The cell in this row and column.
    pub(crate) fn cell_index(&self, row: u32, column: u32) -> usize {
        row as usize * (self.columns as usize - 1) + column as usize
    }

    /// The rows and columns of an existing triangle's corners.
    pub(crate) fn vertices_at(&self, triangle: u32) -> [(u32, u32); 3] {
        let (row, column, half) = self.locate(triangle);
        self.cells[triangle as usize / 2].triangles()[half as usize].map(|(down, right)| (row + down, column + right))
    }

    /// The row and column of a triangle's cell, and which of its triangles it is.
    fn locate(&self, triangle: u32) -> (u32, u32, u32) {
        let (cell, width) = (triangle / 2, self.columns - 1);
        (cell / width, cell % width, triangle % 2)
    }

    pub(crate) fn vertex(&self, row: u32, column: u32) -> V {
        let height = self.heights[row as usize * self.columns as usize + column as usize].widen();
        V::narrow(DVec3::new(f64::from(column), height, f64::from(row)) * self.scale.widen())
    }

    /// The coordinate of a column along x, or of a row along z.
    #[inline]
    pub(crate) fn place(&self, axis: usize, index: u32) -> f64 {
        V::Scalar::narrow(f64::from(index) * self.scale.get(axis).widen()).widen()
    }

    /// How a triangle and the one beyond an edge meet. `edge` is that of the other triangle.
    fn kind(&self, triangle: u32, beyond: u32, edge: u8) -> EdgeKind {
        let exact = |(row, column): (u32, u32)| self.frame.enter_exact(self.vertex(row, column).widen());
        let opposite = exact(self.vertices_at(beyond)[(usize::from(edge) + 2) % 3]);
        let side = exact::side(self.vertices_at(triangle).map(exact), opposite);
        if side < 0.0 {
            EdgeKind::Convex
        } else if side > 0.0 {
            EdgeKind::Concave
        } else {
            EdgeKind::Flat
        }
    }
}
