//! The face of a shape that looks along a direction: what manifolds are clipped from.

use clinch_support::{Vector, VertexId};
use smallvec::SmallVec;

/// Names one edge of a shape. Distinct within the shape, the same from whichever face it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub u32);

/// Names one face of a shape. Distinct within the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId(pub u32);

/// One corner of a face, and the edge from it to the next corner (from the last to the first).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner<V> {
    /// The point, in the shape's frame.
    pub point: V,
    /// Its vertex.
    pub vertex: VertexId,
    /// The edge to the next corner. A lone corner's is meaningless, a segment's two corners share one.
    pub edge: EdgeId,
}

/// The feature of a shape's core that looks most along a direction: one corner (a vertex), two (an edge, which in 2D is a face, the outside on its right; of a
/// segment in either order), or in 3D a convex polygon, counter-clockwise as seen from outside.
///
/// It is the caller's and is overwritten by each [`Convex::face`](crate::Convex::face), so that a large polygon is allocated once.
#[derive(Clone, Debug)]
pub struct Face<V: Vector> {
    /// The face's name; in 2D the number of the edge. That of an edge in 3D, or of a vertex, is no face's and means nothing.
    pub id: FaceId,
    /// The corners, in order.
    pub corners: SmallVec<[Corner<V>; 8]>,
}

/// An edge that rises more than this (the sine of its angle) along the direction it is looked at from is no contact feature: its upper end
/// is. Larger: contacts at the far end of a steep edge appear, far beyond any margin. Smaller: a rod lying at a slant loses its second contact.
pub const STEEP_EDGE: f64 = 0.5;

/// A face is no contact feature when its normal's cosine with the direction is less: its most level edge is. Larger: tilted faces are reduced to an
/// edge too early; above 1/√3 a box would lose faces. Smaller: projecting along the direction onto the face divides by nearly nothing.
pub const STEEP_FACE: f64 = 0.2;

impl<V: Vector> Face<V> {
    /// A face without corners, to be filled.
    pub fn new() -> Self {
        Self { id: FaceId(0), corners: SmallVec::new() }
    }

    /// Replaces the face by a single corner without edges.
    pub fn set_vertex(&mut self, point: V, vertex: VertexId) {
        self.id = FaceId(0);
        self.corners.clear();
        self.corners.push(Corner { point, vertex, edge: EdgeId(0) });
    }

    /// Replaces the face by the two corners of an edge.
    pub fn set_edge(&mut self, edge: EdgeId, corners: [Corner<V>; 2]) {
        self.id = FaceId(edge.0);
        self.corners.clear();
        self.corners.extend(corners);
    }
}

impl<V: Vector> Default for Face<V> {
    fn default() -> Self {
        Self::new()
    }
}
