//! GJK in `f32`.

use clinch_support::VertexId;

use super::lane_difference::{Ids, LaneDifference};
use super::step::{Lanes, NEWEST, Step, step};

/// Support calls of a guess. Polytopes take 4 to 8. Larger: calls are spent on a pair that only
/// `f64` decides. Smaller: pairs that are nearly decided are left to it.
const MAX_CALLS: u32 = 24;

/// A gap of this part of the size is mostly one in `f64`, too: it is about the errors of the
/// support maps and of the guess. Larger: steps are taken after the axis is found. Smaller: proofs
/// fail.
pub(super) const GAP: f32 = 6e-6;

/// |v|² at which the simplex reaches the origin, to the precision of `f32`: |v| is 10⁻⁶ of the
/// size. Larger: pairs that nearly touch have no guess. Smaller: they have one made of rounding.
pub(super) const REACHED: f32 = 1e-12;

/// A support point that brings less than this part of |v|² ends the search. Larger: axes are less
/// exact. Smaller: steps are taken for rounding.
const PROGRESS: f32 = 1e-6;

/// What the search in `f32` came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Even `farthest`, the support point along −v, is beyond the limit along v: v is a separating
    /// axis.
    Apart,
    /// The four vertices contain the origin.
    Enclosed,
    /// Neither.
    Undecided,
}

/// The end of a search in `f32`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) end: End,
    /// From the origin to the nearest point of the simplex.
    pub(super) v: [f32; 3],
    /// The vertex of A − B farthest along −v.
    pub(super) farthest: Ids,
    /// The first `count` are the vertices of the simplex. The others mean nothing.
    pub(super) simplex: [Ids; 4],
    count: usize,
    /// Support calls.
    pub(super) calls: u32,
}

impl Found {
    /// The vertices of the simplex, oldest first: as many as the number says.
    #[inline(always)]
    pub(super) fn ids(&self) -> ([(VertexId, VertexId); 4], usize) {
        // Not by `map`, which is not inlined here.
        let [first, second, third, fourth] = self.simplex;
        ([first.vertex_ids(), second.vertex_ids(), third.vertex_ids(), fourth.vertex_ids()], self.count)
    }
}

/// Searches until it can guess.
#[inline(never)]
pub(super) fn search(difference: &LaneDifference<'_>) -> Found {
    let frame = &difference.frame;
    let first = difference.vertex(frame.between);
    let mut others = Lanes::splat(first.point);
    let mut squared = dot(first.point, first.point);
    let limit = frame.within + GAP;
    let mut found = Found { end: End::Undecided, v: first.point, farthest: first.ids, simplex: [first.ids; 4], count: 1, calls: 1 };
    // Comparisons are written so that NaN leaves the loop.
    while squared > REACHED && found.calls < MAX_CALLS {
        let newest = difference.vertex(found.v.map(|component| -component));
        found.calls += 1;
        found.farthest = newest.ids;
        let along = dot(found.v, newest.point);
        if along > 0.0 && along * along > limit * limit * squared {
            found.end = End::Apart;
            break;
        }
        if !(squared - along > PROGRESS * squared) || found.simplex[..found.count].contains(&newest.ids) {
            break;
        }
        found.simplex[NEWEST] = newest.ids;
        others = others.with_newest(newest.point);
        let Step::Nearest { point, keep } = step(others, found.count) else {
            (found.end, found.count) = (End::Enclosed, 4);
            break;
        };
        let nearer = dot(point, point);
        if !(nearer < squared) {
            break;
        }
        found.count = 1 + usize::from(keep[0] != NEWEST) + usize::from(keep[1] != NEWEST);
        // An empty lane repeats the first one.
        let lanes = [keep[0], keep[1], if found.count == 3 { NEWEST } else { keep[0] }, NEWEST];
        others = others.gather(lanes);
        found.simplex = lanes.map(|lane| found.simplex[lane]);
        (found.v, squared) = (point, nearer);
    }
    found
}

#[inline(always)]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
