//! Shapes that move along a line.

mod half_space;
pub(crate) mod impact;
pub(crate) mod initial_overlap;
pub(crate) mod line;
pub(crate) mod linear;
mod segments;
pub(crate) mod settings;
pub(crate) mod spheres;
pub(crate) mod world;
