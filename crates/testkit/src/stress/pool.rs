//! The large hulls of a block of pairs.

use crate::pair_file::ShapeSpec;
use crate::random::Random;
use crate::stress::Stream;
use crate::stress::shapes::ShapeParams;

/// The number of consecutive pairs that share the large hulls.
pub const BLOCK: u64 = 1024;

/// The large hulls that the pairs of a block share.
#[derive(Clone, Debug, PartialEq)]
pub struct HullPool {
    /// The index of the block.
    pub block: u64,
    /// The hulls, of 32 to 500 points, with the sizes for which they were drawn.
    pub hulls: Vec<(f64, ShapeSpec)>,
}

/// The large hulls of the block that contains pair `index`.
pub fn hull_pool(stream: &Stream, index: u64) -> HullPool {
    let block = index / BLOCK;
    let mut random = Random::of(stream.seed ^ 0x6261_6e6b, block);
    let counts = [32 + random.below(32), 64 + random.below(64), 128 + random.below(128), 256 + random.below(245)];
    let hulls = counts.map(|count| {
        let size = random.power(-4.0, 4.0);
        let thin = random.chance(0.15).then(|| random.power(-3.0, -1.0));
        let params = ShapeParams { dim: stream.dim, digits: stream.digits, size, thin };
        (size, params.cloud(&mut random, count))
    });
    HullPool { block, hulls: hulls.into() }
}
