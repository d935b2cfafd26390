//! The oracle's casts against closed forms, and against the signed distance alone.

use clinch_testkit::generate::{Kind, shape};
use clinch_testkit::oracle::{CastTruth, Casting};
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, QueryKind, RotationSpec, read_queries};
use clinch_testkit::random::Random;
use glam::DVec3;

fn truth(line: &str) -> CastTruth {
    let query = read_queries(format!(r#"{{"id":"by hand",{line}}}"#).as_bytes()).next().unwrap().unwrap();
    Casting::of(&query).unwrap_or_else(|refusal| panic!("{line}: {refusal}")).truth()
}

fn balls(t: &str, motion: &str) -> CastTruth {
    let ball = r#"{"type":"sphere","radius":1}"#;
    truth(&format!(r#""dim":3,"query":"shape_cast","a":{ball},"b":{ball},"pose_b":{{"t":{t}}},{motion}"#))
}

fn hits(truth: &CastTruth, toi: f64) {
    assert!(truth.hit && !truth.ambiguous, "{truth:?}");
    assert!((truth.toi - toi).abs() * truth.speed <= truth.err + 1e-15 * truth.scale, "{} is not {toi}: {truth:?}", truth.toi);
    assert!(truth.err <= 1e-9 * truth.scale, "{truth:?}");
}

fn misses(truth: &CastTruth, margin: f64) {
    assert!(!truth.hit && !truth.ambiguous, "{truth:?}");
    assert!((truth.margin - margin).abs() <= truth.margin_err, "{} is not {margin}: {truth:?}", truth.margin);
}

#[test]
fn balls_by_hand() {
    let head_on = balls("[10,0,0]", r#""vel_a":[1,0,0],"vel_b":[-3,0,0]"#);
    hits(&head_on, 2.0);
    assert_eq!((head_on.normal.as_slice(), head_on.speed, head_on.scale), (&[1.0, 0.0, 0.0][..], 4.0, 10.0));
    assert!((head_on.cosine - 1.0).abs() < 1e-15);
    // A has moved too: the witness points are in the world at that time.
    let ball = r#"{"type":"sphere","radius":1}"#;
    let line = format!(
        r#"{{"id":"","dim":3,"query":"shape_cast","a":{ball},"b":{ball},"pose_b":{{"t":[10,0,0]}},"vel_a":[1,0.5,0],"vel_b":[-3,0.5,0]}}"#
    );
    let casting = Casting::of(&read_queries(line.as_bytes()).next().unwrap().unwrap()).unwrap();
    let [a, b] = casting.at(2.0).truth().points.unwrap().map(|p| p.to_vec3());
    assert_eq!((a, b), (DVec3::new(3.0, 1.0, 0.0), DVec3::new(3.0, 1.0, 0.0)));
    // Off center by 1.2: they touch when they are 1.6 apart along the way.
    hits(&balls("[10,1.2,0]", r#""vel_b":[-2,0,0]"#), 4.2);
    hits(&balls("[1e5,1.2,0]", r#""vel_b":[-2e-6,0,0]"#), (1e5 - 1.6) / 2e-6);
    hits(&balls("[10,1.2,0]", r#""vel_b":[-2e9,0,0]"#), 4.2e-9);
    misses(&balls("[10,0,0]", r#""vel_b":[1,0,0]"#), 8.0);
    misses(&balls("[10,0,0]", r#""vel_b":[0,0,0]"#), 8.0);
    misses(&balls("[10,3,0]", r#""vel_b":[-1,0,0]"#), 1.0);
    let target = balls("[10,0,0]", r#""vel_b":[-1,0,0],"target_distance":0.5"#);
    hits(&target, 7.5);
}

#[test]
fn a_hit_after_the_latest_time_is_a_miss() {
    hits(&balls("[10,0,0]", r#""vel_b":[-1,0,0],"max_toi":8.5"#), 8.0);
    misses(&balls("[10,0,0]", r#""vel_b":[-1,0,0],"max_toi":7.5"#), 0.5);
    misses(&balls("[10,0,0]", r#""vel_b":[-1,0,0],"max_toi":0"#), 8.0);
    assert!(balls("[10,0,0]", r#""vel_b":[-1,0,0],"max_toi":8"#).ambiguous);
}

#[test]
fn the_margin_shows_a_grazing_cast() {
    for power in [-3.0, -6.0, -9.0, -11.0] {
        let off = libm::exp10(power);
        let inside = balls(&format!("[10,{},0]", 2.0 - off), r#""vel_b":[-1,0,0]"#);
        assert!(inside.hit && !inside.ambiguous && (inside.margin + off).abs() < 0.1 * off, "{off:e}: {inside:?}");
        let half_chord = (off * (4.0 - off)).sqrt();
        assert!((inside.toi - (10.0 - half_chord)).abs() <= inside.err + 1e-14, "{off:e}: {inside:?}");
        misses(&balls(&format!("[10,{},0]", 2.0 + off), r#""vel_b":[-1,0,0]"#), off);
    }
    assert!(balls("[10,2,0]", r#""vel_b":[-1,0,0]"#).ambiguous);
}

#[test]
fn starts_that_touch_or_overlap_hit_at_once() {
    for velocity in ["[1,0,0]", "[-1,0,0]", "[0,1,0]", "[0,0,0]"] {
        hits(&balls("[1.5,0,0]", &format!(r#""vel_b":{velocity}"#)), 0.0);
        hits(&balls("[2.25,0,0]", &format!(r#""vel_b":{velocity},"target_distance":0.5"#)), 0.0);
    }
    // Touching to the last digit: moving together is a hit, moving apart depends on rounding.
    hits(&balls("[2,0,0]", r#""vel_b":[-1,0,0]"#), 0.0);
    assert!(balls("[2,0,0]", r#""vel_b":[1,0,0]"#).ambiguous);
}

#[test]
fn faces_edges_and_half_spaces() {
    let cube = r#"{"type":"box","half":[1,1,1]}"#;
    let cast = |a: &str, t: &str, motion: &str| {
        truth(&format!(r#""dim":3,"query":"shape_cast","a":{a},"b":{cube},"pose_b":{{"t":{t}}},{motion}"#))
    };
    hits(&cast(cube, "[5,0.5,0]", r#""vel_b":[-2,0,0]"#), 1.5);
    // Corner past corner: off center by slightly less than their widths.
    hits(&cast(cube, "[8,1.9375,1.9375]", r#""vel_b":[-3,0,0]"#), 2.0);
    misses(&cast(cube, "[8,2.0625,0]", r#""vel_b":[-3,0,0]"#), 0.0625);
    hits(&cast(cube, "[8,8,0]", r#""vel_b":[-3,-2,0]"#), 3.0);
    let floor = r#"{"type":"halfspace","normal":[0,1,0],"offset":0}"#;
    hits(&cast(floor, "[0,5,0]", r#""vel_b":[100,-0.5,0]"#), 8.0);
    misses(&cast(floor, "[0,5,0]", r#""vel_b":[100,0,0]"#), 4.0);
    let cylinder = r#"{"type":"cylinder","half_height":1,"radius":1}"#;
    hits(&cast(cylinder, "[0,6,0.5]", r#""vel_b":[0,-2,0]"#), 2.0);
    hits(&cast(cylinder, "[6,0,0]", r#""vel_b":[-2,0,0]"#), 2.0);
}

#[test]
fn rays() {
    let ray = |a: &str, from: &str, dir: &str| truth(&format!(r#""dim":3,"query":"ray_cast","a":{a},"origin":{from},"dir":{dir}"#));
    let (ball, cube) = (r#"{"type":"sphere","radius":2}"#, r#"{"type":"box","half":[1,2,3]}"#);
    let hit = ray(ball, "[-7,0,0]", "[0.5,0,0]");
    hits(&hit, 10.0);
    assert_eq!(hit.normal.as_slice(), [-1.0, 0.0, 0.0]);
    hits(&ray(cube, "[5,0,0]", "[-2,0,0]"), 2.0);
    hits(&ray(cube, "[4,1,1]", "[-3,0.5,0.5]"), 1.0);
    // Solid: from inside it hits at once.
    hits(&ray(cube, "[0.5,0,0]", "[1,0,0]"), 0.0);
    misses(&ray(cube, "[5,0,0]", "[2,0,0]"), 4.0);
    misses(&ray(ball, "[-7,3,0]", "[1,0,0]"), 1.0);
    let disc = truth(r#""dim":2,"query":"ray_cast","a":{"type":"circle","radius":1},"pose_a":{"t":[5,5]},"origin":[0,5],"dir":[8,0]"#);
    hits(&disc, 0.5);
}

#[test]
fn invalid_casts_are_refused() {
    let refused = |motion: &str| {
        let ball = r#"{"type":"sphere","radius":1}"#;
        let line = format!(r#"{{"id":"","dim":3,"query":"shape_cast","a":{ball},"b":{ball},{motion}}}"#);
        Casting::of(&read_queries(line.as_bytes()).next().unwrap().unwrap()).is_err()
    };
    assert!(refused(r#""vel_b":[1,0]"#) && refused(r#""max_toi":-1"#) && refused(r#""target_distance":-0.5"#));
    let ray = r#"{"id":"","dim":3,"query":"ray_cast","a":{"type":"sphere","radius":1},"origin":[1,2,3]}"#;
    assert!(Casting::of(&read_queries(ray.as_bytes()).next().unwrap().unwrap()).is_err());
}

fn random_cast(random: &mut Random, dim: usize) -> Query {
    let kinds = [Kind::Box, Kind::Hull, Kind::Capsule, Kind::Triangle, Kind::Ball, Kind::Segment];
    let (kind_a, kind_b) = (random.pick(&kinds), random.pick(&kinds));
    let (a, b) = (shape(random, dim, kind_a, 1.0, false), shape(random, dim, kind_b, 1.0, false));
    let mut pose = |far: f64| {
        let [x, y, z, w] = random.quaternion();
        let rotation = if dim == 2 { RotationSpec::CosSin(x, y) } else { RotationSpec::Quaternion([x, y, z, w]) };
        PoseSpec { t: Some(Coords::of(random.in_ball(dim) * far, dim)), rotation }
    };
    let (pose_a, pose_b) = (pose(1.0), pose(8.0));
    let apart: DVec3 = pose_a.translation() - pose_b.translation();
    let motion = (apart + random.in_ball(dim) * 2.5) * random.power(-2.0, 2.0);
    let mut query = Query::contact(dim, (a, pose_a), (b, pose_b));
    query.kind = QueryKind::ShapeCast;
    query.vel_a = Some(Coords::of(-motion * 0.25, dim));
    query.vel_b = Some(Coords::of(motion * 0.75, dim));
    query
}

#[test]
fn the_contact_is_where_the_distance_first_reaches_the_target() {
    let mut random = Random::new(31);
    let (mut hit, mut missed) = (0, 0);
    for index in 0..300 {
        let query = random_cast(&mut random, 2 + index % 2);
        let casting = Casting::of(&query).unwrap();
        let truth = casting.truth();
        let sd = |time: f64| casting.at(time).truth();
        if truth.hit && truth.toi == 0.0 {
            assert!(sd(0.0).sd <= 0.0);
            continue;
        }
        // Plain sampling of the way, without slope or convexity.
        let end = if truth.hit { truth.toi } else { 4.0 * truth.scale / truth.speed };
        let least = (0..=64).map(|i| sd(end * f64::from(i) / 64.0).sd).fold(f64::INFINITY, f64::min);
        if truth.hit {
            hit += 1;
            assert!(least >= -1e-13 * truth.scale, "{index}: {least:e} before {truth:?}");
            let there = sd(truth.toi);
            assert!(there.sd.abs() <= truth.cosine * truth.err + 2.0 * there.err, "{index}: {:e}, {truth:?}", there.sd);
            assert!(truth.err <= 1e-9 * truth.scale, "{index}: {truth:?}");
            let later = sd(truth.toi + (truth.err + 1e-6 * truth.scale) / truth.speed);
            assert!(later.sd < 0.0, "{index}: {:e} after {truth:?}", later.sd);
        } else {
            missed += 1;
            assert!(least >= truth.margin - truth.margin_err, "{index}: {least:e} and {truth:?}");
            assert!(truth.margin > 0.0, "{index}: {truth:?}");
        }
    }
    assert!(hit > 90 && missed > 90, "{hit} hit, {missed} missed");
}

#[test]
fn swapped_casts_touch_at_the_same_time() {
    let mut random = Random::new(32);
    for index in 0..150 {
        let query = random_cast(&mut random, 2 + index % 2);
        let mut swapped = Query::contact(query.dim, (query.b.clone().unwrap(), query.pose_b), (query.a.clone(), query.pose_a));
        (swapped.kind, swapped.vel_a, swapped.vel_b) = (QueryKind::ShapeCast, query.vel_b, query.vel_a);
        let (there, back) = (Casting::of(&query).unwrap().truth(), Casting::of(&swapped).unwrap().truth());
        assert_eq!(there.hit, back.hit, "{index}: {there:?} and {back:?}");
        let off = (there.toi - back.toi).abs() * there.speed;
        assert!(off <= there.err + back.err + 1e-14 * there.scale, "{index}: {there:?} and {back:?}");
    }
}
