//! The stage in bevy_ecs: a thin layer over the contact table.

mod components;
mod contacts;
mod debug_lines;
mod messages;
mod resources;

mod sync_colliders;
mod systems;

#[cfg(feature = "bevy_reflect")]
mod reflect;

mod install;
#[cfg(feature = "bevy_app")]
mod plugin;

pub use components::{
    Collider, ColliderOf, ColliderOffset, Colliders, CollidingEntities, ContactEvents, ContactMargin, ContactSkin, IgnoredContacts, Sensor,
    Sleeping, StableId, Static,
};
pub use contacts::{Contact, ContactMut, Contacts, ContactsMut};
pub use debug_lines::DebugLines;
pub use install::{install, install_with_rules};
pub use messages::{ContactEnded, ContactPersisted, ContactStarted};
#[cfg(feature = "bevy_app")]
pub use plugin::NarrowphasePlugin;
#[cfg(feature = "bevy_reflect")]
pub use reflect::register_types;
pub use resources::{CandidatePairs, ColliderPlacements, Diagnostics, Snapshot, StageSettings, StepTimes, Table};
pub use systems::NarrowphaseSystems;
