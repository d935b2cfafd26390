//! The triangles below the corners of the body's face.

/// Buffers of the search for what is below the corners of the body.
#[derive(Debug)]
pub(crate) struct LiftedCorners<W> {
    /// The indices of the contacts whose triangles are in the plane.
    pub(crate) triangles: Vec<usize>,
    /// The points below the corners.
    pub(crate) below: Vec<W>,
}

impl<W> LiftedCorners<W> {
    pub(crate) fn new() -> Self {
        Self { triangles: Vec::new(), below: Vec::new() }
    }
}
