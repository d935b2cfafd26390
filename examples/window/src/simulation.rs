//! The engine in bevy's world: its schedule, and the scene that runs.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::{App, DetectChangesMut, Entity, IntoScheduleConfigs, Query, Res, Resource, Schedule, Transform, With, World};
use clinch::d3::{Diagnostics, Placement};
use clinch::{NarrowphaseSystems, Sleeping};

use crate::body::Body;
use crate::costs::{Costs, add_tick, start_solver};
use crate::scene::{Built, Scene};
use crate::scenes::SCENES;
use crate::selection::Selection;
use crate::{sleep, solver, tick};

/// The schedule of a tick.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

static ALL: [Scene; 4] = SCENES;

#[derive(Resource, Default)]
pub(crate) struct Simulation {
    /// The index of the scene, which exists.
    scene: usize,
    /// Since the scene was built.
    pub(crate) ticks: u32,
    /// Whether bodies may sleep.
    pub(crate) sleeps: bool,
    pub(crate) paused: bool,
}

impl Simulation {
    pub(crate) fn scene(&self) -> &'static Scene {
        &ALL[self.scene]
    }

    pub(crate) fn scene_index(&self) -> usize {
        self.scene
    }
}

/// Adds the engine to an app, and builds a scene.
pub(crate) fn add(app: &mut App, scene: usize) -> Built {
    let mut schedule = Schedule::new(Tick);
    tick::add(app.world_mut(), &mut schedule);
    schedule.add_systems((
        (copy_placements, start_solver).chain().after(NarrowphaseSystems::Publish).before(solver::solve),
        (add_tick, sleep::put_to_rest.run_if(|simulation: Res<Simulation>| simulation.sleeps)).chain().after(solver::solve),
    ));
    app.add_schedule(schedule);
    app.init_resource::<Simulation>().init_resource::<Costs>().init_resource::<Selection>();
    app.register_required_components::<Body, Transform>();
    build(app.world_mut(), scene)
}

/// Replaces all bodies by those of a scene at its beginning.
pub(crate) fn build(world: &mut World, scene: usize) -> Built {
    let bodies: Vec<Entity> = world.query_filtered::<Entity, With<Body>>().iter(world).collect();
    bodies.into_iter().for_each(|body| {
        world.despawn(body);
    });
    let scene = scene.min(ALL.len() - 1);
    let paused = world.resource::<Simulation>().paused;
    world.insert_resource(Simulation { scene, ticks: 0, sleeps: ALL[scene].sleeps, paused });
    world.insert_resource(Selection::default());
    world.insert_resource(Costs::default());
    world.insert_resource(Diagnostics::default());
    (ALL[scene].build)(world)?;
    world.run_system_cached(copy_placements).map_err(|error| error.to_string())?;
    Ok(())
}

/// Builds the scene again.
pub(crate) fn reset(world: &mut World) -> Built {
    build(world, world.resource::<Simulation>().scene)
}

/// Runs one tick.
pub(crate) fn run_tick(world: &mut World) {
    world.run_schedule(Tick);
    world.resource_mut::<Simulation>().ticks += 1;
}

/// Lets bodies sleep; or wakes all, and keeps them awake.
pub(crate) fn toggle_sleep(world: &mut World) {
    let mut simulation = world.resource_mut::<Simulation>();
    simulation.sleeps = !simulation.sleeps;
    if simulation.sleeps {
        return;
    }
    let asleep: Vec<Entity> = world.query_filtered::<Entity, With<Sleeping>>().iter(world).collect();
    for body in asleep {
        world.entity_mut(body).remove::<Sleeping>();
    }
}

/// Where the bodies are drawn: where the stage has seen them, before the solver moves them. So the
/// contact points are on their surfaces.
fn copy_placements(mut bodies: Query<(&Placement, &mut Transform)>) {
    for (placement, mut transform) in &mut bodies {
        let pose = &placement.0;
        transform.set_if_neq(Transform { translation: pose.translation, rotation: pose.rotation, ..Transform::IDENTITY });
    }
}
