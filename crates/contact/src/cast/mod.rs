//! Shapes that move along a line.

pub(crate) mod impact;
pub(crate) mod line;
pub(crate) mod linear;
mod segments;
pub(crate) mod settings;
