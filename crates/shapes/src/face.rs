//! The feature of a shape along a direction, from which contact manifolds are clipped.

use clinch_support::{Vector, VertexId};
use smallvec::SmallVec;

/// The id of an edge. Distinct within a shape, and the same in both faces beside the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub u32);

/// The id of a face. Distinct within a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId(pub u32);

/// A corner of a face, and the edge from it to the next corner (from the last to the first).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner<V> {
    /// The point, in the shape's frame.
    pub point: V,
    /// The id of its vertex.
    pub vertex: VertexId,
    /// The edge to the next corner. Both corners of a segment have the same edge; the edge of a
    /// single corner has no meaning.
    pub edge: EdgeId,
}

/// The feature of a shape's core along a direction: one corner (a vertex), two (an edge), or in 3D
/// three or more (a convex polygon, counter-clockwise as seen from outside).
///
/// In 2D an edge is a face, with the outside on its right. The two corners of a segment are in
/// either order.
///
/// It belongs to the caller, and each call of [`Convex::face`](crate::Convex::face) overwrites it,
/// so that a large polygon is allocated once.
#[derive(Clone, Debug)]
pub struct Face<V: Vector> {
    /// The id of the face, in 2D that of the edge. Without meaning for an edge in 3D and for a
    /// vertex.
    pub id: FaceId,
    /// The corners, in order.
    pub corners: SmallVec<[Corner<V>; 8]>,
}

/// An edge is no contact feature if the sine of its angle to the plane across the direction is
/// larger than this; its upper end is the feature. Larger: contacts at the far end of a steep edge
/// appear, far beyond any margin. Smaller: a tilted capsule loses its second contact.
pub const STEEP_EDGE: f64 = 0.5;

/// A face is no contact feature if the cosine between its normal and the direction is smaller than
/// this; its edge that is most nearly perpendicular to the direction is the feature. Larger: tilted
/// faces are reduced to an edge too early; above 1/√3 a box would lose faces. Smaller: the
/// projection along the direction onto the face divides by almost zero.
pub const STEEP_FACE: f64 = 0.2;

impl<V: Vector> Face<V> {
    /// A face without corners.
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
