//! The triangles beyond the edges of a triangle.

use crate::sides::BoundaryEdges;
use crate::sub_shape::SubShapeId;
use crate::surface_edge::SurfaceEdge;
use crate::surface_triangle::EdgeBeyond;

/// How two neighbouring triangles meet at their edge, or two segments at their common end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// The neighbour is behind the plane of the triangle, as on a box.
    Convex,
    /// The neighbour is in front of it, as in a corner of a room.
    Concave,
    /// The two are in one plane, side by side.
    Flat,
    /// The two are in one plane and on the same side of the edge: one covers the other.
    Folded,
}

/// The triangle beyond an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Neighbor {
    /// The index of the triangle.
    pub triangle: u32,
    /// The edge, as the neighbour numbers it.
    pub edge: u8,
    /// How the two meet, by exact signs: the same from both triangles.
    pub kind: EdgeKind,
}

/// The largest number of triangles that fit the packed form.
pub(crate) const MOST_TRIANGLES: usize = 1 << 26;

/// A neighbour, or none, in four bytes: 26 bits for the triangle, two for the edge and two for the
/// kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(u32);

impl Packed {
    pub(crate) const BOUNDARY: Self = Self(u32::MAX);

    pub(crate) fn new(neighbor: Neighbor) -> Self {
        let kind = match neighbor.kind {
            EdgeKind::Convex => 0,
            EdgeKind::Concave => 1,
            EdgeKind::Flat => 2,
            EdgeKind::Folded => 3,
        };
        Self(neighbor.triangle << 4 | u32::from(neighbor.edge) << 2 | kind)
    }

    #[inline]
    pub(crate) fn get(self) -> Option<Neighbor> {
        let kind = match self.0 & 3 {
            0 => EdgeKind::Convex,
            1 => EdgeKind::Concave,
            2 => EdgeKind::Flat,
            _ => EdgeKind::Folded,
        };
        (self != Self::BOUNDARY).then_some(Neighbor { triangle: self.0 >> 4, edge: (self.0 >> 2 & 3) as u8, kind })
    }

    /// The same as an edge of a surface: by comparisons of bits, because the kinds of edges of a
    /// rough surface are no pattern that a branch predictor knows.
    #[inline]
    pub(crate) fn surface_edge(self, boundary: BoundaryEdges) -> SurfaceEdge {
        let kind = self.0 & 3;
        // Also of a border.
        let is_folded = kind == 3;
        let is_bare = is_folded & ((self != Self::BOUNDARY) | (boundary == BoundaryEdges::Hard));
        let beyond = EdgeBeyond { id: SubShapeId(self.0 >> 4), edge: (self.0 >> 2 & 3) as u8 };
        SurfaceEdge { exposed: [(kind == 0) | is_bare, (kind == 1) | is_bare], beyond: (!is_folded).then_some(beyond) }
    }
}

#[cfg(test)]
mod tests {
    use super::{EdgeKind, MOST_TRIANGLES, Neighbor, Packed};
    use crate::sides::BoundaryEdges;
    use crate::surface_edge::SurfaceEdge;

    #[test]
    fn every_neighbor_fits_four_bytes() {
        for kind in [EdgeKind::Convex, EdgeKind::Concave, EdgeKind::Flat, EdgeKind::Folded] {
            for triangle in [0, 1, MOST_TRIANGLES as u32 - 1] {
                for edge in 0..3 {
                    let neighbor = Neighbor { triangle, edge, kind };
                    assert_eq!(Packed::new(neighbor).get(), Some(neighbor));
                }
            }
        }
        assert_eq!(Packed::BOUNDARY.get(), None);
    }

    #[test]
    fn the_packed_form_is_the_same_edge_of_a_surface() {
        let kinds = [EdgeKind::Convex, EdgeKind::Concave, EdgeKind::Flat, EdgeKind::Folded];
        let neighbors = kinds.map(|kind| Packed::new(Neighbor { triangle: MOST_TRIANGLES as u32 - 1, edge: 2, kind }));
        for packed in neighbors.into_iter().chain([Packed::BOUNDARY]) {
            for boundary in [BoundaryEdges::Hard, BoundaryEdges::Open] {
                assert_eq!(packed.surface_edge(boundary), SurfaceEdge::of(packed.get(), boundary), "{packed:?} {boundary:?}");
            }
        }
    }
}
