//! Axis-aligned boxes: those of bodies and triangles, and lower bounds of the distance of two.

use clinch_contact::{Pair, Space};
use clinch_shapes::{Aabb, Convex, Core};
use clinch_support::Vector;

/// The roundings of a difference of coordinates, relative to them. Smaller: a part could be skipped
/// that is nearer than the nearest found.
pub(crate) const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The bounds of a body in the frame of the composite shape, grown by a length; all of space for a
/// half-space. `None` if they are NaN.
pub(crate) fn body_box<V: Space, A, B: Convex<V>>(pair: &Pair<V, A, B>, grown_by: f64) -> Option<Aabb<V::Wide>> {
    if matches!(pair.b.core(), Core::HalfSpace { .. }) {
        return pair.b_in_a.is_finite().then(Aabb::unbounded);
    }
    let bounds = pair.b.bounds(&pair.b_in_a).grown(grown_by);
    // False for NaN.
    let is_box = (0..V::DIM).all(|i| bounds.min.get(i) <= bounds.max.get(i));
    (is_box && pair.b_in_a.is_finite()).then_some(bounds)
}

/// A lower bound of the distance of two boxes. 0 if a coordinate is NaN.
pub(crate) fn gap<W: Vector<Scalar = f64>>(one: &Aabb<W>, other: &Aabb<W>) -> f64 {
    let beyond = |low: f64, high: f64| {
        let between = (low - high) - ROUNDING * (low.abs() + high.abs());
        // False for NaN, too.
        if between > 0.0 { between } else { 0.0 }
    };
    let gaps = W::from_fn(|i| beyond(other.min.get(i), one.max.get(i)).max(beyond(one.min.get(i), other.max.get(i))));
    // Scaled by the largest: the square of a very small or very large gap is no number.
    let largest = gaps.max_abs();
    if largest > f64::MIN_POSITIVE && largest < f64::INFINITY {
        let scaled = W::from_fn(|i| gaps.get(i) / largest);
        largest * scaled.length() * (1.0 - ROUNDING)
    } else {
        largest
    }
}

/// The largest finite side of a box; 0 if there is none.
pub(crate) fn largest_side<W: Vector<Scalar = f64>>(bounds: &Aabb<W>) -> f64 {
    (0..W::DIM).map(|i| bounds.max.get(i) - bounds.min.get(i)).filter(|side| side.is_finite()).fold(0.0, f64::max)
}

/// The largest finite coordinate of a box; 0 if there is none.
pub(crate) fn largest_coordinate<W: Vector<Scalar = f64>>(bounds: &Aabb<W>) -> f64 {
    let coordinates = (0..W::DIM).flat_map(|i| [bounds.min.get(i).abs(), bounds.max.get(i).abs()]);
    coordinates.filter(|coordinate| coordinate.is_finite()).fold(0.0, f64::max)
}

/// The AABB of a triangle with finite corners.
#[inline]
pub(crate) fn bounds_of_corners<W: Vector<Scalar = f64>>(corners: [W; 3]) -> Aabb<W> {
    // Of no points there is none.
    Aabb::of_points(corners).unwrap_or(Aabb { min: corners[0], max: corners[0] })
}

/// Whether two boxes have a common point. Without short-circuiting: the comparisons cost less than
/// a mispredicted branch.
#[inline]
pub(crate) fn meets<W: Vector<Scalar = f64>>(one: &Aabb<W>, other: &Aabb<W>) -> bool {
    let apart = |i: usize| (one.min.get(i) > other.max.get(i)) | (one.max.get(i) < other.min.get(i));
    !(0..W::DIM).fold(false, |any, i| any | apart(i))
}

/// The largest |coordinate| of a box of finite points.
#[inline]
pub(crate) fn max_abs<W: Vector<Scalar = f64>>(bounds: &Aabb<W>) -> f64 {
    let larger = |size: f64, coordinate: f64| if coordinate > size { coordinate } else { size };
    (0..W::DIM).fold(0.0, |size, i| larger(larger(size, bounds.max.get(i)), -bounds.min.get(i)))
}
