//! A block of 8 × 8 × 8 cells.

use crate::voxels::face::Cell;

/// The cells of a block along each axis.
pub(crate) const WIDTH: i32 = 8;

/// The cells of a block.
pub(crate) const CELLS: u32 = 512;

/// A block of cells: a bit each, that of (x, y, z) in word z at 8y + x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Its place in the grid of blocks.
    pub(crate) at: Cell,
    pub(crate) filled: [u64; 8],
    /// Filled, and a neighbour is not.
    pub(crate) exposed: [u64; 8],
}

impl Block {
    /// The place of the block of a cell.
    pub(crate) fn of(cell: Cell) -> Cell {
        cell.map(|i| i.div_euclid(WIDTH))
    }

    /// The number of a cell within its block.
    pub(crate) fn place(cell: Cell) -> u32 {
        let [x, y, z] = cell.map(|i| i.rem_euclid(WIDTH) as u32);
        64 * z + 8 * y + x
    }

    /// The cell of a number.
    pub(crate) fn cell(&self, place: u32) -> Cell {
        let within = [place % 8, place / 8 % 8, place / 64].map(|i| i as i32);
        [0, 1, 2].map(|i| self.at[i] * WIDTH + within[i])
    }

    pub(crate) fn bit(bits: &[u64; 8], place: u32) -> bool {
        bits[(place / 64) as usize] >> (place % 64) & 1 == 1
    }

    pub(crate) fn set(bits: &mut [u64; 8], place: u32, to: bool) {
        let bit = 1 << (place % 64);
        let word = &mut bits[(place / 64) as usize];
        *word = if to { *word | bit } else { *word & !bit };
    }

    /// The numbers of the cells whose bits are set, in ascending order.
    pub(crate) fn places(bits: &[u64; 8]) -> impl Iterator<Item = u32> + use<> {
        (0_u32..).step_by(64).zip(*bits).flat_map(|(first, mut word)| {
            core::iter::from_fn(move || {
                let place = (word != 0).then(|| first + word.trailing_zeros())?;
                word &= word - 1;
                Some(place)
            })
        })
    }
}
