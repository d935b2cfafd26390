//! Why a height field is refused.

use core::fmt;

/// Why a height field is refused, with the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeightFieldError {
    /// There are fewer than two rows or columns of heights.
    TooFew {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// There are more cells than ids.
    TooManyCells {
        /// The number of cells given.
        given: u64,
        /// The number of cells allowed.
        limit: u64,
    },
    /// The number of heights is not rows times columns, or that of cells not one less of each.
    WrongCount {
        /// The number given.
        given: usize,
        /// The number needed.
        needed: usize,
    },
    /// A height is infinite or NaN, also after it is scaled.
    HeightNotFinite {
        /// The row of the height.
        row: u32,
        /// Its column.
        column: u32,
    },
    /// A factor of the scale is not positive and finite, or zero for heights.
    InvalidScale {
        /// Its axis: 0, 1 or 2.
        axis: usize,
    },
    /// Two rows or columns are at the same coordinate, or it overflows: there are more than the
    /// scalar type can distinguish.
    NotDistinct {
        /// The axis: 0 for columns, 2 for rows.
        axis: usize,
        /// The index of the second of the two.
        index: u32,
    },
    /// There is no such cell.
    NoSuchCell {
        /// The row of the cell.
        row: u32,
        /// Its column.
        column: u32,
    },
}

impl fmt::Display for HeightFieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { rows, columns } => write!(f, "{rows} rows and {columns} columns of heights are too few, 2 are needed"),
            Self::TooManyCells { given, limit } => write!(f, "{given} cells are too many, the limit is {limit}"),
            Self::WrongCount { given, needed } => write!(f, "{given} heights or cells were given, {needed} are needed"),
            Self::HeightNotFinite { row, column } => write!(f, "the height in row {row} and column {column} is not finite"),
            Self::InvalidScale { axis } => write!(f, "the scale along axis {axis} is not positive and finite"),
            Self::NotDistinct { axis, index } => write!(f, "index {index} along axis {axis} has no coordinate of its own"),
            Self::NoSuchCell { row, column } => write!(f, "there is no cell in row {row} and column {column}"),
        }
    }
}

impl core::error::Error for HeightFieldError {}
