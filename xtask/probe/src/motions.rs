//! What must be true of casts, rays and sweeps of a tame pair, with a tolerance far above rounding
//! errors.
//!
//! * A hit of a cast: the gap along its normal, from the parameters of the shapes, is the
//!   separation of the answer, and that is the target. Of sweeps and rays the program measures the
//!   distance.
//! * A miss: at nine times of the motion the distance is measured, and it is not less than the
//!   target.

use clinch::contact::{
    CastOutcome, CastSettings, Memory, MovingShape, Pair, Ray, Relation, Settings, TimeOfImpactSettings, cast, measure, ray_cast,
    time_of_impact,
};
use clinch::shapes::Point;
use clinch::support::{Basis, Pose, Rotation, Sweep, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::Coords;
use glam::DVec3;

use crate::api::Api;
use crate::draw::Drawn;
use crate::properties::{Case, Doubts};
use crate::subject::{Buffers, Poses, lift};

/// The number of times of a motion at which the distance is measured.
const TIMES: u32 = 9;

/// The signed distance of two shapes; NaN if it is undefined.
fn signed_distance<V: Api>(pair: &Pair<V, &V::Shape, &V::Shape>, buffers: &mut Buffers<V>) -> f64 {
    let settings = Settings::with_margin(<V::Scalar as clinch::support::Scalar>::INFINITY);
    match measure(pair, &settings, &mut Memory::new(), &mut buffers.scratch).relation {
        Relation::Near(near) => near.distance,
        Relation::Beyond { .. } | Relation::Undefined => f64::NAN,
    }
}

/// Checks the cast of the query, B relative to A.
pub fn linear<V: Api>(drawn: &Drawn, case: &Case<'_, V>, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let vector = |coords: &Option<Coords>| coords.as_ref().map_or(DVec3::ZERO, Coords::to_vec3);
    let motion = vector(&drawn.query.vel_b) - vector(&drawn.query.vel_a);
    let (target, until) = (drawn.query.target_distance.unwrap_or(0.0), drawn.query.max_toi.unwrap_or(1.0));
    let poses = case.poses.near();
    let wide = <V::Wide as Vector>::from_fn(|axis| motion[axis]);
    let in_a = poses.pose_a.rotation.basis().unrotate(wide);
    let settings = CastSettings { target_distance: target, max_time: until, ..CastSettings::default() };
    let pair = case.subject.pair(&poses);
    let band = case.band + 1e-6 * motion.length() * until + 1e-3 * target;
    match cast(&pair, in_a, &settings, &mut buffers.scratch).outcome {
        CastOutcome::Hit(impact) => {
            let n = poses.of_a(impact.normal);
            let gap = case.certificate.gap_along(n) + n.dot(motion) * impact.time;
            doubts.unless_within("cast: a different gap at the hit", (gap - impact.separation).abs(), band);
            if impact.at_start {
                doubts.unless_within("cast: not within the target at the start", impact.separation - target, band);
            } else {
                doubts.unless_within("cast: not the target's distance at the hit", (impact.separation - target).abs(), band);
            }
            let (on_a, on_b) = (poses.of_a(impact.point_a), poses.of_b(impact.point_b) + motion * impact.time);
            doubts.unless_within("cast: the points are not that far apart", ((on_b - on_a).dot(n) - impact.separation).abs(), band);
        }
        CastOutcome::Miss { .. } => {
            for index in 0..TIMES {
                let time = until * f64::from(index) / f64::from(TIMES - 1);
                let b_in_a = Pose::new(pair.b_in_a.rotation, pair.b_in_a.translation + in_a * time);
                let there = signed_distance(&Pair { b_in_a, ..pair }, buffers);
                doubts.unless_within("cast: a hit was missed", target - there, band);
            }
        }
        // Checked in `api`.
        CastOutcome::Exhausted { .. } | CastOutcome::Undefined => {}
    }
}

/// Checks the time of impact of the query, with rotations.
pub fn rotating<V: Api>(drawn: &Drawn, case: &Case<'_, V>, sweeps: &[Sweep<V>; 2], buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let target = drawn.query.target_distance.unwrap_or(0.0);
    let [a, b] = sweeps;
    let (swept_a, swept_b) = (MovingShape { shape: &case.subject.a, sweep: a }, MovingShape { shape: &case.subject.b, sweep: b });
    let settings = TimeOfImpactSettings { target_distance: target, ..TimeOfImpactSettings::default() };
    let outcome = time_of_impact(swept_a, swept_b, &settings, &mut buffers.scratch).outcome;
    // Relative to A's origin, so that no digits are lost.
    let origin = a.start.translation.widen();
    let at = |time: f64| b.pose_seen_from(origin, time).relative_to(&a.pose_seen_from(origin, time));
    let pair = |time: f64| Pair { a: &case.subject.a, b: &case.subject.b, b_in_a: at(time) };
    let travel = lift(a.motion.widen()).length() + lift(b.motion.widen()).length() + lift(b.center.widen()).length();
    let band = case.band + 1e-3 * (travel + target);
    match outcome {
        CastOutcome::Hit(impact) => {
            let there = signed_distance(&pair(impact.time), buffers);
            doubts.unless_within("time of impact: a different distance at the hit", (there - impact.separation).abs(), band);
            doubts.unless_within("time of impact: not within the target", there - target, band);
            doubts.unless("time of impact: overlapping on the way", impact.at_start || there >= target - band);
            for index in 0..TIMES {
                let time = impact.lower * f64::from(index) / f64::from(TIMES - 1);
                let there = signed_distance(&pair(time), buffers);
                doubts.unless("time of impact: an earlier hit was missed", impact.at_start || there >= target - band);
            }
        }
        CastOutcome::Miss { .. } => {
            for index in 0..TIMES {
                let there = signed_distance(&pair(f64::from(index) / f64::from(TIMES - 1)), buffers);
                doubts.unless_within("time of impact: a hit was missed", target - there, band);
            }
        }
        CastOutcome::Exhausted { .. } | CastOutcome::Undefined => {}
    }
}

/// Checks the ray of the query against A.
pub fn ray<V: Api>(drawn: &Drawn, case: &Case<'_, V>, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let query = &drawn.query;
    let Poses { pose_a, .. } = case.poses;
    let vector = |coords: &Option<Coords>| coords.as_ref().map_or(V::Wide::ZERO, V::Wide::vector);
    let (origin, direction) =
        (Pose::at(vector(&query.origin)).relative_to(pose_a).translation, pose_a.rotation.basis().unrotate(vector(&query.dir)));
    let until = query.max_toi.unwrap_or(1.0);
    let shape = &case.subject.a;
    let length = query.a.bounding_radius() + origin.length() + direction.length() * until;
    let band = 1e-5 * length + case.band;
    // The signed distance of a point of A's frame.
    let mut distance = |point: V::Wide| {
        let Ok(origin_point) = Point::new(V::ZERO) else { return f64::NAN };
        let settings = Settings::with_margin(<V::Scalar as clinch::support::Scalar>::INFINITY);
        let pair = Pair::<V, _, _> { a: shape, b: &origin_point, b_in_a: Pose::at(point) };
        match measure(&pair, &settings, &mut Memory::new(), &mut buffers.scratch).relation {
            Relation::Near(near) => near.distance,
            _ => f64::NAN,
        }
    };
    for solid in [true, false] {
        let ray = Ray { max_time: until, solid, ..Ray::new(origin, direction) };
        match ray_cast(shape, &ray, &mut clinch::contact::Scratch::new()).outcome {
            CastOutcome::Hit(impact) => {
                let there = distance(origin + direction * impact.time);
                if solid && impact.at_start {
                    doubts.unless_within("ray: at the start and not inside", there, band);
                } else {
                    doubts.unless_within("ray: the hit is not on the surface", there.abs(), band);
                }
            }
            CastOutcome::Miss { .. } => {
                for index in 0..TIMES {
                    let there = distance(origin + direction * (until * f64::from(index) / f64::from(TIMES - 1)));
                    // From inside a hollow shape a short ray hits nothing.
                    doubts.unless("ray: a hit was missed", !solid || there >= -band);
                }
            }
            CastOutcome::Exhausted { .. } | CastOutcome::Undefined => {}
        }
    }
}
