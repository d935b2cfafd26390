//! The stage, with and without an ECS. One program, for each would compile the whole stage anew.

mod common;

mod table;

mod world;

mod attributes;
mod debug_lines;
mod editing;
mod events;
mod snapshot;

mod hostile;
