//! Proofs that can be checked without the search: by two support calls, or by a simplex and no call
//! at all.
//!
//! * Apart: the gap along any one axis is a lower bound of the distance, wherever the axis comes
//!   from.
//! * Overlapping: a simplex of points of A − B that contains the origin, at a distance from its
//!   faces greater than rounding.

use clinch_support::{Difference, Record, SupportMap, Vector};

use crate::affine_hull::nearest_on_affine_hull;
use crate::outcome::{Separation, Simplex};
use crate::sub_distance::GjkSpace;

impl<V: GjkSpace> Separation<V> {
    /// Whether two support calls prove the lower bound. `false` for a wrong claim, and for one made
    /// for other shapes or another pose.
    pub fn verify<A, B>(&self, difference: &Difference<'_, A, B, V>) -> bool
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.lower <= self.upper && is_apart(difference, self.axis, self.lower)
    }
}

/// Whether two support calls along `axis`, from A to B and of any length, prove that the cores are
/// at least `at_least` apart, after subtracting their declared errors. `false` if the distance or
/// the axis is not a number.
///
/// ```
/// use clinch_gjk::is_apart;
/// use clinch_support::{Difference, Pose, Support, SupportMap};
/// use glam::{DVec3, Vec3};
///
/// /// |x|, |y|, |z| ≤ 1.
/// struct Cube;
///
/// impl SupportMap<Vec3> for Cube {
///     fn support(&self, direction: Vec3) -> Support<Vec3> {
///         Support { point: direction.signum(), id: None }
///     }
/// }
///
/// let difference = Difference::<_, _, Vec3>::new(&Cube, &Cube, &Pose::at(DVec3::X * 5.0));
/// assert!(is_apart(&difference, DVec3::X, 2.99));
/// assert!(!is_apart(&difference, DVec3::X, 3.01)); // they are 3 apart
/// assert!(!is_apart(&difference, DVec3::Y, 0.0)); // along y they overlap
/// ```
pub fn is_apart<V, A, B>(difference: &Difference<'_, A, B, V>, axis: V::Wide, at_least: f64) -> bool
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let gap = -axis.dot(difference.vertex(axis).point) / axis.length();
    gap - difference.error() >= at_least
}

/// Whether a simplex of A − B proves that A − B contains the origin: the origin is inside, with
/// positive weights, and farther from each face than rounding moves it.
///
/// This is the proof of [`Outcome::Overlapping`](crate::Outcome::Overlapping). It does not exist
/// for every overlap, because the simplex that GJK ends on may have the origin on its surface.
pub fn is_overlap<V, A, B>(difference: &Difference<'_, A, B, V>, simplex: &Simplex, record: &Record<V>) -> bool
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    if simplex.len() != V::DIM + 1 || simplex.iter().any(|index| index.get() >= record.len()) {
        return false;
    }
    let points: smallvec::SmallVec<[V::Wide; 4]> = record.points(simplex).collect();
    let Some(inside) = nearest_on_affine_hull(&points) else { return false };
    let sum = points.iter().zip(inside.weights).fold(V::Wide::ZERO, |sum, (&point, weight)| sum + point * weight);
    // By how much the weights miss the origin, and the rounding of the vertices.
    let off = sum.length() + 16.0 * f64::EPSILON * difference.size();
    (0..points.len()).all(|slot| {
        let face: smallvec::SmallVec<[V::Wide; 4]> =
            points.iter().enumerate().filter(|&(other, _)| other != slot).map(|(_, &point)| point - points[slot]).collect();
        nearest_on_affine_hull(&face).is_some_and(|nearest| inside.weights[slot] * nearest.point.length() > off)
    })
}
