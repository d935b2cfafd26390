//! The nearest points of a segment, the core of a capsule, and a triangle.
//!
//! * Unless the segment crosses the triangle, the nearest points are an end of the segment and its
//!   nearest point of the triangle, or a place inside of the segment and one on an edge.
//! * The nearest of these is a guess. The direction between its two points is a separating axis,
//!   and the distance along it a lower bound. Where the bounds do not meet, as near degenerate
//!   edges, GJK searches.
//!
//! Ericson, "Real-Time Collision Detection", 5.1.9 and 5.1.10.

use clinch_support::{Vector, normalize_or_zero};

use crate::triangle::facing_facet::FacingFacet;
use crate::triangle::prism::Prism;

/// Rounding error of both bounds, relative to the coordinates: within it they meet. Larger: looser
/// bounds. Smaller: the bounds do not hold, or do not meet.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The nearest points of a segment and a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearestPoints<W> {
    /// Unit, from the triangle to the segment.
    pub(crate) normal: W,
    pub(crate) on_triangle: W,
    /// The part of the way along the segment.
    pub(crate) fraction: f64,
    pub(crate) lower: f64,
    pub(crate) distance: f64,
    pub(crate) upper: f64,
}

/// `None` if the two cross or touch, or where the bounds do not meet.
pub(crate) fn segment_triangle<W: Vector<Scalar = f64, Wide = W>>(
    triangle: &FacingFacet<W>,
    [from, to]: [W; 2],
) -> Option<NearestPoints<W>> {
    let &[a, b, c] = triangle.corners() else { return None };
    let mut best = Candidate { squared: f64::INFINITY, on_triangle: a, fraction: 0.0 };
    let above = Prism::new([a, b, c], triangle.normal);
    for (fraction, end) in [(0.0, from), (1.0, to)] {
        let on_triangle = triangle.nearest_given(above.outside([a, b, c], end), end);
        best.improve(Candidate { squared: (end - on_triangle).length_squared(), on_triangle, fraction });
    }
    let heights = [triangle.height(from), triangle.height(to)];
    let crosses_plane = (heights[0] > 0.0) != (heights[1] > 0.0);
    if crosses_plane {
        let at = heights[0] / (heights[0] - heights[1]);
        if above.contains([a, b, c], from + (to - from) * at) {
            return None;
        }
    }
    for edge in [[a, b], [b, c], [c, a]] {
        if let Some(candidate) = between_insides(edge, [from, to]) {
            best.improve(candidate);
        }
    }
    let Candidate { on_triangle, fraction, .. } = best;
    let offset = from + (to - from) * fraction - on_triangle;
    let (distance, normal) = (offset.length(), normalize_or_zero(offset));
    let along = normal.dot(from).min(normal.dot(to)) - triangle.top(normal);
    let rounding = ROUNDING * (from.max_abs() + to.max_abs() + triangle.max_abs + distance);
    // False for NaN.
    let met = distance - along <= rounding && normal != W::ZERO;
    met.then_some(NearestPoints { normal, on_triangle, fraction, lower: along - rounding, distance, upper: distance + rounding })
}

/// Two points, and the square of their distance.
#[derive(Clone, Copy)]
struct Candidate<W> {
    squared: f64,
    on_triangle: W,
    fraction: f64,
}

impl<W> Candidate<W> {
    fn improve(&mut self, other: Self) {
        if other.squared < self.squared {
            *self = other;
        }
    }
}

/// The nearest points of an edge and a segment, if that of the segment is not one of its ends.
fn between_insides<W: Vector<Scalar = f64>>([a, b]: [W; 2], [from, to]: [W; 2]) -> Option<Candidate<W>> {
    let (edge, along, between) = (b - a, to - from, from - a);
    let (edge_squared, along_squared, product) = (edge.length_squared(), along.length_squared(), edge.dot(along));
    let (on_edge, on_along) = (edge.dot(between), along.dot(between));
    let determinant = edge_squared * along_squared - product * product;
    // Of parallel ones, and those whose products underflow, an end is as near.
    let whole = if determinant > 0.0 { (on_edge * along_squared - on_along * product) / determinant } else { 0.0 };
    let of_edge = whole.clamp(0.0, 1.0);
    let fraction = (of_edge * product - on_along) / along_squared;
    // False for NaN.
    if !(fraction > 0.0 && fraction < 1.0) {
        return None;
    }
    let on_triangle = a + edge * of_edge;
    Some(Candidate { squared: (from + along * fraction - on_triangle).length_squared(), on_triangle, fraction })
}
