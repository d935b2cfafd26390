//! Casts: B is sent at A, past it, and along it so that they all but touch.
//!
//! * The gap along a fixed direction is a straight line in time, so a direction proves as much about a whole way as about a place. A hit is right when
//!   the gap along its normal is the target then and not less before, and its points belong to the shapes.
//! * A miss is right when the gaps along some directions never fall to the target together. The directions are the program's, from moments that the
//!   crossing of the last two lines picks; what they prove is computed from the shapes' parameters.

use clinch::contact::{CastOutcome, CastSettings, cast};
use clinch::support::{Basis, Pose, Rotation, Vector};
use clinch_testkit::grade::grade;
use clinch_testkit::oracle::Doubt;
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, QueryKind};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::pairs::answer::{Precision, answer};
use clinch_probe::properties::{Case, Doubts};
use clinch_probe::subject::{Place, Soaked, Tools};

/// What became of a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Hit,
    Start,
    Miss,
}

/// A cast and what is said against its answer.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    pub(crate) query: Query,
    pub(crate) fate: Option<Fate>,
    pub(crate) doubts: Vec<Doubt>,
}

/// Looks for the proof of a miss. A way that grazes a smooth shape halves its distance from the touch with each.
const LOOKS: usize = 40;

/// The tolerance of a cast, given that of an answer at rest: the oracle of casts closes to this much, and where a motion grazes a smooth shape, the normal is
/// known to the root of rounding only.
fn tolerance_of(tolerance: f64) -> f64 {
    if tolerance > CLOSED { tolerance } else { CLOSED }
}

/// See [`tolerance_of`].
const CLOSED: f64 = 1e-9;

/// Sends B along a way that the pair suggests. `None` where the pair has no size.
pub(crate) fn check<V: Soaked>(case: &Case<'_, V>, random: &mut Random, tools: &mut Tools<V>) -> Option<Cast> {
    let (claim, extent) = (&case.found.claim, case.certificate.extent());
    if !(extent > 0.0) {
        return None;
    }
    let normal = claim.normal;
    let any = random.direction(V::DIM);
    let along = (any - normal * normal.dot(any)).try_normalize().unwrap_or(any);
    // Where it starts, as an offset of B, and how it moves in one unit of time.
    let (start, motion) = match random.below(4) {
        // Past A, the gap along the normal never changing: a pair that touches to the ulp grazes to the ulp.
        0 => (along * -extent, along * (2.0 * extent)),
        // Head on, or at a slant.
        1 => (DVec3::ZERO, (along * random.unit() - normal) * (claim.sd.abs() + extent * random.unit())),
        // Off.
        2 => (DVec3::ZERO, (along * random.unit() + normal) * extent),
        _ => (any * (2.0 * extent), random.direction(V::DIM) * extent - any * (2.0 * extent)),
    };
    let target = if random.chance(0.2) { extent * random.power(-3.0, -0.5) } else { 0.0 };
    let query = cast_query(case.query, start, motion, target);
    Some(judge(case, query, (start, motion, target), tools))
}

fn cast_query(query: &Query, start: DVec3, motion: DVec3, target: f64) -> Query {
    let t = Coords::of(query.pose_b.translation() + start, query.dim);
    Query {
        id: format!("{}/cast", query.id),
        kind: QueryKind::ShapeCast,
        pose_b: PoseSpec { t: Some(t), ..query.pose_b },
        vel_b: Some(Coords::of(motion, query.dim)),
        max_toi: Some(1.0),
        target_distance: Some(target),
        ..query.clone()
    }
}

fn judge<V: Soaked>(case: &Case<'_, V>, query: Query, (_, motion, target): (DVec3, DVec3, f64), tools: &mut Tools<V>) -> Cast {
    // Seen from A's origin, so that a place on the way keeps its digits however far the world's is.
    let place = Place::<V>::of(&query.pose_a, &query.pose_b).near();
    // As it was rounded.
    let start = query.pose_b.translation() - case.query.pose_b.translation();
    let extent = case.certificate.extent();
    let band = tolerance_of(case.band / extent) * extent + 1e-14 * motion.length();
    let wide = <V::Wide as Vector>::from_fn(|axis| motion[axis]);
    let settings = CastSettings { target_distance: target, max_time: 1.0, ..CastSettings::default() };
    let answer = cast(&case.subject.pair(&place), place.pose_a.rotation.basis().unrotate(wide), &settings, &mut tools.scratch);
    // The certificate knows the pair before it was offset.
    let gap = |n: DVec3, time: f64| case.certificate.gap_along(n) + n.dot(start + motion * time);
    let mut doubts = Doubts::default();
    let mut random = Random::new(7);
    let mut fate = None;
    match &answer.outcome {
        CastOutcome::Hit(impact) => {
            fate = Some(if impact.at_start { Fate::Start } else { Fate::Hit });
            let (n, time) = (place.of_a(impact.normal), impact.time);
            doubts.unless("cast: a time out of range", (0.0..=1.0).contains(&time) && impact.lower <= time);
            doubts.unless_within("cast: the gap at the hit is another", (gap(n, time) - impact.separation).abs(), band);
            if impact.at_start {
                doubts.unless_within("cast: not within the target at the start", impact.separation - target, band);
            } else {
                doubts.unless_within("cast: not the target's distance at the hit", (impact.separation - target).abs(), band);
                doubts.unless_within("cast: nearer before the hit", target - gap(n, 0.0), band);
            }
            let (on_a, on_b) = (place.of_a(impact.point_a), place.of_b(impact.point_b) + motion * time);
            // Points of shapes at the start are no better than the bounds there.
            let open =
                if impact.at_start { case.subject.measured(&place, tools).map_or(f64::NAN, |near| near.upper - near.lower) } else { 0.0 };
            let (way, loose) = (on_b - on_a, band + open);
            doubts.unless_within("cast: the points are not that far apart along the normal", (way.dot(n) - impact.separation).abs(), loose);
            doubts.unless_within("cast: the points are not that far apart", (way.length() - impact.separation.abs()).abs(), loose);
            doubts.unless_within("cast: a point is not in A", case.certificate.beyond(false, on_a, n, &mut random), band);
            let on_b = on_b - start - motion * time;
            doubts.unless_within("cast: a point is not in B", case.certificate.beyond(true, on_b, -n, &mut random), band);
        }
        CastOutcome::Miss { .. } => {
            fate = Some(Fate::Miss);
            let nearest = nearest_on_the_way(case, &place, wide, gap, motion, target - band, tools);
            if !(target - nearest <= band) {
                doubts.0.push(Doubt { what: "cast: a hit was missed", off: target - nearest, certain: false });
            }
        }
        CastOutcome::Exhausted { .. } => doubts.unless("cast: the search gave up", false),
        CastOutcome::Undefined => doubts.unless("cast: no answer", false),
    }
    Cast { query, fate, doubts: doubts.0 }
}

/// A lower bound of the signed distance on the whole way, from as many moments as it takes to be more than `enough`, or the signed distance of a
/// moment that is less.
fn nearest_on_the_way<V: Soaked>(
    case: &Case<'_, V>,
    place: &Place<V>,
    wide: V::Wide,
    gap: impl Fn(DVec3, f64) -> f64,
    motion: DVec3,
    enough: f64,
    tools: &mut Tools<V>,
) -> f64 {
    // A moment, the height of its line there, and its slope.
    let mut look = |time: f64| {
        let pose_b = Pose::new(place.pose_b.rotation, place.pose_b.translation + wide * time);
        let (sd, n) = case.subject.gauge(&Place { pose_a: place.pose_a, pose_b }, tools)?;
        Some((time, sd, gap(n, time), n.dot(motion)))
    };
    let (Some(mut falling), Some(mut rising)) = (look(0.0), look(1.0)) else { return f64::NAN };
    let least = |one: f64, other: f64| if other < one { other } else { one };
    for _ in 0..LOOKS {
        // The lower envelope of the two lines over the way.
        if falling.3 >= 0.0 {
            return least(falling.2, falling.1);
        }
        if rising.3 <= 0.0 {
            return least(rising.2, rising.1);
        }
        let time = (rising.2 - rising.3 * rising.0 - falling.2 + falling.3 * falling.0) / (falling.3 - rising.3);
        let bound = falling.2 + falling.3 * (time - falling.0);
        let seen = least(falling.1, rising.1);
        if bound > enough || seen < enough || !(time > falling.0 && time < rising.0) {
            return least(bound, seen);
        }
        let Some(middle) = look(time) else { return f64::NAN };
        if middle.1 < enough || middle.3 == 0.0 {
            return least(middle.1, middle.2);
        }
        if middle.3 < 0.0 {
            falling = middle;
        } else {
            rising = middle;
        }
    }
    // Not proved; what was seen is above the target.
    least(falling.1, rising.1)
}

/// What the oracle says against the cast; `None` if it cannot tell.
pub(crate) fn against(cast: &Cast, tolerance: f64, precision: Precision) -> Option<Vec<String>> {
    let failures = grade(&cast.query, &answer(&cast.query, precision), tolerance_of(tolerance)).ok()?;
    Some(failures.iter().map(ToString::to_string).collect())
}
