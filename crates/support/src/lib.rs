//! The basic types of all other crates: support mappings, poses, the Minkowski difference of two
//! shapes, and the record of a query.
//!
//! * [`Vector`] and [`Scalar`]: one source for 2D and 3D, `f32` and `f64`. [`cross`](fn@cross) is
//!   the cross product in 3D.
//! * [`Pose`], [`Rotation`], [`Basis`]: position and orientation. The relative pose of a pair is
//!   always computed in `f64`.
//! * [`Frame`]: the relative pose, prepared to transform many points.
//! * [`Sweep`]: a pose that moves and rotates through a time step.
//! * [`SupportMap`]: a convex set, given by its farthest point along any direction.
//! * [`VertexBlock`]: the vertices of a polytope, as searches in `f32` lanes read them.
//! * [`Difference`]: A − B in A's frame, the only thing that GJK and EPA query.
//! * [`Vertex`] and [`Record`]: every point of A − B that a query found, with the support points of
//!   *each* shape.
//!
//! There are no concrete shapes here, no entities, and no time or velocity.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod rotation;
mod scalar;
mod vector;

mod cross;
mod glam_vectors;
mod rotation2;
mod rotation3;
mod scaling;

mod pose;

mod frame;
mod sweep;

mod circle;
mod equal_lanes;
mod support_map;
mod vertex_blocks;
mod vertex_id;

mod difference;
mod record;

#[cfg(feature = "serde")]
mod serde_impls;

pub use circle::{Circle, Features};
pub use cross::cross;
pub use difference::Difference;
pub use frame::Frame;
pub use pose::Pose;
pub use record::{Record, Vertex, VertexIndex};
pub use rotation::{Basis, Rotation};
pub use rotation2::{Basis2, Rotation2};
pub use rotation3::Basis3;
pub use scalar::Scalar;
pub use scaling::{exponent_of, normalize_or_zero, times_power_of_two};
pub use support_map::{Support, SupportMap};
pub use sweep::{Angular, Sweep};
pub use vector::Vector;
pub use vertex_blocks::VertexBlock;
pub use vertex_id::VertexId;
