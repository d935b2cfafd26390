//! Serialisation of voxels: as the size of a cell and the blocks in the order of their numbers, so
//! that ids do not change.

use clinch_support::Vector;
use glam::DVec3;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::voxels::block::Block;
use crate::voxels::face::Cell;
use crate::voxels::grid::Voxels;

#[derive(Serialize, Deserialize)]
#[serde(rename = "voxels", deny_unknown_fields)]
struct SerializedVoxels<V> {
    size: V,
    blocks: Vec<SerializedBlock>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "block", deny_unknown_fields)]
struct SerializedBlock {
    at: Cell,
    filled: [u64; 8],
}

impl<V: Vector<Wide = DVec3> + Serialize> Serialize for Voxels<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let block = |block: &Block| SerializedBlock { at: block.at, filled: block.filled };
        SerializedVoxels { size: self.size(), blocks: self.data().blocks.iter().map(block).collect() }.serialize(serializer)
    }
}

impl<'de, V: Vector<Wide = DVec3> + Deserialize<'de>> Deserialize<'de> for Voxels<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SerializedVoxels { size, blocks } = SerializedVoxels::<V>::deserialize(deserializer)?;
        // Before the place of a block is multiplied. One without cells, which remains where all
        // were emptied, is no farther than others.
        if let Some([x, y, z]) = blocks.iter().map(|block| block.at).find(|&at| Block::is_too_far(at)) {
            return Err(D::Error::custom(format_args!("block ({x}, {y}, {z}) is too far away")));
        }
        let places: Vec<Cell> = blocks.iter().map(|block| block.at).collect();
        if places.iter().collect::<std::collections::BTreeSet<_>>().len() < places.len() {
            return Err(D::Error::custom("two blocks are at the same place"));
        }
        let block = |block: &SerializedBlock| Block { at: block.at, filled: block.filled, exposed: [0; 8] };
        let cells = blocks.iter().map(block).flat_map(|block| Block::places(&block.filled).map(move |place| block.cell(place)));
        Self::of(size, &places, &cells.collect::<Vec<_>>()).map_err(D::Error::custom)
    }
}
