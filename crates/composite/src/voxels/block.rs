//! A block of 8 × 8 × 8 cells.

use crate::voxels::face::Cell;

/// The cells of a block along each axis.
pub(crate) const WIDTH: i32 = 8;

/// The largest index of a cell. Larger: the corners of far cells would not be distinct in `f32`.
pub(crate) const FARTHEST: i32 = 1 << 20;

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

    /// Whether a block has no place for a cell that is near enough.
    #[cfg(feature = "serde")]
    pub(crate) fn is_too_far(at: Cell) -> bool {
        at.iter().any(|i| !(-FARTHEST / WIDTH..FARTHEST / WIDTH).contains(i))
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

    /// The lowest and the highest coordinates of its filled cells, axis by axis; `None` if it is
    /// empty.
    pub(crate) fn filled_range(&self) -> Option<(Cell, Cell)> {
        let layers = (0..8).fold(0_u8, |layers, z| layers | u8::from(self.filled[z] != 0) << z);
        // Bit 8y + x, of all layers.
        let above_each_other = self.filled.iter().fold(0, |bits, word| bits | word);
        let rows = above_each_other.to_le_bytes();
        let columns = rows.iter().fold(0, |columns, row| columns | row);
        let rows = (0..8).fold(0_u8, |set, y| set | u8::from(rows[y] != 0) << y);
        let sets = [columns, rows, layers];
        let first = self.at.map(|i| i * WIDTH);
        let low = [0, 1, 2].map(|i| first[i] + sets[i].trailing_zeros() as i32);
        let high = [0, 1, 2].map(|i| first[i] + 7 - sets[i].leading_zeros() as i32);
        (layers != 0).then_some((low, high))
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

#[cfg(test)]
mod tests {
    use super::{Block, CELLS};

    #[test]
    fn the_range_is_that_of_the_filled_cells() {
        let mut block = Block { at: [-1, 2, 0], filled: [0; 8], exposed: [0; 8] };
        assert_eq!(block.filled_range(), None);
        for place in [300, 77, 0, 511, 140] {
            Block::set(&mut block.filled, place, true);
            let cells: Vec<_> = (0..CELLS).filter(|&place| Block::bit(&block.filled, place)).map(|place| block.cell(place)).collect();
            let [low, high] = [i32::min, i32::max]
                .map(|best: fn(i32, i32) -> i32| [0, 1, 2].map(|i| cells.iter().map(|cell| cell[i]).reduce(best).unwrap()));
            assert_eq!(block.filled_range(), Some((low, high)));
        }
    }
}
