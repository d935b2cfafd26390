//! What changes no answer: the direction of a mirrored chain, the place where a loop begins, and
//! scaling by a power of two.

use clinch_composite::Chain;
use clinch_composite_contact::CompositeRelation;
use clinch_support::{Pose, Rotation2};
use clinch_testkit::random::Random;
use glam::DVec2;

use crate::common::Answer;
use crate::planar::{KINDS, body, chain, ground, turn};

/// A body pressed into a bump of the ground.
fn scene(seed: u64) -> (Vec<DVec2>, usize, Pose<DVec2>) {
    let random = &mut Random::of(seed, 11);
    let points = ground(9, 0.8, random);
    let pose = Pose::new(turn(random), DVec2::new(random.range(-0.8, 0.8), random.range(0.0, 0.4)));
    (points, random.below(KINDS), pose)
}

fn answer(of: &Chain<DVec2>, kind: usize, pose: &Pose<DVec2>, scale: f64) -> Answer<DVec2> {
    Answer::new(of, &*body::<DVec2>(kind, 0.4 * scale, &mut Random::new(kind as u64)), pose, 0.05 * scale)
}

fn normals(answer: &Answer<DVec2>) -> Vec<DVec2> {
    answer.manifolds.iter().map(|manifold| manifold.manifold.normal).collect()
}

#[test]
fn a_chain_mirrored_and_reversed_has_the_mirrored_contacts() {
    let mut contacts = 0;
    for seed in 0..300 {
        let (points, kind, pose) = scene(seed);
        // Bodies that are their own mirror images.
        if [5, 6].contains(&kind) {
            continue;
        }
        let mirror = |v: DVec2| DVec2::new(-v.x, v.y);
        let rotation = Rotation2 { cos: pose.rotation.cos, sin: -pose.rotation.sin };
        let mirrored: Vec<DVec2> = points.iter().rev().map(|&point| mirror(point)).collect();
        let plain = chain::<DVec2>(&points);
        let one = answer(&plain, kind, &pose, 1.0);
        let pose = Pose::new(rotation, mirror(pose.translation));
        let reversed = answer(&chain(&mirrored), kind, &pose, 1.0);
        let instance = answer(&plain.scaled(DVec2::new(-1.0, 1.0)).unwrap(), kind, &pose, 1.0);
        assert_eq!((normals(&reversed), reversed.distance()), (normals(&instance), instance.distance()), "seed {seed}");
        let off = one.distance().zip(reversed.distance()).map_or(0.0, |(a, b)| (a - b).abs());
        assert!(one.distance().is_some() == reversed.distance().is_some() && off < 1e-9, "seed {seed}: {one:?} {reversed:?}");
        let has = |n: &DVec2| normals(&reversed).iter().any(|other| mirror(*other).abs_diff_eq(*n, 1e-6));
        assert!(normals(&one).iter().all(has), "seed {seed}: {one:?} {reversed:?}");
        contacts += one.manifolds.len();
    }
    assert!(contacts > 100, "{contacts}");
}

#[test]
fn the_point_at_which_a_loop_begins_changes_only_names() {
    for seed in 0..100 {
        let (mut points, kind, pose) = scene(seed);
        points.extend([DVec2::new(-1.0, -3.0), DVec2::new(1.0, -3.0)]);
        let one = answer(&Chain::closed(points.clone()).unwrap(), kind, &pose, 1.0);
        points.rotate_left(1 + seed as usize % 9);
        let other = answer(&Chain::closed(points).unwrap(), kind, &pose, 1.0);
        assert_eq!((normals(&one), one.distance()), (normals(&other), other.distance()), "seed {seed}");
    }
}

#[test]
fn a_scene_scaled_by_a_power_of_two_has_the_same_bits() {
    for seed in 0..100 {
        let (points, kind, pose) = scene(seed);
        let plain = answer(&chain(&points), kind, &pose, 1.0);
        for scale in [1.0 / 1024.0, 4096.0] {
            let scaled: Vec<DVec2> = points.iter().map(|&point| point * scale).collect();
            let large = answer(&chain(&scaled), kind, &Pose::new(pose.rotation, pose.translation * scale), scale);
            assert_eq!(normals(&plain), normals(&large), "seed {seed}, scale {scale}");
            if let (CompositeRelation::Near { separation: one, .. }, CompositeRelation::Near { separation: other, .. }) =
                (plain.relation, large.relation)
            {
                assert_eq!([one.distance * scale, one.lower * scale], [other.distance, other.lower], "seed {seed}, scale {scale}");
            }
        }
    }
}
