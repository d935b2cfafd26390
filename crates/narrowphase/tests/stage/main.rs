//! The stage, with and without an ECS. One program, for each would compile the whole stage anew.

mod common;

mod table;

mod world;

mod attributes;
mod editing;
mod events;
mod looking;
mod snapshot;

mod hostile;
