//! The stage in a plain bevy_ecs world.

use bevy_ecs::message::Messages;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule};
use bevy_ecs::system::ResMut;
use bevy_ecs::world::World;
use clinch_contact::Clip;

use crate::ecs::messages::{ContactEnded, ContactStarted};
use crate::ecs::resources::{CandidatePairs, Diagnostics, StageSettings, Table};
use crate::ecs::systems::{NarrowphaseSystems, collide, gather, publish};
use crate::placed::Placed;
use crate::workers::Workers;

/// Puts the stage for shapes of `V`, placed by `P`, into a world and a schedule: resources, messages and their rotation, systems, threads.
///
/// Each run of the schedule is one tick. Resources that are there already, such as your own [`StageSettings`] or [`Workers`], are kept. Call
/// it once for each kind of vector: stages do not see each other. With bevy_app use the plugin, which leaves the rotation of messages to the app.
pub fn install<V: Clip, P: Placed<V>>(world: &mut World, schedule: &mut Schedule) {
    world.init_resource::<Messages<ContactStarted<V>>>();
    world.init_resource::<Messages<ContactEnded<V>>>();
    schedule.add_systems(rotate::<V>.before(NarrowphaseSystems::Gather));
    add_stage::<V, P>(world, schedule);
}

/// Everything but the messages.
pub(crate) fn add_stage<V: Clip, P: Placed<V>>(world: &mut World, schedule: &mut Schedule) {
    world.init_resource::<CandidatePairs<V>>();
    world.init_resource::<Table<V>>();
    world.init_resource::<StageSettings<V>>();
    world.init_resource::<Diagnostics<V>>();
    world.get_resource_or_init::<Workers<V>>().start();
    schedule.configure_sets((NarrowphaseSystems::Gather, NarrowphaseSystems::Collide, NarrowphaseSystems::Publish).chain());
    schedule.add_systems((
        gather::<V, P>.in_set(NarrowphaseSystems::Gather),
        collide::<V, P>.in_set(NarrowphaseSystems::Collide),
        publish::<V>.in_set(NarrowphaseSystems::Publish),
    ));
}

/// Messages live for two ticks, as everywhere in bevy.
fn rotate<V: Clip>(mut started: ResMut<'_, Messages<ContactStarted<V>>>, mut ended: ResMut<'_, Messages<ContactEnded<V>>>) {
    started.update();
    ended.update();
}
