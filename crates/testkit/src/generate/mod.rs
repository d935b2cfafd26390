//! Pairs of shapes from a seed, in every situation that has ever gone wrong.
//!
//! * [`pair`] draws a pair from its own stream of a seed, so that its id is enough to draw it
//!   again.
//! * [`Proximity`] and [`Alignment`] are drawn independently, so that every combination occurs.
//!   Each pair comes with what the oracle *measured*, by which a test can assert the mix.
//! * A distance is reached by moving B along a direction. The signed distance of convex sets is
//!   convex along any line and the oracle's normal gives its slope, so that Newton's method from
//!   outside converges in a few steps and never overshoots.
//! * Each of these steps costs an answer of the oracle. Where millions of pairs are needed and the
//!   answer is not, [`sketch`] and [`cast`] reach a distance with one support point of each shape.
//! * All parameters are `f32` numbers. Rounding the position changes the distance by an ulp of it;
//!   the oracle measures after that.

pub mod meshes;

mod shape;

mod pair;
mod place;

mod cast;
mod sketch;

pub use cast::cast;
pub use pair::{Pair, pair, pair_of};
pub use shape::shape;
pub use sketch::sketch;

pub use crate::distributions::{Alignment, Kind, Proximity};
