//! Tests of the stage, with and without an ECS. One test binary: each would compile the whole stage
//! again.

use clinch_instances as _;

mod common;

mod table;
mod unmoved;

mod world;

mod attributes;
mod composite;
mod debug_lines;
mod despawned;
mod editing;
mod ended_bodies;
mod events;
mod snapshot;

mod hostile;
mod numbers;
