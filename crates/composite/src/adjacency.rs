//! What is beyond each edge of a triangle: 12 bytes per triangle.

/// How two neighbouring triangles meet at their edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// The neighbour is behind the triangle's plane, as on a box.
    Convex,
    /// The neighbour is in front of it, as in a corner of a room.
    Concave,
    /// The two are in one plane: no edge of the surface.
    Flat,
    /// The two are in one plane, one upon the other.
    Folded,
}

/// The triangle beyond an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Neighbor {
    /// The index of the triangle.
    pub triangle: u32,
    /// Which of its edges it is.
    pub edge: u8,
    /// How they meet, decided by exact signs: the same from both sides.
    pub kind: EdgeKind,
}

/// The largest number of triangles that fit the packed form.
pub(crate) const MOST_TRIANGLES: usize = 1 << 26;

/// A neighbour, or none, in four bytes: 26 bits of triangle, two of edge, two of kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(u32);

impl Packed {
    pub(crate) const BOUNDARY: Self = Self(u32::MAX);

    pub(crate) fn new(neighbor: Neighbor) -> Self {
        Self(neighbor.triangle << 4 | u32::from(neighbor.edge) << 2 | neighbor.kind as u32)
    }

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
