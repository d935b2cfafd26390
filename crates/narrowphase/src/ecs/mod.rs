//! The stage in bevy_ecs: a thin layer on the table.

mod components;
mod contacts;
mod messages;
mod resources;

mod systems;

mod install;
#[cfg(feature = "bevy_app")]
mod plugin;

pub use components::Collider;
pub use contacts::{Contact, Contacts};
pub use install::install;
pub use messages::{ContactEnded, ContactStarted};
#[cfg(feature = "bevy_app")]
pub use plugin::NarrowphasePlugin;
pub use resources::{CandidatePairs, Diagnostics, StageSettings, Table};
pub use systems::NarrowphaseSystems;
