//! The points that are chosen from, and how much a choice spans.

use glam::DVec2;
use smallvec::SmallVec;

use crate::manifold::FeatureId;

/// Separations that differ by less than this, relative to the spread of the points, are equally
/// deep: the first is taken. Larger: a point that is deeper by as much may be dropped. Smaller: in
/// a resting contact rounding chooses another deepest point each tick.
pub(super) const EQUALLY_DEEP: f64 = 1e-6;

/// Two points that are nearer to each other than this part of the spread count as one place.
/// Larger: the ends of a short edge do. Smaller: the direction of the line through them is
/// rounding.
pub(super) const ONE_PLACE: f64 = 1e-4;

/// Points are on a line if none is farther from it than this part of its length. Larger: narrow
/// faces have the points of an edge. Smaller: points in `f32` are on none, and without an end of
/// the edge the body tilts.
pub(super) const ON_LINE: f64 = 1.0 / (1 << 18) as f64;

/// The relative difference by which another choice must be better. Larger: worse points are kept.
/// Smaller: for two equal faces rotated on each other, whose eight corners are equally far in
/// pairs, rounding keeps other ones each tick.
pub(super) const MIN_GAIN: f64 = 1e-6;

/// A point projected along the normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Coordinates on two unit axes orthogonal to the normal. In 2D the second is zero.
    pub(crate) position: DVec2,
    pub(crate) height: f64,
    pub(crate) feature: FeatureId,
}

/// Indices of points.
pub(super) type Places = SmallVec<[usize; 4]>;

/// Twice the area of a triangle, or of four points in convex position; otherwise 0.
pub(super) fn spanned_by(places: &[usize], at: impl Fn(usize) -> DVec2) -> f64 {
    match *places {
        [a, b, c] => (at(b) - at(a)).perp_dot(at(c) - at(a)).abs(),
        [a, b, c, d] => spanned([a, b, c, d].map(at)),
        _ => 0.0,
    }
}

/// Twice the area of four points in convex position, in any order: the greatest value over the
/// three ways to choose two diagonals.
#[inline(always)]
pub(super) fn spanned([a, b, c, d]: [DVec2; 4]) -> f64 {
    let pairs = [(b - a).perp_dot(d - c).abs(), (c - a).perp_dot(d - b).abs(), (d - a).perp_dot(c - b).abs()];
    pairs.into_iter().fold(0.0, |most, x| if x > most { x } else { most })
}

/// The two points that are farthest apart, and their distance.
pub(super) fn ends(places: &[usize], at: impl Fn(usize) -> DVec2) -> ([usize; 2], f64) {
    let pairs = places.iter().flat_map(|&one| places.iter().map(move |&other| [one, other]));
    let length = |[one, other]: [usize; 2]| at(one).distance(at(other));
    pairs.fold(([0; 2], 0.0), |most, pair| if length(pair) > most.1 { (pair, length(pair)) } else { most })
}
