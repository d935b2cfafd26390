//! Casts of swept shapes: B moves along a line, when does it come as near to A as a target?
//!
//! * The cores are cast, with the radii in the target: shapes with radii touch while their cores are apart, where normals are good.
//! * The distance from a half-space changes evenly: a division. Balls come to each other by the root of a quadratic; of balls and capsules, and of either at a block, each distance on
//!   the way is a closed form.
//! * What is within the target at the start is measured, depth and all, and the caller's rule says what becomes of it.

use clinch_gjk::{Arrival, CastLimits, cast as cast_cores};
use clinch_shapes::Convex;
use clinch_support::{Difference, Scalar, Vector};

use crate::cast_balls;
use crate::cast_rods;
use crate::clip::Clip;
use crate::half_space;
use crate::impact::{Cast, CastOutcome, Impact, StartRule};
use crate::measure::{Measured, Relation, Separation, measure};
use crate::pair::{Memory, Pair, Scratch};
use crate::radii::Radii;
use crate::settings::Settings;

/// What the caller wants of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastSettings {
    /// The distance that counts as a hit. A length, in the caller's unit. Negative or NaN counts as 0: the shapes touch.
    pub target: f64,
    /// The parameter at which the motion ends, itself included. May be infinite; negative or NaN counts as 0.
    pub until: f64,
    /// What is said of shapes that are within the target at the start.
    pub start: StartRule,
}

impl Default for CastSettings {
    /// Until they touch, however far that is.
    fn default() -> Self {
        Self { target: 0.0, until: f64::INFINITY, start: StartRule::Report }
    }
}

/// An approach by less than this part of the motion is a slide. Larger: shapes that move into each other at a small angle are let through by
/// [`StartRule::IgnoreParting`]. Smaller: what slides along a face is stopped by the rounding of its normal.
pub(crate) fn sliding<S: Scalar>() -> f64 {
    4.0 * S::EPSILON.widen()
}

/// When does B, moving by `motion` (in A's frame) per unit of the parameter, come as near to A as the target?
///
/// In A's frame and the caller's unit. A motion of zero asks about the start; a number that is not finite gives [`CastOutcome::Undefined`].
/// Exact to rounding for polytopes, and to the support maps' declared errors for smooth shapes. Costs a few support calls and, if they hit, a search
/// for the distance; polytopes, cylinders and cones that are to touch need none, which is some six support calls for boxes. None at all for balls and capsules, nor for either at a box.
pub fn cast<V, A, B>(pair: &Pair<'_, V, A, B>, motion: V::Wide, settings: &CastSettings, scratch: &mut Scratch<V>) -> Cast<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
    let settings = CastSettings { target: positive(settings.target), until: positive(settings.until), ..*settings };
    if let Some(outcome) = cast_balls::outcome(pair, motion, &settings).or_else(|| cast_rods::outcome(pair, motion, &settings)) {
        scratch.begin();
        return Cast { outcome, steps: 0, calls: 0 };
    }
    let difference = Difference::new(pair.a, pair.b, &pair.b_in_a);
    if half_space::size(pair).is_some() {
        let outcome = to_plane(pair, &difference, motion, &settings, scratch);
        return Cast { outcome, steps: 0, calls: 0 };
    }
    let radii = Radii::of(pair);
    let limits = CastLimits { target: radii.sum() + settings.target, until: settings.until, ..CastLimits::default() };
    let clinch_gjk::Cast { outcome, steps, calls } = cast_cores(&difference, motion, &limits, &mut scratch.record);
    let outcome = match outcome {
        clinch_gjk::CastOutcome::Within(_) => at_start(pair, motion, settings.start, scratch),
        clinch_gjk::CastOutcome::Hit(arrival) => CastOutcome::Hit(swept(&arrival, radii, &difference)),
        clinch_gjk::CastOutcome::Miss { axis, proven } => CastOutcome::Miss { axis, proven },
        clinch_gjk::CastOutcome::Exhausted { lower } => CastOutcome::Exhausted { lower },
        clinch_gjk::CastOutcome::Undefined => CastOutcome::Undefined,
    };
    Cast { outcome, steps, calls }
}

/// From the cores to the swept shapes.
fn swept<V, A, B>(arrival: &Arrival<V>, radii: Radii, difference: &Difference<'_, A, B, V>) -> Impact<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
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

/// Shapes within the target, or not to be told from it, before anything moves.
fn at_start<V, A, B>(pair: &Pair<'_, V, A, B>, motion: V::Wide, rule: StartRule, scratch: &mut Scratch<V>) -> CastOutcome<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let Measured { relation: Relation::Near(near), .. } = measure(pair, &settings, &mut Memory::new(), scratch) else {
        return CastOutcome::Undefined;
    };
    let parting = near.normal.dot(motion) >= -sliding::<V::Scalar>() * motion.max_abs();
    if rule == StartRule::IgnoreParting && parting {
        return CastOutcome::Miss { axis: near.normal, proven: false };
    }
    CastOutcome::Hit(standing(&near))
}

/// The impact of shapes that have not moved yet.
pub(crate) fn standing<V: Vector>(near: &Separation<V>) -> Impact<V> {
    let &Separation { normal, distance, point_a, point_b, .. } = near;
    Impact { time: 0.0, lower: 0.0, at_start: true, separation: distance, normal, point_a, point_b }
}

/// One of the shapes is a half-space: the gap along its normal changes evenly.
fn to_plane<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut Scratch<V>,
) -> CastOutcome<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let &CastSettings { target, until, start } = settings;
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
    // No approach, or a time that is no number: never.
    if !(slope < 0.0 && time <= until * (1.0 + 4.0 * f64::EPSILON)) {
        return CastOutcome::Miss { axis: near.normal, proven: proved > 0.0 && !(slope < 0.0 && -proved / slope <= until) };
    }
    let time = if time > until { until } else { time };
    let lower = -proved / slope * (1.0 - 4.0 * f64::EPSILON);
    let lower = if lower > 0.0 { lower } else { 0.0 };
    // The plane's point is where the other shape's nearest will be: it, too, moves if the plane is A's.
    let along = motion * time;
    let (point_a, point_b) = if half_space::is_half_space(pair.a) {
        let touching = near.normal * near.normal.dot(along);
        (near.point_a + along - touching, near.point_b)
    } else {
        let sideways = along - near.normal * near.normal.dot(along);
        (near.point_a, near.point_b - difference.direction_in_b(sideways))
    };
    let lower = if lower < time { lower } else { time };
    CastOutcome::Hit(Impact { time, lower, at_start: false, separation: target, normal: near.normal, point_a, point_b })
}
