//! Continues a search that stalls at a gap much smaller than the shapes.
//!
//! * v, the simplex's point nearest to the origin, is off by a few ε of the size of A − B. At a gap
//!   of a millionth of the size that turns its direction by enough to find a wrong vertex w of a
//!   wide face, which brings no progress. It happens where the origin's projection lies on a
//!   diagonal of the face (in 2D on a vertex), and the simplex is that diagonal.
//! * The simplex and w span a facet, whose normal is right to ε. The query along it closes the
//!   bounds, or finds a vertex u.
//! * If neither w nor u alone brings the simplex nearer, both are added together: the next facet
//!   may have both on its border.

use clinch_support::{Vector, VertexIndex};
use smallvec::SmallVec;

use crate::distance::{Progress, Search};
use crate::orthogonal::reject;
use crate::sub_distance::GjkSpace;

/// Most attempts in a search. Only wrong support mappings take more.
const MAX_FACET_QUERIES: u32 = 4;

/// A facet is not queried if the sine of the angle between two of its edges is less than this: its
/// normal is off by ε/sine. Larger: searches on thin faces stall. Smaller: a call is wasted on a
/// normal that is no better than v.
const SLIVER: f64 = 1e-4;

impl<V: GjkSpace> Search<'_, V> {
    /// Sets the next direction to the normal of the facet that the simplex and a vertex span.
    /// `false` if they span none, or after too many attempts. The vertex was found along −v and
    /// brought no progress.
    #[cold]
    pub(crate) fn set_facet_query(&mut self, vertex: VertexIndex) -> bool {
        if self.count + 1 != V::DIM || self.facet_queries >= MAX_FACET_QUERIES {
            return false;
        }
        self.facet_queries += 1;
        let base = self.points[0];
        let mut basis: SmallVec<[V::Wide; 2]> = SmallVec::new();
        for &corner in self.points[1..self.count].iter().chain([&self.record[vertex].point]) {
            let edge = corner - base;
            // Twice: the first pass leaves rounding along the basis.
            let across = reject(reject(edge, &basis), &basis);
            if !(across.length_squared() > SLIVER * SLIVER * edge.length_squared()) {
                return false;
            }
            basis.push(across * across.length().recip());
        }
        let normal = reject(reject(-self.v, &basis), &basis);
        let length = normal.length();
        self.next_normal = (length > 0.0).then(|| normal * length.recip());
        self.stalled = Some(vertex);
        self.next_normal.is_some()
    }

    /// Adds the vertex found along a normal, together with the one that stalled before, if any.
    #[cold]
    pub(crate) fn add_with_stalled(&mut self, newest: VertexIndex) -> Progress {
        let (Some(stalled), count) = (self.stalled.take(), self.count) else { return Progress::None };
        // Both fit only on a simplex one short of a facet; a step in between may have added one.
        if count + 1 != V::DIM {
            return Progress::None;
        }
        self.push(stalled, self.record[stalled].point);
        let progress = self.add_robustly(newest);
        if let Progress::None = progress {
            self.count = count;
        }
        progress
    }
}
