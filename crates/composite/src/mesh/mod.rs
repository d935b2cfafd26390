//! The triangle mesh.

mod edges;
mod error;

mod facing_pairs;
mod topology;

mod data;
mod tree;

mod tri_mesh;

mod contains;

mod surface;

mod composite;
mod queries;

#[cfg(feature = "serde")]
mod serde_impls;

pub(crate) use data::MeshData;
pub(crate) use edges::{Side, for_each_edge};
pub use error::MeshError;
pub(crate) use topology::{NonManifold, check_lists};
pub use tri_mesh::TriMesh;
