//! The steps of a tick as systems.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::{Message, MessageWriter};
use bevy_ecs::schedule::SystemSet;
use bevy_ecs::system::{Commands, Query, Res, ResMut, StaticSystemParam, SystemParam, SystemParamItem};
use clinch_contact::Clip;
use std::time::Instant;

use crate::ecs::components::{CollidingEntities, ContactEvents};
use crate::ecs::messages::{ContactEnded, ContactPersisted, ContactStarted};
use crate::ecs::resources::{CandidatePairs, Diagnostics, PlacesOf, StageSettings, Table};
use crate::pair_rules::PairRules;
use crate::placement::Placed;
use crate::span::step;
use crate::workers::Workers;

/// The steps of a tick, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NarrowphaseSystems {
    /// The colliders of the world are read. What they are is to be right before.
    Enroll,
    /// Candidate pairs are merged with the table. They are to be written before.
    Gather,
    /// Every pair is collided.
    Collide,
    /// Nothing of ours: put systems here that edit or reject contacts, with [`ContactsMut`](crate::ContactsMut).
    Edit,
    /// Starts and ends are told. Contacts are to be read after it.
    Publish,
}

pub(crate) fn gather<V: Clip>(
    mut candidates: ResMut<'_, CandidatePairs<V>>,
    mut table: ResMut<'_, Table<V>>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
) {
    let start = Instant::now();
    table.0.gather(candidates.candidates());
    diagnostics.times.gather = start.elapsed();
}

pub(crate) fn collide<V: Clip, P: Placed<V> + Component, R: SystemParam + 'static>(
    mut table: ResMut<'_, Table<V>>,
    places: Res<'_, PlacesOf<V, P>>,
    settings: Res<'_, StageSettings<V>>,
    mut workers: ResMut<'_, Workers<V>>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
    rules: StaticSystemParam<'_, '_, R>,
) where
    for<'w, 's> SystemParamItem<'w, 's, R>: PairRules<Entity, V::Scalar>,
{
    let start = Instant::now();
    diagnostics.tally = table.0.collide(&places.0, &*rules, &settings.0, &mut workers);
    diagnostics.times.collide = start.elapsed();
}

#[derive(SystemParam)]
pub(crate) struct Told<'w, V: Clip> {
    started: MessageWriter<'w, ContactStarted<V>>,
    persisted: MessageWriter<'w, ContactPersisted<V>>,
    ended: MessageWriter<'w, ContactEnded<V>>,
}

pub(crate) fn publish<V: Clip>(
    mut table: ResMut<'_, Table<V>>,
    mut told: Told<'_, V>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
    listeners: Query<'_, '_, &'static ContactEvents>,
    mut commands: Commands<'_, '_>,
) {
    let start = Instant::now();
    let changes = table.0.publish();
    step!("tell", changes = changes.started.len() + changes.persisted.len() + changes.ended.len());
    for change in &changes.started {
        let event = ContactStarted::of(change);
        tell(event, event.flipped(), &mut told.started, &listeners, &mut commands, |_| true);
    }
    for change in &changes.persisted {
        let event = ContactPersisted::of(change);
        tell(event, event.flipped(), &mut told.persisted, &listeners, &mut commands, |events| events.persisting);
    }
    for change in &changes.ended {
        let event = ContactEnded::of(change);
        tell(event, event.flipped(), &mut told.ended, &listeners, &mut commands, |_| true);
    }
    diagnostics.bytes = table.0.bytes();
    diagnostics.times.publish = start.elapsed();
}

/// One message for the pair, and a trigger for each who listens.
fn tell<E: Message + Copy + for<'t> EntityEvent<Trigger<'t>: Default>>(
    event: E,
    flipped: E,
    messages: &mut MessageWriter<'_, E>,
    listeners: &Query<'_, '_, &'static ContactEvents>,
    commands: &mut Commands<'_, '_>,
    wanted: fn(&ContactEvents) -> bool,
) {
    messages.write(event);
    for event in [event, flipped] {
        if listeners.get(event.event_target()).is_ok_and(|events| events.triggers && wanted(events)) {
            commands.trigger(event);
        }
    }
}

/// Keeps [`CollidingEntities`] for those who have it.
pub(crate) fn list_colliding<V: Clip>(table: Res<'_, Table<V>>, mut lists: Query<'_, '_, (Entity, &'static mut CollidingEntities)>) {
    for (entity, mut list) in &mut lists {
        let touching = || table.0.rows_of(entity).filter(|row| row.is_touching()).filter_map(|row| row.key().other(entity));
        // Written only when it is another: whoever looks for changes sees none otherwise.
        if !touching().eq(list.iter()) {
            list.0.clear();
            list.0.extend(touching());
        }
    }
}
