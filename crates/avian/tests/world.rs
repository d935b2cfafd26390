//! Worlds of avian with clinch's collider: bodies rest, stacks stand, and nothing of avian's own is
//! lost.

mod common;

use avian3d::prelude::{
    CollidingEntities, CollisionEnd, CollisionEventsEnabled, CollisionLayers, CollisionStart, ContactPair, Friction, LinearVelocity,
    RigidBody, Sensor, Sleeping, SleepingDisabled, SpeculativeCcd,
};
use bevy::ecs::message::Messages;
use bevy::math::{Quat, Vec3};
use bevy::transform::components::Transform;
use clinch_avian::d3::Collider;
use common::{add, app, bits, floor, pair, position, run, spawn, velocity};

#[test]
fn a_ball_falls_on_a_box_and_rests() {
    let mut app = app();
    floor(&mut app);
    let ball = spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.5), Vec3::Y * 2.0);
    run(&mut app, 3.0);
    assert!((position(&app, ball).y - 0.5).abs() < 0.01, "{}", position(&app, ball));
    assert!(velocity(&app, ball).length() < 0.01);
}

#[test]
fn a_stack_of_ten_boxes_stands_and_falls_asleep() {
    let mut app = app();
    floor(&mut app);
    let boxes: Vec<_> =
        (0..10).map(|level| spawn(&mut app, RigidBody::Dynamic, Collider::cuboid(1.0, 1.0, 1.0), Vec3::Y * (0.5 + level as f32))).collect();
    run(&mut app, 10.0);
    for (level, &body) in boxes.iter().enumerate() {
        let at = position(&app, body);
        assert!((at - Vec3::Y * (0.5 + level as f32)).length() < 0.05, "level {level} is at {at}");
        assert!(app.world().get::<Sleeping>(body).is_some(), "level {level} is awake");
    }
}

#[test]
fn every_shape_rests_on_its_lowest_points() {
    let corners: Vec<Vec3> =
        [-0.4, 0.4].into_iter().flat_map(|x| [-0.3, 0.3].into_iter().flat_map(move |y| [-0.4, 0.4].map(|z| Vec3::new(x, y, z)))).collect();
    let faces = vec![
        [0, 1, 3],
        [0, 3, 2],
        [4, 7, 5],
        [4, 6, 7],
        [0, 5, 1],
        [0, 4, 5],
        [2, 3, 7],
        [2, 7, 6],
        [0, 2, 6],
        [0, 6, 4],
        [1, 5, 7],
        [1, 7, 3],
    ];
    let solid = clinch_composite::TriMesh::new(corners.clone(), faces).unwrap();
    let part = |x: f32| (Vec3::X * x, Quat::IDENTITY, Collider::cuboid(0.4, 0.6, 0.6));
    let shapes = [
        ("cuboid", Collider::cuboid(1.0, 0.6, 1.0)),
        ("round cuboid", Collider::round_cuboid(0.8, 0.4, 0.8, 0.1)),
        ("cylinder", Collider::cylinder(0.5, 0.6)),
        ("cone", Collider::cone(0.5, 0.6)),
        ("ellipsoid", Collider::ellipsoid(0.6, 0.3, 0.6)),
        ("hull", Collider::convex_hull(&corners).unwrap()),
        ("mesh", Collider::new(solid)),
        ("voxels", Collider::voxels(Vec3::splat(0.3), &[bevy::math::IVec3::new(0, -1, 0), bevy::math::IVec3::ZERO, bevy::math::IVec3::X])),
        ("compound", Collider::compound(vec![part(-0.4), part(0.4)])),
    ];
    for (name, collider) in shapes {
        let mut app = app();
        floor(&mut app);
        let body = spawn(&mut app, RigidBody::Dynamic, collider, Vec3::Y * 0.32);
        run(&mut app, 4.0);
        let at = position(&app, body);
        assert!(velocity(&app, body).length() < 0.02, "{name} moves: {}", velocity(&app, body));
        assert!(at.y > 0.25 && at.y < 0.32, "{name} is at {at}");
    }
}

#[test]
fn bodies_rest_on_every_kind_of_ground() {
    let plane = |y: f32| [(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)].map(|(x, z)| Vec3::new(x, y, z)).to_vec();
    let wide = (Vec3::Y * -0.5, Quat::IDENTITY, Collider::cuboid(9.0, 1.0, 9.0));
    let grounds = [
        ("half-space", Collider::half_space(Vec3::Y)),
        ("mesh", Collider::trimesh(plane(0.0), vec![[0, 2, 1], [0, 3, 2]])),
        ("mesh from behind", Collider::trimesh(plane(0.0), vec![[0, 1, 2], [0, 2, 3]])),
        ("height field", Collider::heightfield(vec![vec![0.0; 6]; 9], Vec3::new(10.0, 1.0, 10.0))),
        ("compound", Collider::compound(vec![wide])),
    ];
    for (name, ground) in grounds {
        let mut app = app();
        spawn(&mut app, RigidBody::Static, ground, Vec3::ZERO);
        let part = |x: f32| (Vec3::X * x, Quat::IDENTITY, Collider::cuboid(0.4, 0.6, 0.6));
        let ball = spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.3), Vec3::new(0.1, 0.5, 0.0));
        let cube = spawn(&mut app, RigidBody::Dynamic, Collider::cuboid(0.6, 0.6, 0.6), Vec3::new(2.1, 0.5, 1.0));
        let bar = spawn(&mut app, RigidBody::Dynamic, Collider::compound(vec![part(-0.4), part(0.4)]), Vec3::new(-2.1, 0.5, 1.0));
        run(&mut app, 3.0);
        for body in [ball, cube, bar] {
            assert!((position(&app, body).y - 0.3).abs() < 0.02, "on a {name}: {}", position(&app, body));
        }
    }
}

#[test]
fn sensors_let_bodies_through_and_report_them() {
    let mut app = app();
    let events = (Sensor, CollisionEventsEnabled, CollidingEntities::default());
    let sensor = app.world_mut().spawn((RigidBody::Static, Collider::cuboid(2.0, 1.0, 2.0), events)).id();
    let ball = spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.25), Vec3::Y * 1.5);
    let (mut started, mut ended, mut inside) = (0, 0, false);
    for _ in 0..120 {
        app.update();
        started += app.world_mut().resource_mut::<Messages<CollisionStart>>().drain().count();
        ended += app.world_mut().resource_mut::<Messages<CollisionEnd>>().drain().count();
        inside |= app.world().get::<CollidingEntities>(sensor).unwrap().contains(&ball);
    }
    assert_eq!((started, ended, inside), (1, 1, true));
    assert!(position(&app, ball).y < -2.0);
}

#[test]
fn layers_filter_pairs() {
    let mut app = app();
    let ground = floor(&mut app);
    add(&mut app, ground, CollisionLayers::from_bits(0b01, 0b01));
    let [kept, passed] = [0b01, 0b10].map(|mask| {
        let ball = spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.25), Vec3::new(mask as f32, 0.5, 0.0));
        add(&mut app, ball, CollisionLayers::from_bits(mask, mask));
        ball
    });
    run(&mut app, 1.5);
    assert!((position(&app, kept).y - 0.25).abs() < 0.01);
    assert!(position(&app, passed).y < -2.0);
}

#[test]
fn a_marble_over_a_flat_mesh_keeps_its_speed_and_line() {
    let mut app = app();
    let side = 33_u32;
    let vertices = (0..side * side).map(|k| Vec3::new((k % side) as f32 - 16.0, 0.0, (k / side) as f32 - 16.0)).collect();
    let cells = (0..side - 1).flat_map(|z| (0..side - 1).map(move |x| z * side + x));
    let indices = cells.flat_map(|k| [[k, k + side, k + 1], [k + 1, k + side, k + side + 1]]).collect();
    let ground = spawn(&mut app, RigidBody::Static, Collider::trimesh(vertices, indices), Vec3::ZERO);
    add(&mut app, ground, Friction::new(0.0));
    let marble = spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.1), Vec3::new(-8.0, 0.1, -3.0));
    let start = Vec3::new(1.5, 0.0, 0.7);
    add(&mut app, marble, (Friction::new(0.0), LinearVelocity(start)));
    run(&mut app, 8.0);
    let (at, speed) = (position(&app, marble), velocity(&app, marble));
    assert!((speed - start).length() < 1e-3 * start.length(), "{speed}");
    assert!((at.y - 0.1).abs() < 0.01, "{at}");
}

#[test]
fn transforms_scale_shapes() {
    let mut app = app();
    floor(&mut app);
    let scales = [Vec3::splat(2.0), Vec3::new(1.0, 0.5, 3.0), Vec3::new(2.0, 0.5, 2.0)];
    let shapes = [Collider::sphere(0.5), Collider::sphere(0.5), Collider::capsule(0.25, 0.5)];
    let heights = [1.0, 0.25, 0.25];
    let bodies = [0, 1, 2].map(|place| {
        let at = Transform::from_xyz(4.0 * place as f32 - 4.0, heights[place] + 0.1, 0.0).with_scale(scales[place]);
        app.world_mut().spawn((RigidBody::Dynamic, shapes[place].clone(), at, SleepingDisabled)).id()
    });
    run(&mut app, 2.0);
    for (body, height) in bodies.into_iter().zip(heights) {
        assert!((position(&app, body).y - height).abs() < 0.01, "{} instead of {height}", position(&app, body));
    }
    // Scaled while it rests.
    app.world_mut().get_mut::<Transform>(bodies[0]).unwrap().scale = Vec3::splat(1.0);
    run(&mut app, 2.0);
    assert!((position(&app, bodies[0]).y - 0.5).abs() < 0.01, "{}", position(&app, bodies[0]));
}

/// avian's swept CCD is parry's; its speculative contacts are the narrow phase's.
#[test]
fn speculative_contacts_stop_a_fast_ball() {
    let mut app = app();
    spawn(&mut app, RigidBody::Static, Collider::cuboid(0.05, 40.0, 40.0), Vec3::ZERO);
    let corners = [(-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0)].map(|(y, z)| Vec3::new(9.0, y, z)).to_vec();
    spawn(&mut app, RigidBody::Static, Collider::trimesh(corners, vec![[0, 1, 2], [0, 2, 3]]), Vec3::ZERO);
    let balls = [-7.3, 2.1].map(|x| {
        let ball = spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.1), Vec3::X * x);
        add(&mut app, ball, (LinearVelocity(Vec3::X * 300.0), SpeculativeCcd::default()));
        ball
    });
    run(&mut app, 1.0);
    let [before_wall, before_mesh] = balls.map(|ball| position(&app, ball).x);
    assert!(before_wall < 0.0 && before_mesh > 0.0 && before_mesh < 9.0, "{before_wall} m, {before_mesh} m");
}

#[test]
fn what_stands_on_a_removed_body_falls() {
    let mut app = app();
    let ground = floor(&mut app);
    let lower = spawn(&mut app, RigidBody::Dynamic, Collider::cuboid(1.0, 1.0, 1.0), Vec3::Y * 0.5);
    let upper = spawn(&mut app, RigidBody::Dynamic, Collider::cuboid(1.0, 1.0, 1.0), Vec3::Y * 1.5);
    run(&mut app, 1.0);
    assert!(pair(&app, ground, lower).is_some_and(ContactPair::is_touching));
    app.world_mut().entity_mut(lower).despawn();
    run(&mut app, 2.0);
    assert!(pair(&app, ground, lower).is_none());
    assert!((position(&app, upper).y - 0.5).abs() < 0.01, "{}", position(&app, upper));
    app.world_mut().entity_mut(ground).remove::<Collider>();
    run(&mut app, 1.0);
    assert!(position(&app, upper).y < -1.0);
}

#[test]
fn two_runs_have_the_same_bits() {
    let run_once = || {
        let mut app = app();
        floor(&mut app);
        let shapes = [Collider::sphere(0.3), Collider::cuboid(0.5, 0.6, 0.7), Collider::cylinder(0.3, 0.6), Collider::capsule(0.2, 0.4)];
        let bodies: Vec<_> = (0..40)
            .map(|k| {
                let at = Vec3::new((k % 3) as f32 * 0.31, 1.0 + k as f32 * 0.4, (k % 5) as f32 * 0.17);
                spawn(&mut app, RigidBody::Dynamic, shapes[k % 4].clone(), at)
            })
            .collect();
        run(&mut app, 4.0);
        bits(&app, &bodies)
    };
    assert_eq!(run_once(), run_once());
}
