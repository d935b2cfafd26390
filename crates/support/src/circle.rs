//! The features that a vertex of A − B may consist of: vertices, and circles.

use crate::vertex_id::VertexId;

/// A rim of a shape: the points of a plane at one distance from a centre, in the frame of the
/// shape.
///
/// With it a search can compute how the farthest point moves when the direction turns. In 2D it is
/// a pair of points and has no use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle<W> {
    /// Its centre.
    pub middle: W,
    /// Unit, perpendicular to its plane.
    pub axis: W,
    /// The distance of its points from the centre.
    pub radius: f64,
}

/// The features of a vertex of A − B: for each of A and B a vertex, or a circle in the shape's own
/// frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features<W> {
    /// The vertices of A and B.
    pub ids: [Option<VertexId>; 2],
    /// The circles of A and B, for a shape without a vertex here.
    pub circles: [Option<Circle<W>>; 2],
}

impl<W> Features<W> {
    /// The sum of the radii of the circles: a length to which distances on these features are
    /// compared. 0 for two vertices.
    pub fn radii(&self) -> f64 {
        self.circles.iter().flatten().map(|circle| circle.radius).sum()
    }
}
