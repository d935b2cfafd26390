//! What the tests of the stage share.

#![allow(dead_code, reason = "each test file uses a part")]
#![allow(unreachable_pub, reason = "the module is included, not exported")]

pub mod heap;

use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use clinch_contact::Clip;
use clinch_narrowphase::{CandidatePairs, Collider, ContactEnded, ContactEvents, ContactStarted, Placement, install};

/// A world with one stage, and the pairs that a broadphase would find each tick.
pub struct Stage<V: Clip> {
    pub world: World,
    pub schedule: Schedule,
    pub kept: Vec<(Entity, Entity)>,
    read: (usize, usize),
    vector: core::marker::PhantomData<V>,
}

impl<V: Clip> Stage<V> {
    pub fn new() -> Self {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        install::<V, Placement<V>>(&mut world, &mut schedule);
        // Everybody wants to be told.
        world.register_required_components::<Collider<V>, ContactEvents>();
        Self { world, schedule, kept: Vec::new(), read: (0, 0), vector: core::marker::PhantomData }
    }

    /// A pair that the broadphase finds from now on.
    pub fn keep(&mut self, a: Entity, b: Entity) {
        self.kept.push((a, b));
    }

    /// One tick; returns how many contacts started and ended in it.
    pub fn tick(&mut self) -> (usize, usize) {
        self.world.resource_mut::<CandidatePairs<V>>().pairs.extend(&self.kept);
        self.schedule.run(&mut self.world);
        // Messages are numbered from the first on.
        let started = self.world.resource::<Messages<ContactStarted<V>>>();
        let ended = self.world.resource::<Messages<ContactEnded<V>>>();
        let count = (ids(started), ids(ended));
        let new = (count.0 - self.read.0, count.1 - self.read.1);
        self.read = count;
        new
    }
}

/// How many messages there have ever been, those that are gone included.
fn ids<M: Message>(messages: &Messages<M>) -> usize {
    let mut cursor = messages.get_cursor();
    messages.oldest_message_count() + cursor.read(messages).count()
}

/// The messages that can be read now: this tick's and the last one's.
pub fn messages<V: Clip>(world: &World) -> (Vec<ContactStarted<V>>, Vec<ContactEnded<V>>) {
    let (started, ended) = (world.resource::<Messages<ContactStarted<V>>>(), world.resource::<Messages<ContactEnded<V>>>());
    (started.get_cursor().read(started).copied().collect(), ended.get_cursor().read(ended).copied().collect())
}
