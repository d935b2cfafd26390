//! Safe wrappers for the functions of Box3D that the benches call: shapes, the distance and the
//! manifold of two shapes, a shape cast, triangle meshes with their contacts and rays, and a world
//! that only collides.
//!
//! * All coordinates are in A's frame, and B has a pose relative to A, as in Box3D.
//!   [`Pose::relative_to`] is `b3InvMulWorldTransforms`, which is inline in C and has no symbol.
//! * This is the only crate with `unsafe`. Each block is one call, with the reason why it is sound.
//! * Manifolds on a mesh are not in Box3D's public interface. `surface_pair.c` calls the function
//!   of its engine that computes them.

mod pose;
mod shape;

mod distance;
mod manifold;

mod mesh;
mod surface_pair;

mod height_field;
mod world;

pub use distance::{Distance, DistanceCache, cast, distance};
pub use height_field::HeightField;
pub use manifold::{Manifold, ManifoldCache, Point, collide, goes_first};
pub use mesh::Mesh;
pub use pose::Pose;
pub use shape::{MOST_WITH_MANIFOLDS, Shape};
pub use surface_pair::{SurfaceContact, SurfacePair};
pub use world::World;
