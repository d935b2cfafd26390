//! GJK in `f32`.

use clinch_support::{VertexBlock, VertexId};
use glam::Vec4;

use super::farthest::farthest;
use super::frame::GuessFrame;
use super::step::{Lanes, NEWEST, Step, step};

/// Support calls of a guess. Polytopes take 4 to 8. Larger: calls are spent on a pair that only
/// `f64` decides. Smaller: pairs that are nearly decided are left to it.
const MAX_CALLS: u32 = 24;

/// A gap of this part of the size is mostly one in `f64`, too: it is about the errors of the
/// support maps and of the guess. Larger: steps are taken after the axis is found. Smaller: proofs
/// fail.
const GAP: f32 = 6e-6;

/// |v|² at which the simplex reaches the origin, to the precision of `f32`: |v| is 10⁻⁶ of the
/// size. Larger: pairs that nearly touch have no guess. Smaller: they have one made of rounding.
const REACHED: f32 = 1e-12;

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

/// The ids of A's vertex, in the lower half, and of B's. One number, because two that are stored
/// one by one and loaded together stall on store forwarding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ids(u64);

impl Ids {
    #[inline(always)]
    fn new(a: usize, b: usize) -> Self {
        Self(a as u64 | (b as u64) << 32)
    }

    #[inline(always)]
    fn get(self) -> [usize; 2] {
        [self.0 as u32 as usize, (self.0 >> 32) as usize]
    }

    /// The vertices of A and of B, each relative to its centre.
    #[inline(always)]
    pub(super) fn vertices(self, blocks: [&[VertexBlock]; 2]) -> [[f32; 3]; 2] {
        let [a, b] = self.get();
        [vertex(blocks[0], a), vertex(blocks[1], b)]
    }

    #[inline(always)]
    fn vertex_ids(self) -> (VertexId, VertexId) {
        let [a, b] = self.get();
        (VertexId::new(a), VertexId::new(b))
    }
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

/// Searches until it can guess. There is at least one block of each shape.
#[inline(never)]
pub(super) fn search(blocks: [&[VertexBlock]; 2], frame: &GuessFrame) -> Found {
    let first = support(blocks, frame, frame.between);
    let mut others = Lanes::splat(first.point);
    let mut squared = dot(first.point, first.point);
    let limit = frame.within + GAP;
    let mut found = Found { end: End::Undecided, v: first.point, farthest: first.ids, simplex: [first.ids; 4], count: 1, calls: 1 };
    // Comparisons are written so that NaN leaves the loop.
    while squared > REACHED && found.calls < MAX_CALLS {
        let newest = support(blocks, frame, found.v.map(|component| -component));
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

/// A vertex of A − B.
struct GuessVertex {
    point: [f32; 3],
    ids: Ids,
}

/// The farthest vertex along a direction.
#[inline(always)]
fn support([a, b]: [&[VertexBlock]; 2], frame: &GuessFrame, direction: [f32; 3]) -> GuessVertex {
    let direction = direction.map(Vec4::splat);
    let in_b = frame.negated_in_b(direction).to_array();
    let on_a = farthest(a, direction);
    let on_b = farthest(b, [in_b[0], in_b[1], in_b[2]].map(Vec4::splat));
    let [x, y, z, _] = frame.difference(vertex(a, on_a), vertex(b, on_b)).to_array();
    GuessVertex { point: [x, y, z], ids: Ids::new(on_a, on_b) }
}

/// The vertex with this id, or some vertex for a number that is no id: then the direction was not
/// finite, and nothing will be proved along it.
#[inline(always)]
fn vertex(blocks: &[VertexBlock], id: usize) -> [f32; 3] {
    blocks[(id / VertexBlock::LEN).min(blocks.len() - 1)].vertex(id % VertexBlock::LEN)
}

#[inline(always)]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
