//! Bodies that slide over inner vertices, and over the joint of two chains.

use clinch_composite::{BoundaryEdges, Chain};
use clinch_composite_contact::{CompositeManifold, CompositeMemory, CompositeScratch};
use clinch_contact::{Pair, Settings};
use clinch_shapes::{Ball, Convex};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::common::Answer;
use crate::erased::collide;
use crate::planar::{KINDS, body, chain};

#[test]
fn a_body_that_slides_over_inner_vertices_keeps_its_normal_and_its_impulses() {
    let random = &mut Random::new(1);
    for step in [0.05, 0.4] {
        let mut points = vec![DVec2::X];
        while points[points.len() - 1].x > -1.0 {
            points.push(points[points.len() - 1] - DVec2::X * random.range(0.3, 1.0) * step);
        }
        let floor: Chain<Vec2> = chain(&points);
        for kind in 0..KINDS {
            let body = body::<Vec2>(kind, 0.3, &mut Random::new(kind as u64));
            let low = body.bounds(&Pose::IDENTITY).min.y;
            let (mut memory, mut scratch, mut manifolds) = (CompositeMemory::new(), CompositeScratch::new(), Vec::new());
            for tick in 0..400 {
                let pair = Pair { a: &floor, b: &*body, b_in_a: Pose::at(DVec2::new(f64::from(tick) * 1e-3 - 0.2, -low - 1e-3)) };
                collide(&pair, &Settings::with_margin(0.01), &mut memory, &mut scratch, &mut manifolds);
                let [only] = manifolds.as_mut_slice() else { panic!("kind {kind}, tick {tick}: {manifolds:?}") };
                assert_eq!(only.manifold.normal, Vec2::Y, "kind {kind}, tick {tick}");
                let lost = tick > 0 && !only.manifold.points.iter().any(|point| point.persisted && point.user_data[0] == 1.0);
                assert!(!lost, "kind {kind}, tick {tick}: {only:?}");
                for point in &mut only.manifold.points {
                    point.user_data[0] = 1.0;
                }
            }
        }
    }
}

/// The manifolds on two level chains that meet at x = 0.
fn on_both(chains: &[Chain<DVec2>; 2], body: &dyn Convex<DVec2>, x: f64, low: f64) -> Vec<CompositeManifold<DVec2>> {
    let pose = Pose::at(DVec2::new(x, -low - 1e-3));
    chains.iter().flat_map(|chain| Answer::new(chain, body, &pose, 0.02).manifolds).collect()
}

#[test]
fn a_body_that_slides_over_the_joint_of_two_chains_gets_no_sideways_normal() {
    let [right, left] = [[2.0, 1.0, 0.0], [0.0, -1.0, -2.0]].map(|xs| chain::<DVec2>(&xs.map(|x| DVec2::X * x)));
    let ghosts = [
        right.clone().with_ghost_vertices(None, Some(DVec2::NEG_X)).unwrap(),
        left.clone().with_ghost_vertices(Some(DVec2::X), None).unwrap(),
    ];
    let hard = [right, left];
    let open = hard.clone().map(|chain| chain.with_boundary_edges(BoundaryEdges::Open));
    for kind in 0..KINDS {
        let body = body::<DVec2>(kind, 0.3, &mut Random::new(kind as u64));
        let low = body.bounds(&Pose::IDENTITY).min.y;
        let mut caught = 0;
        for tick in 0..400 {
            let x = f64::from(tick) * 1e-3 - 0.2;
            for smooth in [&ghosts, &open] {
                let manifolds = on_both(smooth, &*body, x, low);
                assert!(!manifolds.is_empty(), "kind {kind}, x {x}: lost");
                assert!(manifolds.iter().all(|manifold| manifold.manifold.normal == DVec2::Y), "kind {kind}, x {x}: {manifolds:?}");
            }
            caught += usize::from(on_both(&hard, &*body, x, low).iter().any(|manifold| manifold.manifold.normal != DVec2::Y));
        }
        // Bodies with a flat face and a round one are both caught at hard ends.
        assert!(caught > 0 || kind == 6, "kind {kind}: the sample does not bite");
    }
}

#[test]
fn ghosts_shape_the_end_of_a_ramp() {
    // Level ground, which another chain continues downward or upward.
    let level = |after: DVec2| chain::<DVec2>(&[DVec2::X, DVec2::ZERO]).with_ghost_vertices(None, Some(after)).unwrap();
    let ball = Ball::new(0.1).unwrap();
    let seen = |after: DVec2, direction: DVec2| {
        let answer = Answer::new(&level(after), &ball, &Pose::at(direction.normalize() * 0.105), 0.02);
        assert!(answer.manifolds.iter().all(|manifold| manifold.manifold.normal.abs_diff_eq(direction.normalize(), 1e-12)));
        !answer.manifolds.is_empty()
    };
    let [down, level_on, up] = [DVec2::NEG_ONE, DVec2::NEG_X, DVec2::new(-1.0, 0.5)];
    let [steep, blunt] = [DVec2::new(-1.0, 0.5), DVec2::new(-0.5, 1.0)];
    assert_eq!([down, level_on, up].map(|after| seen(after, DVec2::Y)), [true, true, true]);
    assert_eq!([down, level_on, up].map(|after| seen(after, blunt)), [true, false, false]);
    assert_eq!([down, level_on, up].map(|after| seen(after, steep)), [false; 3]);
}
