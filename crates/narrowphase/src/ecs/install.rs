//! The stage in a plain bevy_ecs world.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::Messages;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule};
use bevy_ecs::system::{ResMut, SystemParam, SystemParamItem};
use bevy_ecs::world::World;
use clinch_contact::Clip;

use crate::ecs::messages::{ContactEnded, ContactPersisted, ContactStarted};
use crate::ecs::resources::{CandidatePairs, Diagnostics, PlacesOf, StageSettings, Table};
use crate::ecs::sync_colliders::enroll;
use crate::ecs::systems::NarrowphaseSystems::{self, Collide, Edit, Enroll, Gather, Publish};
use crate::ecs::systems::{collide, gather, list_colliding, publish};
use crate::pair_rules::PairRules;
use crate::placement::Placed;
use crate::workers::Workers;

/// Puts the stage for shapes of `V`, placed by `P`, into a world and a schedule: resources, messages and their rotation, systems, threads.
///
/// Each run of the schedule is one tick. Resources that are there already, such as your own [`StageSettings`] or [`Workers`], are kept. Call
/// it once for each kind of vector: stages do not see each other. With bevy_app use the plugin, which leaves the rotation of messages to the app.
///
/// A world without an app needs [`World::clear_trackers`] now and then, after a tick: until then bevy keeps a record of every component that was removed.
pub fn install<V: Clip, P: Placed<V> + Component>(world: &mut World, schedule: &mut Schedule) {
    install_with_rules::<V, P, ()>(world, schedule);
}

/// [`install`], with rules for pairs: a system parameter of yours that is [`PairRules`].
pub fn install_with_rules<V: Clip, P: Placed<V> + Component, R: SystemParam + 'static>(world: &mut World, schedule: &mut Schedule)
where
    for<'w, 's> SystemParamItem<'w, 's, R>: PairRules<Entity, V::Scalar>,
{
    world.init_resource::<Messages<ContactStarted<V>>>();
    world.init_resource::<Messages<ContactPersisted<V>>>();
    world.init_resource::<Messages<ContactEnded<V>>>();
    schedule.add_systems(rotate::<V>.before(NarrowphaseSystems::Enroll));
    add_stage::<V, P, R>(world, schedule);
}

/// Everything but the messages.
pub(crate) fn add_stage<V: Clip, P: Placed<V> + Component, R: SystemParam + 'static>(world: &mut World, schedule: &mut Schedule)
where
    for<'w, 's> SystemParamItem<'w, 's, R>: PairRules<Entity, V::Scalar>,
{
    #[cfg(feature = "bevy_reflect")]
    crate::ecs::reflect::register_in::<V>(world);
    world.init_resource::<CandidatePairs<V>>();
    world.init_resource::<Table<V>>();
    world.init_resource::<PlacesOf<V, P>>();
    world.init_resource::<StageSettings<V>>();
    world.init_resource::<Diagnostics<V>>();
    world.get_resource_or_init::<Workers<V>>().start();
    schedule.configure_sets((Enroll, Gather, Collide, Edit, Publish).chain());
    schedule.add_systems((
        enroll::<V, P>.in_set(Enroll),
        gather::<V>.in_set(Gather),
        collide::<V, P, R>.in_set(Collide),
        (publish::<V>, list_colliding::<V>).chain().in_set(Publish),
    ));
}

/// Messages live for two ticks, as everywhere in bevy.
fn rotate<V: Clip>(
    mut started: ResMut<'_, Messages<ContactStarted<V>>>,
    mut persisted: ResMut<'_, Messages<ContactPersisted<V>>>,
    mut ended: ResMut<'_, Messages<ContactEnded<V>>>,
) {
    started.update();
    persisted.update();
    ended.update();
}
