//! The reports, a file for each kind of query, and `line.rs`, which chooses.
//!
//! Shapes, poses and answers are those of `clinch_pairs`, as in `cargo xtask query`.

mod outlines;
mod part_list;
mod points;

mod shapes;

mod convex_shapes;

mod composite_shapes;

mod cast;
mod contacts;
mod convex;

mod line;

pub use line::inspect;
