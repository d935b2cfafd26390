//! Identifiers of sub-shapes and of their features.

/// The index of a part of a composite shape, in the order in which the user gave the parts: of a
/// mesh the index of the triangle, of a chain that of the segment. It does not depend on trees or
/// builders, so it can be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct SubShapeId(pub u32);

impl SubShapeId {
    /// The id as an index of a list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A feature of a sub-shape that is a triangle, in 3D, or a segment, in 2D: numbered as the
/// vertices, edges and faces of [`clinch_shapes::Triangle`]. Edge `i` runs from corner `i` to the
/// next one. A segment has a face, which is its inside, and two vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// The inside of the triangle or segment.
    Face,
    /// The edge of a triangle from this corner to the next one, without its ends.
    Edge(u8),
    /// This corner, or this end of a segment.
    Vertex(u8),
}

/// The number of a feature within the whole composite shape. Sub-shapes that share a vertex or an
/// edge give it the same key, so a contact keeps its name when it crosses from one to the other.
///
/// The keys of a user's own composite shape may be any numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureKey(pub u32);

impl FeatureKey {
    /// The number of vertices that have keys: what two bits of 32 leave.
    pub(crate) const MOST_VERTICES: usize = 1 << 30;

    pub(crate) fn face(triangle: u32) -> Self {
        Self(triangle)
    }

    /// The key of an edge, from the least of the triangles there.
    pub(crate) fn edge(triangle: u32, edge: u8) -> Self {
        Self(1 << 30 | triangle << 2 | u32::from(edge))
    }

    pub(crate) fn vertex(vertex: u32) -> Self {
        Self(1 << 31 | vertex)
    }
}
