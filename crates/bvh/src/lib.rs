//! A tree of axis-aligned boxes: for the bodies of a world, which is built again in each tick, and
//! for the triangles of a mesh, which is built once.
//!
//! * [`Bvh`] stores the boxes of nodes in `f32`, rounded outward, and the indices of items. It does
//!   not store the boxes of items, which the caller has or can compute. It is a filter: what it
//!   finds the caller compares exactly, so no answer depends on the tree.
//! * [`Builder`] makes it: Meister and Bittner's PLOC (*Parallel Locally-Ordered Clustering for
//!   Bounding Volume Hierarchy Construction*, 2018), from the obvhs crate.
//! * [`Visitor`] is what [`Bvh::traverse`] calls, near boxes first.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod tree_frame;

mod node;

mod bvh;

mod builder;

mod overlaps;
mod traverse;

pub use builder::{Builder, Layout};
pub use bvh::Bvh;
pub use traverse::Visitor;
