//! Pairs to which the soak found wrong answers. Each line of the file beside this one is named by
//! its symptom, and is checked by the same certificate: gaps along directions, computed from the
//! parameters of the file. Lines that begin with `f32` were wrong in that precision, and run in
//! both; the others need every digit.

use crate::common::InDouble;
use crate::erased::{cast, measure};
use clinch_contact::{CastOutcome, CastSettings, Memory, Pair, Relation, Scratch, Separation, Settings};
use clinch_shapes::Convex;
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::oracle::{Certificate, Claim};
use clinch_testkit::pair_file::{Query, QueryKind, read_queries};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

const LINES: &[u8] = include_bytes!("soak_regressions.jsonl");

/// Bounds of the same pair may exclude each other by this many ε of the size.
const ROUNDING_OF_BOUNDS: f64 = 64.0;

fn lift<W: Vector<Scalar = f64>>(v: W) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|axis| if axis < W::DIM { v.get(axis) } else { 0.0 }))
}

fn tolerance<V: Vector>() -> f64 {
    if V::Scalar::EPSILON.widen() > f64::EPSILON { 1.2e-5 } else { 1e-10 }
}

/// The errors of the answer to a pair, as it is and swapped.
fn errors<V: InDouble>(query: &Query) -> Vec<String> {
    let shapes = [&query.a, query.b.as_ref().unwrap()].map(|spec| V::shape(spec).unwrap());
    let poses = [&query.pose_a, &query.pose_b].map(<V::Wider as Build>::pose);
    let certificate = Certificate::of(query).unwrap();
    // The parameters of the file and those of the shapes differ by an ulp each.
    let rounding = 4.0 * V::Scalar::EPSILON.widen() * certificate.size();
    let mut errors_found = Vec::new();
    let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
    for [first, second] in [[0, 1], [1, 0]] {
        let pair = Pair { a: &shapes[first], b: &shapes[second], b_in_a: poses[second].relative_to(&poses[first]) };
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        let measured = measure(&pair, &settings, &mut Memory::new(), &mut Scratch::new());
        let Relation::Near(near) = measured.relation else {
            errors_found.push(format!("no answer: {measured:?}"));
            continue;
        };
        // Relative to A's origin in either order.
        let relative = |point: V::Wider, pose: &Pose<V::Wider>| {
            let at_a = Pose::new(pose.rotation, pose.translation - poses[0].translation);
            lift(at_a.point(point))
        };
        let normal = lift(poses[first].rotation.basis().rotate(near.normal));
        let points = [relative(near.point_a, &poses[first]), relative(near.point_b, &poses[second])];
        (lower, upper) = (lower.max(near.lower), upper.min(near.upper));
        let claim = Claim {
            sd: near.distance,
            normal: if first == 0 { normal } else { -normal },
            point_a: points[first],
            point_b: points[second],
            lower: near.lower - rounding,
            upper: near.upper + rounding,
            intersects: near.is_touching(),
        };
        // The widened bounds may contain 0 although those of the answer do not.
        let claim = Claim { intersects: claim.lower <= 0.0, ..claim };
        let violations = certificate.doubts(&claim, tolerance::<V>(), &mut Random::new(1));
        errors_found.extend(violations.into_iter().map(|violation| format!("{violation:?}")));
        let without_margin = measure(&pair, &Settings::default(), &mut Memory::new(), &mut Scratch::new()).relation;
        let touching = matches!(without_margin, Relation::Near(near) if near.is_touching());
        if touching != near.is_touching() {
            errors_found.push(format!("without a margin {touching}, with one {}", near.is_touching()));
        }
        errors_found.extend(error_when_warm(&pair, &near, certificate.size()));
    }
    let apart = lower - upper;
    if apart > ROUNDING_OF_BOUNDS * V::Scalar::EPSILON.widen() * certificate.size() {
        errors_found.push(format!("swapped, bounds apart by {apart:e}"));
    }
    errors_found
}

/// The error of the answer to a pair that was elsewhere in the last tick: an error of the memory.
fn error_when_warm<V: InDouble, S: Convex<V>>(pair: &Pair<V, &S, &S>, near: &Separation<V>, size: f64) -> Option<String> {
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let (mut random, mut scratch) = (Random::new(2), Scratch::new());
    (0..40).find_map(|_| {
        let mut memory = Memory::new();
        let offset = random.direction(V::DIM) * (size * random.power(-6.0, -1.0));
        let before = Pose::new(pair.b_in_a.rotation, pair.b_in_a.translation + V::Wide::from_fn(|axis| offset[axis]));
        measure(&Pair { b_in_a: before, ..*pair }, &settings, &mut memory, &mut scratch);
        let Relation::Near(warm) = measure(pair, &settings, &mut memory, &mut scratch).relation else {
            return Some("no answer when warm".to_owned());
        };
        let off = (warm.distance - near.distance).abs();
        let apart = f64::max(warm.lower - near.upper, near.lower - warm.upper);
        (off > tolerance::<V>() * size || apart > ROUNDING_OF_BOUNDS * f64::EPSILON * size)
            .then(|| format!("when warm {off:e} off, bounds apart by {apart:e}"))
    })
}

/// The errors of a hit of a cast: its points, and the gap along its normal there.
fn errors_of_hit<V: InDouble>(query: &Query) -> Vec<String> {
    let [a, b] = [&query.a, query.b.as_ref().unwrap()].map(|spec| V::shape(spec).unwrap());
    let [pose_a, pose_b] = [&query.pose_a, &query.pose_b].map(<V::Wider as Build>::pose);
    let pair = Pair { a: &a, b: &b, b_in_a: pose_b.relative_to(&pose_a) };
    let motion = query.vel_b.unwrap().to_vec3();
    let motion = pose_a.rotation.basis().unrotate(V::Wider::from_fn(|axis| motion[axis]));
    let settings = CastSettings { target_distance: query.target_distance.unwrap(), max_time: 1.0, ..CastSettings::default() };
    let CastOutcome::Hit(impact) = cast(&pair, motion, &settings, &mut Scratch::new()).outcome else { return vec!["no hit".to_owned()] };
    let between = pair.b_in_a.point(impact.point_b) + motion * impact.time - impact.point_a;
    let band = tolerance::<V>() * query.extent() + 1e-14 * motion.length();
    let off = [(between.dot(impact.normal) - impact.separation).abs(), (between.length() - impact.separation.abs()).abs()];
    let certificate = Certificate::of(query).unwrap();
    let gap = certificate.gap_along(lift(pose_a.rotation.basis().rotate(impact.normal))) + motion.dot(impact.normal) * impact.time;
    let shortfall = gap - impact.separation;
    let mut errors_found = Vec::new();
    if !off.iter().all(|&off| off <= band) {
        errors_found.push(format!("the points are off by {off:?}: {impact:?}"));
    }
    if !(shortfall.abs() <= 10.0 * band) {
        errors_found.push(format!("the gap at the hit differs by {shortfall:e}: {impact:?}"));
    }
    errors_found
}

#[test]
fn pairs_that_the_soak_found_are_answered_right() {
    let mut all = Vec::new();
    for query in read_queries(LINES) {
        let query = query.unwrap();
        let is_cast = query.kind == QueryKind::ShapeCast;
        let checks: [fn(&Query) -> Vec<String>; 2] = match (query.dim, is_cast) {
            (2, false) => [errors::<Vec2>, errors::<DVec2>],
            (2, true) => [errors_of_hit::<Vec2>, errors_of_hit::<DVec2>],
            (_, false) => [errors::<Vec3>, errors::<DVec3>],
            (_, true) => [errors_of_hit::<Vec3>, errors_of_hit::<DVec3>],
        };
        let [narrow, wide] = checks;
        let in_both = query.id.starts_with("f32");
        let narrow = if in_both { narrow(&query) } else { Vec::new() };
        all.extend(narrow.into_iter().map(|what| format!("{} in f32: {what}", query.id)));
        all.extend(wide(&query).into_iter().map(|what| format!("{}: {what}", query.id)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
