//! What is drawn, and the labels of a pair.

use crate::distributions::{Alignment, Digits, Proximity};
use crate::pair_file::Query;

/// A stream of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// 2 or 3.
    pub dim: usize,
    /// The seed; any number.
    pub seed: u64,
    /// The precision of all parameters.
    pub digits: Digits,
}

/// How thin the shapes are drawn. Hulls of the pool and shapes on a grid do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// Lengths are similar.
    Plain,
    /// One length is about 1e-4 to 1e-2 of the others.
    Plate,
    /// All lengths but one are about 1e-4 to 1e-2 of that one.
    Needle,
    /// A length is zero, points repeat, or a hull is flat, in the kinds that have such a form.
    Degenerate,
}

/// Where in the world a pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// A is at the origin.
    Origin,
    /// A is within the sum of the bounding radii of it.
    Near,
    /// A is within 1e2 to 1e6 times that sum of it.
    Far,
}

/// How a pair was drawn. The soak counts failures by these labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The proximity that was drawn.
    pub proximity: Proximity,
    /// The alignment that was drawn.
    pub alignment: Alignment,
    /// Where in the world they are.
    pub location: Location,
    /// How thin the shapes were drawn.
    pub aspect: Aspect,
    /// The sizes for which they were drawn differ by a factor of more than a hundred.
    pub mixed: bool,
}

/// A pair with its poses.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// A contact query without expectation.
    pub query: Query,
    /// How it was drawn.
    pub labels: Labels,
}
