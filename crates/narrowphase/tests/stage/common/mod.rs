//! The world that the tests of the stage share.

#![allow(dead_code, reason = "each test file uses a part")]
#![allow(unreachable_pub, reason = "the module is included, not exported")]

pub mod heap;

use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use clinch_composite_contact::ColliderSpace;
use clinch_narrowphase::{CandidatePairs, Collider, ContactEnded, ContactEvents, ContactStarted, Placement, install};

/// A world with one stage, and the pairs that are candidates in every tick.
pub struct Stage<V: ColliderSpace> {
    pub world: World,
    pub schedule: Schedule,
    pub candidates: Vec<(Entity, Entity)>,
    read: (usize, usize),
    vector: core::marker::PhantomData<V>,
}

impl<V: ColliderSpace> Stage<V> {
    pub fn new() -> Self {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        install::<V, Placement<V>>(&mut world, &mut schedule);
        // Every collider requests events.
        world.register_required_components::<Collider<V>, ContactEvents>();
        Self { world, schedule, candidates: Vec::new(), read: (0, 0), vector: core::marker::PhantomData }
    }

    /// Adds a pair that is a candidate from now on.
    pub fn add_pair(&mut self, a: Entity, b: Entity) {
        self.candidates.push((a, b));
    }

    /// Runs one tick. Returns how many contacts started and ended in it.
    pub fn tick(&mut self) -> (usize, usize) {
        self.world.resource_mut::<CandidatePairs<V>>().pairs.extend(&self.candidates);
        self.schedule.run(&mut self.world);
        // Messages are numbered consecutively.
        let started = self.world.resource::<Messages<ContactStarted<V>>>();
        let ended = self.world.resource::<Messages<ContactEnded<V>>>();
        let count = (written(started), written(ended));
        let new = (count.0 - self.read.0, count.1 - self.read.1);
        self.read = count;
        new
    }
}

/// The number of messages ever written, dropped ones included.
fn written<M: Message>(messages: &Messages<M>) -> usize {
    let mut cursor = messages.get_cursor();
    messages.oldest_message_count() + cursor.read(messages).count()
}

/// The messages that can be read now: those of this tick and of the last one.
pub fn messages<V: ColliderSpace>(world: &World) -> (Vec<ContactStarted<V>>, Vec<ContactEnded<V>>) {
    let (started, ended) = (world.resource::<Messages<ContactStarted<V>>>(), world.resource::<Messages<ContactEnded<V>>>());
    (started.get_cursor().read(started).copied().collect(), ended.get_cursor().read(ended).copied().collect())
}
