//! Why a compound is refused.

use core::fmt;

/// Why a compound is refused, with the index of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompoundError {
    /// There are no parts.
    NoParts,
    /// There are more parts than allowed.
    TooManyParts {
        /// The number of parts given.
        given: usize,
        /// The number of parts allowed.
        limit: usize,
    },
    /// A pose has a number that is infinite or NaN, or a rotation of length zero.
    PoseNotFinite {
        /// The index of the part.
        part: usize,
    },
    /// A part has no bounds: a half-space, a user's own shape that reports none, or a pose so far
    /// away that they overflow.
    Unbounded {
        /// The index of the part.
        part: usize,
    },
}

impl fmt::Display for CompoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoParts => write!(f, "the compound has no parts"),
            Self::TooManyParts { given, limit } => write!(f, "{given} parts are too many, the limit is {limit}"),
            Self::PoseNotFinite { part } => write!(f, "the pose of part {part} is not finite"),
            Self::Unbounded { part } => write!(f, "part {part} has no finite bounds"),
        }
    }
}

impl core::error::Error for CompoundError {}
