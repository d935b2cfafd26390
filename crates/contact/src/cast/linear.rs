//! Casts of swept shapes: B moves along a line; when does it come as near to A as a target?
//!
//! * The cores are cast, with the radii in the target: shapes with radii touch while their cores
//!   are apart, where normals are good.
//! * Two spheres (`spheres.rs`), spheres and capsules, either at a box, spheres at solids of
//!   revolution (`segments.rs`) and half-spaces (`half_space.rs`) have closed forms. All others are
//!   left to GJK.
//! * Shapes within the target at the start are measured, and the caller's setting decides
//!   (`initial_overlap.rs`).

use clinch_gjk::{Arrival, CastLimits, cast as cast_cores};
use clinch_shapes::Convex;
use clinch_support::Difference;

use crate::cast::impact::{Cast, CastOutcome, Impact};
use crate::cast::initial_overlap::at_start;
use crate::cast::settings::CastSettings;
use crate::cast::{half_space, segments};
use crate::clip::Space;
use crate::pair::Pair;
use crate::pair_table::Algorithm;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::posed::Unwrapped;
use crate::problem::Cores;
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::sizes::is_half_space;

/// When does B, moving by `motion` (in A's frame) per unit of the parameter, come as near to A as
/// the target?
///
/// In A's frame and the caller's unit. For a motion of zero the answer is that at the start; a pose
/// or motion that is not finite gives [`CastOutcome::Undefined`]. Exact to rounding for polytopes,
/// and to the support maps' declared errors for smooth shapes. Costs a few support calls and, for a
/// hit, a search for the distance. Shapes without radii, cast to a target distance of 0, need no
/// search if they are polytopes, cylinders or cones: some seven support calls. Where a closed form
/// decides, no support call is needed.
///
/// ```
/// use clinch_contact::{CastOutcome, CastSettings, Pair, Scratch, cast};
/// use clinch_shapes::{Cuboid, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let block = Cuboid::new(Vec3::ONE)?;
/// let pair = Pair { a: block, b: block, b_in_a: Pose::at(DVec3::new(0.5, 10.0, 0.0)) };
/// let mut scratch = Scratch::new();
/// let mut falls = |settings| cast(&pair, -DVec3::Y * 4.0, &settings, &mut scratch).outcome;
///
/// let CastOutcome::Hit(impact) = falls(CastSettings::default()) else { panic!("no hit") };
/// assert_eq!((impact.time, impact.normal), (2.0, DVec3::Y)); // 8 units, 4 per unit of time
/// let near = CastSettings { target_distance: 2.0, ..CastSettings::default() };
/// assert!(matches!(falls(near), CastOutcome::Hit(impact) if impact.time == 1.5));
/// let short = CastSettings { max_time: 1.0, ..CastSettings::default() };
/// assert!(matches!(falls(short), CastOutcome::Miss { proven: true, .. }));
/// # Ok::<(), ShapeError>(())
/// ```
pub fn cast<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut Scratch<V>,
) -> Cast<V> {
    let settings = settings.not_negative();
    scratch.begin();
    if let Some(outcome) = closed_form(pair, motion, &settings) {
        return Cast { outcome, steps: 0, calls: 0 };
    }
    let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
    if is_half_space(&pair.a) || is_half_space(&pair.b) {
        let outcome = half_space::outcome(pair, &difference, motion, &settings, scratch);
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
    if let Some(spheres) = SphereSphere::of(pair)
        && let Some(outcome) = spheres.cast(motion, settings)
    {
        return Some(outcome.in_frames(spheres.radii, &pair.b_in_a, settings.target_distance));
    }
    other_closed_form(pair, motion, settings)
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
            let cast_to = |target_distance| {
                let settings = CastSettings { target_distance, ..*settings };
                segments::outcome(&inner, segments::Sizes { radii, bounding_radii }, unwrapped.motion(motion), &settings)
            };
            let outcome = cast_to(settings.target_distance)?;
            // The inner shapes are not exactly where the outer ones are.
            let proves_miss =
                || matches!(cast_to(settings.target_distance + unwrapped.slack), Some(CastOutcome::Miss { proven: true, .. }));
            Some(match outcome {
                CastOutcome::Miss { axis, proven: true } => unwrapped.leave_cast(CastOutcome::Miss { axis, proven: proves_miss() }, motion),
                outcome => unwrapped.leave_cast(outcome, motion),
            })
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
