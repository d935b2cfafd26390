//! The farthest of a polytope's vertices along a direction, in lanes of four.

use clinch_support::VertexBlock;
use glam::{Vec4, Vec4Swizzles};

/// Registers of a block.
const REGISTERS: usize = VertexBlock::LEN / 4;

/// The id of the farthest vertex: in the first block that has one, the lowest. Any number, if a
/// product is NaN.
#[inline(always)]
pub(super) fn farthest(blocks: &[VertexBlock], direction: [Vec4; 3]) -> usize {
    match blocks {
        [block] => {
            let along = block.along(direction);
            place_of(&along, splat_most(most(&along)))
        }
        blocks if blocks.len() <= FEW => farthest_of_few(blocks, direction),
        blocks => farthest_of_many(blocks, direction),
    }
}

/// Up to so many blocks keep all their products until the largest is known; of more, the best block
/// is scanned again. Larger: more of the stack. Smaller: the second scan waits for the first.
const FEW: usize = 4;

#[inline(always)]
fn farthest_of_few(blocks: &[VertexBlock], direction: [Vec4; 3]) -> usize {
    let mut along = [[Vec4::NEG_INFINITY; REGISTERS]; FEW];
    let mut best = Vec4::NEG_INFINITY;
    for (along, block) in along.iter_mut().zip(blocks) {
        *along = block.along(direction);
        best = best.max(most(along));
    }
    let best = splat_most(best);
    let mask = |number: usize| u64::from(mask_of(&along[number], best)) << (VertexBlock::LEN * number);
    (mask(0) | mask(1) | (mask(2) | mask(3))).trailing_zeros() as usize
}

/// Each lane keeps its best and the block that it is from. The block of the best lane is then
/// searched again, which needs no number per vertex.
#[inline(never)]
fn farthest_of_many(blocks: &[VertexBlock], direction: [Vec4; 3]) -> usize {
    let (mut best, mut best_block, mut number) = (Vec4::NEG_INFINITY, Vec4::ZERO, Vec4::ZERO);
    for block in blocks {
        let most = most(&block.along(direction));
        best_block = Vec4::select(most.cmpgt(best), number, best_block);
        best = best.max(most);
        number += Vec4::ONE;
    }
    let lane = best.cmpeq(splat_most(best)).bitmask().trailing_zeros() as usize % 4;
    let block = (best_block.to_array()[lane] as usize).min(blocks.len() - 1);
    let along = blocks[block].along(direction);
    block * VertexBlock::LEN + place_of(&along, splat_most(most(&along)))
}

#[inline(always)]
fn most(along: &[Vec4; REGISTERS]) -> Vec4 {
    along[0].max(along[1]).max(along[2].max(along[3]))
}

#[inline(always)]
fn splat_most(lanes: Vec4) -> Vec4 {
    let halves = lanes.max(lanes.zwxy());
    halves.max(halves.yxwz())
}

/// The first place of the largest. Zeros of either sign are equal, whichever the maximum gives.
#[inline(always)]
fn place_of(along: &[Vec4; REGISTERS], most: Vec4) -> usize {
    mask_of(along, most).trailing_zeros() as usize
}

#[inline(always)]
fn mask_of(along: &[Vec4; REGISTERS], most: Vec4) -> u32 {
    let mask = |register: usize| along[register].cmpeq(most).bitmask() << (4 * register);
    mask(0) | mask(1) | (mask(2) | mask(3))
}
