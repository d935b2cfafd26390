//! Bodies whose middle is behind the surface.

use clinch_composite::{Chain, HeightField2, Sides};
use clinch_shapes::{Ball, Convex};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::common::Answer;
use crate::planar::{KINDS, body, turn};

/// Moves a body by its contacts until it overlaps nothing. Returns how often it was moved.
fn resolve<V: clinch_contact::Space<Wide = DVec2>, C: clinch_composite::Composite<V>>(
    shape: &C,
    body: &dyn Convex<V>,
    pose: &mut Pose<DVec2>,
) -> usize {
    use clinch_support::Scalar;
    let size = body.bounding_radius();
    for moves in 0..60 {
        let answer = Answer::new(shape, body, pose, 0.0);
        let Some(distance) = answer.distance().filter(|&distance| distance < -1e-4 * size) else { return moves };
        let normal = answer.manifolds[0].manifold.normal.widen();
        assert!(answer.manifolds[0].manifold.separation().widen() < 0.0);
        pose.translation += normal * (1e-5 * size - distance);
    }
    panic!("the body remains inside: {pose:?}");
}

#[test]
fn a_body_inside_of_a_solid_is_pushed_out_of_the_nearest_side() {
    let solid = Chain::closed([(-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)].map(DVec2::from).to_vec()).unwrap();
    let ball = Ball::<DVec2>::new(0.2).unwrap();
    for (place, normal, distance) in [
        (DVec2::new(0.3, 0.7), DVec2::Y, -0.5),
        (DVec2::new(0.3, -0.2), -DVec2::Y, -1.0),
        (DVec2::new(1.9, 0.2), DVec2::X, -0.3),
        (DVec2::new(-1.3, 0.1), -DVec2::X, -0.9),
    ] {
        let answer = Answer::new(&solid, &ball, &Pose::at(place), 0.0);
        let [only] = answer.manifolds.as_slice() else { panic!("{place}: {answer:?}") };
        assert!(only.manifold.normal.abs_diff_eq(normal, 1e-12), "{place}: {only:?}");
        assert!((only.manifold.separation() - distance).abs() <= 1e-12, "{place}: {only:?}");
        let hollow = Answer::new(&solid.clone().hollow(), &ball, &Pose::at(place), 0.0);
        assert!(hollow.manifolds.is_empty(), "{place}: {hollow:?}");
    }
}

#[test]
fn a_body_deep_inside_of_a_loop_comes_out() {
    let random = &mut Random::new(12);
    let mut moves = 0;
    for _ in 0..40 {
        let count = 5 + random.below(20);
        let place = |i: usize| {
            let turn = clinch_support::Rotation2::<f32>::from_angle(i as f32 / count as f32 * std::f32::consts::TAU);
            DVec2::new(f64::from(turn.cos), f64::from(turn.sin)) * random.range(4.0, 10.0)
        };
        let solid = Chain::closed((0..count).map(place).collect()).unwrap();
        assert_eq!(solid.sides(), Sides::Solid);
        let body = body::<DVec2>(random.below(KINDS), 0.5, random);
        let mut pose = Pose::new(turn(random), random.in_ball(2).truncate() * 3.0);
        moves += resolve(&solid, &*body, &mut pose);
        assert!(!solid.contains(pose.point(body.interior())), "{pose:?}");
    }
    assert!(moves >= 40, "{moves}");
}

#[test]
fn a_body_one_kilometer_below_a_field_comes_up() {
    let random = &mut Random::new(3);
    for depth in [0.1, 0.3, 2.0, 1000.0] {
        for kind in 0..KINDS {
            let heights = (0..40).map(|_| random.range(0.0, 1.5) as f32).collect();
            let field = HeightField2::new(heights, Vec2::ONE).unwrap();
            let body = body::<Vec2>(kind, 0.5, random);
            let mut pose = Pose::new(turn(random), DVec2::new(random.range(2.0, 37.0), -depth));
            let moves = resolve(&field, &*body, &mut pose);
            assert!(moves > 0 && pose.translation.y > 0.0 && !field.contains(pose.point(body.interior().as_dvec2())), "{depth} {pose:?}");
        }
    }
    // Nothing is nearer than the end of a slope.
    let slope = HeightField2::new(vec![0.0, 1.0, 2.0], DVec2::ONE).unwrap();
    let answer = Answer::new(&slope, &Ball::new(0.3).unwrap(), &Pose::at(DVec2::new(1.5, -50.0)), 0.0);
    assert_eq!(answer.manifolds.len(), 1);
    let flat = HeightField2::new(vec![0.0; 9], DVec2::ONE).unwrap();
    let [only] = &Answer::new(&flat, &Ball::new(0.25).unwrap(), &Pose::at(DVec2::new(3.3, -1000.0)), 0.0).manifolds[..] else {
        panic!("not one manifold");
    };
    assert_eq!((only.manifold.normal, only.manifold.separation()), (DVec2::Y, -1000.25));
}

#[test]
fn one_side_is_seen_from_in_front_and_two_from_both() {
    // To the left, so that the front is above.
    let one = Chain::open(vec![Vec2::X, Vec2::ZERO, Vec2::NEG_X]).unwrap();
    let two = one.clone().two_sided();
    for kind in 0..KINDS {
        let body = body::<Vec2>(kind, 0.4, &mut Random::new(kind as u64));
        let bounds = body.bounds(&Pose::IDENTITY);
        for (height, seen) in [(-0.8 * bounds.min.y, [true, true]), (-0.8 * bounds.max.y, [false, true])] {
            let pose = Pose::at(DVec2::new(0.05, height));
            let answers = [Answer::new(&one, &*body, &pose, 0.0), Answer::new(&two, &*body, &pose, 0.0)];
            if kind == 6 {
                // A tilted segment crosses the chain.
                continue;
            }
            assert_eq!(answers.each_ref().map(|answer| !answer.manifolds.is_empty()), seen, "kind {kind}: {answers:?}");
            let [only] = answers[1].manifolds.as_slice() else { panic!("kind {kind}: {answers:?}") };
            assert_eq!(only.manifold.normal, Vec2::Y * height.signum() as f32, "kind {kind}: {answers:?}");
        }
    }
}

#[test]
fn the_order_of_segments_chooses_no_side_of_a_slab() {
    let corners = [(-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)].map(DVec2::from);
    let ball = Ball::<DVec2>::new(0.2).unwrap();
    for first in 0..4 {
        let mut turned = corners.to_vec();
        turned.rotate_left(first);
        let answer = Answer::new(&Chain::closed(turned).unwrap(), &ball, &Pose::at(DVec2::new(0.3, 0.0)), 0.0);
        assert_eq!(answer.manifolds[0].manifold.normal, -DVec2::Y, "{first}: {answer:?}");
    }
}
