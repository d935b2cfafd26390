//! What must be true of casts, rays and sweeps of a tame pair, with a tolerance that rounding never needs.
//!
//! * A hit: the gap along its normal, from the shapes' parameters, is the distance there; so is the target.
//! * A miss: at some moments on the way the pair is asked how far apart it is, and it is not nearer than the target.

use clinch::contact::{
    CastOutcome, CastSettings, Memory, MovingShape, Pair, Ray, Relation, Settings, TimeOfImpactSettings, cast, measure, ray_cast,
    time_of_impact,
};
use clinch::shapes::Point;
use clinch::support::{Basis, Pose, Rotation, Sweep, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::Coords;
use glam::DVec3;

use crate::doors::Door;
use crate::draw::Drawn;
use crate::properties::{Case, Doubts};
use crate::subject::{Place, Tools, lift};

/// Moments at which a miss is looked at.
const LOOKS: u32 = 9;

/// The signed distance of two shapes, one as seen from the other.
fn apart<V: Door>(pair: &Pair<V, &V::Shape, &V::Shape>, tools: &mut Tools<V>) -> f64 {
    let settings = Settings::with_margin(<V::Scalar as clinch::support::Scalar>::INFINITY);
    match measure(pair, &settings, &mut Memory::new(), &mut tools.scratch).relation {
        Relation::Near(near) => near.distance,
        Relation::Beyond { .. } | Relation::Undefined => f64::NAN,
    }
}

/// The cast of the query, B as seen from A.
pub fn straight<V: Door>(drawn: &Drawn, case: &Case<'_, V>, tools: &mut Tools<V>, doubts: &mut Doubts) {
    let vector = |coords: &Option<Coords>| coords.as_ref().map_or(DVec3::ZERO, Coords::to_vec3);
    let motion = vector(&drawn.query.vel_b) - vector(&drawn.query.vel_a);
    let (target, until) = (drawn.query.target_distance.unwrap_or(0.0), drawn.query.max_toi.unwrap_or(1.0));
    let place = case.place.near();
    let wide = <V::Wide as Vector>::from_fn(|axis| motion[axis]);
    let in_a = place.pose_a.rotation.basis().unrotate(wide);
    let settings = CastSettings { target_distance: target, max_time: until, ..CastSettings::default() };
    let pair = case.subject.pair(&place);
    let band = case.band + 1e-6 * motion.length() * until + 1e-3 * target;
    match cast(&pair, in_a, &settings, &mut tools.scratch).outcome {
        CastOutcome::Hit(impact) => {
            let n = place.of_a(impact.normal);
            let gap = case.certificate.gap_along(n) + n.dot(motion) * impact.time;
            doubts.unless_within("cast: the gap at the hit is another", (gap - impact.separation).abs(), band);
            if impact.at_start {
                doubts.unless_within("cast: not within the target at the start", impact.separation - target, band);
            } else {
                doubts.unless_within("cast: not the target's distance at the hit", (impact.separation - target).abs(), band);
            }
            let (on_a, on_b) = (place.of_a(impact.point_a), place.of_b(impact.point_b) + motion * impact.time);
            doubts.unless_within("cast: the points are not that far apart", ((on_b - on_a).dot(n) - impact.separation).abs(), band);
        }
        CastOutcome::Miss { .. } => {
            for look in 0..LOOKS {
                let time = until * f64::from(look) / f64::from(LOOKS - 1);
                let b_in_a = Pose::new(pair.b_in_a.rotation, pair.b_in_a.translation + in_a * time);
                let there = apart(&Pair { b_in_a, ..pair }, tools);
                doubts.unless_within("cast: a hit was missed", target - there, band);
            }
        }
        // Said by the doors.
        CastOutcome::Exhausted { .. } | CastOutcome::Undefined => {}
    }
}

/// The step of the query, turning.
pub fn turning<V: Door>(drawn: &Drawn, case: &Case<'_, V>, sweeps: &[Sweep<V>; 2], tools: &mut Tools<V>, doubts: &mut Doubts) {
    let target = drawn.query.target_distance.unwrap_or(0.0);
    let [a, b] = sweeps;
    let (swept_a, swept_b) = (MovingShape { shape: &case.subject.a, sweep: a }, MovingShape { shape: &case.subject.b, sweep: b });
    let settings = TimeOfImpactSettings { target_distance: target, ..TimeOfImpactSettings::default() };
    let outcome = time_of_impact(swept_a, swept_b, &settings, &mut tools.scratch).outcome;
    // At A's origin, so that nothing is lost.
    let origin = a.start.translation.widen();
    let at = |time: f64| b.pose_seen_from(origin, time).relative_to(&a.pose_seen_from(origin, time));
    let pair = |time: f64| Pair { a: &case.subject.a, b: &case.subject.b, b_in_a: at(time) };
    let travel = lift(a.motion.widen()).length() + lift(b.motion.widen()).length() + lift(b.center.widen()).length();
    let band = case.band + 1e-3 * (travel + target);
    match outcome {
        CastOutcome::Hit(impact) => {
            let there = apart(&pair(impact.time), tools);
            doubts.unless_within("time of impact: another distance at the hit", (there - impact.separation).abs(), band);
            doubts.unless_within("time of impact: not within the target", there - target, band);
            doubts.unless("time of impact: overlapping on the way", impact.at_start || there >= target - band);
            for look in 0..LOOKS {
                let time = impact.lower * f64::from(look) / f64::from(LOOKS - 1);
                let there = apart(&pair(time), tools);
                doubts.unless("time of impact: an earlier hit was missed", impact.at_start || there >= target - band);
            }
        }
        CastOutcome::Miss { .. } => {
            for look in 0..LOOKS {
                let there = apart(&pair(f64::from(look) / f64::from(LOOKS - 1)), tools);
                doubts.unless_within("time of impact: a hit was missed", target - there, band);
            }
        }
        CastOutcome::Exhausted { .. } | CastOutcome::Undefined => {}
    }
}

/// The ray of the query against A.
pub fn ray<V: Door>(drawn: &Drawn, case: &Case<'_, V>, tools: &mut Tools<V>, doubts: &mut Doubts) {
    let query = &drawn.query;
    let Place { pose_a, .. } = case.place;
    let vector = |coords: &Option<Coords>| coords.as_ref().map_or(V::Wide::ZERO, V::Wide::vector);
    let (origin, direction) =
        (Pose::at(vector(&query.origin)).relative_to(pose_a).translation, pose_a.rotation.basis().unrotate(vector(&query.dir)));
    let until = query.max_toi.unwrap_or(1.0);
    let shape = &case.subject.a;
    let length = query.a.bounding_radius() + origin.length() + direction.length() * until;
    let band = 1e-5 * length + case.band;
    // The signed distance of a point of A's frame.
    let mut depth = |point: V::Wide| {
        let Ok(nothing) = Point::new(V::ZERO) else { return f64::NAN };
        let settings = Settings::with_margin(<V::Scalar as clinch::support::Scalar>::INFINITY);
        let pair = Pair::<V, _, _> { a: shape, b: &nothing, b_in_a: Pose::at(point) };
        match measure(&pair, &settings, &mut Memory::new(), &mut tools.scratch).relation {
            Relation::Near(near) => near.distance,
            _ => f64::NAN,
        }
    };
    for solid in [true, false] {
        let ray = Ray { origin, direction, max_time: until, solid };
        match ray_cast(shape, &ray, &mut clinch::contact::Scratch::new()).outcome {
            CastOutcome::Hit(impact) => {
                let there = depth(origin + direction * impact.time);
                if solid && impact.at_start {
                    doubts.unless_within("ray: at the start and not inside", there, band);
                } else {
                    doubts.unless_within("ray: the hit is not on the surface", there.abs(), band);
                }
            }
            CastOutcome::Miss { .. } => {
                for look in 0..LOOKS {
                    let there = depth(origin + direction * (until * f64::from(look) / f64::from(LOOKS - 1)));
                    // From inside a hollow shape no end is met by what is short.
                    doubts.unless("ray: a hit was missed", !solid || there >= -band);
                }
            }
            CastOutcome::Exhausted { .. } | CastOutcome::Undefined => {}
        }
    }
}
