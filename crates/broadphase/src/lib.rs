//! The default broadphase: finds overlapping AABBs with a bounding volume hierarchy.
//!
//! * [`PairFinder`] is the broadphase without an ECS: takes AABBs, reports pairs of their indices.
//! * [`install`] adds it to a bevy_ecs world, before the narrowphase stage. Any system that pushes
//!   into [`CandidatePairs`](clinch_narrowphase::CandidatePairs) can replace it.
//! * [`SpatialIndex`] traverses the same tree for spatial queries.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

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
