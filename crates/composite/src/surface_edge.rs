//! An edge of a surface, seen from a triangle.

use crate::neighbor::{EdgeKind, Neighbor};
use crate::sides::BoundaryEdges;
use crate::sub_shape::SubShapeId;
use crate::surface_triangle::EdgeBeyond;

/// An edge of a surface, seen from a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SurfaceEdge {
    /// Whether its normal cone has other directions than the normal of the triangle: in front of
    /// the triangle, and behind it.
    pub(crate) exposed: [bool; 2],
    /// The next triangle. `None` at a border, and if it is folded back onto this one.
    pub(crate) beyond: Option<EdgeBeyond>,
}

impl SurfaceEdge {
    #[inline]
    pub(crate) fn of(neighbor: Option<Neighbor>, boundary: BoundaryEdges) -> Self {
        let exposed = match neighbor.map(|neighbor| neighbor.kind) {
            None => [boundary == BoundaryEdges::Hard; 2],
            Some(EdgeKind::Flat) => [false; 2],
            Some(EdgeKind::Folded) => [true; 2],
            Some(EdgeKind::Convex) => [true, false],
            Some(EdgeKind::Concave) => [false, true],
        };
        let meets = neighbor.filter(|neighbor| neighbor.kind != EdgeKind::Folded);
        Self { exposed, beyond: meets.map(|meets| EdgeBeyond { id: SubShapeId(meets.triangle), edge: meets.edge }) }
    }

    /// The same in a mirrored surface, which counts the edges of each triangle backwards.
    #[inline]
    pub(crate) fn turned(self) -> Self {
        let turned = |beyond: EdgeBeyond| EdgeBeyond { edge: 2_u8.saturating_sub(beyond.edge), ..beyond };
        Self { beyond: self.beyond.map(turned), ..self }
    }
}
