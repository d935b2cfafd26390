//! The vertex limit of cooked hulls and polygons, and what it cost.

use clinch_support::Vector;

use crate::error::ShapeError;

/// The settings of [`Hull::cook`](crate::Hull::cook) and [`Polygon::cook`](crate::Polygon::cook).
/// The default allows 255 vertices.
///
/// The costs of support scans, manifolds and memory grow with the vertices. A scanned or sculpted
/// cloud has thousands of them that are not visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cooking {
    /// The maximum number of vertices: at least 4 in 3D, 3 in 2D. `None`: no limit.
    pub max_vertices: Option<usize>,
}

impl Cooking {
    /// No limit.
    pub const fn every_vertex() -> Self {
        Self { max_vertices: None }
    }

    /// At most this many vertices.
    pub const fn at_most(max_vertices: usize) -> Self {
        Self { max_vertices: Some(max_vertices) }
    }

    /// The limit, if a shape of dimension `dim` is possible with it.
    pub(crate) fn checked_max_vertices(&self, dim: usize) -> Result<usize, ShapeError> {
        let (given, least) = (self.max_vertices.unwrap_or(usize::MAX), dim + 1);
        if given < least { Err(ShapeError::VertexLimitTooSmall { given, least }) } else { Ok(given) }
    }
}

impl Default for Cooking {
    fn default() -> Self {
        Self::at_most(255)
    }
}

/// A cooked shape, and its error.
#[derive(Clone, Debug, PartialEq)]
pub struct Cooked<V: Vector, S> {
    /// The shape. Its vertices are points of the cloud, and it is contained in the cloud's hull.
    pub shape: S,
    /// An upper bound of the distance of the cloud's points from the shape, in their unit. It also
    /// bounds how much the shape's support value along a unit direction is below that of the cloud.
    /// Zero if only inner points were left out.
    pub error: V::Scalar,
}
