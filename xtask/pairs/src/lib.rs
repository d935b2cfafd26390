//! The shapes, the poses and the answers of [pair files](../../../docs/pair-files.md), as clinch
//! has them: for `cargo xtask query` and `grade`, and for the inspector, whose page answers as they
//! do.

mod refusal;

mod poses;

mod world;

mod surfaces;

mod collider;

mod composite_pair;

pub use collider::{BuildCollider, Collider, collider};
pub use composite_pair::{CompositePair, Parts};
pub use poses::{Poses, pose, poses};
pub use refusal::Refusal;
pub use surfaces::Surface;
pub use world::{cast_answer, with_bounds_of_union, world_answer};
