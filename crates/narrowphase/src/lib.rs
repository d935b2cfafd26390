//! The narrowphase stage: candidate pairs in, persistent contact pairs and events out.
//!
//! * [`ContactTable`] is the stage without an ECS: rows sorted by pair key, generic over a `Copy + Ord` key. One tick is
//!   [`roll_call`](ContactTable::roll_call), [`gather`](ContactTable::gather), [`collide`](ContactTable::collide), [`publish`](ContactTable::publish).
//! * [`install`] and [`NarrowphasePlugin`](ecs::NarrowphasePlugin) put it into bevy_ecs: [`Collider`], [`Placed`], [`CandidatePairs`], [`Contacts`].
//!
//! Each row is computed alone and written in its place, so the result has the same bits for any number of threads and any order of the candidates.

mod span;

mod attributes;
#[cfg(feature = "bevy_transform")]
mod global_transform;
mod pair_key;
mod pair_rules;
mod placement;
#[cfg(feature = "serde")]
mod small_vec_serde;

mod collider;
mod collider_set;
mod collider_summary;
mod collider_sync;
mod hash;

mod changes;
mod contacts_by_collider;
mod row;
mod table;
mod touch;

mod update_pairs;

mod counters;
mod update_contacts;
mod workers;

mod edit;

mod publish;

mod debug_lines;
mod outline;

#[cfg(feature = "serde")]
mod snapshot_serde;

pub mod ecs;

pub use attributes::{Attributes, CollisionLayers, Reports};
pub use changes::{Change, Changes};
pub use collider::{Participant, Present};
pub use collider_sync::RollCall;
pub use counters::Tally;
pub use debug_lines::{DebugLine, DebugPart, DebugWanted};
pub use ecs::{
    Asleep, CandidatePairs, Collider, ColliderOf, ColliderOffset, Colliders, CollidingEntities, Contact, ContactEnded, ContactEvents,
    ContactMargin, ContactMut, ContactPersisted, ContactSkin, ContactStarted, Contacts, ContactsMut, DebugLines, Diagnostics, Fixed,
    IgnoredContacts, NarrowphaseSystems, Sensor, Snapshot, StableId, StageSettings, install, install_with_rules,
};
pub use pair_key::PairKey;
pub use pair_rules::PairRules;
pub use placement::{Attached, Placed, Placement, Places, WidePlacement};
pub use row::Row;
pub use table::ContactTable;
pub use touch::Touch;
pub use update_pairs::Candidates;
pub use workers::Workers;
