//! Bodies on voxels, and inside of them.

use clinch_composite::Voxels;
use clinch_contact::Space;
use clinch_shapes::{Ball, Cuboid};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::common::{Answer, KINDS, body};
use crate::flush::slide;

fn slide_over<V: Space<Wide = DVec3>>() {
    for width in [0.17, 0.4] {
        let cells = (0..147).map(|i| [i % 7 - 3, i / 7 % 7 - 3, i / 49 - 3]);
        let floor = Voxels::<V>::new(V::narrow(DVec3::splat(width)), cells).unwrap();
        for kind in 0..KINDS {
            let body = body::<V>(kind, 0.1, &mut Random::new(kind as u64));
            for depth in [-5e-3, 1e-3, 5e-3] {
                slide(&floor, &*body, if kind == 9 { 0.1 * depth } else { depth }, &format!("kind {kind}, width {width}, depth {depth}"));
            }
        }
    }
}

#[test]
fn a_body_slides_over_a_floor_of_voxels() {
    slide_over::<DVec3>();
    slide_over::<Vec3>();
}

#[test]
fn a_box_on_voxels_rests_on_its_corners() {
    let floor = Voxels::new(Vec3::splat(0.25), (0..64).map(|i| [i % 8 - 4, i / 8 - 4, -1])).unwrap();
    let crate_ = Cuboid::new(Vec3::new(0.4, 0.3, 0.2)).unwrap();
    let answer = Answer::new(&floor, &crate_, &Pose::at(DVec3::new(0.07, 0.03, 0.199)), 0.01);
    let [only] = answer.manifolds.as_slice() else { panic!("{answer:?}") };
    assert_eq!(only.manifold.normal, Vec3::Z);
    for corner in [[-0.33, -0.27], [0.47, -0.27], [-0.33, 0.33], [0.47, 0.33]] {
        let corner = Vec3::new(corner[0], corner[1], 0.0);
        assert!(only.manifold.points.iter().any(|point| point.on_a.abs_diff_eq(corner, 1e-6)), "{only:?}");
    }
}

/// Moves a ball out along its deepest contact until it touches nothing; the number of moves.
fn push_out<V: Space<Wide = DVec3>>(voxels: &Voxels<V>, ball: &Ball<V>, mut middle: DVec3) -> (DVec3, usize) {
    for moves in 0..20 {
        let answer = Answer::new(voxels, ball, &Pose::at(middle), 0.0);
        let Some(depth) = answer.distance().filter(|&distance| distance < -1e-4) else { return (middle, moves) };
        middle += answer.manifolds[0].manifold.normal.widen() * -depth;
    }
    (middle, 20)
}

#[test]
fn no_ball_shot_at_a_block_of_voxels_is_held_inside() {
    let cells = (0..27).map(|i| [i % 3, i / 3 % 3, i / 9]);
    let block = Voxels::<Vec3>::new(Vec3::ONE, cells).unwrap();
    let random = &mut Random::new(8);
    let mut inside = 0;
    for shot in 0..10_000 {
        let ball = Ball::new(random.pick(&[0.05_f32, 0.2, 0.45, 1.0])).unwrap();
        // Where a step ends: anywhere along its path.
        let target = DVec3::new(random.range(0.0, 3.0), random.range(0.0, 3.0), random.range(0.0, 3.0));
        let middle = target + random.direction(3) * random.range(0.0, 1.0);
        let touches = block.project(middle).unwrap().signed_distance() < f64::from(ball.radius());
        let answer = Answer::new(&block, &ball, &Pose::at(middle), 0.0);
        assert_eq!(touches, answer.distance().is_some(), "shot {shot} at {middle}: {answer:?}");
        let Some(depth) = answer.distance() else { continue };
        let nearest = block.project(middle).unwrap().signed_distance();
        assert!((depth - (nearest - f64::from(ball.radius()))).abs() <= 1e-6, "shot {shot} at {middle}: {answer:?}");
        let (out, moves) = push_out(&block, &ball, middle);
        assert!(moves <= 2 && !block.contains(out), "shot {shot} from {middle} to {out}");
        inside += usize::from(nearest < 0.0);
    }
    assert!((2000..9000).contains(&inside), "{inside}");
}

#[test]
fn no_ball_is_held_in_a_heap_of_voxels() {
    for seed in 0..300 {
        let random = &mut Random::of(seed, 9);
        let share = random.pick(&[0.3, 0.7, 0.95]);
        let cells: Vec<[i32; 3]> = (0..216).map(|i| [i % 6, i / 6 % 6, i / 36]).filter(|_| random.chance(share)).collect();
        let heap = Voxels::new(DVec3::new(1.0, 0.8, 1.2), cells).unwrap();
        let ball = Ball::new(0.1).unwrap();
        for _ in 0..10 {
            let middle = DVec3::new(random.range(0.0, 6.0), random.range(0.0, 4.8), random.range(0.0, 7.2));
            let (out, moves) = push_out(&heap, &ball, middle);
            assert!(moves < 20 && !heap.contains(out), "seed {seed}: from {middle} to {out}");
        }
    }
}

#[test]
fn a_ball_in_a_tunnel_of_voxels_touches_its_walls_and_rolls_through() {
    let tunnel: Vec<[i32; 3]> = (0..90).map(|i| [i % 10, i / 10 % 3, i / 30]).filter(|&[_, y, z]| [y, z] != [1, 1]).collect();
    let tunnel = Voxels::new(DVec3::ONE, tunnel).unwrap();
    let ball = Ball::new(0.45).unwrap();
    for step in 0..100 {
        let middle = DVec3::new(0.5 + 0.0893 * f64::from(step), 1.5, 1.449);
        let answer = Answer::new(&tunnel, &ball, &Pose::at(middle), 0.02);
        let [only] = answer.manifolds.as_slice() else { panic!("{answer:?}") };
        assert_eq!(only.manifold.normal, DVec3::Z, "{answer:?}");
        assert!((only.manifold.separation() + 0.001).abs() <= 1e-9);
    }
}
