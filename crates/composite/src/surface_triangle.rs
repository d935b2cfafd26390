//! A triangle of a surface and what its edges are, without the cost of a convex shape.

/// A triangle of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceTriangle<W> {
    /// The corners, counter-clockwise from in front.
    pub corners: [W; 3],
    /// The unit normal of its front.
    pub normal: W,
    /// Whether the normal cones of the edges, from corner `i` to the next, have other directions
    /// than the normal: in front of the triangle, and behind it.
    pub exposed_edges: [[bool; 3]; 2],
}

impl<W> SurfaceTriangle<W> {
    /// [`exposed_edges`](Self::exposed_edges) of one side.
    pub fn exposed_edges(&self, front: bool) -> [bool; 3] {
        self.exposed_edges[usize::from(!front)]
    }
}
