//! The fast sub-distance step against the robust one, and searches that a wrong step used to spoil.

use clinch_gjk::{GjkVector, Limits, Outcome, Start, SubDistance, distance, nearest_on_simplex};
use clinch_support::{Difference, Pose, Record};
use clinch_testkit::cloud::{Cloud, Space, block};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3};

/// Simplices as GJK has them (the newest vertex is nearer along v), well shaped and slivers. Where
/// the fast step answers, it agrees with the robust one.
fn fast_step_agrees_or_is_unreliable<W: GjkVector + Space>() {
    let (mut answered, mut unreliable, mut enclosing) = (0, 0, 0);
    for index in 0..60_000 {
        let mut random = Random::of(9, index);
        let shift = random.in_ball(W::DIM) * random.range(0.0, 1.5);
        let mut points: Vec<W> = (0..2 + random.below(W::DIM)).map(|_| W::at(random.in_ball(W::DIM) + shift)).collect();
        if random.chance(0.5) {
            // The newest vertex very near the line through two others.
            let (part, width) = (random.unit(), random.power(-14.0, -3.0));
            let count = points.len();
            points[count - 1] = points[0] + (points[count - 2] - points[0]) * part + W::at(random.in_ball(W::DIM)) * width;
        }
        let Some((&newest, others)) = points.split_last() else { continue };
        let before = nearest_on_simplex(others).expect("finite points");
        let valid = before.point.dot(newest) < before.point.length_squared() && before.weights[..others.len()].iter().all(|&w| w > 0.0);
        if !valid || before.encloses {
            continue;
        }
        let robust = nearest_on_simplex(&points).expect("finite points");
        match W::fast_sub_distance(newest, others) {
            SubDistance::Nearest { point, .. } => {
                answered += 1;
                let off = (point.length() - robust.point.length()).abs();
                assert!(off < 1e-11, "{}D {index}: off by {off:e}: {point:?} {robust:?}", W::DIM);
            }
            SubDistance::Encloses => {
                enclosing += 1;
                assert!(robust.point.length() < 1e-11, "{}D {index}: {robust:?}", W::DIM);
            }
            SubDistance::Unreliable => unreliable += 1,
        }
    }
    assert!(
        answered > 5_000 && enclosing > 200 && unreliable * 5 < answered,
        "{answered} answered, {enclosing} enclosing, {unreliable} unreliable"
    );
}

#[test]
fn the_fast_step_agrees_with_the_robust_one_or_is_unreliable() {
    fast_step_agrees_or_is_unreliable::<DVec2>();
    fast_step_agrees_or_is_unreliable::<DVec3>();
}

/// The origin straight above a needle. A plane from a plain cross product put |v| off by ε over the
/// angle.
#[test]
fn the_plane_of_a_needle_is_right_or_unreliable() {
    let (mut answered, mut unreliable) = (0, 0);
    for index in 0..20_000 {
        let mut random = Random::of(17, index);
        let (along, aside) = (random.direction(3), random.direction(3));
        let width = random.power(-12.0, -2.0);
        let corners =
            [0.0, random.range(0.3, 0.7), 1.0].map(|part| along * part + aside * (if part == 0.0 || part == 1.0 { 0.0 } else { width }));
        let foot = corners[0] * 0.3 + corners[1] * 0.4 + corners[2] * 0.3;
        let over = foot + along.cross(aside).normalize() * random.power(-9.0, 0.0);
        let points = corners.map(|corner| corner - over);
        let robust = nearest_on_simplex(&points).expect("finite points");
        match DVec3::fast_sub_distance(points[1], &[points[0], points[2]]) {
            SubDistance::Nearest { point, .. } => {
                answered += 1;
                let off = (point.length() - robust.point.length()).abs();
                assert!(off < 1e-11, "{index}: off by {off:e} at width {width:e}");
            }
            _ => unreliable += 1,
        }
    }
    assert!(answered > 2_000 && unreliable > 2_000, "{answered} answered, {unreliable} unreliable");
}

/// The origin is beyond the edge opposite the newest vertex, which GJK's invariant excludes: no
/// feature of the newest vertex is nearest.
#[test]
fn an_origin_beyond_the_far_edge_is_unreliable() {
    let (a, b) = (DVec3::new(1.0, -1.0, 1.0), DVec3::new(1.0, 1.0, 1.0));
    assert_eq!(DVec3::fast_sub_distance(DVec3::new(3.0, 0.0, 1.0), &[a, b]), SubDistance::Unreliable);
    assert_eq!(DVec3::fast_sub_distance(DVec3::new(3.0, 0.0, 0.0), &[DVec3::new(1.0, 0.0, 0.0)]), SubDistance::Unreliable);
}

/// v has to turn by only 1e-9, so |v| cannot fall. The search used to stall with a lower bound too
/// small by that part of the size.
#[test]
fn a_point_almost_straight_above_a_box_is_measured_exactly() {
    let point = Cloud(vec![DVec3::ZERO]);
    for index in 0..20_000 {
        let mut random = Random::of(13, index);
        let cube = block::<DVec3>(DVec3::new(random.range(0.2, 1.0), random.range(0.2, 1.0), random.range(0.2, 1.0)));
        let beside = random.in_ball(3) * random.power(-9.0, -6.0);
        let pose = Pose::new(DQuat::IDENTITY, DVec3::new(0.0, random.power(-1.0, 0.5) + 1.0, 0.0) + beside);
        let difference = Difference::new(&cube, &point, &pose);
        let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut Record::new());
        let Outcome::Apart(s) = &answer.outcome else { panic!("{answer:?}") };
        assert!(s.upper - s.lower < 1e-13 && s.normal.abs_diff_eq(DVec3::Y, 1e-13), "{index}: {answer:?}");
    }
}
