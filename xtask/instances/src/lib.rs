//! The contact table for the four vectors, compiled once.
//!
//! Generic functions are compiled in each crate that uses them with types of its own choice, unless
//! a crate below it has done so with the same types: in the profile of the tests, rustc shares them
//! then. A program that uses the table takes half a minute to build, and there are many. They write
//! `use clinch_instances as _;`, which makes rustc look here first.

// An optimised build shares nothing, so there it would be compiled in vain.
#[cfg(debug_assertions)]
mod ticks;

#[cfg(debug_assertions)]
pub use ticks::{TICKS, Tick};
