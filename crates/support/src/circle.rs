//! A circle in space, and what else a vertex of a difference may be made of.

use crate::vertex_id::VertexId;

/// All points of a plane at one distance from its middle: a rim, in the frame of its shape.
///
/// What a search must know to tell how a farthest point moves when the direction turns. In the plane it is a pair of points, and nobody asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle<W> {
    /// Its middle.
    pub middle: W,
    /// Across its plane, of length 1.
    pub axis: W,
    /// The distance of its points from the middle.
    pub radius: f64,
}

/// What a vertex of A − B is made of: of A and of B a vertex, or a point on a circle in the shape's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features<W> {
    /// The vertices.
    pub ids: [Option<VertexId>; 2],
    /// The circles, where there is no vertex.
    pub circles: [Option<Circle<W>>; 2],
}

impl<W> Features<W> {
    /// The sum of the circles' radii: as far as points on these features move, if no more is said of them.
    pub fn radii(&self) -> f64 {
        self.circles.iter().flatten().map(|circle| circle.radius).sum()
    }
}
