//! Why a height field in 2D is refused.

use core::fmt;

/// Why a height field in 2D is refused, with the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeightField2Error {
    /// There are fewer than two heights.
    TooFew {
        /// The number given.
        given: usize,
    },
    /// There are more heights than ids.
    TooMany {
        /// The number given.
        given: usize,
        /// The number allowed.
        limit: usize,
    },
    /// The number of holes is not one less than that of heights.
    WrongCount {
        /// The number given.
        given: usize,
        /// The number needed.
        needed: usize,
    },
    /// A height is infinite or NaN, also after it is scaled.
    HeightNotFinite {
        /// Its index.
        index: u32,
    },
    /// A factor of the scale is not positive and finite, or zero for heights.
    InvalidScale {
        /// Its axis: 0 or 1.
        axis: usize,
    },
    /// Two heights are at the same x, or it overflows: there are more than the scalar type can
    /// distinguish.
    NotDistinct {
        /// The index of the second of the two.
        index: u32,
    },
    /// There is no such cell.
    NoSuchCell {
        /// The index of the cell.
        cell: u32,
    },
}

impl fmt::Display for HeightField2Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { given } => write!(f, "{given} heights are too few, 2 are needed"),
            Self::TooMany { given, limit } => write!(f, "{given} heights are too many, the limit is {limit}"),
            Self::WrongCount { given, needed } => write!(f, "{given} holes were given, {needed} are needed"),
            Self::HeightNotFinite { index } => write!(f, "height {index} is not finite"),
            Self::InvalidScale { axis } => write!(f, "the scale along axis {axis} is not positive and finite"),
            Self::NotDistinct { index } => write!(f, "height {index} has no coordinate of its own"),
            Self::NoSuchCell { cell } => write!(f, "there is no cell {cell}"),
        }
    }
}

impl core::error::Error for HeightField2Error {}
