//! Names of parts and of their features.

/// The index of a part of a composite shape, as its user numbers the parts: of a mesh, the index of
/// a triangle. Independent of trees and builders, so it can be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubShapeId(pub u32);

impl SubShapeId {
    /// The index as a place in a list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A feature of a triangle. Edge `i` runs from corner `i` to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeshFeature {
    /// Inside of the triangle.
    Face,
    /// On the edge from this corner to the next one, between them.
    Edge(u8),
    /// At this corner.
    Vertex(u8),
}
