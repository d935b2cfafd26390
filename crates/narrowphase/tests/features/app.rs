//! The stage as a plugin for bevy_app.

use bevy_app::{App, Update};
use bevy_ecs::message::MessageReader;
use bevy_ecs::prelude::*;
use clinch_narrowphase::ecs::NarrowphasePlugin;
use clinch_narrowphase::{CandidatePairs, Collider, ContactEnded, ContactEvents, ContactStarted, Contacts, NarrowphaseSystems, Placement};
use clinch_shapes::Ball;
use clinch_support::Pose;
use glam::{Vec2, Vec3};

#[derive(Resource, Default)]
struct Received {
    started: usize,
    ended: usize,
    touching: usize,
}

fn all_pairs(bodies: Query<'_, '_, Entity, With<Collider<Vec3>>>, mut candidates: ResMut<'_, CandidatePairs<Vec3>>) {
    for [a, b] in bodies.iter_combinations() {
        candidates.push(a, b);
    }
}

fn receive(
    mut started: MessageReader<'_, '_, ContactStarted<Vec3>>,
    mut ended: MessageReader<'_, '_, ContactEnded<Vec3>>,
    contacts: Contacts<'_, Vec3>,
    mut received: ResMut<'_, Received>,
) {
    received.started += started.read().count();
    received.ended += ended.read().count();
    received.touching = contacts.touching().count();
}

#[test]
fn an_app_reads_the_messages_of_the_plugin() {
    let mut app = App::new();
    app.add_plugins(NarrowphasePlugin::<Vec3, Placement<Vec3>>::in_schedule(Update));
    // An independent 2D stage in the same app.
    app.add_plugins(NarrowphasePlugin::<Vec2, Placement<Vec2>>::in_schedule(Update));
    app.init_resource::<Received>();
    app.add_systems(Update, (all_pairs.before(NarrowphaseSystems::UpdatePairs), receive.after(NarrowphaseSystems::Publish)));
    let at = |x: f32| Placement(Pose::at(Vec3::new(x, 0.0, 0.0)));
    let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let bodies = [0.0, 0.75, 1.5].map(|x| app.world_mut().spawn((ball.clone(), at(x), ContactEvents::default())).id());
    let tick = |app: &mut App| {
        app.update();
        let received = app.world().resource::<Received>();
        (received.started, received.ended, received.touching)
    };
    assert_eq!(tick(&mut app), (2, 0, 2));
    assert_eq!(tick(&mut app), (2, 0, 2));
    app.world_mut().despawn(bodies[1]);
    assert_eq!(tick(&mut app), (2, 2, 0));
    app.world_mut().entity_mut(bodies[2]).insert(at(0.5));
    assert_eq!(tick(&mut app), (3, 2, 1));
    for _ in 0..5 {
        assert_eq!(tick(&mut app), (3, 2, 1));
    }
}
