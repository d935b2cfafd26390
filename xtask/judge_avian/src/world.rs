//! A headless app with avian and one of the two colliders, at one of the sizes.

use std::time::Duration;

use avian3d::prelude::{
    AngularVelocity, BodySizeMetricsPlugin, Collider as OfParry, ColliderBackendPlugin, ColliderTreePlugin, Friction, Gravity,
    LinearVelocity, NarrowPhaseConfig, NarrowPhasePlugin, PhysicsPlugins, Position, RigidBody, Rotation, SleepingDisabled,
};
use bevy::app::{App, PluginGroup, TaskPoolOptions, TaskPoolPlugin};
use bevy::ecs::entity::Entity;
use bevy::math::{Quat, Vec3};
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy::transform::TransformPlugin;
use bevy::transform::components::Transform;
use clinch_avian::d3::ClinchPlugins;

use crate::shape::Shape;

/// Steps per second.
pub(crate) const RATE: u32 = 64;

/// Whose contacts avian solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contender {
    Clinch,
    Parry,
}

/// What a run is, besides its scene and its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) contender: Contender,
    /// The lengths of the copy, relative to those of the scene.
    pub(crate) scale: f32,
    /// Whether avian keeps manifolds while bodies hardly move, as it does by default.
    pub(crate) recycling: bool,
}

/// A body of a scene, in metres.
pub(crate) struct Body {
    pub(crate) shape: Shape,
    pub(crate) at: Vec3,
    pub(crate) rotation: Quat,
    pub(crate) velocity: Vec3,
    pub(crate) spin: Vec3,
    pub(crate) friction: f32,
}

impl Body {
    /// A body at rest with avian's default friction.
    pub(crate) fn new(shape: Shape, at: Vec3) -> Self {
        Self { shape, at, rotation: Quat::IDENTITY, velocity: Vec3::ZERO, spin: Vec3::ZERO, friction: 0.5 }
    }
}

/// The world of a run. All that it takes and returns is in metres.
pub(crate) struct World {
    app: App,
    setting: Setting,
    bodies: Vec<Entity>,
}

impl World {
    pub(crate) fn new(setting: Setting) -> Self {
        let mut app = App::new();
        let pools = TaskPoolPlugin { task_pool_options: TaskPoolOptions::with_num_threads(1) };
        app.add_plugins((pools, TimePlugin, TransformPlugin));
        match setting.contender {
            Contender::Clinch => {
                // avian's own collider would compute the sizes of these bodies, too, as nothing.
                let plugins = ClinchPlugins::default().with_length_unit(setting.scale).build();
                let plugins = plugins
                    .disable::<ColliderBackendPlugin<OfParry>>()
                    .disable::<ColliderTreePlugin<OfParry>>()
                    .disable::<NarrowPhasePlugin<OfParry>>()
                    .disable::<BodySizeMetricsPlugin<OfParry>>();
                app.add_plugins(plugins);
            }
            Contender::Parry => {
                app.add_plugins(PhysicsPlugins::default().with_length_unit(setting.scale));
            }
        }
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / f64::from(RATE))));
        app.insert_resource(Gravity(Vec3::NEG_Y * 9.81 * setting.scale));
        let defaults = NarrowPhaseConfig::default();
        let recycle_distance = if setting.recycling { defaults.recycle_distance } else { 0.0 };
        app.insert_resource(NarrowPhaseConfig { recycle_distance, ..defaults });
        app.finish();
        app.cleanup();
        app.update();
        Self { app, setting, bodies: Vec::new() }
    }

    pub(crate) fn fixed(&mut self, body: &Body) {
        self.spawn(RigidBody::Static, body);
    }

    pub(crate) fn moving(&mut self, body: &Body) {
        let entity = self.spawn(RigidBody::Dynamic, body);
        let scale = self.setting.scale;
        // A sleeping body does not drift.
        let motion = (LinearVelocity(body.velocity * scale), AngularVelocity(body.spin), SleepingDisabled);
        self.app.world_mut().entity_mut(entity).insert(motion);
        self.bodies.push(entity);
    }

    fn spawn(&mut self, kind: RigidBody, body: &Body) -> Entity {
        let scale = self.setting.scale;
        let place = Transform::from_translation(body.at * scale).with_rotation(body.rotation);
        let common = (kind, place, Friction::new(body.friction));
        let world = self.app.world_mut();
        match self.setting.contender {
            Contender::Clinch => world.spawn((common, body.shape.of_clinch(scale))).id(),
            Contender::Parry => world.spawn((common, body.shape.of_parry(scale))).id(),
        }
    }

    pub(crate) fn step(&mut self) {
        self.app.update();
    }

    pub(crate) fn state(&self) -> Vec<State> {
        let world = self.app.world();
        let of = |&entity: &Entity| {
            let scale = self.setting.scale;
            Some(State {
                at: world.get::<Position>(entity)?.0 / scale,
                rotation: world.get::<Rotation>(entity)?.0,
                velocity: world.get::<LinearVelocity>(entity)?.0 / scale,
                spin: world.get::<AngularVelocity>(entity)?.0,
            })
        };
        self.bodies.iter().filter_map(of).collect()
    }
}

/// The motion of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) at: Vec3,
    pub(crate) rotation: Quat,
    pub(crate) velocity: Vec3,
    pub(crate) spin: Vec3,
}

impl State {
    /// The speed of a point half a metre from the center.
    pub(crate) fn speed(&self) -> f32 {
        self.velocity.length() + 0.5 * self.spin.length()
    }
}
