//! The manifolds that avian gets: normals, points, feature ids and impulses.

mod common;

use std::collections::BTreeSet;

use avian3d::collision::contact_types::PackedFeatureId;
use avian3d::prelude::{
    AnyCollider, ColliderPairContext, ContactManifold, ContactPoint, Friction, LinearVelocity, NarrowPhaseConfig, RigidBody,
    SleepingDisabled,
};
use bevy::ecs::entity::Entity;
use bevy::math::{Quat, Vec3};
use clinch_avian::PairMemories;
use clinch_avian::d3::Collider;
use common::{add, app, floor, pair, position, run, spawn};

/// A collider at a place.
struct At<'c>(&'c Collider, Vec3, Quat);

/// The manifolds of two colliders without a world.
fn manifolds(a: &At<'_>, b: &At<'_>, prediction: f32) -> Vec<ContactManifold> {
    let mut manifolds = Vec::new();
    let context = ColliderPairContext::new(Entity::PLACEHOLDER, Entity::PLACEHOLDER, &None);
    a.0.contact_manifolds_with_context(b.0, a.1, a.2, b.1, b.2, prediction, &mut manifolds, context);
    manifolds
}

fn ids(point: &ContactPoint) -> [PackedFeatureId; 2] {
    [point.feature_id1, point.feature_id2]
}

#[test]
fn points_and_normals_are_in_world_space_about_the_colliders() {
    let (far, turned) = (Vec3::new(100.0, 20.0, -30.0), Quat::from_rotation_z(0.5));
    let cube = Collider::cuboid(2.0, 2.0, 2.0);
    let up = turned * Vec3::Y;
    let found = manifolds(&At(&cube, far, turned), &At(&cube, far + up * 1.9, turned), 0.02);
    assert_eq!((found.len(), found[0].points.len()), (1, 4));
    assert!((found[0].normal - up).length() < 1e-6);
    for point in &found[0].points {
        assert!((point.penetration - 0.1).abs() < 1e-5, "{point:?}");
        assert!((point.anchor1.dot(up) - 0.95).abs() < 1e-5 && (point.anchor2.dot(up) + 0.95).abs() < 1e-5, "{point:?}");
        assert!((far + point.anchor1 - point.point).length() < 1e-4, "{point:?}");
    }
}

#[test]
fn a_composite_shape_may_be_either_collider() {
    let mesh = Collider::trimesh(vec![Vec3::ZERO, Vec3::X * 4.0, Vec3::Z * 4.0], vec![[0, 2, 1]]);
    let ball = Collider::sphere(0.5);
    let (here, above) = (At(&mesh, Vec3::ZERO, Quat::IDENTITY), At(&ball, Vec3::new(1.0, 0.4, 1.0), Quat::IDENTITY));
    let [forth] = &manifolds(&here, &above, 0.0)[..] else { panic!("one manifold") };
    let [back] = &manifolds(&above, &here, 0.0)[..] else { panic!("one manifold") };
    assert_eq!((forth.normal, back.normal), (Vec3::Y, Vec3::NEG_Y));
    assert_eq!(forth.points[0].point, back.points[0].point);
    assert_eq!((forth.points[0].anchor1, forth.points[0].anchor2), (back.points[0].anchor2, back.points[0].anchor1));
    assert!((forth.points[0].penetration - 0.1).abs() < 1e-6);
}

#[test]
fn pairs_beyond_the_prediction_distance_have_no_manifold() {
    let cube = Collider::cuboid(1.0, 1.0, 1.0);
    let count =
        |other: &Collider, y: f32| manifolds(&At(&cube, Vec3::ZERO, Quat::IDENTITY), &At(other, Vec3::Y * y, Quat::IDENTITY), 0.02).len();
    assert_eq!((count(&cube, 1.015), count(&cube, 1.025)), (1, 0));
    assert_eq!((count(&Collider::empty(), 0.0), count(&Collider::sphere(-1.0), 0.0)), (0, 0), "empty and refused shapes");
}

/// A box that slides and turns over a mesh: new points have new ids, and no id is unknown or equal
/// to another of its pair, also crosswise.
#[test]
fn ids_are_distinct_known_and_of_two_kinds() {
    let mut app = app();
    // So that manifolds are computed in every step.
    app.insert_resource(NarrowPhaseConfig { recycle_distance: 0.0, ..NarrowPhaseConfig::default() });
    let corners = (0..81).map(|k| Vec3::new((k % 9) as f32 - 4.0, 0.0, (k / 9) as f32 - 4.0)).collect();
    let indices = (0..8).flat_map(|z| {
        (0..8).flat_map(move |x| {
            let k = 9 * z + x;
            [[k, k + 9, k + 1], [k + 1, k + 9, k + 10]]
        })
    });
    let ground = spawn(&mut app, RigidBody::Static, Collider::trimesh(corners, indices.collect()), Vec3::ZERO);
    let body = spawn(&mut app, RigidBody::Dynamic, Collider::cuboid(0.8, 0.4, 0.8), Vec3::new(-2.5, 0.21, 0.0));
    add(&mut app, body, (LinearVelocity(Vec3::new(3.0, 0.0, 0.4)), Friction::new(0.1)));
    let (mut points, mut kept, mut last) = (0, 0, BTreeSet::new());
    for _ in 0..90 {
        app.update();
        let Some(pair) = pair(&app, ground, body) else { continue };
        let found: Vec<_> = pair.manifolds.iter().flat_map(|manifold| manifold.points.iter().map(ids)).collect();
        assert!(found.iter().flatten().all(|id| !id.is_unknown()));
        assert!(found.iter().all(|[one, other]| one.is_vertex() && other.is_face()));
        let distinct: BTreeSet<_> = found.iter().map(|[one, _]| one.0).collect();
        assert_eq!(distinct.len(), found.len());
        points += found.len();
        kept += distinct.intersection(&last).count();
        last = distinct;
    }
    assert!(points > 200, "{points}");
    assert!(kept * 10 > points * 9, "only {kept} of {points} points continue one of the last step");
}

#[test]
fn a_resting_box_keeps_its_points_and_their_impulses() {
    let mut app = app();
    app.insert_resource(NarrowPhaseConfig { recycle_distance: 0.0, ..NarrowPhaseConfig::default() });
    let ground = floor(&mut app);
    let cube = spawn(&mut app, RigidBody::Dynamic, Collider::cuboid(0.6, 0.6, 0.6), Vec3::new(0.05, 0.35, -0.02));
    add(&mut app, cube, SleepingDisabled);
    run(&mut app, 2.0);
    let points = |app: &bevy::app::App| pair(app, ground, cube).unwrap().manifolds[0].points.clone();
    let before: Vec<_> = points(&app).iter().map(ids).collect();
    assert_eq!(before.len(), 4);
    for _ in 0..60 {
        app.update();
        let now = points(&app);
        assert_eq!(now.iter().map(ids).collect::<Vec<_>>(), before);
        assert!(now.iter().all(|point| point.normal_impulse > 0.0), "{now:?}");
    }
}

/// A ball that rolls from triangle to triangle is one contact point.
#[test]
fn a_rolling_ball_keeps_the_id_of_its_point() {
    let mut app = app();
    app.insert_resource(NarrowPhaseConfig { recycle_distance: 0.0, ..NarrowPhaseConfig::default() });
    let ground = spawn(&mut app, RigidBody::Static, Collider::heightfield(vec![vec![0.0; 41]; 41], Vec3::new(20.0, 1.0, 20.0)), Vec3::ZERO);
    let ball = spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.3), Vec3::new(-4.0, 0.3, 0.1));
    run(&mut app, 0.5);
    add(&mut app, ball, LinearVelocity(Vec3::new(0.15, 0.0, 0.05)));
    let id = |app: &bevy::app::App| ids(&pair(app, ground, ball).unwrap().manifolds[0].points[0]);
    let before = id(&app);
    for _ in 0..400 {
        app.update();
        assert_eq!(id(&app), before, "at {}", position(&app, ball));
    }
    assert!(position(&app, ball).x > -3.5, "{}", position(&app, ball));
}

#[test]
fn memories_of_ended_pairs_are_forgotten() {
    let mut app = app();
    floor(&mut app);
    for round in 0..5 {
        let bodies: Vec<_> = (0..60)
            .map(|k| spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.2), Vec3::new((k % 8) as f32 - 4.0, 0.19, (k / 8) as f32)))
            .collect();
        run(&mut app, 0.1);
        assert!(app.world().resource::<PairMemories<Vec3>>().len() >= 60);
        for body in bodies {
            app.world_mut().entity_mut(body).despawn();
        }
        run(&mut app, 0.1);
        assert!(app.world().resource::<PairMemories<Vec3>>().len() <= 64, "round {round}");
    }
}

/// bevy uses the indices of despawned entities again.
#[test]
fn memories_of_replaced_bodies_are_forgotten() {
    let mut app = app();
    floor(&mut app);
    let (mut last, mut forgotten) = (0, 0);
    for round in 0..8 {
        let bodies: Vec<_> = (0..60)
            .map(|k| spawn(&mut app, RigidBody::Dynamic, Collider::sphere(0.2), Vec3::new((k % 8) as f32 - 4.0, 0.19, (k / 8) as f32)))
            .collect();
        run(&mut app, 0.1);
        let memories = app.world().resource::<PairMemories<Vec3>>().len();
        // Once in a while all but those of the living are forgotten.
        assert!(memories == last + 60 || memories == 60, "round {round}: {memories} after {last}");
        forgotten += u32::from(memories < last);
        last = memories;
        for body in bodies {
            app.world_mut().entity_mut(body).despawn();
        }
    }
    assert!(forgotten > 1, "the sample must bite");
}
