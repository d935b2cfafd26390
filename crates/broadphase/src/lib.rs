//! A default source of candidate pairs: which bounds overlap, on a library's BVH.
//!
//! * [`PairFinder`] is the source without an ECS: boxes in, pairs of their places out.
//! * [`install`] puts it before the narrowphase stage of a bevy_ecs world. Any system that pushes into
//!   [`CandidatePairs`](clinch_narrowphase::CandidatePairs) can replace it.
//! * [`SpatialIndex`] walks the same tree for questions about the whole world.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod finder;
mod walk;

mod index;
mod stage;

#[cfg(feature = "bevy_app")]
mod plugin;

pub use finder::PairFinder;
pub use index::SpatialIndex;
#[cfg(feature = "bevy_app")]
pub use plugin::BroadphasePlugin;
pub use stage::{BroadphaseSystems, Finder, find_pairs, install};
