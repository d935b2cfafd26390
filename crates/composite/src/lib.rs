//! Shapes made of convex parts: which parts there are, what joins them, and which are near.
//!
//! * [`TriMesh`] is a surface of triangles with their [neighbours](Neighbor), and, if it is closed,
//!   a solid. It is validated by its constructor, and nothing after that can fail. Each of its
//!   triangles is a sub-shape, with the index that the user gave it as its [`SubShapeId`].
//! * Queries: [`ray_cast`](TriMesh::ray_cast) is watertight, [`project`](TriMesh::project) finds
//!   the nearest point, [`contains`](TriMesh::contains) is exact.
//!
//! All signs on which the topology of an answer depends are exact (Shewchuk, *Adaptive Precision
//! Floating-Point Arithmetic and Fast Robust Geometric Predicates*, 1997). No answer depends on how
//! the tree was built.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod sub_shape;

mod exact;

mod mesh_error;

mod adjacency;
mod edges;

mod topology;

mod sides;

mod mesh;

mod contains;
mod pseudo_normal;
mod triangle_point;

mod project;

mod ray_space;

mod ray_cast;

pub use adjacency::{EdgeKind, Neighbor};
pub use mesh::TriMesh;
pub use mesh_error::MeshError;
pub use project::Projection;
pub use ray_cast::{Faces, MeshHit, MeshRay, MeshRayOutcome};
pub use sides::{BoundaryEdges, Sides};
pub use sub_shape::{MeshFeature, SubShapeId};
