//! Tolerances that several algorithms share. Each is relative to the size of the pair, or in ε.

use clinch_support::{Scalar, Vector};

/// By how much what is computed here may be off, relative to the size of the pair: some sums of a dozen terms, and columns that are a basis to rounding. Larger:
/// bounds are farther apart than they need be. Smaller: they do not hold.
pub(crate) const NOISE: f64 = 32.0 * f64::EPSILON;

/// [`NOISE`] of a pair of this size.
pub(crate) fn noise(size: f64) -> f64 {
    NOISE * size
}

/// Axes whose support values differ by less than this part of ε of the scalar, relative to the size of the pair, are equally good: coordinates of that size
/// are not written more exactly. Larger: distances are too small by as much. Smaller: rounding chooses the normal of a cube that is as deep along x as along y, each
/// tick anew, and gives a box at rest the axis of two edges in place of a face.
const TIE: f64 = 0.25;

/// [`TIE`] of a pair of this size.
pub(crate) fn tie<V: Vector>(size: f64) -> f64 {
    TIE * V::Scalar::EPSILON.widen() * size
}

/// How far points may be from where their axis says, relative to the size of the pair. Larger: points are off by as much. Smaller: what rounding leaves of
/// two faces that lie on each other sends them to the search.
pub(crate) const EXACT: f64 = 1e-12;

/// Points this near in depth, relative to the size of the pair, are equally deep: their middle is taken. Larger: it is less deep by as much. Smaller: of
/// two faces that lie on each other it is a corner of what they share.
pub(crate) const LEVEL: f64 = 1e-13;

/// Last tick's normal is kept if an axis that ties with the best is within 26° of it: bodies turn less in a tick, and axes that lie nearer are no flip. Larger: of
/// two axes that are both near the first one is taken. Smaller: a fast top may change its normal.
pub(crate) const SAME: f64 = 0.9;

/// The features miss the deepest place when all they share is less deep than the query's distance by this, relative to the size of the pair. Larger:
/// contacts are too shallow by as much. Smaller: rounding adds a point beside one that is already there.
pub(crate) const MISSED: f64 = 1e-6;

/// If the nearest points are farther apart than this, in multiples of the noise of coordinates, the way between them is the normal to 1 part in 2³². Larger:
/// gaps are computed for nothing. Smaller: normals are off by more.
pub(crate) const CLEAR: f64 = 4_294_967_296.0;

/// By how much a separating axis may contradict GJK's points, relative to the size of the pair: some roundings of `f64`. Larger: maps that lie get an answer.
/// Smaller: honest ones that touch get none.
pub(crate) const ROUNDING: f64 = 64.0 * f64::EPSILON;
