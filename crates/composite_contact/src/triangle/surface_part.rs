//! A part that is a triangle of a surface.

use clinch_composite::{SubShapeId, SurfaceTriangle};
use clinch_support::Vector;

use crate::boxes::{bounds_of_corners, max_abs};
use crate::triangle::prism::Prism;

/// A part that is a triangle of a surface, with what is known of it.
pub(crate) struct SurfacePart<'s, W> {
    pub(crate) id: SubShapeId,
    pub(crate) triangle: &'s SurfaceTriangle<W>,
    /// The largest |coordinate| of its corners.
    pub(crate) max_abs: f64,
    /// All points above and below it, if they are known.
    pub(crate) prism: Option<&'s Prism<W>>,
}

impl<'s, W: Vector<Scalar = f64>> SurfacePart<'s, W> {
    pub(crate) fn new(id: SubShapeId, triangle: &'s SurfaceTriangle<W>) -> Self {
        Self { id, triangle, max_abs: max_abs(&bounds_of_corners(triangle.corners)), prism: None }
    }
}
