//! The systems of a tick and their sets.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::SystemSet;
use bevy_ecs::system::{Commands, Query, Res, ResMut, StaticSystemParam, SystemParam, SystemParamItem};
use bevy_platform::time::Instant;

use clinch_composite_contact::ColliderSpace;

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
    /// Has no systems of its own. Add systems that edit or reject contacts with
    /// [`ContactsMut`](crate::ContactsMut).
    EditContacts,
    /// Sends contact events. Read contacts after it.
    Publish,
}

pub(crate) fn update_pairs<V: ColliderSpace>(
    mut candidates: ResMut<'_, CandidatePairs<V>>,
    mut table: ResMut<'_, Table<V>>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
) {
    let start = Instant::now();
    table.0.update_pairs(candidates.candidates());
    diagnostics.times.update_pairs = start.elapsed();
}

/// The resources that [`update_contacts`] uses.
#[derive(SystemParam)]
pub(crate) struct ContactResources<'w, V: ColliderSpace, P: Placed<V> + Component> {
    table: ResMut<'w, Table<V>>,
    placements: Res<'w, ColliderPlacements<V, P>>,
    settings: Res<'w, StageSettings<V>>,
    workers: ResMut<'w, Workers<V>>,
    diagnostics: ResMut<'w, Diagnostics<V>>,
}

pub(crate) fn update_contacts<V: ColliderSpace, P: Placed<V> + Component, R: SystemParam + 'static>(
    resources: ContactResources<'_, V, P>,
    rules: StaticSystemParam<'_, '_, R>,
) where
    for<'w, 's> SystemParamItem<'w, 's, R>: PairRules<Entity, V::Scalar>,
{
    let start = Instant::now();
    let ContactResources { mut table, placements, settings, mut workers, mut diagnostics } = resources;
    diagnostics.counters = table.0.update_contacts(&placements.0, &*rules, &settings.0, &mut workers);
    diagnostics.times.update_contacts = start.elapsed();
}

#[derive(SystemParam)]
pub(crate) struct ContactMessages<'w, V: ColliderSpace> {
    started: MessageWriter<'w, ContactStarted<V>>,
    persisted: MessageWriter<'w, ContactPersisted<V>>,
    ended: MessageWriter<'w, ContactEnded<V>>,
}

/// Triggers contact events on the colliders that request them.
#[derive(SystemParam)]
pub(crate) struct EventTriggers<'w, 's> {
    /// A collider that is disabled gets the ends of its contacts.
    listeners: Query<'w, 's, &'static ContactEvents, Allow<Disabled>>,
    commands: Commands<'w, 's>,
}

impl EventTriggers<'_, '_> {
    /// Triggers each event on its collider if `requested` is true of the collider.
    fn trigger<E: Copy + for<'t> EntityEvent<Trigger<'t>: Default>>(&mut self, events: [E; 2], requested: fn(&ContactEvents) -> bool) {
        for event in events {
            if self.listeners.get(event.event_target()).is_ok_and(|events| events.triggers && requested(events)) {
                self.commands.trigger(event);
            }
        }
    }
}

/// Finds the contacts that started, persisted or ended.
pub(crate) fn find_changes<V: ColliderSpace>(mut table: ResMut<'_, Table<V>>, mut diagnostics: ResMut<'_, Diagnostics<V>>) {
    let start = Instant::now();
    table.0.publish();
    diagnostics.bytes = table.0.bytes();
    diagnostics.times.publish = start.elapsed();
}

/// Writes one message for each change of a pair, and triggers the event on both colliders, whose
/// [`CollidingEntities`] are up to date.
pub(crate) fn send_events<V: ColliderSpace>(
    table: Res<'_, Table<V>>,
    mut messages: ContactMessages<'_, V>,
    mut triggers: EventTriggers<'_, '_>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
) {
    let start = Instant::now();
    let changes = &table.0.changes;
    span!("send events", changes = changes.started.len() + changes.persisted.len() + changes.ended.len());
    // A pair may have ended and started again, if a collider was replaced.
    for change in &changes.ended {
        let event = ContactEnded::of(change);
        messages.ended.write(event);
        triggers.trigger([event, event.flipped()], |_| true);
    }
    for change in &changes.started {
        let event = ContactStarted::of(change);
        messages.started.write(event);
        triggers.trigger([event, event.flipped()], |_| true);
    }
    for change in &changes.persisted {
        let event = ContactPersisted::of(change);
        messages.persisted.write(event);
        triggers.trigger([event, event.flipped()], |events| events.persisting);
    }
    diagnostics.times.publish += start.elapsed();
}

/// Updates [`CollidingEntities`] of the colliders that have it. A disabled one touches nothing.
pub(crate) fn update_colliding_entities<V: ColliderSpace>(
    contacts: Contacts<'_, V>,
    mut lists: Query<'_, '_, (Entity, &'static mut CollidingEntities<V>), Allow<Disabled>>,
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
