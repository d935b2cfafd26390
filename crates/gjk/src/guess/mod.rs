//! A guess in `f32` and its proof in `f64`: are two polytopes farther apart than a limit?
//!
//! * GJK spends most steps on finding the simplex, and only the last one proves the answer. So the
//!   steps are taken in `f32`, in lanes of four ([`search`]): the farthest of sixteen vertices
//!   ([`farthest`]), and the nearest point of the simplex, of all its features at once ([`step`]).
//! * Nothing trusts the guess. What it names is computed anew from the shapes in `f64` ([`proof`]):
//!   the gap along an axis, less all errors, or a tetrahedron around the origin. If neither proves
//!   an answer, the search in `f64` starts from the guessed simplex.
//! * The coordinates are those of A, from its centre, times a power of two that brings the pair to
//!   a size of about 1 ([`frame`]). So tolerances are plain numbers, and a pair scaled by 2^k has
//!   the same guess, unless products underflow.
//! * Products, sums, quotients and comparisons only, without fused multiply-add: the guess has the
//!   same bits on every target.

mod farthest;
mod frame;
mod outcome;
mod proof;
mod search;
mod step;

use clinch_support::{Difference, Scalar, SupportMap, VertexBlock};

use self::frame::GuessFrame;
pub use self::outcome::{Guess, Proof};
use self::proof::Evaluator;
use self::search::{End, search};
use crate::limits::Limits;
use crate::start::Start;
use crate::sub_distance::GjkSpace;

/// Guesses whether the cores are farther apart than `limits.within` or overlap, and proves it.
///
/// A proof is as certain as the answer of [`distance`](fn@crate::distance). `None` if a shape has
/// no [`vertex_blocks`](SupportMap::vertex_blocks), if the limit is infinite, because a distance is
/// not guessed, or if the pair is too large or too small for `f32`.
///
/// Costs 2 to 8 support calls in `f32` lanes, at most 24, and the evaluation of one to four
/// vertices in `f64`.
#[inline]
pub fn guess<V, A, B>(difference: &Difference<'_, A, B, V>, limits: &Limits<V::Scalar>) -> Option<Guess<V>>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let within = limits.within.widen();
    if !(within < f64::INFINITY) {
        return None;
    }
    let mut made = [None, None];
    let blocks = difference.vertex_blocks(&mut made)?;
    if blocks[0].is_empty() || blocks[1].is_empty() {
        return None;
    }
    guess_in_blocks(difference, blocks, within)
}

fn guess_in_blocks<V, A, B>(difference: &Difference<'_, A, B, V>, blocks: [&[VertexBlock]; 2], within: f64) -> Option<Guess<V>>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let frame = GuessFrame::of(difference, within)?;
    let found = search(blocks, &frame);
    let evaluator = Evaluator { difference, blocks };
    let proof = match found.end {
        End::Apart => evaluator.proved_gap(&found, within),
        End::Enclosed => evaluator.proved_depth(&found),
        End::Undecided => None,
    };
    let direction = if let Some(Proof::Beyond { axis, .. }) = proof { V::narrow(axis) } else { V::ZERO };
    Some(Guess { proof: proof.unwrap_or(Proof::None), start: Start { vertices: found.ids(), direction }, calls: found.calls })
}
