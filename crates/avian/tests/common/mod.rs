//! A headless app with avian's plugins and clinch's collider, and bodies in it.

#![allow(dead_code, reason = "no test program uses all of it")]

use avian3d::prelude::{ContactGraph, ContactPair, LinearVelocity, Position, RigidBody, Rotation};
use bevy::app::{App, TaskPoolPlugin};
use bevy::ecs::bundle::Bundle;
use bevy::ecs::entity::Entity;
use bevy::math::Vec3;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy::transform::TransformPlugin;
use bevy::transform::components::Transform;
use clinch_avian::d3::{ClinchPlugins, Collider};
use std::time::Duration;

/// Steps per second.
pub(crate) const RATE: u32 = 64;

/// An app that runs one step per update.
pub(crate) fn app() -> App {
    app_with(ClinchPlugins::default())
}

pub(crate) fn app_with(plugins: impl bevy::app::PluginGroup) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin)).add_plugins(plugins);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / f64::from(RATE))));
    app.finish();
    app.cleanup();
    // The first update has no time before it.
    app.update();
    app
}

pub(crate) fn spawn(app: &mut App, body: RigidBody, collider: Collider, at: Vec3) -> Entity {
    app.world_mut().spawn((body, collider, Transform::from_translation(at))).id()
}

/// A box whose top is at height 0.
pub(crate) fn floor(app: &mut App) -> Entity {
    spawn(app, RigidBody::Static, Collider::cuboid(20.0, 1.0, 20.0), Vec3::Y * -0.5)
}

pub(crate) fn add(app: &mut App, entity: Entity, bundle: impl Bundle) {
    app.world_mut().entity_mut(entity).insert(bundle);
}

pub(crate) fn run(app: &mut App, seconds: f32) {
    for _ in 0..(seconds * RATE as f32) as u32 {
        app.update();
    }
}

pub(crate) fn position(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Position>(entity).unwrap().0
}

pub(crate) fn velocity(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<LinearVelocity>(entity).unwrap().0
}

/// The positions and rotations of bodies, as bits.
pub(crate) fn bits(app: &App, entities: &[Entity]) -> Vec<[u32; 7]> {
    let of = |&entity: &Entity| {
        let (at, turned) = (position(app, entity), app.world().get::<Rotation>(entity).unwrap().0);
        [at.x, at.y, at.z, turned.x, turned.y, turned.z, turned.w].map(f32::to_bits)
    };
    entities.iter().map(of).collect()
}

/// The pair of two colliders, if avian has one.
pub(crate) fn pair(app: &App, one: Entity, other: Entity) -> Option<&ContactPair> {
    app.world().resource::<ContactGraph>().get(one, other).map(|(_, pair)| pair)
}
