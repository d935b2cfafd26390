//! Random shapes, pairs and casts from a seed. Many pairs nearly touch, have parallel features or
//! contain a degenerate shape.
//!
//! * The dimension, the seed, the index and the list of kinds determine a pair: each has its own
//!   random stream. The id has all of them but the kinds.
//! * [`pair`] draws [`Proximity`] and [`Alignment`] independently, and adds the oracle's answer. A
//!   test can assert from it how many pairs touch or overlap.
//! * [`pair`] moves B along a line until the oracle measures about the drawn distance. The signed
//!   distance of convex sets is convex along a line and the oracle's normal gives its slope, so
//!   that Newton's method converges from outside. Each step costs an answer of the oracle.
//! * [`sketch`] and [`cast`] use no oracle: one support point of each shape places B, at a lower
//!   bound of the distance. They are for tests of millions of pairs.
//! * Every number of a query is an `f32` number, but for the oracle's answer. The position of B is
//!   rounded, too, which changes the distance; the oracle measures the rounded pair.

pub mod meshes;

mod shape;

mod pair;
mod place;

mod cast;
mod sketch;

mod concave;
mod unions;

pub use cast::cast;
pub use concave::concave;
pub use pair::{Pair, pair, pair_of};
pub use shape::shape;
pub use sketch::sketch;

pub use crate::distributions::{Alignment, Kind, Proximity};
