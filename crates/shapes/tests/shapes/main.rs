//! Shapes, asked through the crate's own door. One program, for each would compile all of it anew.

mod catalogue;
mod common;
mod table;

mod bounding_ball;
mod cores;
mod custom;
mod features;
mod polygon;
mod primitives;
mod wrapped_half_spaces;
mod wrappers;

mod climbing;
mod cooking;
mod hull;
mod mesh;

mod moments;
mod moments_sliced;
