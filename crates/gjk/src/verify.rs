//! Proofs that are checked without the search: by two support calls, or by a simplex and no call at all.
//!
//! * Apart: the gap along one axis is a lower bound of the distance, wherever the axis comes from.
//! * Overlapping: a simplex of points of A − B with the origin in its inside, by more than rounding moves points.

use clinch_support::{Difference, Record, SupportMap, Vector};

use crate::affine_hull::nearest_on_affine_hull;
use crate::outcome::{Separation, Simplex};
use crate::sub_distance::Measure;

impl<V: Measure> Separation<V> {
    /// Do two support calls prove the lower bound? False of a claim that is wrong, or made for other shapes or another pose.
    pub fn verify<A, B>(&self, difference: &Difference<'_, A, B, V>) -> bool
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.lower <= self.upper && is_apart(difference, self.axis, self.lower)
    }
}

/// Do two support calls along an axis, from A to B and of any length, prove that the cores are at least this far apart? Their declared errors are taken off. Not of a
/// distance or an axis that is no number.
pub fn is_apart<V, A, B>(difference: &Difference<'_, A, B, V>, axis: V::Wide, at_least: f64) -> bool
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let gap = -axis.dot(difference.vertex(axis).point) / axis.length();
    gap - difference.error() >= at_least
}

/// Do these vertices of A − B prove that it holds the origin? They do if the origin lies inside their simplex, with weights that are all positive, farther from each side than
/// rounding moves it. The proof of [`Outcome::Overlapping`](crate::Outcome::Overlapping); not of all, for a simplex that GJK ends on may have the origin
/// on its surface.
pub fn is_overlap<V, A, B>(difference: &Difference<'_, A, B, V>, simplex: &Simplex, record: &Record<V>) -> bool
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    if simplex.len() != V::DIM + 1 || simplex.iter().any(|index| index.get() >= record.len()) {
        return false;
    }
    let points: smallvec::SmallVec<[V::Wide; 4]> = record.points(simplex).collect();
    let Some(held) = nearest_on_affine_hull(&points) else { return false };
    let sum = points.iter().zip(held.weights).fold(V::Wide::ZERO, |sum, (&point, weight)| sum + point * weight);
    // Where the weights put the origin, and how exact the vertices are.
    let off = sum.length() + 16.0 * f64::EPSILON * difference.size();
    (0..points.len()).all(|place| {
        let side: smallvec::SmallVec<[V::Wide; 4]> =
            points.iter().enumerate().filter(|&(other, _)| other != place).map(|(_, &point)| point - points[place]).collect();
        nearest_on_affine_hull(&side).is_some_and(|nearest| held.weights[place] * nearest.point.length() > off)
    })
}
