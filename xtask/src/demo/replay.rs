//! A world with a collider for each body, in which the stage runs once per tick. Nothing is
//! printed, so that tests use it too.
//!
//! * The components are those that an engine would use: `Collider`, `Placement`, and `Static` for
//!   bodies that never move. The recording replaces the solver: before each run the poses of the
//!   tick are written, and nothing else changes.
//! * The order of entities is an implementation detail of bevy, so every collider has a stable id:
//!   the order of the table is the order of the bodies.
//! * The schedule runs its systems on the calling thread, because they are a chain. The only other
//!   threads are the `Workers` of the stage.

#[cfg(test)]
mod tests;

use anyhow::Context;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageReader;
use bevy_ecs::schedule::{Schedule, SingleThreadedExecutor};
use bevy_ecs::system::{Query, Res, SystemParam, SystemState};
use bevy_ecs::world::World;
use clinch::broadphase::Finder;
use clinch::d3::{Collider, ContactEnded, ContactStarted, Contacts, Diagnostics, Placement, Vector, Workers};
use clinch::narrowphase::Contact;
use clinch::{ContactEvents, StableId, Static};
use clinch_testkit::fnv::Fnv;
use clinch_testkit::recording::{RecordedPose, Recording};

use crate::demo::scene::{self, bodies, pose};

/// The index of the body that an entity stands for.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Body(pub(crate) u32);

/// A world that replays a recording.
pub(crate) struct Replay {
    world: World,
    schedule: Schedule,
    entities: Vec<Entity>,
    reader: SystemState<TickState<'static, 'static>>,
}

impl Replay {
    /// The bodies of the recording, before its first tick. `prepare` may add to the world and the
    /// schedule, in which the stage is installed.
    pub(crate) fn new(recording: &Recording, workers: Workers, prepare: impl FnOnce(&mut World, &mut Schedule)) -> anyhow::Result<Self> {
        let bodies = bodies(recording)?;
        let mut world = World::new();
        let mut schedule = Schedule::default();
        schedule.set_executor(SingleThreadedExecutor::new());
        world.insert_resource(workers);
        clinch::d3::install(&mut world, &mut schedule);
        prepare(&mut world, &mut schedule);

        let spawn = |(index, body): (usize, scene::Body)| {
            let (id, events) = (StableId(index as u64), ContactEvents::default());
            let mut entity = world.spawn((Body(index as u32), Collider::new(body.shape), Placement::default(), id, events));
            if body.fixed {
                entity.insert(Static);
            }
            entity.id()
        };
        let entities: Vec<Entity> = bodies.into_iter().enumerate().map(spawn).collect();
        let reader = SystemState::new(&mut world);
        Ok(Self { world, schedule, entities, reader })
    }

    /// Runs the stage for one tick, with one recorded pose for each body.
    pub(crate) fn tick(&mut self, poses: &[RecordedPose]) {
        for (&entity, recorded) in self.entities.iter().zip(poses) {
            if let Some(mut place) = self.world.get_mut::<Placement>(entity) {
                place.0 = pose(recorded);
            }
        }
        self.schedule.run(&mut self.world);
    }

    /// Passes the results of the last tick to `read`, as a system after the stage would read them.
    /// Messages are read once.
    pub(crate) fn read<R>(&mut self, read: impl FnOnce(TickState<'_, '_>) -> R) -> anyhow::Result<R> {
        let state = self.reader.get(&self.world).context("the stage is not installed")?;
        Ok(read(state))
    }

    pub(crate) fn world(&self) -> &World {
        &self.world
    }
}

/// The results of a tick.
#[derive(SystemParam)]
pub(crate) struct TickState<'w, 's> {
    pub(crate) contacts: Contacts<'w>,
    pub(crate) started: MessageReader<'w, 's, ContactStarted>,
    pub(crate) ended: MessageReader<'w, 's, ContactEnded>,
    pub(crate) diagnostics: Res<'w, Diagnostics>,
    pub(crate) finder: Res<'w, Finder<Vector>>,
    bodies: Query<'w, 's, &'static Body>,
}

/// A row of the contact table, with the indices of its bodies.
pub(crate) struct Pair<'t> {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) contact: Contact<'t, Vector>,
}

impl TickState<'_, '_> {
    /// The pairs with contact points, in the order of the table, which is that of the bodies.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        self.contacts.iter().filter_map(|contact| {
            let (Body(a), Body(b)) = (*self.bodies.get(contact.a()).ok()?, *self.bodies.get(contact.b()).ok()?);
            Some(Pair { a, b, contact })
        })
    }

    /// Adds every bit of the contacts of this tick to the hash.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        for pair in self.pairs() {
            hash.u32(pair.a);
            hash.u32(pair.b);
            for (normal, point) in pair.contact.points() {
                add_vector(hash, normal);
                add_vector(hash, point.on_a);
                add_vector(hash, point.on_b);
                hash.f32(point.separation);
                hash.u64(point.feature.0);
                hash.bytes(&[u8::from(point.touching)]);
            }
        }
    }
}

fn add_vector(hash: &mut Fnv, vector: Vector) {
    for component in vector.to_array() {
        hash.f32(component);
    }
}
