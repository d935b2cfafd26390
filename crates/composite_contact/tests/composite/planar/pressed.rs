//! A body that overlaps the chain has the contact that it had when it began to: grown from its
//! middle, where it first touches.

use clinch_contact::{Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Cuboid, Segment};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::DVec2;

use crate::common::{Answer, grown_box};
use crate::erased::convex::measure;
use crate::planar::{chain, ground, turn};

/// The distance of a box from the nearest segment, and the normal; brute force.
fn nearest(points: &[DVec2], half: DVec2, pose: &Pose<DVec2>) -> (f64, DVec2) {
    let shape = Cuboid::new(half).unwrap();
    let of_segment = |ends: &[DVec2]| {
        let pair = Pair { a: Segment::new(ends[0], ends[1]).unwrap(), b: shape, b_in_a: *pose };
        match measure(&pair, &Settings::with_margin(f64::INFINITY), &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(separation) => (separation.distance, separation.normal),
            other => panic!("{other:?}"),
        }
    };
    points.windows(2).map(of_segment).min_by(|one, other| one.0.total_cmp(&other.0)).unwrap()
}

/// Whether the first contact is at a vertex of the ground.
fn check(seed: u64) -> bool {
    let random = &mut Random::of(seed, 21);
    let points = ground(6, random.pick(&[0.1, 0.5, 1.0, 3.0]), random);
    let half = DVec2::new(random.range(0.1, 0.4), random.range(0.1, 0.4));
    // Lowered until the middle is a random part of the body's reach above the ground.
    let (turn, at, mut height) = (turn(random), random.range(-0.5, 0.5), 4.0);
    for _ in 0..40 {
        height -= 0.9 * nearest(&points, DVec2::splat(1e-6), &Pose::at(DVec2::new(at, height))).0;
    }
    let pose = Pose::new(turn, DVec2::new(at, height + random.range(0.2, 1.2) * half.min_element()));
    if nearest(&points, half, &pose).0 > -1e-6 {
        return false;
    }
    let [mut apart, mut touching] = [1e-3, 1.0];
    for _ in 0..40 {
        let scale = 0.5 * (apart + touching);
        *(if nearest(&points, grown_box(half, scale), &pose).0 > 0.0 { &mut apart } else { &mut touching }) = scale;
    }
    let (_, first) = nearest(&points, grown_box(half, apart * (1.0 - 1e-7)), &pose);
    let answer = Answer::new(&chain::<DVec2>(&points), &Cuboid::new(half).unwrap(), &pose, 0.0);
    let has = answer.manifolds.iter().any(|manifold| manifold.manifold.normal.dot(first) >= 0.9993);
    assert!(has, "seed {seed}: {first} is missing, first touched at scale {apart}: {answer:?}");
    !points.windows(2).any(|ends| (ends[1] - ends[0]).normalize().dot(first).abs() < 1e-3)
}

#[test]
fn a_pressed_body_has_the_contact_where_it_first_touched() {
    let at_vertices = (0..400).filter(|&seed| check(seed)).count();
    assert!(at_vertices > 30, "{at_vertices}");
}
