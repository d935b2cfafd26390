//! The narrowphase stage: candidate pairs in, persistent contact pairs and events out.
//!
//! * [`ContactTable`] is the stage without an ECS: rows sorted by pair key, generic over a `Copy + Ord` key. One tick is
//!   [`gather`](ContactTable::gather), [`collide`](ContactTable::collide), [`publish`](ContactTable::publish).
//! * [`install`] and [`NarrowphasePlugin`](ecs::NarrowphasePlugin) put it into bevy_ecs: [`Collider`], [`Placed`], [`CandidatePairs`], [`Contacts`].
//!
//! Each row is computed alone and written in its place, so the result has the same bits for any number of threads and any order of the candidates.

mod table;
mod tally;

mod gather;

mod collide;
mod publish;

mod placed;
mod workers;

pub mod ecs;

pub use collide::Bodies;
pub use ecs::{
    CandidatePairs, Collider, Contact, ContactEnded, ContactStarted, Contacts, Diagnostics, NarrowphaseSystems, StageSettings, install,
};
pub use placed::{Placed, Placement, WidePlacement};
pub use publish::{Changes, Touch};
pub use table::{ContactTable, PairKey, Row};
pub use tally::Tally;
pub use workers::Workers;
