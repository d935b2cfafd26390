//! The triangles beyond the edges of a triangle.

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
pub(crate) struct Packed(pub(crate) u32);

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
}

#[cfg(test)]
mod tests {
    use super::{EdgeKind, MOST_TRIANGLES, Neighbor, Packed};

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
}
