//! A guess in `f32` and its proof in `f64`: are two polytopes farther apart than a limit, and where
//! are they nearest?
//!
//! * GJK spends most steps on finding the simplex, and only the last one proves the answer. So the
//!   steps are taken in `f32`, in lanes of four ([`search`]): the farthest of sixteen vertices
//!   ([`lane_difference`]), and the nearest point of the simplex, of all its features at once
//!   ([`step`]).
//! * Nothing trusts the guess. What it names is computed anew from the shapes in `f64` ([`proof`]):
//!   the gap along an axis, less all errors, or a tetrahedron around the origin. If neither proves
//!   an answer, the search in `f64` starts from the guessed simplex. So does a distance: of a right
//!   guess, that search takes one step and one support call.
//! * The coordinates are those of A, from its centre, times a power of two that brings the pair to
//!   a size of about 1 ([`frame`]). So tolerances are plain numbers, and a pair scaled by 2^k has
//!   the same guess, unless products underflow.
//! * Products, sums, quotients and comparisons only, without fused multiply-add: the guess has the
//!   same bits on every target.

mod facet;
mod frame;
mod lane_difference;
mod outcome;
mod proof;
mod search;
mod step;

use clinch_support::{Difference, Scalar, SupportMap, VertexBlock, VertexId};
use smallvec::SmallVec;

pub use self::facet::{FacetEnd, FacetGuess, guess_facet};
pub use self::lane_difference::{LaneDifference, LaneVertex};
pub use self::outcome::{Guess, Proof};
use self::proof::Evaluator;
use self::search::{End, Found, search};
use crate::limits::Limits;
use crate::start::Start;
use crate::sub_distance::GjkSpace;

/// Guesses whether the cores are farther apart than `limits.within` or overlap, and proves it.
///
/// A proof is as certain as the answer of [`distance`](fn@crate::distance). If the cores are
/// neither, the guess ends at the simplex nearest the origin, and proves nothing: a distance is
/// more than one number. `None` if a shape has no
/// [`vertex_blocks`](SupportMap::vertex_blocks), or if the pair is too large or too small for
/// `f32`.
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
    let mut made = [None, None];
    let blocks = difference.vertex_blocks(&mut made)?;
    let found = find(difference, blocks, within)?;
    let evaluator = Evaluator { difference, blocks };
    let proof = match found.end {
        End::Apart => evaluator.proved_gap(found.v, found.farthest, within).map(|(axis, at_least)| Proof::Beyond { axis, at_least }),
        End::Enclosed => evaluator.proved_depth(&found),
        End::Undecided => None,
    };
    let direction = if let Some(Proof::Beyond { axis, .. }) = proof { V::narrow(axis) } else { V::ZERO };
    let (ids, count) = found.ids();
    let start = Start { vertices: SmallVec::from_buf_and_len(ids, count), direction };
    Some(Guess { proof: proof.unwrap_or(Proof::None), start, calls: found.calls })
}

/// The end of a guess of which nothing is proved.
pub(crate) struct GuessedSimplex {
    vertices: [(VertexId, VertexId); 4],
    count: usize,
    /// Support calls.
    pub(crate) calls: u32,
}

impl GuessedSimplex {
    /// `None` where there is no [`guess`](fn@guess).
    #[inline(always)]
    pub(crate) fn of<V, A, B>(difference: &Difference<'_, A, B, V>, limits: &Limits<V::Scalar>) -> Option<Self>
    where
        V: GjkSpace,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let mut made = [None, None];
        let blocks = difference.vertex_blocks(&mut made)?;
        let found = find(difference, blocks, limits.within.widen())?;
        let (vertices, count) = found.ids();
        Some(Self { vertices, count, calls: found.calls })
    }

    /// Oldest first.
    #[inline(always)]
    pub(crate) fn vertices(&self) -> &[(VertexId, VertexId)] {
        &self.vertices[..self.count]
    }
}

#[inline(always)]
fn find<V, A, B>(difference: &Difference<'_, A, B, V>, blocks: [&[VertexBlock]; 2], within: f64) -> Option<Found>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    Some(search(&LaneDifference::new(difference, blocks, within)?))
}
