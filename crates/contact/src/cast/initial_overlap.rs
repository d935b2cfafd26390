//! Casts of shapes that are within the target at the start: they are measured, and the caller's
//! [`InitialOverlap`] decides.

use clinch_shapes::Convex;
use clinch_support::{Scalar, Vector};

use crate::answer::{Measured, Relation};
use crate::cast::impact::{CastOutcome, Impact, InitialOverlap};
use crate::clip::Space;
use crate::measure::measure;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::scratch::Scratch;
use crate::settings::Settings;

/// An approach by less than this part of the motion is a slide. Larger:
/// [`InitialOverlap::IgnoreSeparating`] ignores shapes that move into each other at a small angle.
/// Smaller: the rounding of a face's normal stops a shape that slides along the face.
fn sliding<S: Scalar>() -> f64 {
    4.0 * S::EPSILON.widen()
}

/// The answer for shapes within the target at the start, or not distinguishable from it.
pub(super) fn at_start<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    motion: V::Wide,
    rule: InitialOverlap,
    scratch: &mut Scratch<V>,
) -> CastOutcome<V> {
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let Measured { relation: Relation::Near(near), .. } = measure(pair, &settings, &mut Memory::new(), scratch) else {
        return CastOutcome::Undefined;
    };
    let separating = near.normal.dot(motion) >= -sliding::<V::Scalar>() * motion.max_abs();
    if rule == InitialOverlap::IgnoreSeparating && separating {
        return CastOutcome::Miss { axis: near.normal, proven: false };
    }
    CastOutcome::Hit(Impact::at_start(&near))
}
