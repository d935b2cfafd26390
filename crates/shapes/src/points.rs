//! What shapes made of points share: what a list must satisfy, and the scans over it.

use clinch_support::{Basis, Pose, Rotation, Vector};

use crate::aabb::Aabb;
use crate::error::ShapeError;

/// The most points a shape is made of: ids of vertices, edges (up to three per point) and their sides are `u32`.
const MOST_POINTS: usize = u32::MAX as usize / 8;

/// A number of points that ids can name: at least one.
pub(crate) fn number(given: usize) -> Result<usize, ShapeError> {
    match given {
        0 => Err(ShapeError::NoPoints),
        given if given > MOST_POINTS => Err(ShapeError::TooManyPoints { given, limit: MOST_POINTS }),
        given => Ok(given),
    }
}

/// The points in `f64` if there is at least one, none too many, and all are finite.
pub(crate) fn widened<V: Vector>(points: &[V]) -> Result<Vec<V::Wide>, ShapeError> {
    number(points.len())?;
    if let Some(index) = points.iter().position(|point| !point.is_finite()) {
        return Err(ShapeError::PointNotFinite { index });
    }
    Ok(points.iter().map(|point| point.widen()).collect())
}

/// The points relative to `center`, rounded once.
pub(crate) fn relative_to<V: Vector>(points: &[V], center: V) -> Vec<V> {
    points.iter().map(|&point| V::narrow(point.widen() - center.widen())).collect()
}

/// Bounds of the posed points: exact but for `f64` rounding, which is included.
pub(crate) fn bounds<V: Vector>(points: &[V], pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
    let basis = pose.rotation.basis();
    let at = pose.translation.widen();
    let moved = points.iter().map(|point| basis.rotate(point.widen()) + at);
    let bounds = Aabb::of_points(moved).unwrap_or(Aabb { min: at, max: at });
    let size = points.iter().fold(at.max_abs(), |size, point| size.max(point.widen().max_abs()));
    // γ₈ of f64 covers the basis, three products and four sums; a turned coordinate is at most √3 times the largest given.
    bounds.grown(16.0 * f64::EPSILON * size)
}
