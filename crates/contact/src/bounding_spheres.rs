//! Shapes that are far apart, proved by their bounding spheres about the origins of their frames:
//! the distance of the origins is that of the poses, whatever the rotations are.
//!
//! Tested before anything that needs the shapes; for most candidate pairs of a broadphase it is the
//! last test. A shape whose centre is not its origin has a larger sphere than necessary: fewer of
//! its pairs are decided here.

use clinch_shapes::Convex;
use clinch_support::{Rotation, Scalar, Vector};

use crate::answer::Relation;
use crate::clip::Space;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::pairs::squares;
use crate::radii::Radii;
use crate::settings::Settings;
use crate::tolerance::CLOSED_FORM_NOISE;

/// Distances up to this are undecided by closed forms, relative to the same, with some room.
/// Larger: shapes that almost touch take longer. Smaller: they touch with one margin and not with
/// another.
const UNDECIDED: f64 = 128.0 * f64::EPSILON;

/// A gap between bounding spheres of this part of the sum of their radii makes shapes far apart.
/// Larger: distant pairs pay for separating axes and for a search. Smaller: faces that face each
/// other are searched where the axes are cheaper.
const FAR: f64 = 0.25;

/// The least distance of two spheres whose centres are `distance` apart; `radii` is the sum of
/// their radii.
#[inline]
pub(crate) fn at_least(distance: f64, radii: f64) -> f64 {
    distance - radii - CLOSED_FORM_NOISE * (distance + radii)
}

/// The shapes are apart, proved by their bounding spheres without a root, and by so much that
/// [`apart`] proves it too.
#[inline(always)]
pub(crate) fn clearly_apart<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>) -> bool {
    pair.b_in_a.rotation.has_basis() && clearly_apart_by((&pair.a, &pair.b), pair.b_in_a.translation.length_squared(), settings)
}

/// The same for shapes at any rotations, from the squared distance of their origins.
#[inline(always)]
pub(crate) fn clearly_apart_by<V: Space, A: Convex<V>, B: Convex<V>>(
    (a, b): (&A, &B),
    squared: f64,
    settings: &Settings<V::Scalar>,
) -> bool {
    let radii = a.bounding_radius() + b.bounding_radius() + Radii::skins(settings).sum();
    if !(squares::keeps_digits(squared) && squared > radii * radii) {
        return false;
    }
    let least = (radii + 2.0 * (a.error().widen() + b.error().widen())) * (1.0 + 3.0 * UNDECIDED);
    squared > least * least
}

/// The shapes are farther apart than the margin, proved by their bounding spheres; `None` if these
/// prove nothing.
#[inline(always)]
pub(crate) fn apart<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<Relation<V>> {
    let between = pair.b_in_a.translation;
    let has_basis = || pair.b_in_a.rotation.has_basis();
    let Apart { distance, at_least } = apart_by((&pair.a, &pair.b), between.length_squared(), settings, has_basis)?;
    let axis = between * distance.recip();
    memory.set_axis(axis);
    Some(Relation::Beyond { axis, at_least })
}

/// Bounding spheres that are farther apart than the margin.
pub(crate) struct Apart {
    /// The distance of their centres.
    distance: f64,
    /// The proved distance of the shapes.
    pub(crate) at_least: f64,
}

/// As [`apart`], from the squared distance of the origins. `has_basis` says whether the rotations
/// have one: degenerate ones (zero, infinite, NaN) are left to a path that reports `Undefined`.
#[inline(always)]
pub(crate) fn apart_by<V: Space, A: Convex<V>, B: Convex<V>>(
    (a, b): (&A, &B),
    squared: f64,
    settings: &Settings<V::Scalar>,
    has_basis: impl FnOnce() -> bool,
) -> Option<Apart> {
    let margin = settings.margin();
    if margin == f64::INFINITY {
        return None;
    }
    let radii = a.bounding_radius() + b.bounding_radius() + Radii::skins(settings).sum();
    if !(beyond(squared, radii, margin) && has_basis()) {
        return None;
    }
    let distance = squared.sqrt();
    let at_least = proved(distance, radii, margin, a.error().widen() + b.error().widen())?;
    Some(Apart { distance, at_least })
}

/// Two spheres are farther apart than the margin but for rounding, by the squared distance of
/// their centres, if that keeps its digits. `radii` is the sum of their radii.
#[inline(always)]
pub(crate) fn beyond(squared: f64, radii: f64, margin: f64) -> bool {
    let least = radii + margin;
    squared > least * least && squared > squares::SMALLEST
}

/// The distance that is proved, if it is greater than the margin by all that is rounding.
/// `errors` is the sum of the errors of both support maps.
#[inline(always)]
pub(crate) fn proved(distance: f64, radii: f64, margin: f64, errors: f64) -> Option<f64> {
    let at_least = at_least(distance, radii);
    // A search cannot distinguish from touching what is nearer than the support maps' error, nor a
    // closed form what is rounding, and the answer must not depend on the margin.
    let undecided = 2.0 * errors + UNDECIDED * (distance + radii);
    (at_least > margin + undecided && distance < f64::INFINITY).then_some(at_least)
}

/// The shapes are so far apart that vertices mostly face vertices, where neither a separating axis
/// nor a facet has the distance. The margin is compared first because it is cheap: with a smaller
/// one the bounding spheres have answered such a pair, except the inner pair of posed shapes.
#[inline]
pub(crate) fn far_apart<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, margin: f64) -> bool {
    let radii = pair.a.bounding_radius() + pair.b.bounding_radius();
    margin > FAR * radii && at_least(pair.b_in_a.translation.length(), radii) > FAR * radii
}
