//! Tests of the public API of shapes. One program, because each would compile everything again.

mod catalogue;
mod common;
mod table;

mod bounding_ball;
mod cores;
mod custom;
mod extremes;
mod features;
mod interior;
mod leaning;
mod polygon;
mod primitives;
mod wrapped_half_spaces;
mod wrappers;

mod broken_faces;
mod cooking;
mod hill_climbing;
mod hull;
mod mesh;

mod moments;
mod moments_by_slicing;
