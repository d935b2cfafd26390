//! The sub-distance steps against each other, and what a wrong one used to do to a whole search.

use clinch_gjk::{Algebra, Limits, Outcome, Start, Step, distance, nearest_on_simplex};
use clinch_support::{Difference, Pose, Record};
use clinch_testkit::cloud::{Cloud, Space, block};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3};

/// Simplices as GJK meets them (the newest vertex lies nearer along v), well shaped and slivers: where the lean step answers, it is right.
fn lean_is_thorough_or_in_doubt<W: Algebra + Space>() {
    let (mut answered, mut doubtful, mut enclosing) = (0, 0, 0);
    for index in 0..60_000 {
        let mut random = Random::of(9, index);
        let shift = random.in_ball(W::DIM) * random.range(0.0, 1.5);
        let mut points: Vec<W> = (0..2 + random.below(W::DIM)).map(|_| W::at(random.in_ball(W::DIM) + shift)).collect();
        if random.chance(0.5) {
            // The newest hardly beside the line of two others.
            let (part, width) = (random.unit(), random.power(-14.0, -3.0));
            let count = points.len();
            points[count - 1] = points[0] + (points[count - 2] - points[0]) * part + W::at(random.in_ball(W::DIM)) * width;
        }
        let Some((&newest, others)) = points.split_last() else { continue };
        let before = nearest_on_simplex(others).expect("finite points");
        let promised = before.point.dot(newest) < before.point.length_squared() && before.weights[..others.len()].iter().all(|&w| w > 0.0);
        if !promised || before.encloses {
            continue;
        }
        let thorough = nearest_on_simplex(&points).expect("finite points");
        match W::lean_step(newest, others) {
            Step::Nearest { point, .. } => {
                answered += 1;
                let off = (point.length() - thorough.point.length()).abs();
                assert!(off < 1e-11, "{}D {index}: off by {off:e}: {point:?} {thorough:?}", W::DIM);
            }
            Step::Encloses => {
                enclosing += 1;
                assert!(thorough.point.length() < 1e-11, "{}D {index}: {thorough:?}", W::DIM);
            }
            Step::Doubtful => doubtful += 1,
        }
    }
    assert!(
        answered > 5_000 && enclosing > 200 && doubtful * 5 < answered,
        "{answered} answered, {enclosing} enclosing, {doubtful} doubtful"
    );
}

#[test]
fn the_lean_step_is_right_or_in_doubt() {
    lean_is_thorough_or_in_doubt::<DVec2>();
    lean_is_thorough_or_in_doubt::<DVec3>();
}

/// The origin straight above a needle: its plane, taken from a plain cross product, put |v| off by ε over the angle.
#[test]
fn the_plane_of_a_needle_is_right_or_in_doubt() {
    let (mut answered, mut doubtful) = (0, 0);
    for index in 0..20_000 {
        let mut random = Random::of(17, index);
        let (along, aside) = (random.direction(3), random.direction(3));
        let width = random.power(-12.0, -2.0);
        let corners =
            [0.0, random.range(0.3, 0.7), 1.0].map(|part| along * part + aside * (if part == 0.0 || part == 1.0 { 0.0 } else { width }));
        let foot = corners[0] * 0.3 + corners[1] * 0.4 + corners[2] * 0.3;
        let over = foot + along.cross(aside).normalize() * random.power(-9.0, 0.0);
        let points = corners.map(|corner| corner - over);
        let thorough = nearest_on_simplex(&points).expect("finite points");
        match DVec3::lean_step(points[1], &[points[0], points[2]]) {
            Step::Nearest { point, .. } => {
                answered += 1;
                let off = (point.length() - thorough.point.length()).abs();
                assert!(off < 1e-11, "{index}: off by {off:e} at width {width:e}");
            }
            _ => doubtful += 1,
        }
    }
    assert!(answered > 2_000 && doubtful > 2_000, "{answered} answered, {doubtful} doubtful");
}

/// The origin lies beyond the edge opposite the newest vertex, where GJK says it cannot: nothing at the newest vertex is nearest.
#[test]
fn a_nearest_point_beyond_the_far_edge_is_doubtful() {
    let (a, b) = (DVec3::new(1.0, -1.0, 1.0), DVec3::new(1.0, 1.0, 1.0));
    assert_eq!(DVec3::lean_step(DVec3::new(3.0, 0.0, 1.0), &[a, b]), Step::Doubtful);
    assert_eq!(DVec3::lean_step(DVec3::new(3.0, 0.0, 0.0), &[DVec3::new(1.0, 0.0, 0.0)]), Step::Doubtful);
}

/// |v| could not fall, for v had to turn by 1e-9 only, and the search stalled with a lower bound short by that much of the size.
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
