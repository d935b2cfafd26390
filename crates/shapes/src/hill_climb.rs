//! Hill climbing: the farthest vertex of a polytope, from a hint over its edges.
//!
//! * On a convex polytope, a vertex without a higher neighbour is the highest. So a search may
//!   climb, with a few dot products instead of one per vertex.
//! * Rounding breaks this rule. Where edges are short, a neighbour may lead to a much higher
//!   vertex, and yet be no higher itself after rounding. So the climb does not end at a vertex but
//!   with a plateau: all vertices that are connected through vertices less than a margin below the
//!   highest. On a convex polytope the vertices above any height are connected. So the plateau
//!   contains the farthest vertex, also by rounded dot products if the margin exceeds all rounding.
//! * Expensive cases are scanned instead: wide plateaus, hints far from the answer, short edges
//!   everywhere. So the answer is always that of the scan, for any hint, and ties go to the lowest
//!   id.

use clinch_support::{Scalar, Vector};

use crate::lanes::Lanes;

/// The number of vertices from which polytopes are climbed. Measured inside GJK (a cold search in
/// `f32`, most of whose steps change the direction a lot), a climb takes about 130 ns; scanning 512
/// vertices takes 270 ns with SSE2, 160 with AVX2, 85 with AVX-512. Larger: warm searches, which
/// gain from fewer vertices on, are scanned. Smaller: cold searches are up to half as slow again
/// with AVX-512.
const MIN_VERTICES: usize = 512;

/// The depth of a plateau below the highest vertex, in ε of the scalar times the radius about the
/// center times the largest component of the direction.
///
/// The dot product of a vertex, whose coordinates are rounded once, is wrong by up to
/// 2ε·|d|·radius. The corners of a polygon in 3D are up to 2.5ε off its plane, and a projection may
/// stretch that by up to √3: 4.4 more. A vertex outside a plateau is lower by the margin less twice
/// that, 12.8, and |d| is up to √3 times its largest component: 22.2. Larger: more searches end in
/// a scan. Smaller: the answer may not be that of the scan.
const MARGIN: f64 = 32.0;

/// The maximum number of vertices of a plateau, before the search scans: the corners of a few faces
/// that share an edge or are coplanar. Larger: a plateau is explored in vain. Smaller: a search
/// that ends on a face, as EPA's always do, scans at its end.
const MAX_PLATEAU: usize = 16;

/// A climb that has examined one in this many vertices gives up: examining a vertex costs as much
/// as scanning ten. Larger: searches that would have arrived are scanned. Smaller: hints far from
/// the answer cost twice a scan.
const VERTICES_PER_VISIT: usize = 16;

/// The edges of a polytope: the neighbours of each vertex, in one list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Adjacency {
    /// The index of each vertex's first neighbour, and the number of all neighbours. Empty for a
    /// polytope that is not climbed.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Adjacency {
    /// The neighbours of each vertex, in the order of the vertices. All edges of the hull of the
    /// vertices must be among them, others may be.
    pub(crate) fn new(count: usize, neighbours: impl Iterator<Item = impl IntoIterator<Item = usize>>) -> Self {
        let mut edges = Self::default();
        if count < MIN_VERTICES {
            return edges;
        }
        for list in neighbours {
            edges.starts.push(edges.neighbours.len() as u32);
            edges.neighbours.extend(list.into_iter().map(|neighbour| neighbour as u32));
        }
        edges.starts.push(edges.neighbours.len() as u32);
        edges
    }

    /// Whether a polytope with this many vertices is climbed.
    #[cfg(feature = "serde")]
    pub(crate) fn is_climbed(count: usize) -> bool {
        count >= MIN_VERTICES
    }

    /// The index that [`Lanes::farthest`] gives, found faster if `hint` is near it. No vector may
    /// be longer than `radius`.
    #[inline]
    pub(crate) fn farthest<V: Vector>(&self, lanes: &Lanes<V>, direction: V, radius: V::Scalar, hint: usize) -> usize {
        let climbed = if self.starts.is_empty() { None } else { self.climb(lanes, direction, radius, hint) };
        climbed.unwrap_or_else(|| lanes.farthest(direction))
    }

    /// Comparisons are written so that NaN leads to the scan.
    #[inline(never)]
    fn climb<V: Vector>(&self, lanes: &Lanes<V>, direction: V, radius: V::Scalar, hint: usize) -> Option<usize> {
        let mut neighbours = self.neighbours_of(hint)?;
        let margin = V::Scalar::narrow(MARGIN * V::Scalar::EPSILON.widen()) * direction.max_abs() * radius;
        // Below this, underflow adds to rounding. If the margin is infinite, all vertices are on
        // the plateau.
        if !(margin.widen() >= f64::from(f32::MIN_POSITIVE)) {
            return None;
        }
        let mut vertex = hint;
        let mut height = lanes.dot(vertex, direction);
        let mut budget = lanes.len() / VERTICES_PER_VISIT;
        loop {
            budget = budget.checked_sub(neighbours.len())?;
            let mut next = vertex;
            let mut highest = -V::Scalar::INFINITY;
            for &neighbour in neighbours {
                let along = lanes.dot(neighbour as usize, direction);
                if along > highest {
                    (next, highest) = (neighbour as usize, along);
                }
            }
            if highest > height {
                (vertex, height) = (next, highest);
                neighbours = self.neighbours_of(vertex)?;
            } else if height - highest > margin {
                return Some(vertex);
            } else {
                return self.explore_plateau(lanes, direction, margin, vertex, budget);
            }
        }
    }

    /// The highest vertex of a plateau; of equals, the one of lowest index. `None` if the plateau
    /// is too large.
    fn explore_plateau<V: Vector>(
        &self,
        lanes: &Lanes<V>,
        direction: V,
        margin: V::Scalar,
        from: usize,
        mut budget: usize,
    ) -> Option<usize> {
        let mut plateau = [from; MAX_PLATEAU];
        let (mut count, mut next) = (1, 0);
        let (mut best, mut height) = (from, lanes.dot(from, direction));
        while next < count {
            let neighbours = self.neighbours_of(plateau[next])?;
            budget = budget.checked_sub(neighbours.len())?;
            next += 1;
            for neighbour in neighbours.iter().map(|&neighbour| neighbour as usize) {
                let along = lanes.dot(neighbour, direction);
                if height - along > margin || plateau[..count].contains(&neighbour) {
                    continue;
                }
                if along > height || (along == height && neighbour < best) {
                    (best, height) = (neighbour, along);
                }
                *plateau.get_mut(count)? = neighbour;
                count += 1;
            }
        }
        Some(best)
    }

    /// The neighbours of a vertex; `None` if there is no such vertex, or it has none.
    #[inline]
    fn neighbours_of(&self, vertex: usize) -> Option<&[u32]> {
        let (&from, &to) = (self.starts.get(vertex)?, self.starts.get(vertex + 1)?);
        self.neighbours.get(from as usize..to as usize).filter(|list| !list.is_empty())
    }
}
