//! Tolerances that several algorithms share. Each is relative to the size of the pair, or in ε.

use clinch_support::{Scalar, Vector};

/// Rounding error of a computed point or support value, relative to the size of the pair: some sums
/// of a dozen terms, and columns that are a basis to rounding. Larger: looser bounds. Smaller: the
/// bounds do not hold.
pub(crate) const NOISE: f64 = 32.0 * f64::EPSILON;

/// [`NOISE`] of a pair of this size.
pub(crate) fn noise(size: f64) -> f64 {
    NOISE * size
}

/// Rounding error of points that a pose moves, and of a closed form on them, relative to the
/// coordinates that meet; for bounding spheres, relative to their distance and radii. Larger:
/// looser bounds, and casts hit early by as much. Smaller: the bounds do not hold.
pub(crate) const CLOSED_FORM_NOISE: f64 = 16.0 * f64::EPSILON;

/// Axes whose support values differ by less than this part of the scalar's ε, relative to the size
/// of the pair, are equally good: coordinates of that size are not stored more exactly. Larger:
/// distances are too small by as much. Smaller: each tick, rounding chooses the normal of a cube
/// that is as deep along x as along y, and gives a box at rest the axis of two edges in place of
/// that of a face.
const TIE: f64 = 0.25;

/// [`TIE`] of a pair of this size.
pub(crate) fn tie<V: Vector>(size: f64) -> f64 {
    TIE * V::Scalar::EPSILON.widen() * size
}

/// The distance of two witness points may differ from that along their axis by this, relative to
/// the size of the pair. Larger: points are off by as much. Smaller: the rounding of two parallel
/// faces sends them to the search.
pub(crate) const EXACT: f64 = 1e-12;

/// Points whose depths differ by less than this, relative to the size of the pair, are equally
/// deep: their middle is taken. Larger: it is less deep by as much. Smaller: for two parallel faces
/// it is a corner of their overlap.
pub(crate) const SAME_DEPTH: f64 = 1e-13;

/// The cosine of 26°. Of the axes that tie with the best, one within that angle of last tick's
/// normal is taken: bodies turn less in a tick, and axes nearer than that are no flip. Larger: a
/// fast top may change its normal. Smaller: of two axes that are both near the first one is taken.
pub(crate) const SAME_NORMAL: f64 = 0.9;

/// The features miss the deepest place if their deepest point is less deep than the query's
/// distance by this, relative to the size of the pair. Larger: contacts are too shallow by as much.
/// Smaller: rounding adds a point beside one that is already there.
pub(crate) const MISSED: f64 = 1e-6;

/// If the nearest points are farther apart than this, in multiples of the noise of coordinates, the
/// vector between them is the normal to 1 part in 2³². Larger: gaps are computed for nothing.
/// Smaller: normals are off by more.
pub(crate) const CLEAR: f64 = 4_294_967_296.0;

/// A separating axis may contradict GJK's points by this, relative to the size of the pair: some
/// roundings of `f64`. Larger: invalid support maps get an answer. Smaller: valid ones that touch
/// get none.
pub(crate) const ROUNDING: f64 = 64.0 * f64::EPSILON;
