//! Shapes that are far apart, proved by the balls about their frames' origins that hold them: the distance of the origins is that of the poses, however they are turned.
//!
//! Asked before anything that looks at the shapes, and of most candidate pairs of a broadphase the last question. A shape whose middle is not its origin has a larger ball than it need have:
//! then nothing is proved, and little lost.

use clinch_shapes::Convex;
use clinch_support::{Rotation, Scalar, Vector};

use crate::answer::Relation;
use crate::clip::Space;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::radii::Radii;
use crate::settings::Settings;

/// Rounding of a relative pose and of what is computed of it here, relative to the lengths that meet. Larger: pairs that are just beyond the margin are asked at more length.
/// Smaller: a bound that rounding breaks is no bound.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// What closed forms give up for rounding, relative to the same, and more. Larger: shapes that all but touch are looked at. Smaller: with one margin they touch, with another
/// they do not.
const DOUBT: f64 = 128.0 * f64::EPSILON;

/// What two balls whose middles are this far from each other are apart, at least; together they reach so far.
#[inline]
pub(crate) fn at_least(distance: f64, reach: f64) -> f64 {
    distance - reach - ROUNDING * (distance + reach)
}

/// Farther apart than the margin, proved by two balls; `None` if they prove nothing.
#[inline(always)]
pub(crate) fn apart<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<Relation<V>> {
    let margin = settings.margin();
    if margin == f64::INFINITY {
        return None;
    }
    let reach = pair.a.bounding_radius() + pair.b.bounding_radius() + Radii::skins(settings).sum();
    let way = pair.b_in_a.translation;
    let (squared, least) = (way.length_squared(), reach + margin);
    // A rotation that is none must be met by someone who looks at it.
    let turned = pair.b_in_a.rotation.length_squared();
    if !(squared > least * least && turned > 0.0 && turned < f64::INFINITY) {
        return None;
    }
    let distance = squared.sqrt();
    let at_least = at_least(distance, reach);
    // A search cannot tell from touching what is nearer than the support maps' error, nor a closed form what rounds away, and whoever asks without a margin must be told
    // the same.
    let told = 2.0 * (pair.a.error().widen() + pair.b.error().widen()) + DOUBT * (distance + reach);
    if !(at_least > margin + told && distance < f64::INFINITY) {
        return None;
    }
    let axis = way * distance.recip();
    memory.set_apart(axis);
    Some(Relation::Beyond { axis, at_least })
}
