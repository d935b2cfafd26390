//! The nearest point of a triangle to a point.
//!
//! A point whose projection is in the triangle is nearest to the face; of every other point the
//! nearest is on one of the edges that the projection is outside of. Only these are looked at.
//!
//! Ericson, "Real-Time Collision Detection", 5.1.5, by the planes of the edges.

use clinch_support::{Vector, cross};

use crate::triangle::edge_set::EdgeSet;
use crate::triangle::prism::Prism;

/// Rounding error of the nearest point of a triangle and of its distance, relative to the
/// coordinates. Larger: looser bounds. Smaller: the bounds do not hold.
pub(crate) const POINT_NOISE: f64 = 32.0 * f64::EPSILON;

/// Below this a square of a length may have lost digits by underflow.
const SMALLEST_SQUARE: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// A triangle with its normal and the planes through its edges, which the nearest points need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreparedTriangle<W> {
    corners: [W; 3],
    /// Perpendicular to it, of any length.
    normal: W,
    /// The square of its length.
    squared: f64,
    above: Prism<W>,
    /// The largest |coordinate| of its corners, which rounding errors are relative to.
    pub(crate) max_abs: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> PreparedTriangle<W> {
    /// `max_abs` is the largest |coordinate| of the corners.
    #[inline]
    pub(crate) fn new(corners: [W; 3], max_abs: f64) -> Self {
        let [a, b, c] = corners;
        let normal = cross(b - a, c - a);
        let squared = normal.length_squared();
        Self { corners, normal, squared, above: Prism::with_area(corners, normal, squared), max_abs }
    }

    /// The edges that the projection of a point is outside of.
    #[inline]
    pub(crate) fn outside(&self, point: W) -> EdgeSet {
        self.above.outside(self.corners, point)
    }

    /// The nearest point to a point. Off by rounding that grows with the height of the point, for
    /// needles of 1 : 10⁶ by 10⁻¹⁰ of it.
    // Inlined so that the triangle stays in registers.
    #[inline(always)]
    pub(crate) fn nearest(&self, point: W) -> NearestFeature<W> {
        match self.outside(point) {
            // A square that has underflown says nothing.
            EdgeSet::NONE if !(self.squared > SMALLEST_SQUARE) => NearestFeature::Face(0.0),
            EdgeSet::NONE => NearestFeature::Face(self.normal.dot(point - self.corners[0]).abs() / self.squared.sqrt()),
            outside => NearestFeature::Border(outside, nearest_of_edges(self.corners, outside, point)),
        }
    }
}

/// Where the nearest point of a triangle is.
pub(crate) enum NearestFeature<W> {
    /// The point is above or below the triangle, by at least this.
    Face(f64),
    /// The point is outside of these edges, and this is the nearest point of them.
    Border(EdgeSet, W),
}

/// The nearest point of those edges of a triangle that the point is outside of.
#[inline]
pub(crate) fn nearest_of_edges<W: Vector<Scalar = f64>>([a, b, c]: [W; 3], outside: EdgeSet, point: W) -> W {
    let mut nearest = a;
    let mut least = f64::INFINITY;
    for (edge, outside) in [([a, b], outside.contains(0)), ([b, c], outside.contains(1)), ([c, a], outside.contains(2))] {
        if outside {
            let on_edge = nearest_of_edge(edge, point);
            let squared = (on_edge - point).length_squared();
            if squared < least {
                (nearest, least) = (on_edge, squared);
            }
        }
    }
    nearest
}

/// The nearest point of an edge.
#[inline]
pub(crate) fn nearest_of_edge<W: Vector<Scalar = f64>>([from, to]: [W; 2], point: W) -> W {
    let along = to - from;
    let fraction = (point - from).dot(along) / along.length_squared();
    from + along * fraction.clamp(0.0, 1.0)
}
