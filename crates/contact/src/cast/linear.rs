//! Casts of swept shapes: B moves along a line; when does it come as near to A as a target?
//!
//! * The cores are cast, with the radii in the target: shapes with radii touch while their cores
//!   are apart, where normals are good.
//! * Spheres, capsules, and either at a box have closed forms; the distance from a half-space
//!   changes linearly. All others are left to GJK.
//! * Shapes within the target at the start are measured, depth and all, and the caller's
//!   [`InitialOverlap`] decides.

use clinch_gjk::{Arrival, CastLimits, cast as cast_cores};
use clinch_shapes::Convex;
use clinch_support::{Difference, Scalar, Vector};

use crate::answer::{Measured, Relation};
use crate::cast::impact::{Cast, CastOutcome, Impact, InitialOverlap};
use crate::cast::segments;
use crate::cast::settings::CastSettings;
use crate::clip::Space;
use crate::measure::measure;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::posed::Unwrapped;
use crate::problem::Cores;
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::sizes::is_half_space;
use crate::table::Algorithm;

/// An approach by less than this part of the motion is a slide. Larger:
/// [`InitialOverlap::IgnoreSeparating`] ignores shapes that move into each other at a small angle.
/// Smaller: the rounding of a face's normal stops a shape that slides along the face.
pub(crate) fn sliding<S: Scalar>() -> f64 {
    4.0 * S::EPSILON.widen()
}

/// When does B, moving by `motion` (in A's frame) per unit of the parameter, come as near to A as
/// the target?
///
/// In A's frame and the caller's unit. For a motion of zero the answer is that at the start; a
/// number that is not finite gives [`CastOutcome::Undefined`]. Exact to rounding for polytopes, and
/// to the support maps' declared errors for smooth shapes. Costs a few support calls and, for a
/// hit, a search for the distance. Polytopes, cylinders and cones with a target of zero need no
/// search, which is some six support calls for boxes. Spheres and capsules against each other and
/// against boxes need no support call.
pub fn cast<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut Scratch<V>,
) -> Cast<V> {
    let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
    let settings = CastSettings { target_distance: positive(settings.target_distance), max_time: positive(settings.max_time), ..*settings };
    scratch.begin();
    if let Some(outcome) = closed_form(pair, motion, &settings) {
        return Cast { outcome, steps: 0, calls: 0 };
    }
    let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
    if is_half_space(&pair.a) || is_half_space(&pair.b) {
        let outcome = to_plane(pair, &difference, motion, &settings, scratch);
        return Cast { outcome, steps: 0, calls: 0 };
    }
    let radii = Radii::of(pair);
    let limits = CastLimits { target: radii.sum() + settings.target_distance, until: settings.max_time, ..CastLimits::default() };
    let clinch_gjk::Cast { outcome, steps, calls } = cast_cores(&difference, motion, &limits, &mut scratch.record);
    let outcome = match outcome {
        clinch_gjk::CastOutcome::Within(_) => at_start(pair, motion, settings.initial_overlap, scratch),
        clinch_gjk::CastOutcome::Hit(arrival) => CastOutcome::Hit(add_radii(&arrival, radii, &difference)),
        clinch_gjk::CastOutcome::Miss { axis, proven } => CastOutcome::Miss { axis, proven },
        clinch_gjk::CastOutcome::Exhausted { lower } => CastOutcome::Exhausted { lower },
        clinch_gjk::CastOutcome::Undefined => CastOutcome::Undefined,
    };
    Cast { outcome, steps, calls }
}

/// The cast where the distance on the way is a closed form: spheres, capsules, and either at a box.
// Spheres are inlined into the caller, as those of other queries are.
#[inline(always)]
pub(crate) fn closed_form<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    motion: V::Wide,
    settings: &CastSettings,
) -> Option<CastOutcome<V>> {
    let outcome = SphereSphere::of(pair).and_then(|spheres| spheres.cast(motion, settings));
    outcome.or_else(|| other_closed_form(pair, motion, settings))
}

#[inline(never)]
fn other_closed_form<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    motion: V::Wide,
    settings: &CastSettings,
) -> Option<CastOutcome<V>> {
    let radii = Radii::of(pair);
    let cores = &Cores { a: &pair.a.core(), b: &pair.b.core(), b_in_a: &pair.b_in_a };
    match Algorithm::of(cores) {
        Algorithm::SegmentSegment | Algorithm::PointBox | Algorithm::PointRevolution | Algorithm::SegmentBox => {
            let bounding_radii = pair.a.bounding_radius() + pair.b.bounding_radius();
            segments::outcome(cores, segments::Sizes { radii, bounding_radii }, motion, settings)
        }
        Algorithm::Posed => {
            let unwrapped = Unwrapped::of(pair, cores);
            let bounding_radii = pair.a.bounding_radius() + pair.b.bounding_radius() + unwrapped.offset();
            let Pair { a, b, b_in_a } = &unwrapped.inner;
            let inner = Cores { a: &a.core(), b: &b.core(), b_in_a };
            let outcome = segments::outcome(&inner, segments::Sizes { radii, bounding_radii }, unwrapped.motion(motion), settings)?;
            Some(unwrapped.leave_cast(outcome, motion))
        }
        _ => None,
    }
}

/// The impact of the swept shapes from that of the cores.
fn add_radii<V: Space, A: Convex<V>, B: Convex<V>>(arrival: &Arrival<V>, radii: Radii, difference: &Difference<'_, A, B, V>) -> Impact<V> {
    let towards = radii.towards(arrival.between, arrival.distance, arrival.normal);
    Impact {
        time: arrival.time,
        lower: arrival.lower,
        at_start: false,
        separation: arrival.distance - radii.sum(),
        normal: arrival.normal,
        point_a: arrival.point_a + towards * radii.a,
        point_b: arrival.point_b - difference.direction_in_b(towards) * radii.b,
    }
}

/// The answer for shapes within the target at the start, or not distinguishable from it.
fn at_start<V: Space, A: Convex<V>, B: Convex<V>>(
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

/// One of the shapes is a half-space: the gap along its normal changes linearly.
fn to_plane<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    difference: &Difference<'_, A, B, V>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut Scratch<V>,
) -> CastOutcome<V> {
    let &CastSettings { target_distance: target, max_time: until, initial_overlap: start } = settings;
    let measuring = Settings::with_margin(V::Scalar::INFINITY);
    let Measured { relation: Relation::Near(near), .. } = measure(pair, &measuring, &mut Memory::new(), scratch) else {
        return CastOutcome::Undefined;
    };
    if !motion.is_finite() {
        return CastOutcome::Undefined;
    }
    let (above, slope) = (near.distance - target, near.normal.dot(motion));
    let noise = near.upper - near.distance;
    if !(above > noise) {
        return at_start(pair, motion, start, scratch);
    }
    let proved = near.lower - target;
    let time = -above / slope;
    // No approach, or a time that is NaN: a miss.
    if !(slope < 0.0 && time <= until * (1.0 + 4.0 * f64::EPSILON)) {
        return CastOutcome::Miss { axis: near.normal, proven: proved > 0.0 && !(slope < 0.0 && -proved / slope <= until) };
    }
    let time = if time > until { until } else { time };
    let lower = -proved / slope * (1.0 - 4.0 * f64::EPSILON);
    let lower = if lower > 0.0 { lower } else { 0.0 };
    // The point on the plane is below the other shape's nearest point at the impact; it moves, too,
    // if the plane is A's.
    let along = motion * time;
    let (point_a, point_b) = if is_half_space(&pair.a) {
        let touching = near.normal * near.normal.dot(along);
        (near.point_a + along - touching, near.point_b)
    } else {
        let sideways = along - near.normal * near.normal.dot(along);
        (near.point_a, near.point_b - difference.direction_in_b(sideways))
    };
    let lower = if lower < time { lower } else { time };
    CastOutcome::Hit(Impact { time, lower, at_start: false, separation: target, normal: near.normal, point_a, point_b })
}
