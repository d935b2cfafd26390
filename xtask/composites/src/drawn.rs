//! A composite shape by its parameters: as the program's shape, and as that of a pair file for the
//! oracle.

use clinch_testkit::generate::meshes::Mesh;
use clinch_testkit::pair_file::{Coords, PartSpec, PoseSpec, ShapeSpec, SidesSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

/// The parameters of a composite shape.
#[derive(Clone, Debug)]
pub(crate) enum Drawn {
    /// 3D: an instance of a triangle mesh. The factors are powers of two, some of them negative.
    Mesh { mesh: Mesh, factors: DVec3, sides: SidesSpec },
    /// 3D: by rows. The sizes of a cell are exact, and so are all corners.
    Field { rows: usize, columns: usize, heights: Vec<f64>, cell: DVec3, sides: SidesSpec },
    /// 3D.
    Voxels { size: DVec3, cells: Vec<[i32; 3]> },
    /// 2D: an instance of a chain.
    Chain { points: Vec<DVec3>, closed: bool, factors: DVec3, sides: SidesSpec },
    /// 2D.
    Line { heights: Vec<f64>, cell: f64, sides: SidesSpec },
    /// In either dimension.
    Compound { parts: Vec<(PoseSpec, ShapeSpec)> },
}

impl Drawn {
    pub(crate) fn sides(&self) -> SidesSpec {
        match self {
            Self::Mesh { sides, .. } | Self::Field { sides, .. } | Self::Chain { sides, .. } | Self::Line { sides, .. } => *sides,
            // As sets they are their parts, whose insides belong to them.
            Self::Voxels { .. } | Self::Compound { .. } => SidesSpec::Two,
        }
    }

    /// The place of the origin of the program's shape in the frame of the pair file's.
    pub(crate) fn origin(&self) -> DVec3 {
        match self {
            Self::Field { rows, columns, cell, .. } => DVec3::new((columns - 1) as f64 * cell.x, 0.0, (rows - 1) as f64 * cell.z) * -0.5,
            Self::Line { heights, cell, .. } => DVec3::X * ((heights.len() - 1) as f64 * cell * -0.5),
            _ => DVec3::ZERO,
        }
    }

    /// The shape of a pair file.
    pub(crate) fn spec(&self) -> ShapeSpec {
        match self {
            Self::Mesh { mesh, factors, sides } => {
                let is_mirrored = factors.x * factors.y * factors.z < 0.0;
                let wound = |&[a, b, c]: &[u32; 3]| if is_mirrored { [a, c, b] } else { [a, b, c] };
                ShapeSpec::Trimesh {
                    vertices: mesh.vertices.iter().map(|&vertex| (vertex * *factors).into()).collect(),
                    indices: mesh.triangles.iter().map(wound).collect(),
                    sides: *sides,
                }
            }
            Self::Field { rows, columns, heights, cell, sides } => ShapeSpec::Heightfield {
                heights: heights.chunks(*columns).map(<[f64]>::to_vec).collect(),
                scale: DVec3::new((columns - 1) as f64 * cell.x, 1.0, (rows - 1) as f64 * cell.z).into(),
                sides: *sides,
            },
            Self::Voxels { size, cells } => {
                ShapeSpec::Voxels { size: (*size).into(), cells: cells.iter().map(|cell| cell.to_vec()).collect() }
            }
            Self::Chain { points, closed, factors, sides } => {
                let count = points.len() as u32;
                let mut vertices: Vec<Coords> = points.iter().map(|&point| Coords::of(point * *factors, 2)).collect();
                // A mirrored chain has its front where the chain has it.
                if factors.x * factors.y < 0.0 {
                    vertices.reverse();
                }
                let indices = closed.then(|| (0..count).map(|i| [i, (i + 1) % count]).collect());
                ShapeSpec::Polyline { vertices, indices, sides: *sides }
            }
            Self::Line { heights, cell, sides } => ShapeSpec::Heightfield {
                heights: vec![heights.clone()],
                scale: Coords::of(DVec3::new((heights.len() - 1) as f64 * cell, 1.0, 0.0), 2),
                sides: *sides,
            },
            Self::Compound { parts } => {
                ShapeSpec::Compound { parts: parts.iter().map(|(pose, shape)| PartSpec { pose: *pose, shape: shape.clone() }).collect() }
            }
        }
    }

    /// The same shape with its parts in another order; `None` if they have none.
    pub(crate) fn reordered(&self, random: &mut Random) -> Option<Self> {
        fn shuffle<T>(random: &mut Random, list: &mut [T]) {
            for place in 1..list.len() {
                list.swap(place, random.below(place + 1));
            }
        }
        let mut other = self.clone();
        match &mut other {
            Self::Mesh { mesh, .. } => shuffle(random, &mut mesh.triangles),
            Self::Compound { parts } => shuffle(random, parts),
            _ => return None,
        }
        Some(other)
    }
}
