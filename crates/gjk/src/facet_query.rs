//! A stalled search goes on along the normal of a facet.
//!
//! * v is off by a few ε of the size of A − B. At a gap of a millionth of the size that turns its
//!   direction by enough to find a wrong corner of a wide face, which brings no progress. It
//!   happens where the origin's projection lies on a diagonal of the face, and the simplex is that
//!   diagonal.
//! * The normal of the facet that the simplex spans with that corner is right to ε. The support
//!   value along it closes the bounds, or finds the corner beyond the diagonal.
//! * Neither corner alone may bring the simplex nearer the origin, where the next facet has both on
//!   its border. So they are added together.

use clinch_support::{Vector, VertexIndex};
use smallvec::SmallVec;

use crate::distance::{Progress, Search};
use crate::orthogonal::reject;
use crate::sub_distance::GjkSpace;

/// Queries along the normal of a facet in a search. Only hostile support maps take more.
const MAX_FACET_QUERIES: u32 = 4;

/// The sine of the angle between two edges of a facet below which its normal, which is off by
/// ε/sine, is not queried. Larger: searches on thin faces stall. Smaller: a call is wasted on a
/// normal that is no better than v.
const SLIVER: f64 = 1e-4;

impl<V: GjkSpace> Search<'_, V> {
    /// Sets the next direction to the normal of the facet that the simplex and a vertex span, if
    /// they span one. The vertex was found along −v and brought no progress.
    #[cold]
    pub(crate) fn will_query_facet(&mut self, vertex: VertexIndex) -> bool {
        if self.count + 1 != V::DIM || self.facet_queries >= MAX_FACET_QUERIES {
            return false;
        }
        self.facet_queries += 1;
        let base = self.points[0];
        let mut basis: SmallVec<[V::Wide; 2]> = SmallVec::new();
        for &corner in self.points[1..self.count].iter().chain([&self.record[vertex].point]) {
            let edge = corner - base;
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

    /// Adds the vertex found along the normal of a facet, together with the one that spanned it.
    #[cold]
    pub(crate) fn add_with_stalled(&mut self, newest: VertexIndex) -> Progress {
        let (Some(stalled), count) = (self.stalled.take(), self.count) else { return Progress::None };
        // A step in between may have brought a vertex more, and there is space for two.
        if count + 1 != V::DIM {
            return Progress::None;
        }
        self.push(stalled);
        let progress = self.add_robustly(newest);
        if let Progress::None = progress {
            self.count = count;
        }
        progress
    }
}
