//! Where a search begins.

use clinch_support::{Record, Vector, VertexId};
use smallvec::SmallVec;

use crate::outcome::{Answer, Outcome};
use crate::sub_distance::Measure;

/// Where a search begins: the vertices of an earlier simplex, else a direction, else the line between the centres.
///
/// A start only saves steps. Any start leads to the same answer within the tolerance: vertices are re-evaluated at the new pose, ids that
/// the shapes no longer have are dropped, and a vertex that does not bring the simplex nearer is not taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Start<V> {
    /// Pairs of a vertex of A and a vertex of B, in the order in which they entered the simplex.
    pub vertices: SmallVec<[(VertexId, VertexId); 4]>,
    /// From A towards B, in A's frame; of any length. Zero or NaN: none.
    pub direction: V,
}

impl<V: Vector> Start<V> {
    /// Knows nothing: begin between the centres.
    pub fn cold() -> Self {
        Self { vertices: SmallVec::new(), direction: V::ZERO }
    }

    /// Begin along a direction from A towards B, in A's frame.
    pub fn along(direction: V) -> Self {
        Self { vertices: SmallVec::new(), direction }
    }
}

impl<V: Measure> Start<V> {
    /// Begin where this answer ended. `record` is the one that the answer was found with.
    pub fn again(answer: &Answer<V>, record: &Record<V>) -> Self {
        let (simplex, direction) = match &answer.outcome {
            Outcome::Beyond { simplex, axis, .. } => (simplex, *axis),
            Outcome::Apart(separation) => (&separation.simplex, separation.normal),
            Outcome::Touching(touch) => (&touch.simplex, touch.axis.unwrap_or(V::Wide::ZERO)),
            Outcome::Overlapping(simplex) => (simplex, V::Wide::ZERO),
            Outcome::Undefined => return Self::cold(),
        };
        let mut vertices = SmallVec::new();
        for &index in simplex {
            if let (Some(a), Some(b)) = (record[index].a.id, record[index].b.id) {
                vertices.push((a, b));
            }
        }
        Self { vertices, direction: V::narrow(direction) }
    }
}

impl<V: Vector> Default for Start<V> {
    fn default() -> Self {
        Self::cold()
    }
}
