//! Why a chain is refused.

use core::fmt;

/// Why a chain is refused, with the indices of what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainError {
    /// There are fewer than two points, or fewer than three of a loop.
    TooFewPoints {
        /// The number of points given, or left after repair.
        given: usize,
        /// The number of points needed.
        needed: usize,
    },
    /// There are more points than ids.
    TooManyPoints {
        /// The number of points given.
        given: usize,
        /// The number of points allowed.
        limit: usize,
    },
    /// A point has an infinite or NaN coordinate, or overflows when it is scaled.
    PointNotFinite {
        /// The index of the point.
        point: u32,
    },
    /// Two consecutive points are at the same place, also after they are scaled. The last and the
    /// first point of a loop are consecutive.
    EqualNeighbors {
        /// Their indices.
        points: [u32; 2],
    },
    /// A factor of a scale is zero, infinite or NaN.
    InvalidScale {
        /// Its axis: 0 or 1.
        axis: usize,
    },
    /// The size of a tile along an axis is not positive, not finite, or overflows in far tiles.
    InvalidTileSize {
        /// The axis: 0 or 1.
        axis: usize,
    },
    /// A range of tiles reaches beyond the limit of their indices.
    TileTooFar {
        /// The first or the last corner of the range.
        tile: [i32; 2],
        /// The largest index.
        limit: i32,
    },
    /// A range has more tiles than a map may have that is not cut into several ranges.
    TooManyTiles {
        /// The number of tiles, with those around the range.
        given: u64,
        /// The number of tiles allowed.
        limit: u64,
    },
    /// A loop has no ends, so it has no ghost vertices.
    GhostOfLoop,
    /// A ghost vertex has an infinite or NaN coordinate, or overflows when it is scaled.
    GhostNotFinite {
        /// 0 for the one before the first point, 1 for the one after the last.
        end: u8,
    },
    /// A ghost vertex is at the place of the end that it belongs to.
    GhostAtEnd {
        /// 0 for the one before the first point, 1 for the one after the last.
        end: u8,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ghost = |end: &u8| if *end == 0 { "before the first point" } else { "after the last point" };
        match self {
            Self::TooFewPoints { given, needed } => write!(f, "{given} points are too few, {needed} are needed"),
            Self::TooManyPoints { given, limit } => write!(f, "{given} points are too many, the limit is {limit}"),
            Self::PointNotFinite { point } => write!(f, "point {point} is not finite"),
            Self::EqualNeighbors { points: [a, b] } => write!(f, "the consecutive points {a} and {b} are at the same place"),
            Self::InvalidScale { axis } => write!(f, "the scale along axis {axis} is zero or not finite"),
            Self::InvalidTileSize { axis } => write!(f, "the size of a tile along axis {axis} is not positive or too large"),
            Self::TileTooFar { tile: [x, y], limit } => write!(f, "the range of tiles reaches to [{x}, {y}], the limit is {limit}"),
            Self::TooManyTiles { given, limit } => write!(f, "{given} tiles are too many, the limit is {limit}"),
            Self::GhostOfLoop => write!(f, "a loop has no ends, so it has no ghost vertices"),
            Self::GhostNotFinite { end } => write!(f, "the ghost vertex {} is not finite", ghost(end)),
            Self::GhostAtEnd { end } => write!(f, "the ghost vertex {} is at the place of that point", ghost(end)),
        }
    }
}

impl core::error::Error for ChainError {}
