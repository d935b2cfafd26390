//! bevy's `Mesh` as a triangle mesh: the feature `bevy_mesh`.
//!
//! * A mesh that is drawn has a vertex for each normal and each texture coordinate of a corner, so
//!   its triangles share none. [`ToTriMesh`] merges the vertices at one place, because triangles
//!   that do not share vertices are no neighbours.
//! * Only positions and indices are read: not skins, nor morph targets.
//! * A [`Transform`](https://docs.rs/bevy_transform)'s scale is applied with [`TriMesh::scaled`],
//!   and its rotation and translation are the collider's pose.
//!
//! ```
//! use bevy_mesh::{Mesh, PrimitiveTopology};
//! use bevy_shape::Cuboid;
//! use clinch::composite::Sides;
//! use clinch::meshes::{ToTriMesh, ToTriMeshError};
//!
//! let mut drawn = Mesh::from(Cuboid::new(1.0, 2.0, 3.0));
//! assert_eq!(drawn.count_vertices(), 24);
//! let mesh = drawn.to_tri_mesh()?;
//! assert_eq!((mesh.sides(), mesh.moments().map(|moments| moments.volume())), (Sides::Solid, Some(6.0)));
//!
//! drawn.insert_indices(bevy_mesh::Indices::U16(vec![0, 1, 2, 3]));
//! assert_eq!(drawn.to_tri_mesh().err(), Some(ToTriMeshError::IncompleteTriangle { index: 3 }));
//! let lines = Mesh::new(PrimitiveTopology::LineList, drawn.asset_usage);
//! assert_eq!(lines.to_tri_mesh().err(), Some(ToTriMeshError::Topology(PrimitiveTopology::LineList)));
//! # Ok::<(), ToTriMeshError>(())
//! ```

use core::fmt;

use bevy_mesh::{Mesh, MeshAccessError, PrimitiveTopology, VertexAttributeValues, VertexFormat};
use glam::Vec3;

use crate::composite::{MeshError, RepairOptions, RepairReport};
use crate::d3::TriMesh;

/// How far apart vertices that are meant to be one may be, relative to the largest coordinate.
/// Larger: details of this size are lost. Smaller: the seams of bevy's round meshes, whose first
/// and last angle differ by rounding, stay open.
const SAME_PLACE: f64 = 1.0 / (1 << 18) as f64;

/// A mesh that can be converted to a [`TriMesh`].
pub trait ToTriMesh {
    /// The positions of the vertices and the triangles, as they are: to be changed before they
    /// become a mesh. Triangle i is the i-th that is drawn.
    ///
    /// # Errors
    ///
    /// Not a list or strip of triangles, or no positions in `f32`: see [`ToTriMeshError`]. Indices
    /// are not compared with the number of vertices.
    fn to_triangles(&self) -> Result<(Vec<Vec3>, Vec<[u32; 3]>), ToTriMeshError>;

    /// The mesh with vertices of one place merged, and without triangles whose corners are on one
    /// line, as at the poles of spheres. O(n log n).
    ///
    /// # Errors
    ///
    /// As [`to_triangles`](Self::to_triangles), and triangles that are not a surface. Indices are
    /// those of the given vertices and triangles.
    fn to_tri_mesh(&self) -> Result<TriMesh, ToTriMeshError> {
        let (vertices, triangles) = self.to_triangles()?;
        let largest = vertices.iter().fold(0.0, |largest: f32, vertex| largest.max(vertex.abs().max_element()));
        let weld = Some(SAME_PLACE * f64::from(largest));
        let options = RepairOptions { weld, drop_degenerate: true, ..RepairOptions::default() };
        Ok(TriMesh::repaired(vertices, triangles, &options)?.0)
    }

    /// The mesh after the requested repairs, with a report of what was changed: for meshes that
    /// [`to_tri_mesh`](Self::to_tri_mesh) refuses.
    ///
    /// # Errors
    ///
    /// As [`to_tri_mesh`](Self::to_tri_mesh), for what is still wrong.
    fn to_tri_mesh_repaired(&self, options: &RepairOptions) -> Result<(TriMesh, RepairReport), ToTriMeshError> {
        let (vertices, triangles) = self.to_triangles()?;
        Ok(TriMesh::repaired(vertices, triangles, options)?)
    }
}

impl ToTriMesh for Mesh {
    fn to_triangles(&self) -> Result<(Vec<Vec3>, Vec<[u32; 3]>), ToTriMeshError> {
        let is_strip = match self.primitive_topology() {
            PrimitiveTopology::TriangleList => false,
            PrimitiveTopology::TriangleStrip => true,
            other => return Err(ToTriMeshError::Topology(other)),
        };
        let positions = match self.try_attribute(Self::ATTRIBUTE_POSITION)? {
            VertexAttributeValues::Float32x3(positions) => positions,
            other => return Err(ToTriMeshError::PositionFormat(other.into())),
        };
        let vertices: Vec<Vec3> = positions.iter().copied().map(Vec3::from_array).collect();
        let (given, limit) = (vertices.len(), u32::MAX as usize);
        let count = u32::try_from(given).map_err(|_| MeshError::TooManyVertices { given, limit })?;
        let indices: Vec<u32> = match self.try_indices_option()? {
            Some(indices) => indices.iter().map(|index| index as u32).collect(),
            None => (0..count).collect(),
        };
        Ok((vertices, if is_strip { of_strip(&indices) } else { of_list(&indices)? }))
    }
}

fn of_list(indices: &[u32]) -> Result<Vec<[u32; 3]>, ToTriMeshError> {
    match indices.as_chunks() {
        (triangles, []) => Ok(triangles.to_vec()),
        (triangles, _) => Err(ToTriMeshError::IncompleteTriangle { index: 3 * triangles.len() }),
    }
}

/// Every second triangle of a strip runs the other way.
fn of_strip(indices: &[u32]) -> Vec<[u32; 3]> {
    let turned = |(triangle, &[a, b, c]): (usize, &[u32; 3])| if triangle % 2 == 0 { [a, b, c] } else { [b, a, c] };
    indices.array_windows().enumerate().map(turned).collect()
}

/// Why a mesh is not converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToTriMeshError {
    /// The mesh consists of points or lines.
    Topology(PrimitiveTopology),
    /// The mesh has no positions.
    NoPositions,
    /// The positions are not three `f32` each, but for example compressed.
    PositionFormat(VertexFormat),
    /// The vertices have been moved to the renderer. Load the mesh with `RenderAssetUsages` that
    /// contain `MAIN_WORLD`.
    InRenderWorld,
    /// The number of indices, or of vertices if there are none, is not a multiple of 3.
    IncompleteTriangle {
        /// The place of the first index that belongs to no triangle, in the list of indices.
        index: usize,
    },
    /// The triangles are refused.
    Mesh(MeshError),
}

impl From<MeshError> for ToTriMeshError {
    fn from(error: MeshError) -> Self {
        Self::Mesh(error)
    }
}

impl From<MeshAccessError> for ToTriMeshError {
    fn from(error: MeshAccessError) -> Self {
        match error {
            MeshAccessError::ExtractedToRenderWorld => Self::InRenderWorld,
            MeshAccessError::NotFound => Self::NoPositions,
        }
    }
}

impl fmt::Display for ToTriMeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Topology(topology) => write!(f, "a mesh of {topology:?} has no triangles"),
            Self::NoPositions => write!(f, "the mesh has no positions"),
            Self::PositionFormat(format) => write!(f, "the positions are {format:?}, not Float32x3"),
            Self::InRenderWorld => write!(f, "the vertices have been moved to the renderer"),
            Self::IncompleteTriangle { index } => write!(f, "the index at {index} and what follows are no whole triangle"),
            Self::Mesh(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ToTriMeshError {}
