//! Adds the stage to a plain bevy_ecs world.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::Messages;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule};
use bevy_ecs::system::{ResMut, SystemParam, SystemParamItem};
use bevy_ecs::world::World;

use clinch_composite_contact::ColliderSpace;

use crate::ecs::messages::{ContactEnded, ContactPersisted, ContactStarted};
use crate::ecs::resources::{CandidatePairs, ColliderPlacements, Diagnostics, StageSettings, Table};
use crate::ecs::sync_colliders::sync_colliders;
use crate::ecs::systems::NarrowphaseSystems::{self, EditContacts, Publish, SyncColliders, UpdateContacts, UpdatePairs};
use crate::ecs::systems::{find_changes, send_events, update_colliding_entities, update_contacts, update_pairs};
use crate::pair_rules::PairRules;
use crate::placement::Placed;
use crate::workers::Workers;

/// Adds the stage for shapes of `V` with the placement component `P` to a world and a schedule:
/// resources, messages and their rotation, systems, threads. Candidate pairs come from a
/// broadphase, which this does not add: that of `clinch-broadphase` has an `install` of its own.
///
/// Each run of the schedule is one tick. Existing resources, such as your own [`StageSettings`] or
/// [`Workers`], are kept. Call it once for each kind of vector; the stages are independent. With
/// bevy_app use the plugin, which leaves the rotation of messages to the app.
///
/// In a world without an app call [`World::clear_trackers`] regularly, after a tick: until then
/// bevy records every component that was removed.
pub fn install<V: ColliderSpace, P: Placed<V> + Component>(world: &mut World, schedule: &mut Schedule) {
    install_with_rules::<V, P, ()>(world, schedule);
}

/// [`install`] with rules for pairs: `R` is a system parameter that implements [`PairRules`].
pub fn install_with_rules<V: ColliderSpace, P: Placed<V> + Component, R: SystemParam + 'static>(world: &mut World, schedule: &mut Schedule)
where
    for<'w, 's> SystemParamItem<'w, 's, R>: PairRules<Entity, V::Scalar>,
{
    world.init_resource::<Messages<ContactStarted<V>>>();
    world.init_resource::<Messages<ContactPersisted<V>>>();
    world.init_resource::<Messages<ContactEnded<V>>>();
    schedule.add_systems(rotate_messages::<V>.before(NarrowphaseSystems::SyncColliders));
    add_stage::<V, P, R>(world, schedule);
}

/// Adds everything but the messages.
pub(crate) fn add_stage<V: ColliderSpace, P: Placed<V> + Component, R: SystemParam + 'static>(world: &mut World, schedule: &mut Schedule)
where
    for<'w, 's> SystemParamItem<'w, 's, R>: PairRules<Entity, V::Scalar>,
{
    #[cfg(feature = "bevy_reflect")]
    crate::ecs::reflect::register_in::<V>(world);
    world.init_resource::<CandidatePairs<V>>();
    world.init_resource::<Table<V>>();
    world.init_resource::<ColliderPlacements<V, P>>();
    world.init_resource::<StageSettings<V>>();
    world.init_resource::<Diagnostics<V>>();
    world.get_resource_or_init::<Workers<V>>().start();
    schedule.configure_sets((SyncColliders, UpdatePairs, UpdateContacts, EditContacts, Publish).chain());
    schedule.add_systems((
        sync_colliders::<V, P>.in_set(SyncColliders),
        update_pairs::<V>.in_set(UpdatePairs),
        update_contacts::<V, P, R>.in_set(UpdateContacts),
        (find_changes::<V>, update_colliding_entities::<V>, send_events::<V>).chain().in_set(Publish),
    ));
}

/// Drops the messages of the tick before last, as bevy's own message systems do.
fn rotate_messages<V: ColliderSpace>(
    mut started: ResMut<'_, Messages<ContactStarted<V>>>,
    mut persisted: ResMut<'_, Messages<ContactPersisted<V>>>,
    mut ended: ResMut<'_, Messages<ContactEnded<V>>>,
) {
    started.update();
    persisted.update();
    ended.update();
}
