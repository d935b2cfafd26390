//! Trees of axis-aligned boxes: for the bodies of a world, which are built again in each tick, and
//! for the triangles of a mesh, which are built once.
//!
//! * [`Bvh`] stores the boxes of nodes in `f32`, rounded outward, and the indices of items. It does
//!   not store the boxes of items, which the caller has or can compute. It is a filter: what it
//!   finds the caller compares exactly, so no answer depends on the tree.
//! * [`Builder`] makes it: Meister and Bittner's PLOC (*Parallel Locally-Ordered Clustering for
//!   Bounding Volume Hierarchy Construction*, 2018), from the obvhs crate.
//! * [`Visitor`] is what [`Bvh::traverse`] calls, near boxes first.
//! * [`Bvh8`] is for triangles: eight children per node, in 64 bytes. It is built from the top, and
//!   its rays, points and boxes meet eight boxes at a time.
//! * [`AabbDifference`] bounds when, and how near, the contents of two boxes meet.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod aabb_difference;

mod tree_frame;

mod node;

mod bvh;

mod builder;

mod overlaps;
mod traverse;

mod eight;

pub use aabb_difference::AabbDifference;
pub use builder::{Builder, Layout};
pub use bvh::Bvh;
pub use eight::{Bvh8, Ray, Rounding, Space};
pub use traverse::Visitor;
