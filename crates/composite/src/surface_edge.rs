//! An edge of a surface, seen from a triangle.

use crate::neighbor::{EdgeKind, Neighbor, Packed};
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

    /// Of a packed neighbour: by comparisons of bits, because the kinds of edges of a rough surface
    /// are no pattern that a branch predictor knows.
    #[inline]
    pub(crate) fn of_packed(packed: Packed, boundary: BoundaryEdges) -> Self {
        let kind = packed.0 & 3;
        // Also of a border.
        let is_folded = kind == 3;
        let is_bare = is_folded & ((packed != Packed::BOUNDARY) | (boundary == BoundaryEdges::Hard));
        let beyond = EdgeBeyond { id: SubShapeId(packed.0 >> 4), edge: (packed.0 >> 2 & 3) as u8 };
        Self { exposed: [(kind == 0) | is_bare, (kind == 1) | is_bare], beyond: (!is_folded).then_some(beyond) }
    }

    /// The same in a mirrored surface, which counts the edges of each triangle backwards.
    #[inline]
    pub(crate) fn turned(self) -> Self {
        let turned = |beyond: EdgeBeyond| EdgeBeyond { edge: 2_u8.saturating_sub(beyond.edge), ..beyond };
        Self { beyond: self.beyond.map(turned), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::SurfaceEdge;
    use crate::neighbor::{EdgeKind, MOST_TRIANGLES, Neighbor, Packed};
    use crate::sides::BoundaryEdges;

    #[test]
    fn the_packed_form_is_the_same_edge_of_a_surface() {
        let kinds = [EdgeKind::Convex, EdgeKind::Concave, EdgeKind::Flat, EdgeKind::Folded];
        let neighbors = kinds.map(|kind| Packed::new(Neighbor { triangle: MOST_TRIANGLES as u32 - 1, edge: 2, kind }));
        for packed in neighbors.into_iter().chain([Packed::BOUNDARY]) {
            for boundary in [BoundaryEdges::Hard, BoundaryEdges::Open] {
                assert_eq!(SurfaceEdge::of_packed(packed, boundary), SurfaceEdge::of(packed.get(), boundary), "{packed:?} {boundary:?}");
            }
        }
    }
}
