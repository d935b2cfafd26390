//! The prism above and below a triangle, along its normal or another direction.
//!
//! Its three sides are planes through the edges. A point within all of them projects into the
//! triangle, and one that does not is outside of one or two of them.

use clinch_support::{Vector, cross};

use crate::triangle::edge_set::EdgeSet;

/// How far outside of an edge a point is still above the facet, in parts of its height over that
/// edge. Larger: more contacts are found twice. Smaller: a point above an edge may be above neither
/// facet.
pub(crate) const ABOVE: f64 = 1e-9;

/// All points whose projection along a direction is in a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prism<W> {
    /// Across the sides. A point is within a side if its offset from the corner where the edge
    /// begins, times this, is not below `least`.
    inward: [W; 3],
    least: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> Prism<W> {
    #[inline]
    pub(crate) fn new(corners: [W; 3], direction: W) -> Self {
        let [a, b, c] = corners;
        // Twice the signed area of the projection.
        let whole = direction.dot(cross(b - a, c - b));
        Self::with_area(corners, if whole < 0.0 { -direction } else { direction }, whole.abs())
    }

    /// Of a direction along which the corners are counter-clockwise. `whole` is twice the area of
    /// the projection.
    #[inline]
    pub(crate) fn with_area([a, b, c]: [W; 3], direction: W, whole: f64) -> Self {
        Self { inward: [cross(direction, b - a), cross(direction, c - b), cross(direction, a - c)], least: -ABOVE * whole }
    }

    /// The same, that contains no point outside of an edge, by however little.
    #[inline]
    pub(crate) fn strict(self) -> Self {
        Self { least: 0.0, ..self }
    }

    /// Whether it contains a point. The first side decides for most.
    #[inline]
    pub(crate) fn contains(&self, corners: [W; 3], point: W) -> bool {
        (0..3).all(|edge| self.is_within(edge, corners, point))
    }

    /// The edges that a point is outside of.
    #[inline]
    pub(crate) fn outside(&self, corners: [W; 3], point: W) -> EdgeSet {
        // True for NaN.
        let is_outside = |edge: usize| !self.is_within(edge, corners, point);
        EdgeSet::new([is_outside(0), is_outside(1), is_outside(2)])
    }

    /// Whether a point is outside of a side by more than `slack`.
    #[inline]
    pub(crate) fn is_clearly_outside(&self, corners: [W; 3], point: W, slack: f64) -> bool {
        (0..3).any(|edge| (point - corners[edge]).dot(self.inward[edge]) < -slack * self.inward[edge].sum_abs())
    }

    /// Whether a point is within a side by more than `slack`.
    #[inline]
    pub(crate) fn is_clearly_within(&self, edge: usize, corners: [W; 3], point: W, slack: f64) -> bool {
        (point - corners[edge]).dot(self.inward[edge]) > slack * self.inward[edge].sum_abs()
    }

    #[inline]
    fn is_within(&self, edge: usize, corners: [W; 3], point: W) -> bool {
        (point - corners[edge]).dot(self.inward[edge]) >= self.least
    }
}
