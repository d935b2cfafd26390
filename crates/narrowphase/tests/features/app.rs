//! The stage as a plugin of an app.

use bevy_app::{App, Update};
use bevy_ecs::message::MessageReader;
use bevy_ecs::prelude::*;
use clinch_narrowphase::ecs::NarrowphasePlugin;
use clinch_narrowphase::{CandidatePairs, Collider, ContactEnded, ContactEvents, ContactStarted, Contacts, NarrowphaseSystems, Placement};
use clinch_shapes::Ball;
use clinch_support::Pose;
use glam::{Vec2, Vec3};

#[derive(Resource, Default)]
struct Heard {
    started: usize,
    ended: usize,
    touching: usize,
}

fn all_pairs(bodies: Query<'_, '_, Entity, With<Collider<Vec3>>>, mut found: ResMut<'_, CandidatePairs<Vec3>>) {
    for [a, b] in bodies.iter_combinations() {
        found.push(a, b);
    }
}

fn listen(
    mut started: MessageReader<'_, '_, ContactStarted<Vec3>>,
    mut ended: MessageReader<'_, '_, ContactEnded<Vec3>>,
    contacts: Contacts<'_, Vec3>,
    mut heard: ResMut<'_, Heard>,
) {
    heard.started += started.read().count();
    heard.ended += ended.read().count();
    heard.touching = contacts.touching().count();
}

#[test]
fn messages_flow_through_an_app() {
    let mut app = App::new();
    app.add_plugins(NarrowphasePlugin::<Vec3, Placement<Vec3>>::in_schedule(Update));
    // Another kind beside it.
    app.add_plugins(NarrowphasePlugin::<Vec2, Placement<Vec2>>::in_schedule(Update));
    app.init_resource::<Heard>();
    app.add_systems(Update, (all_pairs.before(NarrowphaseSystems::Gather), listen.after(NarrowphaseSystems::Publish)));
    let at = |x: f32| Placement(Pose::at(Vec3::new(x, 0.0, 0.0)));
    let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let bodies = [0.0, 0.75, 1.5].map(|x| app.world_mut().spawn((ball.clone(), at(x), ContactEvents::default())).id());
    let tick = |app: &mut App| {
        app.update();
        let heard = app.world().resource::<Heard>();
        (heard.started, heard.ended, heard.touching)
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
