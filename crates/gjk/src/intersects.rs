//! Do two shapes share a point? A distance query that stops as soon as that is known.

use clinch_support::{Difference, Record, Scalar, SupportMap, Vector};

use crate::distance::search;
use crate::guess::{Guess, Proof, guess};
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::start::Start;
use crate::sub_distance::GjkSpace;

/// Whether the cores of A and B share a point.
///
/// Stops as soon as either answer is proved; `limits.within` counts as 0. Shapes that touch, to
/// within the precision of the support maps, share a point if `limits.closed`. If not, only shapes
/// that overlap by more than that precision do. An undefined query (NaN) gives `false`.
///
/// ```
/// use clinch_gjk::{Limits, Start, intersects};
/// use clinch_support::{Difference, Pose, Record, Support, SupportMap};
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
/// let at = |x: f64, closed: bool| {
///     let difference = Difference::<_, _, Vec3>::new(&Cube, &Cube, &Pose::at(DVec3::X * x));
///     let limits = Limits { closed, ..Limits::measure() };
///     intersects(&difference, &Start::cold(), &limits, &mut Record::new())
/// };
/// assert_eq!([at(1.5, true), at(2.0, true), at(2.001, true)], [true, true, false]);
/// assert!(!at(2.0, false)); // open sets that touch share no point
/// ```
pub fn intersects<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    start: &Start<V>,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
) -> bool
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let limits = Limits { within: V::Scalar::ZERO, ..*limits };
    let guess = if start.is_cold() { guess(difference, &limits) } else { None };
    let start = match &guess {
        Some(Guess { proof: Proof::Beyond { .. }, .. }) => return false,
        // A − B contains a ball around the origin that the corners of the small simplex are in.
        Some(Guess { proof: Proof::Overlapping { depth }, .. }) if limits.closed || *depth > 2.0 * PROBE_RADIUS * difference.error() => {
            return true;
        }
        Some(Guess { start, .. }) => start,
        None => start,
    };
    let outcome = search(difference, start, &limits, record).outcome;
    match outcome {
        Outcome::Beyond { .. } | Outcome::Apart(_) | Outcome::Undefined => false,
        Outcome::Touching(_) | Outcome::Overlapping(_) if limits.closed => true,
        Outcome::Touching(_) | Outcome::Overlapping(_) => contains_neighborhood_of_origin(difference, &limits, record),
    }
}

/// Whether A − B contains the corners of a small simplex around the origin. A − B is convex, so the
/// origin is then in its interior. The simplex that GJK ended on does not decide this: that of a
/// deep overlap may have the origin on its surface, and that of a mere touch may enclose it by
/// rounding.
fn contains_neighborhood_of_origin<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
) -> bool
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let reach = PROBE_RADIUS * difference.error();
    let sum = (0..V::DIM).fold(V::Wide::ZERO, |sum, axis| sum + V::Wide::unit(axis));
    let corners = (0..V::DIM).map(V::Wide::unit).chain([-sum]);
    corners.map(|corner| difference.seen_from(corner * reach)).all(|shifted| {
        let outcome = search(&shifted, &Start::cold(), limits, record).outcome;
        matches!(outcome, Outcome::Touching(_) | Outcome::Overlapping(_))
    })
}

/// The distance of the corners of the small simplex from the origin, in units of the error of a
/// support value. In whichever direction A − B ends, one corner is beyond that end by a third of
/// this. Larger: shallow overlaps count as touching. Smaller: the corners are as uncertain as the
/// origin.
const PROBE_RADIUS: f64 = 16.0;
