//! Convex hulls of points, by exact signs: which points are vertices, and which faces they make.
//!
//! * In 3D [`HullFaces`] finds the vertices, the faces and the neighbours of each vertex: Quickhull on exact predicates, then superfluous vertices are
//!   dropped and nearly coplanar triangles merged. [`exact_faces`] and [`exact_neighbors`] tolerate nothing.
//! * In 2D [`outline`] finds the corners, [`simplified`] drops some, and a [`Ring`] tells whether corners in their order go round a convex polygon.
//! * [`ScaledPoints`] sees to it that predicates neither overflow nor underflow; all here works on them.
//! * [`newell_normal`] is the area vector of a polygon in twice the digits.
//!
//! Points go in, indices come out: there are no shapes here and no support mappings.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod double_double;
mod scaled_points;

mod outline;
mod ring;

mod cloud;
mod quickhull;

mod merge;
mod redundant;

mod hull_faces;

mod exact_faces;

pub use double_double::newell_normal;
pub use exact_faces::{exact_faces, exact_neighbors};
pub use hull_faces::{HullFaces, canonical};
pub use outline::{distance_to_segment, outline, simplification_error, simplified};
pub use ring::{Ring, StraightRun};
pub use scaled_points::ScaledPoints;
