//! parry's meshes and height fields as surfaces of clinch: made once, and checked at each query.
//!
//! * Sides: a mesh is two-sided, as parry's are, so that no body falls through terrain whatever its
//!   winding is. It is a solid if it is closed, its volume is positive, and parry has no contacts
//!   from inside either: flagged as oriented, or with internal edges fixed and one side.
//! * A height field is two-sided too. As a solid it would push out what is in a cellar below it.
//! * A mesh that is no surface is repaired: equal vertices are merged, degenerate and equal
//!   triangles dropped, T-junctions split, windings made to agree, edges of three and more
//!   triangles paired.

use clinch_composite::{BoundaryEdges, Cell, HeightField, Orient, RepairOptions, Sides, TriMesh};
use glam::Vec3;
use rapier3d::parry::shape::{self as parry, HeightFieldCellStatus, HeightFieldFlags, TriMeshFlags};

/// The shape that the surface was made from.
#[derive(Clone, Copy)]
pub(crate) enum Live<'s> {
    Mesh(&'s parry::TriMesh),
    Field(&'s parry::HeightField),
}

/// A surface of clinch, and what is needed to see that parry's shape is still the same.
#[derive(Debug)]
pub(crate) enum Surface {
    Mesh(MeshSurface),
    Field(FieldSurface),
    /// The shape is no surface, even repaired: it remains a heap of triangles.
    None,
}

/// A mesh.
#[derive(Debug)]
pub(crate) struct MeshSurface {
    pub(crate) mesh: TriMesh<Vec3>,
    /// The flags of parry's mesh ask for a solid.
    solid: bool,
    /// The triangles as parry has them; the vertices are those of the mesh.
    given: Vec<[u32; 3]>,
    /// The given triangle that each triangle of the mesh comes from.
    pub(crate) sources: Vec<u32>,
    /// The given triangle and one of the mesh that comes from it, in ascending order.
    pieces: Vec<[u32; 2]>,
}

/// A height field.
#[derive(Debug)]
pub(crate) struct FieldSurface {
    pub(crate) kind: FieldKind,
    /// As parry has them, by columns.
    heights: Vec<f32>,
    cells: Vec<HeightFieldCellStatus>,
    scale: Vec3,
    flags: HeightFieldFlags,
}

#[derive(Debug)]
pub(crate) enum FieldKind {
    Field(HeightField<Vec3>),
    /// A cell has one triangle only, or a scale is negative.
    Mesh(MeshSurface),
}

impl Surface {
    /// Whether parry's shape is of the kind that a surface was made from, and has the flags that it
    /// depends on. A heap of triangles is right for any shape, if only rougher at its edges.
    pub(crate) fn has_flags_of(&self, live: Live<'_>) -> bool {
        match (self, live) {
            (Self::Mesh(mesh), Live::Mesh(live)) => mesh.solid == is_solid(live),
            (Self::Field(field), Live::Field(live)) => field.flags == live.flags(),
            (Self::Mesh(_), Live::Field(_)) | (Self::Field(_), Live::Mesh(_)) => false,
            (Self::None, _) => true,
        }
    }
}

impl MeshSurface {
    /// `None` if the lists are no surface.
    fn new(vertices: Vec<Vec3>, given: Vec<[u32; 3]>, solid: bool) -> Option<Self> {
        let options = RepairOptions { orient: Orient::Consistent, ..RepairOptions::all(0.0) };
        let (mesh, report) = TriMesh::repaired(vertices, given.clone(), &options).ok()?;
        let mesh = if solid && mesh.sides() == Sides::Solid { mesh } else { mesh.two_sided() };
        let mut pieces: Vec<_> = report.sources.iter().zip(0..).map(|(&source, piece)| [source, piece]).collect();
        pieces.sort_unstable();
        Some(Self { mesh, solid, given, sources: report.sources, pieces })
    }

    /// Whether a triangle of parry has the corners that it had.
    pub(crate) fn is_same(&self, live: &parry::TriMesh, triangle: u32) -> bool {
        let (Some(given), Some(now)) = (self.given.get(triangle as usize), live.indices().get(triangle as usize)) else { return false };
        let vertices = self.mesh.shared_vertices();
        given == now && given.iter().all(|&corner| vertices.get(corner as usize) == live.vertices().get(corner as usize))
    }

    /// The triangles of the mesh that come from one of parry.
    pub(crate) fn pieces(&self, triangle: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.pieces.partition_point(|piece| piece[0] < triangle);
        self.pieces[first..].iter().take_while(move |piece| piece[0] == triangle).map(|piece| piece[1])
    }
}

impl FieldSurface {
    fn new(field: &parry::HeightField) -> Option<Self> {
        let kind = clinch_field(field).map(FieldKind::Field).or_else(|| field_mesh(field).map(FieldKind::Mesh))?;
        let (heights, cells) = (field.heights().data().to_vec(), field.cells_statuses().data().to_vec());
        Some(Self { kind, heights, cells, scale: field.scale(), flags: field.flags() })
    }

    /// Whether the cell of parry in this row and column is as it was.
    pub(crate) fn is_same(&self, live: &parry::HeightField, row: usize, column: usize) -> bool {
        let rows = live.nrows() + 1;
        let height = |row: usize, column: usize| self.heights.get(row + column * rows) == live.heights().data().get(row + column * rows);
        let cell = row + column * live.nrows();
        self.scale == live.scale()
            && height(row, column)
            && height(row + 1, column)
            && height(row, column + 1)
            && height(row + 1, column + 1)
            && self.cells.get(cell) == live.cells_statuses().data().get(cell)
    }
}

/// Whether parry has no contacts from inside of the mesh.
fn is_solid(mesh: &parry::TriMesh) -> bool {
    let flags = mesh.flags();
    let one_sided = flags.contains(TriMeshFlags::FIX_INTERNAL_EDGES) && !flags.contains(TriMeshFlags::FIX_INTERNAL_EDGES_TWO_SIDED);
    one_sided || flags.contains(TriMeshFlags::ORIENTED)
}

/// The surface of a mesh.
pub(crate) fn of_mesh(mesh: &parry::TriMesh) -> Surface {
    MeshSurface::new(mesh.vertices().to_vec(), mesh.indices().to_vec(), is_solid(mesh)).map_or(Surface::None, Surface::Mesh)
}

/// The surface of a height field.
pub(crate) fn of_field(field: &parry::HeightField) -> Surface {
    FieldSurface::new(field).map_or(Surface::None, Surface::Field)
}

fn clinch_field(field: &parry::HeightField) -> Option<HeightField<Vec3>> {
    let (rows, columns) = (field.nrows(), field.ncols());
    let heights = (0..=rows).flat_map(|row| (0..=columns).map(move |column| field.heights()[(row, column)])).collect();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let cells: Option<Vec<Cell>> = places.map(|(row, column)| cell(field.cell_status(row, column))).collect();
    let scale = Vec3::new(field.cell_width(), field.scale().y, field.cell_height());
    let made = HeightField::new(u32::try_from(rows + 1).ok()?, u32::try_from(columns + 1).ok()?, heights, scale).ok()?;
    // A field of parry ends at its border: a body beside it can touch the edge. With the flag
    // against inner edges the next field goes on there.
    let is_tile = field.flags().contains(HeightFieldFlags::FIX_INTERNAL_EDGES);
    let border = if is_tile { BoundaryEdges::Open } else { BoundaryEdges::Hard };
    Some(made.with_cells(cells?).ok()?.two_sided().with_boundary_edges(border))
}

/// `None` if one triangle of the cell is removed.
fn cell(status: HeightFieldCellStatus) -> Option<Cell> {
    let removed = status & HeightFieldCellStatus::CELL_REMOVED;
    if removed == HeightFieldCellStatus::CELL_REMOVED {
        Some(Cell::Hole)
    } else if !removed.is_empty() {
        None
    } else if status.contains(HeightFieldCellStatus::ZIGZAG_SUBDIVISION) {
        Some(Cell::Main)
    } else {
        Some(Cell::Anti)
    }
}

fn field_mesh(field: &parry::HeightField) -> Option<MeshSurface> {
    let (vertices, _) = field.to_trimesh();
    let count = 2 * field.nrows() * field.ncols();
    // A removed triangle is a degenerate one, so that the ids remain.
    let corners = |id: usize| field.triangle_vids_at_id(id as u32).unwrap_or([0; 3]);
    MeshSurface::new(vertices, (0..count).map(corners).collect(), false)
}
