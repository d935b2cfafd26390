//! The narrowphase stage: candidate pairs in, persistent contact pairs and events out.
//!
//! * [`ContactTable`] is the stage without an ECS: rows sorted by pair key, generic over a `Copy + Ord` key. One tick is
//!   [`roll_call`](ContactTable::roll_call), [`gather`](ContactTable::gather), [`collide`](ContactTable::collide), [`publish`](ContactTable::publish).
//! * [`install`] and [`NarrowphasePlugin`](ecs::NarrowphasePlugin) put it into bevy_ecs: [`Collider`], [`Placed`], [`CandidatePairs`], [`Contacts`].
//!
//! Each row is computed alone and written in its place, so the result has the same bits for any number of threads and any order of the candidates.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod span;

mod attributes;
mod key;
mod placed;
mod rules;
#[cfg(feature = "bevy_transform")]
mod transform;

mod hash;
mod members;
mod seat;
mod table;
mod tally;

mod gather;

mod collide;
mod workers;

mod edit;

mod lines;
mod outline;

mod publish;
mod reach;
mod touch;

#[cfg(feature = "serde")]
mod written;

pub mod ecs;

pub use attributes::{Attributes, CollisionLayers, Reports};
pub use ecs::{
    Asleep, CandidatePairs, Collider, ColliderOf, ColliderOffset, Colliders, CollidingEntities, Contact, ContactEnded, ContactEvents,
    ContactMargin, ContactMut, ContactPersisted, ContactSkin, ContactStarted, Contacts, ContactsMut, DebugLines, Diagnostics, Fixed,
    IgnoredContacts, NarrowphaseSystems, Sensor, Snapshot, StableId, StageSettings, install, install_with_rules,
};
pub use gather::Candidates;
pub use key::PairKey;
pub use lines::{DebugLine, DebugPart, DebugWanted};
pub use members::{Participant, Places, Present, RollCall};
pub use placed::{Attached, Placed, Placement, WidePlacement};
pub use publish::{Change, Changes};
pub use rules::PairRules;
pub use table::{ContactTable, Row};
pub use tally::Tally;
pub use touch::Touch;
pub use workers::Workers;
