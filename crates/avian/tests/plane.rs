//! Worlds of avian2d with clinch's collider.

use std::time::Duration;

use avian2d::prelude::{ContactGraph, Friction, LinearVelocity, Position, RigidBody, Sleeping};
use bevy::app::{App, TaskPoolPlugin};
use bevy::ecs::entity::Entity;
use bevy::math::{Rot2, Vec2, Vec3};
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy::transform::TransformPlugin;
use bevy::transform::components::Transform;
use clinch_avian::d2::{ClinchPlugins, Collider};

/// Steps per second.
const RATE: f32 = 64.0;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, ClinchPlugins::default()));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(1.0 / RATE)));
    // Metres, not the pixels that avian2d's default is for.
    app.insert_resource(avian2d::prelude::Gravity(Vec2::NEG_Y * 9.81));
    app.finish();
    app.cleanup();
    app.update();
    app
}

fn spawn(app: &mut App, body: RigidBody, collider: Collider, at: Vec2) -> Entity {
    app.world_mut().spawn((body, collider, Transform::from_translation(at.extend(0.0)))).id()
}

fn run(app: &mut App, seconds: f32) {
    for _ in 0..(seconds * RATE) as u32 {
        app.update();
    }
}

fn position(app: &App, entity: Entity) -> Vec2 {
    app.world().get::<Position>(entity).unwrap().0
}

#[test]
fn a_stack_of_ten_squares_stands_and_falls_asleep() {
    let mut app = app();
    spawn(&mut app, RigidBody::Static, Collider::rectangle(20.0, 1.0), Vec2::Y * -0.5);
    let squares: Vec<_> =
        (0..10).map(|level| spawn(&mut app, RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), Vec2::Y * (0.5 + level as f32))).collect();
    run(&mut app, 10.0);
    for (level, &square) in squares.iter().enumerate() {
        let at = position(&app, square);
        assert!((at - Vec2::Y * (0.5 + level as f32)).length() < 0.05, "level {level} is at {at}");
        assert!(app.world().get::<Sleeping>(square).is_some(), "level {level} is awake");
    }
}

#[test]
fn every_shape_rests_on_every_kind_of_ground() {
    let line = vec![Vec2::X * -9.0, Vec2::X * -2.0, Vec2::X * 3.0, Vec2::X * 9.0];
    let wide = (Vec2::Y * -0.5, Rot2::IDENTITY, Collider::rectangle(18.0, 1.0));
    let mut closed = line.clone();
    closed.extend([Vec2::new(0.0, -3.0), Vec2::X * -9.0]);
    let grounds = [
        ("half-space", Collider::half_space(Vec2::Y)),
        ("polyline", Collider::polyline(line.clone(), None)),
        ("backward polyline", Collider::polyline(line.iter().rev().copied().collect(), None)),
        ("closed polyline", Collider::polyline(closed, None)),
        ("list of segments", Collider::polyline(line.clone(), Some(vec![[2, 3], [0, 1], [1, 2]]))),
        ("height field", Collider::heightfield(vec![0.0; 12], Vec2::new(18.0, 1.0))),
        ("triangles", Collider::trimesh(vec![Vec2::X * -9.0, Vec2::X * 9.0, Vec2::Y * -8.0], vec![[0, 1, 2]])),
        ("compound", Collider::compound(vec![wide])),
    ];
    let square = [Vec2::new(-0.3, -0.3), Vec2::new(0.3, -0.3), Vec2::new(0.3, 0.3), Vec2::new(-0.3, 0.3)];
    let part = |x: f32| (Vec2::X * x, Rot2::IDENTITY, Collider::rectangle(0.4, 0.6));
    let shapes = [
        ("circle", Collider::circle(0.3)),
        ("ellipse", Collider::ellipse(0.5, 0.3)),
        ("rectangle", Collider::rectangle(0.9, 0.6)),
        ("round rectangle", Collider::round_rectangle(0.7, 0.4, 0.1)),
        ("hull", Collider::convex_hull(&square).unwrap()),
        ("polygon", Collider::convex_polyline(square.to_vec()).unwrap()),
        ("compound", Collider::compound(vec![part(-0.3), part(0.3)])),
    ];
    for (ground, collider) in grounds {
        let mut app = app();
        spawn(&mut app, RigidBody::Static, collider, Vec2::ZERO);
        let place = |index: usize| Vec2::new(1.7 * index as f32 - 5.6, 0.4);
        let bodies: Vec<_> = (0..shapes.len()).map(|k| spawn(&mut app, RigidBody::Dynamic, shapes[k].1.clone(), place(k))).collect();
        run(&mut app, 3.0);
        for (body, (shape, _)) in bodies.into_iter().zip(&shapes) {
            assert!((position(&app, body).y - 0.3).abs() < 0.02, "a {shape} on a {ground}: {}", position(&app, body));
        }
    }
}

#[test]
fn a_square_slides_over_a_chain_without_catching() {
    let mut app = app();
    let points = (0..60).map(|k| Vec2::X * (0.37 * k as f32 - 2.0)).collect();
    let ground = spawn(&mut app, RigidBody::Static, Collider::polyline(points, None), Vec2::ZERO);
    let body = spawn(&mut app, RigidBody::Dynamic, Collider::rectangle(0.5, 0.5), Vec2::new(-1.0, 0.25));
    for entity in [ground, body] {
        app.world_mut().entity_mut(entity).insert(Friction::new(0.0));
    }
    app.world_mut().entity_mut(body).insert(LinearVelocity(Vec2::X * 3.0));
    for _ in 0..300 {
        app.update();
        let pair = app.world().resource::<ContactGraph>().get(ground, body).map(|(_, pair)| pair);
        for manifold in pair.iter().flat_map(|pair| &pair.manifolds) {
            assert!(manifold.normal.x.abs() < 1e-5, "{}", manifold.normal);
            assert!(manifold.points.iter().all(|point| !point.feature_id1.is_unknown() && !point.feature_id2.is_unknown()));
        }
    }
    let velocity = app.world().get::<LinearVelocity>(body).unwrap().0;
    assert!((velocity.x - 3.0).abs() < 3e-3, "{velocity}");
}

#[test]
fn scaled_shapes_rest_on_their_edges() {
    let mut app = app();
    spawn(&mut app, RigidBody::Static, Collider::half_space(Vec2::Y), Vec2::ZERO);
    let shapes = [
        (Collider::circle(0.5), Vec2::new(2.0, 0.5)),
        (Collider::rectangle(1.0, 1.0), Vec2::new(1.0, 3.0)),
        (Collider::capsule(0.2, 0.4), Vec2::splat(2.0)),
    ];
    let bodies: Vec<_> = shapes
        .into_iter()
        .enumerate()
        .map(|(k, (collider, scale))| {
            let at = Transform::from_xyz(3.0 * k as f32, 1.7, 0.0).with_scale(Vec3::new(scale.x, scale.y, 1.0));
            app.world_mut().spawn((RigidBody::Dynamic, collider, at)).id()
        })
        .collect();
    run(&mut app, 3.0);
    for (body, height) in bodies.into_iter().zip([0.25, 1.5, 0.8]) {
        assert!((position(&app, body).y - height).abs() < 0.02, "{} instead of {height}", position(&app, body));
    }
}
