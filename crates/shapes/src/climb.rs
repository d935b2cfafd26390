//! From a guess to the farthest vertex, over edges.
//!
//! * On a convex polytope a vertex that no neighbour tops is the farthest of all, so that a search may climb: a few dots instead of one per vertex.
//! * Rounding spoils that. Where edges are short, a neighbour may be the way up to a vertex far above and yet, rounded, no higher. So a summit counts
//!   only if it tops its neighbours by more than all rounding together. By convexity it then tops every other vertex by as much, hence in rounded
//!   dots too: it is the vertex that the scan would find.
//! * What leaves doubt is scanned: plateaus, ties, slopes as low as rounding, guesses far off. So the answer is always the scan's, whatever the
//!   guess, and ties go to the lowest id as everywhere.

use clinch_support::{Scalar, Vector};

use crate::lanes::Lanes;

/// Vertices from which on climbing is tried. Measured from the last support point of GJK: below, the scan is as fast.
const LARGE: usize = 128;

/// By how much a summit must top its neighbours, in ε of the scalar times the extent times the largest component of the direction.
///
/// Two dots of vertices, their coordinates rounded once, are wrong by up to 2ε·|d|·extent each, both for the neighbour and the vertex that is to be
/// ruled out: 8. The corners of a polygon in space lie up to 2.5ε off its plane, seen in a projection that stretches it by up to √3, at the same four
/// places: 18 more. |d| is up to √3 times its largest component: 45 in all. Larger, and more is scanned in vain; smaller, and the summit
/// may not be the scan's.
const LEAD: f64 = 64.0;

/// A climb that has looked at more than this share of the vertices is given up: the scan takes several at a time, and climbing costs branch misses.
const SHARE: usize = 8;

/// Which vertices are joined by edges: a list of neighbours for each, end to end.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Edges {
    /// Where each vertex's neighbours begin, and where the last's end; empty of what is not worth climbing.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Edges {
    /// Of a polytope's neighbour lists, in the order of its vertices. Every edge of the hull of the vertices must be among them, others may.
    pub(crate) fn new(count: usize, neighbours: impl Iterator<Item = impl IntoIterator<Item = usize>>) -> Self {
        let mut edges = Self::default();
        if count < LARGE {
            return edges;
        }
        for list in neighbours {
            edges.starts.push(edges.neighbours.len() as u32);
            edges.neighbours.extend(list.into_iter().map(|neighbour| neighbour as u32));
        }
        edges.starts.push(edges.neighbours.len() as u32);
        edges
    }

    /// The index that [`Lanes::farthest`] finds, sooner if `hint` is near it. No vector is longer than `extent`.
    #[inline]
    pub(crate) fn farthest<V: Vector>(&self, lanes: &Lanes<V>, direction: V, extent: V::Scalar, hint: usize) -> usize {
        match self.climb(lanes, direction, extent, hint) {
            Some(summit) => summit,
            None => lanes.farthest(direction),
        }
    }

    /// Comparisons are written so that NaN leads to the scan.
    #[inline]
    fn climb<V: Vector>(&self, lanes: &Lanes<V>, direction: V, extent: V::Scalar, hint: usize) -> Option<usize> {
        let mut around = self.of(hint)?;
        let margin = V::Scalar::narrow(LEAD * V::Scalar::EPSILON.widen()) * direction.max_abs() * extent;
        // Below, underflow adds to rounding.
        if !(margin.widen() >= f64::from(f32::MIN_POSITIVE)) {
            return None;
        }
        let mut here = hint;
        let mut height = lanes.dot(here, direction);
        let mut patience = lanes.len() / SHARE;
        loop {
            patience = patience.checked_sub(around.len())?;
            let mut next = here;
            let mut highest = -V::Scalar::INFINITY;
            for &neighbour in around {
                let along = lanes.dot(neighbour as usize, direction);
                if along > highest {
                    (next, highest) = (neighbour as usize, along);
                }
            }
            if highest > height {
                (here, height) = (next, highest);
                around = self.of(here)?;
            } else {
                return (height - highest > margin).then_some(here);
            }
        }
    }

    /// The neighbours of a vertex that has some.
    #[inline]
    fn of(&self, vertex: usize) -> Option<&[u32]> {
        let (&from, &to) = (self.starts.get(vertex)?, self.starts.get(vertex + 1)?);
        self.neighbours.get(from as usize..to as usize).filter(|list| !list.is_empty())
    }
}
