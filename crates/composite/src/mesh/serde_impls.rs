//! Serialisation of meshes: as the arguments of their constructors, deserialised by the
//! constructors.
//!
//! Adjacency and tree are computed again, which gives the same bits. Instances that share data are
//! separate meshes after a round trip.

use clinch_support::Vector;
use glam::DVec3;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::mesh::data::MeshData;
use crate::mesh::topology::NonManifold;
use crate::mesh::tri_mesh::TriMesh;
use crate::sides::{BoundaryEdges, Sides};

/// What is left out of a file has the value of [`TriMesh::new`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "triangle mesh", deny_unknown_fields)]
struct SerializedMesh<Vertices, Triangles, V> {
    vertices: Vertices,
    triangles: Triangles,
    scale: Option<V>,
    sides: Option<Sides>,
    boundary_edges: Option<BoundaryEdges>,
    /// Whether triangles are paired at edges of three or more.
    pair_non_manifold: Option<bool>,
}

impl<V: Vector<Wide = DVec3> + Serialize> Serialize for TriMesh<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let serialized = SerializedMesh {
            vertices: self.shared_vertices(),
            triangles: self.shared_triangles(),
            scale: Some(self.scale()),
            sides: Some(self.sides()),
            boundary_edges: Some(self.boundary_edges()),
            pair_non_manifold: Some(self.pairs_non_manifold()),
        };
        serialized.serialize(serializer)
    }
}

impl<'de, V: Vector<Wide = DVec3> + Deserialize<'de>> Deserialize<'de> for TriMesh<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let file = SerializedMesh::<Vec<V>, Vec<[u32; 3]>, V>::deserialize(deserializer)?;
        let non_manifold = if file.pair_non_manifold == Some(true) { NonManifold::Paired } else { NonManifold::Refused };
        let mut mesh = Self::of(MeshData::new(file.vertices, file.triangles, non_manifold).map_err(D::Error::custom)?);
        if let Some(scale) = file.scale {
            mesh = mesh.scaled(scale).map_err(D::Error::custom)?;
        }
        mesh = match file.sides {
            Some(Sides::Solid) if mesh.sides() != Sides::Solid => {
                return Err(D::Error::custom("the mesh encloses no mass, so it is no solid"));
            }
            Some(Sides::Solid) | None => mesh,
            Some(Sides::One) => mesh.hollow(),
            Some(Sides::Two) => mesh.two_sided(),
        };
        Ok(mesh.with_boundary_edges(file.boundary_edges.unwrap_or_default()))
    }
}
