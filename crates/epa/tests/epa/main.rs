//! Depths through the public interface of the crate. One test program, because each program
//! compiles everything again.

mod worked_examples;

mod boxes;
mod guessed_depths;
mod hard_pairs;
mod proofs;
mod properties;
mod round_hulls;
mod smooth;
