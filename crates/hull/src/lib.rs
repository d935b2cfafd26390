//! Convex hulls of points by exact signs: which points are vertices, and which faces they form.
//!
//! * In 3D, [`HullFaces`] computes vertices, faces and adjacency: Quickhull on exact predicates,
//!   then redundant vertices are removed and nearly coplanar triangles merged. [`exact_faces`] and
//!   [`exact_neighbours`] use no tolerance. [`joined_faces`] joins faces that rounding broke.
//! * In 2D, [`outline`] computes the corners and [`simplified`] removes some. [`Ring`] checks
//!   whether corners in their given order are a convex polygon.
//! * [`ScaledPoints`] keeps the predicates from overflow and underflow. All functions take scaled
//!   points.
//! * [`newell_normal`] is the area vector of a polygon, in twice the precision.
//!
//! Input are points, output are indices. There are no shapes here and no support mappings.

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
mod joined_faces;

pub use double_double::newell_normal;
pub use exact_faces::{exact_faces, exact_neighbours};
pub use hull_faces::{HullFaces, canonical};
pub use joined_faces::{FaceEdge, JoinedFace, joined_faces};
pub use outline::{distance_to_segment, outline, simplification_error, simplified};
pub use ring::{Ring, StraightRun};
pub use scaled_points::ScaledPoints;
