//! The systems of a tick and their sets.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::{Message, MessageWriter};
use bevy_ecs::schedule::SystemSet;
use bevy_ecs::system::{Commands, Query, Res, ResMut, StaticSystemParam, SystemParam, SystemParamItem};
use clinch_contact::Space;
use std::time::Instant;

use crate::ecs::components::{CollidingEntities, ContactEvents};
use crate::ecs::contacts::{Contact, Contacts};
use crate::ecs::messages::{ContactEnded, ContactPersisted, ContactStarted};
use crate::ecs::resources::{CandidatePairs, ColliderPlacements, Diagnostics, StageSettings, Table};
use crate::pair_rules::PairRules;
use crate::placement::Placed;
use crate::span::span;
use crate::workers::Workers;

/// The steps of a tick, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NarrowphaseSystems {
    /// Reads the colliders of the world. Change colliders and placements before it.
    SyncColliders,
    /// Merges the candidate pairs with the table. Push pairs into
    /// [`CandidatePairs`](crate::CandidatePairs) before it.
    UpdatePairs,
    /// Computes the contacts of all pairs.
    UpdateContacts,
    /// Empty. Add systems that edit or reject contacts with [`ContactsMut`](crate::ContactsMut).
    EditContacts,
    /// Sends contact events. Read contacts after it.
    Publish,
}

pub(crate) fn update_pairs<V: Space>(
    mut candidates: ResMut<'_, CandidatePairs<V>>,
    mut table: ResMut<'_, Table<V>>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
) {
    let start = Instant::now();
    table.0.update_pairs(candidates.candidates());
    diagnostics.times.update_pairs = start.elapsed();
}

pub(crate) fn update_contacts<V: Space, P: Placed<V> + Component, R: SystemParam + 'static>(
    mut table: ResMut<'_, Table<V>>,
    placements: Res<'_, ColliderPlacements<V, P>>,
    settings: Res<'_, StageSettings<V>>,
    mut workers: ResMut<'_, Workers<V>>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
    rules: StaticSystemParam<'_, '_, R>,
) where
    for<'w, 's> SystemParamItem<'w, 's, R>: PairRules<Entity, V::Scalar>,
{
    let start = Instant::now();
    diagnostics.counters = table.0.update_contacts(&placements.0, &*rules, &settings.0, &mut workers);
    diagnostics.times.update_contacts = start.elapsed();
}

#[derive(SystemParam)]
pub(crate) struct ContactMessages<'w, V: Space> {
    started: MessageWriter<'w, ContactStarted<V>>,
    persisted: MessageWriter<'w, ContactPersisted<V>>,
    ended: MessageWriter<'w, ContactEnded<V>>,
}

pub(crate) fn publish_events<V: Space>(
    mut table: ResMut<'_, Table<V>>,
    mut messages: ContactMessages<'_, V>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
    listeners: Query<'_, '_, &'static ContactEvents>,
    mut commands: Commands<'_, '_>,
) {
    let start = Instant::now();
    let changes = table.0.publish();
    span!("send events", changes = changes.started.len() + changes.persisted.len() + changes.ended.len());
    for change in &changes.started {
        let event = ContactStarted::of(change);
        send(event, event.flipped(), &mut messages.started, &listeners, &mut commands, |_| true);
    }
    for change in &changes.persisted {
        let event = ContactPersisted::of(change);
        send(event, event.flipped(), &mut messages.persisted, &listeners, &mut commands, |events| events.persisting);
    }
    for change in &changes.ended {
        let event = ContactEnded::of(change);
        send(event, event.flipped(), &mut messages.ended, &listeners, &mut commands, |_| true);
    }
    diagnostics.bytes = table.0.bytes();
    diagnostics.times.publish = start.elapsed();
}

/// Writes one message for the pair, and triggers the event on each collider that requests it.
fn send<E: Message + Copy + for<'t> EntityEvent<Trigger<'t>: Default>>(
    event: E,
    flipped: E,
    messages: &mut MessageWriter<'_, E>,
    listeners: &Query<'_, '_, &'static ContactEvents>,
    commands: &mut Commands<'_, '_>,
    requested: fn(&ContactEvents) -> bool,
) {
    messages.write(event);
    for event in [event, flipped] {
        if listeners.get(event.event_target()).is_ok_and(|events| events.triggers && requested(events)) {
            commands.trigger(event);
        }
    }
}

/// Updates [`CollidingEntities`] of the colliders that have it.
pub(crate) fn update_colliding_entities<V: Space>(
    contacts: Contacts<'_, V>,
    mut lists: Query<'_, '_, (Entity, &'static mut CollidingEntities)>,
) {
    for (entity, mut list) in &mut lists {
        let touching = || contacts.of(entity).filter(Contact::is_touching).filter_map(|contact| contact.other(entity));
        // An equal list is not written, so that bevy's change detection reports real changes only.
        if !touching().eq(list.iter()) {
            list.0.clear();
            list.0.extend(touching());
        }
    }
}
