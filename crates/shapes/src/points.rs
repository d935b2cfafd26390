//! Checks and scans of lists of points.

use clinch_support::{Basis, Pose, Rotation, Vector};

use crate::aabb::Aabb;
use crate::error::ShapeError;

/// The maximum number of points of a shape: the ids of vertices, of edges (up to three per point)
/// and of their sides are `u32`.
const MAX_POINTS: usize = u32::MAX as usize / 8;

/// Checks that a number of points is at least one, and that ids can number them.
pub(crate) fn check_count(given: usize) -> Result<usize, ShapeError> {
    match given {
        0 => Err(ShapeError::NoPoints),
        given if given > MAX_POINTS => Err(ShapeError::TooManyPoints { given, limit: MAX_POINTS }),
        given => Ok(given),
    }
}

/// The points in `f64`, if ids can number them and all are finite.
pub(crate) fn check_and_widen<V: Vector>(points: &[V]) -> Result<Vec<V::Wide>, ShapeError> {
    check_count(points.len())?;
    if let Some(index) = points.iter().position(|point| !point.is_finite()) {
        return Err(ShapeError::PointNotFinite { index });
    }
    Ok(points.iter().map(|point| point.widen()).collect())
}

/// The points relative to `center`, rounded once.
pub(crate) fn relative_to<V: Vector>(points: &[V], center: V) -> Vec<V> {
    points.iter().map(|&point| V::narrow(point.widen() - center.widen())).collect()
}

/// The bounds of the points at a pose: exact except for `f64` rounding, which is added. O(points).
pub(crate) fn bounds<V: Vector>(points: &[V], pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
    let basis = pose.rotation.basis();
    let at = pose.translation.widen();
    let moved = points.iter().map(|point| basis.rotate(point.widen()) + at);
    let bounds = Aabb::of_points(moved).unwrap_or(Aabb { min: at, max: at });
    let size = points.iter().fold(at.max_abs(), |size, point| size.max(point.widen().max_abs()));
    // γ₈ of `f64` covers the basis, three products and four sums. A rotated coordinate is at most
    // √3 times the largest one.
    bounds.grown(16.0 * f64::EPSILON * size)
}
