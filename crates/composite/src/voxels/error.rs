//! Why voxels are refused.

use core::fmt;

/// Why voxels are refused, with the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VoxelsError {
    /// The size of a cell along an axis is not positive and finite, or so different from the others
    /// that their product underflows, or the most distant cell would overflow.
    InvalidSize {
        /// The axis: 0, 1 or 2.
        axis: usize,
    },
    /// A cell is too far from the origin.
    TooFar {
        /// The cell.
        cell: [i32; 3],
        /// The largest absolute index allowed.
        limit: i32,
    },
    /// The cells are in more blocks than there are ids.
    TooManyBlocks {
        /// The number of blocks needed.
        needed: usize,
        /// The number of blocks allowed.
        limit: usize,
    },
}

impl fmt::Display for VoxelsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidSize { axis } => write!(f, "the size of a cell along axis {axis} is no length beside the others"),
            Self::TooFar { cell: [x, y, z], limit } => write!(f, "cell ({x}, {y}, {z}) is too far away, the limit is {limit}"),
            Self::TooManyBlocks { needed, limit } => write!(f, "{needed} blocks of cells are too many, the limit is {limit}"),
        }
    }
}

impl core::error::Error for VoxelsError {}
