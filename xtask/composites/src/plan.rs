//! What is examined.

use clinch_testkit::distributions::Digits;

/// A stream of pairs and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of pairs in each dimension.
    pub pairs: u64,
    /// The seed.
    pub seed: u64,
    /// The precision of the shapes, and of their numbers.
    pub digits: Digits,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// Balls and capsules alone, and boxes with a contact skin: those of which the contacts must be
    /// local minima of the distance.
    pub round: bool,
}
