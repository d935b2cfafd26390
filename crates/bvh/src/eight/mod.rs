//! A tree of up to eight children per node, in 64 bytes: for items that stay where they are, such
//! as the triangles of a mesh.
//!
//! * Coordinates are whole numbers of a grid of 2^24 steps ([`Grid`](grid::Grid)). A node stores
//!   one corner, and the bounds of its children in one byte each, as multiples of a power of two of
//!   steps. All of them are exact in `f32`, so only the coordinates of a query are rounded.
//! * Nodes above others have nodes as children; the lowest have leaves of [`LEAF`](node::LEAF)
//!   items. All leaves of a node but the last are full, so no count is stored per leaf.
//! * Queries compare a node's eight children at once, in `f32`, with boxes that are grown by the
//!   rounding error ([`Space`]). Rays and points take near children first.

mod grid;
mod node;
mod packed;
mod tree;

mod build;

mod descent;
mod space;

mod boxes;
mod nearest;
mod ray;
mod traverse;

pub use ray::Ray;
pub use space::{Rounding, Space};
pub use tree::Bvh8;

#[cfg(test)]
mod tests;
