//! What a guess is, and what is proved of it.

use clinch_support::Vector;

use crate::start::Start;

/// A guess and what is proved of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess<V: Vector> {
    /// What is proved, in `f64`.
    pub proof: Proof<V::Wide>,
    /// Where the guess ended: a search that goes on from here, now or in the next tick, takes few
    /// steps.
    pub start: Start<V>,
    /// Support calls on A − B, all in `f32`.
    pub calls: u32,
}

/// What is proved of a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proof<W> {
    /// The cores are farther apart than [`Limits::within`](crate::Limits::within).
    Beyond {
        /// Unit, from A to B, in A's frame: the separating axis.
        axis: W,
        /// The distance along it.
        at_least: f64,
    },
    /// The origin is in a tetrahedron of A − B.
    Overlapping {
        /// A lower bound of its distance from the sides, greater than the errors of the support
        /// maps and rounding, [`Difference::error`](clinch_support::Difference::error) among them,
        /// which are not subtracted.
        depth: f64,
    },
    /// Nothing. A search has to decide.
    None,
}
