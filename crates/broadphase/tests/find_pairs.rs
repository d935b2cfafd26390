//! The broadphase and the stage in one world: no touching pair is missed, and the caller may push
//! more pairs.

use bevy_ecs::prelude::*;
use clinch_broadphase::Finder;
use clinch_contact::Settings;
use clinch_instances as _;
use clinch_narrowphase::{CandidatePairs, Collider, Contacts, Diagnostics, Placement, Sleeping, StageSettings, Static, WidePlacement};
use clinch_shapes::{Ball, Capsule, Cuboid, Shape3};
use clinch_support::Pose;
use glam::{DVec3, Quat, Vec3};

fn world(margin: f32) -> (World, Schedule) {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(margin)));
    clinch_broadphase::install::<Vec3, Placement<Vec3>>(&mut world, &mut schedule);
    clinch_narrowphase::install::<Vec3, Placement<Vec3>>(&mut world, &mut schedule);
    (world, schedule)
}

fn shape(index: usize) -> Shape3<Vec3> {
    match index % 3 {
        0 => Ball::new(0.4).unwrap().into(),
        1 => Capsule::new(0.4, 0.2).unwrap().into(),
        _ => Cuboid::new(Vec3::new(0.5, 0.2, 0.3)).unwrap().into(),
    }
}

/// 200 bodies in a lattice in which some touch and some do not.
fn bodies() -> Vec<(Shape3<Vec3>, Pose<Vec3>)> {
    (0..200)
        .map(|index| {
            let at = Vec3::new((index % 6) as f32, (index / 6 % 6) as f32, (index / 36) as f32) * 0.7;
            let rotation = Quat::from_xyzw((index % 5) as f32 - 2.0, (index % 7) as f32 - 3.0, (index % 3) as f32, 1.5);
            (shape(index), Pose::new(rotation, at))
        })
        .collect()
}

#[test]
fn every_pair_within_the_margin_is_found() {
    for margin in [0.0, 0.05] {
        let (mut world, mut schedule) = world(margin);
        let bodies = bodies();
        let ids: Vec<Entity> =
            bodies.iter().map(|(shape, pose)| world.spawn((Collider::<Vec3>::new(shape.clone()), Placement(*pose))).id()).collect();
        schedule.run(&mut world);
        let mut state = bevy_ecs::system::SystemState::<Contacts<'_, Vec3>>::new(&mut world);
        let contacts = state.get(&world).unwrap();
        let mut near = 0;
        for a in 0..bodies.len() {
            for b in a + 1..bodies.len() {
                let pair = clinch_contact::Pair::in_world(&bodies[a].0, &bodies[a].1, &bodies[b].0, &bodies[b].1);
                let mut manifold = clinch_contact::Manifold::new();
                let (mut memory, mut scratch) = (clinch_contact::Memory::new(), clinch_contact::Scratch::new());
                clinch_contact::collide(&pair, &Settings::with_margin(margin), &mut memory, &mut scratch, &mut manifold);
                let found = contacts.between(ids[a], ids[b]);
                assert!(manifold.points.is_empty() || found.is_some_and(|contact| contact.points().next().is_some()), "{a}, {b}");
                near += usize::from(!manifold.points.is_empty());
            }
        }
        let pairs = world.resource::<Diagnostics<Vec3>>().counters.pairs as usize;
        assert!(near > 100 && pairs > near + 20 && pairs < 3000, "the sample must bite: {near} of {pairs}");
    }
}

#[test]
fn a_pushed_pair_and_the_same_found_pair_are_one() {
    let (mut world, mut schedule) = world(0.0);
    let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let [a, b, far] = [0.0, 0.75, 100.0].map(|x| world.spawn((ball.clone(), Placement(Pose::at(Vec3::new(x, 0.0, 0.0))))).id());
    for _ in 0..3 {
        let mut candidates = world.resource_mut::<CandidatePairs<Vec3>>();
        candidates.push(b, a);
        candidates.push(a, far);
        schedule.run(&mut world);
        let counters = world.resource::<Diagnostics<Vec3>>().counters;
        assert_eq!((counters.pairs, counters.touching), (2, 1), "{counters:?}");
    }
}

#[test]
fn a_body_with_a_nan_pose_is_left_out_and_counted_until_it_recovers() {
    let (mut world, mut schedule) = world(0.0);
    let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let at = |x: f32| Placement(Pose::at(Vec3::new(x, 0.0, 0.0)));
    let bodies = [0.0, 0.75, 1.5].map(|x| world.spawn((ball.clone(), at(x))).id());
    for (x, undefined, touching) in [(0.75, 0, 2), (f32::NAN, 1, 0), (f32::INFINITY, 1, 0), (0.75, 0, 2)] {
        world.entity_mut(bodies[1]).insert(at(x));
        schedule.run(&mut world);
        assert_eq!(world.resource::<Finder<Vec3>>().undefined(), undefined);
        assert_eq!(world.resource::<Diagnostics<Vec3>>().counters.touching, touching, "{x}");
    }
}

#[test]
fn fixed_bodies_are_not_paired_with_each_other() {
    let (mut world, mut schedule) = world(0.0);
    let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let at = |x: f32| Placement(Pose::at(Vec3::new(x, 0.0, 0.0)));
    world.spawn((ball.clone(), at(0.0), Static));
    let middle = world.spawn((ball.clone(), at(0.4), Static)).id();
    world.spawn((ball, at(0.8)));
    schedule.run(&mut world);
    assert_eq!(world.resource::<Diagnostics<Vec3>>().counters.pairs, 2);
    world.entity_mut(middle).remove::<Static>();
    schedule.run(&mut world);
    assert_eq!(world.resource::<Diagnostics<Vec3>>().counters.pairs, 3);
}

#[test]
fn far_from_the_origin_the_pairs_are_those_near_it() {
    for far in [1e5, 1e7, 1e9, 1e12] {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        clinch_broadphase::install::<Vec3, WidePlacement<Vec3>>(&mut world, &mut schedule);
        clinch_narrowphase::install::<Vec3, WidePlacement<Vec3>>(&mut world, &mut schedule);
        let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
        for x in [0.0, 0.75, 2.0] {
            world.spawn((ball.clone(), WidePlacement::<Vec3>(Pose::at(DVec3::new(far + x, -far, 0.0)))));
        }
        schedule.run(&mut world);
        let counters = world.resource::<Diagnostics<Vec3>>().counters;
        assert_eq!((counters.pairs, counters.touching), (1, 1), "{far}: {counters:?}");
    }
}

#[test]
fn a_larger_margin_finds_pairs_at_rest() {
    let (mut world, mut schedule) = world(0.0);
    let at = |x: f32| Placement::at(Vec3::new(x, 0.0, 0.0));
    let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    for x in [0.0, 1.1] {
        world.spawn((ball.clone(), at(x), Sleeping));
    }
    let mut points = |margin: f32| {
        world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(margin)));
        schedule.run(&mut world);
        let counters = world.resource::<Diagnostics<Vec3>>().counters;
        (counters.pairs, counters.points)
    };
    assert_eq!([points(0.0), points(0.0)], [(0, 0); 2]);
    assert_eq!([points(0.2), points(0.2)], [(1, 1); 2]);
    assert_eq!(points(f32::NAN).1, 0, "NaN counts as 0");
    assert_eq!(points(0.2), (1, 1));
}
