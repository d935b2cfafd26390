//! What is drawn, and the labels of a pair.

use crate::distributions::{Alignment, Digits, Proximity};
use crate::pair_file::Query;

/// A stream of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// 2 or 3.
    pub dim: usize,
    /// Any number.
    pub seed: u64,
    /// All parameters are numbers of this precision.
    pub digits: Digits,
}

/// How thin a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// Its sizes are similar.
    Plain,
    /// One size is a hundredth to a ten-thousandth of the others.
    Plate,
    /// All sizes but one are.
    Needle,
    /// A size is zero, points repeat, or a hull is flat.
    Degenerate,
}

/// Where in the world a pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// A is at the origin.
    Origin,
    /// Within their sizes of it.
    Near,
    /// At 1e2 to 1e6 of their sizes from it.
    Far,
}

/// How a pair was drawn. The soak counts failures by these labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// How near the shapes are.
    pub proximity: Proximity,
    /// How they are rotated relative to each other.
    pub alignment: Alignment,
    /// Where in the world they are.
    pub location: Location,
    /// How thin they are.
    pub aspect: Aspect,
    /// The sizes differ by a factor of more than a hundred.
    pub mixed: bool,
}

/// A pair in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// A contact query without expectation.
    pub query: Query,
    /// How it was drawn.
    pub labels: Labels,
}
