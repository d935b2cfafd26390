//! The three steps of a tick as systems.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::schedule::SystemSet;
use bevy_ecs::system::{Query, Res, ResMut};
use clinch_contact::Clip;

use crate::collide::Bodies;
use crate::ecs::components::Collider;
use crate::ecs::messages::{ContactEnded, ContactStarted};
use crate::ecs::resources::{CandidatePairs, Diagnostics, StageSettings, Table};
use crate::placed::Placed;
use crate::workers::Workers;

/// The steps of a tick, in this order. Write candidate pairs before `Gather`; read contacts after `Publish`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NarrowphaseSystems {
    /// Candidate pairs are merged with the table.
    Gather,
    /// Every pair is collided.
    Collide,
    /// Starts and ends are written as messages.
    Publish,
}

pub(crate) fn gather<V: Clip, P: Placed<V>>(
    mut candidates: ResMut<'_, CandidatePairs<V>>,
    mut table: ResMut<'_, Table<V>>,
    bodies: Query<'_, '_, (), (bevy_ecs::query::With<Collider<V>>, bevy_ecs::query::With<P>)>,
) {
    table.0.gather(&mut candidates.pairs, |entity| bodies.contains(entity));
}

/// Looks bodies up in the world.
struct InWorld<'w, 's, 'q, V: Clip, P: Placed<V>>(&'q Query<'w, 's, (&'static Collider<V>, &'static P)>);

impl<V: Clip, P: Placed<V>> Bodies<Entity, V> for InWorld<'_, '_, '_, V, P> {
    type Place = P;

    fn body(&self, key: Entity) -> Option<(&V::Shape, &P)> {
        self.0.get(key).ok().map(|(collider, place)| (&collider.0, place))
    }
}

pub(crate) fn collide<V: Clip, P: Placed<V>>(
    mut table: ResMut<'_, Table<V>>,
    settings: Res<'_, StageSettings<V>>,
    mut workers: ResMut<'_, Workers<V>>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
    bodies: Query<'_, '_, (&'static Collider<V>, &'static P)>,
) {
    let tally = table.0.collide(&InWorld(&bodies), &settings.0, &mut workers);
    diagnostics.set(tally);
}

pub(crate) fn publish<V: Clip>(
    mut table: ResMut<'_, Table<V>>,
    mut started: MessageWriter<'_, ContactStarted<V>>,
    mut ended: MessageWriter<'_, ContactEnded<V>>,
) {
    let changes = table.0.publish();
    started.write_batch(changes.started.into_iter().map(|(key, touch)| ContactStarted { a: key.a, b: key.b, touch }));
    ended.write_batch(changes.ended.into_iter().map(|(key, touch)| ContactEnded { a: key.a, b: key.b, touch }));
}
