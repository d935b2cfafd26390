//! The stage in a plain bevy_ecs world: starts and ends, bad poses, several stages, large worlds.

use crate::common::{Stage, messages};
use bevy_ecs::prelude::*;
use clinch_narrowphase::{
    CandidatePairs, Collider, CollidingEntities, ContactEvents, Diagnostics, Placement, StageSettings, WidePlacement, Workers,
};
use clinch_shapes::{Ball, Capsule, Cuboid};
use clinch_support::{Pose, Rotation2};
use glam::{DVec2, DVec3, Quat, Vec2, Vec3};

fn ball(stage: &mut Stage<Vec3>, x: f32) -> Entity {
    stage.world.spawn((Collider::<Vec3>::new(Ball::new(0.5).unwrap()), Placement(Pose::at(Vec3::new(x, 0.0, 0.0))))).id()
}

fn move_to(stage: &mut Stage<Vec3>, body: Entity, x: f32) {
    stage.world.entity_mut(body).insert(Placement(Pose::at(Vec3::new(x, 0.0, 0.0))));
}

/// Two balls touch for three ticks. Then asserts that the contact ends exactly once after `change`,
/// or never.
fn check(what: &str, change: impl FnOnce(&mut Stage<Vec3>, Entity, Entity), ends: bool) {
    let mut stage = Stage::<Vec3>::new();
    let (a, b) = (ball(&mut stage, 0.0), ball(&mut stage, 0.75));
    stage.add_pair(a, b);
    assert_eq!(stage.tick(), (1, 0), "{what}: the contact starts");
    assert_eq!((stage.tick(), stage.tick()), ((0, 0), (0, 0)), "{what}: nothing changes");
    change(&mut stage, a, b);
    assert_eq!(stage.tick(), (0, usize::from(ends)), "{what}");
    assert_eq!((stage.tick(), stage.tick()), ((0, 0), (0, 0)), "{what}: exactly once");
}

#[test]
fn each_start_ends_exactly_once() {
    check("moved apart", |stage, _, b| move_to(stage, b, 2.0), true);
    check("moved a little", |stage, _, b| move_to(stage, b, 0.8), false);
    check("candidate dropped", |stage, _, _| stage.candidates.clear(), true);
    check("A despawned", |stage, a, _| assert!(stage.world.despawn(a)), true);
    check("B despawned", |stage, _, b| assert!(stage.world.despawn(b)), true);
    check("both despawned", |stage, a, b| assert!(stage.world.despawn(a) && stage.world.despawn(b)), true);
    let without_collider = |stage: &mut Stage<Vec3>, a: Entity, _: Entity| {
        stage.world.entity_mut(a).remove::<Collider<Vec3>>();
    };
    check("collider removed", without_collider, true);
    let without_placement = |stage: &mut Stage<Vec3>, _: Entity, b: Entity| {
        stage.world.entity_mut(b).remove::<Placement<Vec3>>();
    };
    check("placement removed", without_placement, true);
    check("pose is NaN", |stage, _, b| move_to(stage, b, f32::NAN), true);
    check("pose is infinite", |stage, _, b| move_to(stage, b, f32::INFINITY), true);
    let point = |stage: &mut Stage<Vec3>, b: Entity, x: f32| {
        stage.world.entity_mut(b).insert((Collider::<Vec3>::new(Ball::new(0.0).unwrap()), Placement(Pose::at(Vec3::new(x, 0.0, 0.0)))));
    };
    check("shape shrunk", |stage, _, b| point(stage, b, 0.75), true);
    check("shape replaced, still touching", |stage, _, b| point(stage, b, 0.25), false);
    let remove_and_insert = |stage: &mut Stage<Vec3>, a: Entity, _: Entity| {
        let collider = stage.world.entity_mut(a).take::<Collider<Vec3>>().unwrap();
        stage.world.entity_mut(a).insert(collider);
    };
    check("collider removed and inserted between two ticks", remove_and_insert, false);
}

#[test]
fn a_pair_that_comes_back_starts_again() {
    let mut stage = Stage::<Vec3>::new();
    let (a, b) = (ball(&mut stage, 0.0), ball(&mut stage, 0.75));
    stage.add_pair(a, b);
    for _ in 0..5 {
        assert_eq!(stage.tick(), (1, 0));
        let candidates = core::mem::take(&mut stage.candidates);
        assert_eq!(stage.tick(), (0, 1));
        assert_eq!(stage.tick(), (0, 0), "a tick without candidates");
        stage.candidates = candidates;
    }
}

#[test]
fn messages_contain_point_normal_and_depth_with_the_lower_entity_as_a() {
    let mut stage = Stage::<Vec3>::new();
    let (mut low, mut high) = (ball(&mut stage, 0.0), ball(&mut stage, 0.75));
    // bevy decides which entity is the lower: of two spawned in a row it may be the second.
    if high < low {
        core::mem::swap(&mut low, &mut high);
        move_to(&mut stage, low, 0.0);
        move_to(&mut stage, high, 0.75);
    }
    stage.add_pair(high, low);
    stage.tick();
    let (started, ended) = messages::<Vec3>(&stage.world);
    let start = started[0];
    assert_eq!((start.entity, start.other, started.len(), ended.len()), (low, high, 1, 0));
    assert_eq!((start.touch.normal, start.touch.depth), (Vec3::X, 0.25));
    assert_eq!((start.touch.point, start.touch.other_point), (Vec3::X * 0.5, Vec3::X * -0.5));

    move_to(&mut stage, high, 0.5);
    stage.tick();
    move_to(&mut stage, high, 2.0);
    stage.tick();
    let (_, ended) = messages::<Vec3>(&stage.world);
    assert_eq!((ended[0].entity, ended[0].other, ended[0].touch.depth), (low, high, 0.5), "the last contact");
}

#[test]
fn messages_can_be_read_for_two_ticks() {
    let mut stage = Stage::<Vec3>::new();
    let (a, b) = (ball(&mut stage, 0.0), ball(&mut stage, 0.75));
    stage.add_pair(a, b);
    let counts: Vec<usize> = (0..4)
        .map(|_| {
            stage.tick();
            messages::<Vec3>(&stage.world).0.len()
        })
        .collect();
    assert_eq!(counts, [1, 1, 0, 0]);
}

#[test]
fn poses_that_are_not_finite_are_counted_affect_no_other_pair_and_recover() {
    let zero_rotation = Placement(Pose::new(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::new(0.75, 0.0, 0.0)));
    let nan_rotation = Placement(Pose::new(Quat::from_xyzw(0.0, f32::NAN, 0.0, 1.0), Vec3::new(0.75, 0.0, 0.0)));
    let at = |x: f32| Placement(Pose::at(Vec3::new(x, 0.0, 0.0)));
    let shapes = [
        Collider::<Vec3>::new(Ball::new(0.5).unwrap()),
        Collider::new(Capsule::new(0.5, 0.5).unwrap()),
        Collider::new(Cuboid::new(Vec3::splat(0.5)).unwrap()),
    ];
    for shape in &shapes {
        for bad in [zero_rotation, nan_rotation, at(f32::NAN), at(f32::NEG_INFINITY)] {
            let mut stage = Stage::<Vec3>::new();
            let bodies = [0.0, 0.75, -0.75].map(|x| stage.world.spawn((shape.clone(), at(x))).id());
            stage.add_pair(bodies[0], bodies[1]);
            stage.add_pair(bodies[0], bodies[2]);
            assert_eq!(stage.tick(), (2, 0));
            stage.world.entity_mut(bodies[1]).insert(bad);
            assert_eq!(stage.tick(), (0, 1), "{shape:?} {bad:?}");
            let counters = stage.world.resource::<Diagnostics<Vec3>>().counters;
            assert_eq!((counters.undefined, counters.touching, counters.pairs), (1, 1, 2), "{shape:?} {bad:?}");
            assert_eq!(stage.tick(), (0, 0));
            stage.world.entity_mut(bodies[1]).insert(at(0.75));
            assert_eq!(stage.tick(), (1, 0), "it recovers");
            assert_eq!(stage.world.resource::<Diagnostics<Vec3>>().counters.undefined, 0);
        }
    }
}

#[test]
fn four_stages_live_in_one_world() {
    let mut world = World::new();
    let mut schedule = Schedule::default();
    clinch_narrowphase::install::<Vec3, Placement<Vec3>>(&mut world, &mut schedule);
    clinch_narrowphase::install::<DVec3, Placement<DVec3>>(&mut world, &mut schedule);
    clinch_narrowphase::install::<Vec2, Placement<Vec2>>(&mut world, &mut schedule);
    clinch_narrowphase::install::<DVec2, Placement<DVec2>>(&mut world, &mut schedule);
    world.register_required_components::<Collider<Vec3>, ContactEvents>();
    world.register_required_components::<Collider<DVec3>, ContactEvents>();
    world.register_required_components::<Collider<Vec2>, ContactEvents>();
    world.register_required_components::<Collider<DVec2>, ContactEvents>();
    // Two entities with a collider of each kind, which touch in two of the four stages.
    let at = |x: f32, world: &mut World| {
        let body = world.spawn_empty().id();
        let wide = f64::from(x);
        world.entity_mut(body).insert((Collider::<Vec3>::new(Ball::new(0.5).unwrap()), Placement(Pose::at(Vec3::new(x, 0.0, 0.0)))));
        world.entity_mut(body).insert((Collider::<DVec3>::new(Ball::new(0.2).unwrap()), Placement(Pose::at(DVec3::new(wide, 0.0, 0.0)))));
        let rotation = Rotation2::<f32>::from_angle(1.0);
        world.entity_mut(body).insert((Collider::<Vec2>::new(Ball::new(0.5).unwrap()), Placement(Pose::new(rotation, Vec2::new(x, 0.0)))));
        world.entity_mut(body).insert((Collider::<DVec2>::new(Ball::new(0.2).unwrap()), Placement(Pose::at(DVec2::new(wide, 0.0)))));
        world.entity_mut(body).insert((CollidingEntities::<Vec3>::default(), CollidingEntities::<DVec3>::default()));
        world.entity_mut(body).insert((CollidingEntities::<Vec2>::default(), CollidingEntities::<DVec2>::default()));
        body
    };
    let (a, b) = (at(0.0, &mut world), at(0.75, &mut world));
    world.resource_mut::<CandidatePairs<Vec3>>().push(a, b);
    world.resource_mut::<CandidatePairs<DVec3>>().push(a, b);
    world.resource_mut::<CandidatePairs<Vec2>>().push(b, a);
    world.resource_mut::<CandidatePairs<DVec2>>().push(b, a);
    schedule.run(&mut world);
    let counts = [
        messages::<Vec3>(&world).0.len(),
        messages::<DVec3>(&world).0.len(),
        messages::<Vec2>(&world).0.len(),
        messages::<DVec2>(&world).0.len(),
    ];
    assert_eq!(counts, [1, 0, 1, 0]);
    assert_eq!(messages::<Vec3>(&world).0[0].touch.depth, 0.25);
    assert_eq!(messages::<Vec2>(&world).0[0].touch.depth, 0.25);
    let [of_a, of_b] = [a, b].map(|body| lists(&world, body));
    assert_eq!((of_a, of_b), ([vec![b], vec![], vec![b], vec![]], [vec![a], vec![], vec![a], vec![]]), "each stage has its list");
    // Without a candidate the contact in 3D ends, and without a collider the one in 2D.
    world.entity_mut(a).remove::<Collider<Vec2>>();
    world.resource_mut::<CandidatePairs<Vec2>>().push(b, a);
    schedule.run(&mut world);
    assert_eq!([a, b].map(|body| lists(&world, body)), [const { [const { Vec::<Entity>::new() }; 4] }; 2]);
}

/// What the entity touches in each of the four stages.
fn lists(world: &World, entity: Entity) -> [Vec<Entity>; 4] {
    [
        world.get::<CollidingEntities<Vec3>>(entity).unwrap().iter().collect(),
        world.get::<CollidingEntities<DVec3>>(entity).unwrap().iter().collect(),
        world.get::<CollidingEntities<Vec2>>(entity).unwrap().iter().collect(),
        world.get::<CollidingEntities<DVec2>>(entity).unwrap().iter().collect(),
    ]
}

#[test]
fn ten_thousand_kilometres_out_a_millimetre_is_a_millimetre() {
    for (gap, touching) in [(1e-3, false), (-1e-3, true), (1e-6, false), (-1e-6, true)] {
        let mut world = World::new();
        let mut schedule = Schedule::default();
        clinch_narrowphase::install::<Vec3, WidePlacement<Vec3>>(&mut world, &mut schedule);
        world.insert_resource(StageSettings::<Vec3>(clinch_contact::Settings::with_margin(0.01)));
        world.register_required_components::<Collider<Vec3>, ContactEvents>();
        let block = Collider::<Vec3>::new(Cuboid::new(Vec3::splat(0.5)).unwrap());
        let far = DVec3::new(1e7, -1e7, 1e7);
        let a = world.spawn((block.clone(), WidePlacement::<Vec3>(Pose::at(far)))).id();
        let b = world.spawn((block, WidePlacement::<Vec3>(Pose::at(far + DVec3::new(0.0, 1.0 + gap, 0.0))))).id();
        world.resource_mut::<CandidatePairs<Vec3>>().push(a, b);
        schedule.run(&mut world);
        let counters = world.resource::<Diagnostics<Vec3>>().counters;
        assert_eq!((counters.touching == 1, counters.points), (touching, 4), "{gap}: {counters:?}");
        if touching {
            let depth = messages::<Vec3>(&world).0[0].touch.depth;
            // The spacing of f64 positions at that distance is 2e-9.
            assert!((f64::from(depth) + gap).abs() < 4e-9, "{depth}");
        }
    }
}

#[test]
fn existing_settings_and_workers_are_kept() {
    let mut world = World::new();
    world.insert_resource(StageSettings::<Vec3>(clinch_contact::Settings::with_margin(0.25)));
    world.insert_resource(Workers::<Vec3>::with_threads(2));
    clinch_narrowphase::install::<Vec3, Placement<Vec3>>(&mut world, &mut Schedule::default());
    assert_eq!(world.resource::<StageSettings<Vec3>>().0.margin, 0.25);
}
