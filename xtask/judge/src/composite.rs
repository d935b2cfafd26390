//! Shapes made of parts: surfaces, rows of boxes, and voxels.

use glam::{DVec2, DVec3, IVec3};

/// The parameters of a shape made of parts.
#[derive(Clone, Debug)]
pub(crate) enum Composite {
    Mesh(Mesh),
    Field(Field),
    Compound(Vec<Brick>),
    Voxels(Voxels),
}

/// Triangles, counter-clockwise as seen from above.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// Heights over a rectangle about the origin.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The number of heights along x.
    pub(crate) columns: usize,
    /// Row by row; a row is along x.
    pub(crate) heights: Vec<f64>,
    /// The lengths of the rectangle along x and z.
    pub(crate) extent: DVec2,
}

/// A box of a compound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brick {
    pub(crate) at: DVec3,
    /// Half extents.
    pub(crate) half: DVec3,
}

/// Filled cells of a lattice.
#[derive(Clone, Debug)]
pub(crate) struct Voxels {
    /// The length of a cell.
    pub(crate) side: f64,
    pub(crate) cells: Vec<IVec3>,
}

impl Composite {
    /// The shape, scaled uniformly and rounded to `f32`.
    pub(crate) fn at_scale(&self, scale: f64) -> Self {
        let vector = |v: &DVec3| (*v * scale).as_vec3().as_dvec3();
        let number = |x: f64| f64::from((x * scale) as f32);
        match self {
            Self::Mesh(mesh) => {
                Self::Mesh(Mesh { vertices: mesh.vertices.iter().map(vector).collect(), triangles: mesh.triangles.clone() })
            }
            Self::Field(field) => {
                let extent = (field.extent * scale).as_vec2().as_dvec2();
                Self::Field(Field { heights: field.heights.iter().map(|&height| number(height)).collect(), extent, ..*field })
            }
            Self::Compound(bricks) => {
                let brick = |brick: &Brick| Brick { at: vector(&brick.at), half: vector(&brick.half) };
                Self::Compound(bricks.iter().map(brick).collect())
            }
            Self::Voxels(voxels) => Self::Voxels(Voxels { side: number(voxels.side), cells: voxels.cells.clone() }),
        }
    }

    /// The triangles of a surface.
    pub(crate) fn mesh(&self) -> Option<Mesh> {
        match self {
            Self::Mesh(mesh) => Some(mesh.clone()),
            Self::Field(field) => Some(field.mesh()),
            Self::Compound(_) | Self::Voxels(_) => None,
        }
    }

    /// The boxes of a solid.
    pub(crate) fn bricks(&self) -> Vec<Brick> {
        match self {
            Self::Mesh(_) | Self::Field(_) => vec![],
            Self::Compound(bricks) => bricks.clone(),
            Self::Voxels(Voxels { side, cells }) => {
                let brick = |cell: &IVec3| Brick { at: (cell.as_dvec3() + 0.5) * *side, half: DVec3::splat(side * 0.5) };
                cells.iter().map(brick).collect()
            }
        }
    }
}

impl Field {
    /// The number of heights along z.
    pub(crate) fn rows(&self) -> usize {
        self.heights.len() / self.columns.max(1)
    }

    /// Cells are cut as those of parry.
    fn mesh(&self) -> Mesh {
        let (rows, columns) = (self.rows(), self.columns);
        let cells = DVec2::new((columns - 1) as f64, (rows - 1) as f64);
        let vertex = |place: usize| {
            let at = (DVec2::new((place % columns) as f64, (place / columns) as f64) / cells - 0.5) * self.extent;
            DVec3::new(at.x, self.heights[place], at.y)
        };
        let mut triangles = Vec::with_capacity(2 * (rows - 1) * (columns - 1));
        for (row, column) in (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| (row, column))) {
            let corner = |down: usize, right: usize| ((row + down) * columns + column + right) as u32;
            triangles.push([corner(0, 0), corner(1, 0), corner(0, 1)]);
            triangles.push([corner(1, 0), corner(1, 1), corner(0, 1)]);
        }
        Mesh { vertices: (0..rows * columns).map(vertex).collect(), triangles }
    }
}
