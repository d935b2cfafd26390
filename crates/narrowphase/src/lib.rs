//! The narrowphase stage of a physics engine: takes candidate pairs, keeps persistent contact pairs
//! and reports contact events.
//!
//! * [`ContactTable`] is the stage without an ECS: rows sorted by pair key, generic over a `Copy +
//!   Ord + Hash` key. One tick is [`sync_colliders`](ContactTable::sync_colliders),
//!   [`update_pairs`](ContactTable::update_pairs),
//!   [`update_contacts`](ContactTable::update_contacts) and [`publish`](ContactTable::publish).
//! * [`install`] and [`NarrowphasePlugin`](ecs::NarrowphasePlugin) add the stage to bevy_ecs, where
//!   its interface is [`Collider`], [`Placed`], [`CandidatePairs`] and [`Contacts`].
//!
//! Every row is computed independently and written in place, so the results are bit-identical for
//! any number of threads and any order of the candidates.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod span;

mod attributes;
#[cfg(feature = "bevy_transform")]
mod global_transform;
mod pair_key;
mod pair_rules;
mod placement;
mod same;
#[cfg(feature = "serde")]
mod small_vec_serde;

mod collider;
mod collider_set;
mod collider_summary;
mod collider_sync;
mod hash;
mod pair_filter;

mod candidates;
mod changes;
mod composite_contacts;
mod contact_table;
mod contacts_by_collider;
mod row;
mod row_result;
mod row_summary;
mod saved_touch;
mod touch;

mod update_pairs;

mod counters;
mod update_composite;
mod update_contacts;
mod workers;

mod edit;

mod publish;

mod debug_lines;
mod explain;
mod outline;

#[cfg(feature = "serde")]
mod snapshot_serde;

pub mod ecs;

pub use clinch_composite::ColliderShape;

pub use attributes::{Attributes, CollisionLayers, EventFlags};
pub use candidates::Candidates;
pub use changes::{Change, Changes};
pub use collider::{ColliderInput, ColliderRef};
pub use collider_sync::ColliderSync;
pub use composite_contacts::PairManifold;
pub use contact_table::ContactTable;
pub use counters::Counters;
pub use debug_lines::{DebugLine, DebugLineOptions, DebugPart};
pub use ecs::{
    CandidatePairs, Collider, ColliderOf, ColliderOffset, Colliders, CollidingEntities, Contact, ContactEnded, ContactEvents,
    ContactMargin, ContactMut, ContactPersisted, ContactSkin, ContactStarted, Contacts, ContactsMut, DebugLines, Diagnostics,
    IgnoredContacts, NarrowphaseSystems, Sensor, Sleeping, Snapshot, StableId, StageSettings, Static, install, install_with_rules,
};
pub use pair_key::PairKey;
pub use pair_rules::PairRules;
pub use placement::{Attached, Placed, Placement, Placements, WidePlacement};
pub use row::Row;
pub use touch::Touch;
pub use workers::Workers;
