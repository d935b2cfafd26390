//! How many vertices a cooked hull may have, and what it cost.

use clinch_support::Vector;

use crate::error::ShapeError;

/// How [`Hull::cook`](crate::Hull::cook) and [`Polygon::cook`](crate::Polygon::cook) make a shape of points: the default allows 255 vertices.
///
/// Support scans, manifolds and memory grow with the vertices, while a scanned or sculpted cloud has thousands of them that nobody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cooking {
    /// The most vertices that the shape may have: at least 4 in space, 3 in the plane. `None`: as many as the cloud's hull has.
    pub vertices: Option<usize>,
}

impl Cooking {
    /// Keeps every vertex of the hull.
    pub const fn every_vertex() -> Self {
        Self { vertices: None }
    }

    /// Keeps at most so many vertices.
    pub const fn at_most(vertices: usize) -> Self {
        Self { vertices: Some(vertices) }
    }

    /// The budget, if a shape of dimension `dim` can be made with it.
    pub(crate) fn budget(&self, dim: usize) -> Result<usize, ShapeError> {
        let (given, least) = (self.vertices.unwrap_or(usize::MAX), dim + 1);
        if given < least { Err(ShapeError::BudgetTooSmall { given, least }) } else { Ok(given) }
    }
}

impl Default for Cooking {
    fn default() -> Self {
        Self::at_most(255)
    }
}

/// A shape that was cooked, and how far it is from what was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Cooked<V: Vector, S> {
    /// The shape: a part of the cloud's hull, whose vertices are points of the cloud.
    pub shape: S,
    /// No point of the cloud is farther than this from the shape; along no direction of length 1 does the shape's support value fall shorter of the
    /// cloud's. In the unit of the points, rounded up. Zero where nothing was left out but what is inside.
    pub error: V::Scalar,
}
