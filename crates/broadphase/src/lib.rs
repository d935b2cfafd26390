//! A default source of candidate pairs: which bounds overlap, on a library's BVH.
//!
//! * [`PairFinder`] is the source without an ECS: boxes in, pairs of their places out.
//! * [`install`] puts it before the narrowphase stage of a bevy_ecs world. Any system that pushes into
//!   [`CandidatePairs`](clinch_narrowphase::CandidatePairs) can replace it.
//! * [`SpatialIndex`] walks the same tree for questions about the whole world.

mod pair_finder;
mod traverse;

mod spatial_index;
mod systems;

#[cfg(feature = "bevy_app")]
mod plugin;

pub use pair_finder::PairFinder;
#[cfg(feature = "bevy_app")]
pub use plugin::BroadphasePlugin;
pub use spatial_index::SpatialIndex;
pub use systems::{BroadphaseSystems, Finder, find_pairs, install};
