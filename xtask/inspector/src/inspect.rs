//! The reports, a file for each kind of query, and `line.rs`, which chooses.
//!
//! Shapes, poses and the pairs of composite shapes are those of `cargo xtask query`: its files are
//! compiled here as well, so that the page answers as that tool does. The tool is a program and no
//! library, and what it depends on would not fit into the page.

#[path = "../../src/pairs/refusal.rs"]
mod refusal;

#[path = "../../src/pairs/poses.rs"]
mod poses;

#[path = "../../src/pairs/world.rs"]
mod world;

#[path = "../../src/pairs/surfaces.rs"]
mod surfaces;

#[path = "../../src/pairs/collider.rs"]
mod collider;

#[path = "../../src/pairs/composite_pair.rs"]
mod composite_pair;

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
