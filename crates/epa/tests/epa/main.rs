//! Depths, asked through the crate's own door. One program, for each would compile all of it anew.

mod worked_examples;

mod boxes;
mod hard_pairs;
mod proofs;
mod properties;
mod round_hulls;
mod smooth;
