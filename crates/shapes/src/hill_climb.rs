//! From a guess to the farthest vertex, over edges.
//!
//! * On a convex polytope a vertex that no neighbour tops is the farthest of all, so that a search may climb: a few dots instead of one per vertex.
//! * Rounding spoils that. Where edges are short, a neighbour may be the way up to a vertex far above and yet, rounded, no higher. So the climb does not
//!   end on a vertex but on a summit: all vertices that can be reached over vertices less than a margin below the highest. On a convex polytope the
//!   vertices above any level hang together, so that the farthest is among them, in rounded dots too if the margin is more than all rounding.
//! * What takes too long is scanned: wide plateaus, guesses far off, short edges all round. So the answer is always the scan's, whatever the guess, and
//!   ties go to the lowest id as everywhere.

use clinch_support::{Scalar, Vector};

use crate::lanes::Lanes;

/// Vertices from which on climbing is tried. Measured inside GJK (a cold search in f32, most of whose steps turn the direction far) climbing takes some 130 ns; scanning 512 vertices takes
/// 270 ns with SSE2, 160 with AVX2, 85 with AVX-512. Warm searches gain sooner. Below, cold ones lose by up to the half with AVX-512.
const LARGE: usize = 512;

/// How far below the highest vertex a summit reaches down, in ε of the scalar times the extent times the largest component of the direction.
///
/// The dot of a vertex, its coordinates rounded once, is wrong by up to 2ε·|d|·extent. The corners of a polygon in space lie up to 2.5ε off its plane, seen in
/// a projection that stretches it by up to √3: 4.4 more. What is outside a summit is lower by the margin less twice that, 12.8, and |d| is up to √3
/// times its largest component: 22.2. Larger, and more is scanned in vain; smaller, and the answer may not be the scan's.
const MARGIN: f64 = 32.0;

/// The vertices of a summit at most; more are scanned. The corners of a few faces that meet in an edge or lie in a plane. Larger, and a plateau is looked
/// over in vain; smaller, and a search that ends on a face (EPA always does) scans at its end.
const SUMMIT: usize = 16;

/// A climb that has looked at one in so many vertices is given up: a vertex looked at costs as much as ten that are scanned. Larger, and searches that would
/// have arrived are scanned; smaller, and guesses far off cost twice the scan.
const SHARE: usize = 16;

/// Which vertices are joined by edges: a list of neighbours for each, end to end.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Adjacency {
    /// Where each vertex's neighbours begin, and where the last's end; empty of what is not worth climbing.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Adjacency {
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

    /// Is a polytope of so many vertices climbed?
    #[cfg(feature = "serde")]
    pub(crate) fn are_worth(count: usize) -> bool {
        count >= LARGE
    }

    /// The index that [`Lanes::farthest`] finds, sooner if `hint` is near it. No vector is longer than `extent`.
    #[inline]
    pub(crate) fn farthest<V: Vector>(&self, lanes: &Lanes<V>, direction: V, extent: V::Scalar, hint: usize) -> usize {
        let climbed = if self.starts.is_empty() { None } else { self.climb(lanes, direction, extent, hint) };
        climbed.unwrap_or_else(|| lanes.farthest(direction))
    }

    /// Comparisons are written so that NaN leads to the scan.
    #[inline(never)]
    fn climb<V: Vector>(&self, lanes: &Lanes<V>, direction: V, extent: V::Scalar, hint: usize) -> Option<usize> {
        let mut around = self.of(hint)?;
        let margin = V::Scalar::narrow(MARGIN * V::Scalar::EPSILON.widen()) * direction.max_abs() * extent;
        // Below, underflow adds to rounding; where it is infinite, everything is level.
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
            } else if height - highest > margin {
                return Some(here);
            } else {
                return self.look_around(lanes, direction, margin, here, patience);
            }
        }
    }

    /// The highest of a summit, of equals the lowest index; none if there is too much to see.
    fn look_around<V: Vector>(&self, lanes: &Lanes<V>, direction: V, margin: V::Scalar, from: usize, mut patience: usize) -> Option<usize> {
        let mut summit = [from; SUMMIT];
        let (mut count, mut next) = (1, 0);
        let (mut best, mut height) = (from, lanes.dot(from, direction));
        while next < count {
            let around = self.of(summit[next])?;
            patience = patience.checked_sub(around.len())?;
            next += 1;
            for neighbour in around.iter().map(|&neighbour| neighbour as usize) {
                let along = lanes.dot(neighbour, direction);
                if height - along > margin || summit[..count].contains(&neighbour) {
                    continue;
                }
                if along > height || (along == height && neighbour < best) {
                    (best, height) = (neighbour, along);
                }
                *summit.get_mut(count)? = neighbour;
                count += 1;
            }
        }
        Some(best)
    }

    /// The neighbours of a vertex that has some.
    #[inline]
    fn of(&self, vertex: usize) -> Option<&[u32]> {
        let (&from, &to) = (self.starts.get(vertex)?, self.starts.get(vertex + 1)?);
        self.neighbours.get(from as usize..to as usize).filter(|list| !list.is_empty())
    }
}
