//! The triangle mesh.

mod edges;
mod error;

mod topology;

mod data;

mod tri_mesh;

mod traverse;

mod contains;

mod surface;

mod composite;
mod queries;

pub use error::MeshError;
pub use tri_mesh::TriMesh;
