//! The replay itself: a world with a collider per body, and the stage run once per tick. It prints nothing, so that tests use it too.
//!
//! * The world holds what an engine's would: `Collider`, `Placement`, `Static` on what never moves. The engine's part is the recording's:
//!   before each run the poses of the tick are written, and nothing else.
//! * Which of two entities is the lower is bevy's own affair: every collider has a stable id, so that the order of the table is the order of the bodies.
//! * The schedule runs its systems on the calling thread: they are a chain, and so the only threads are those of the stage's `Workers`.

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

/// Which body of the recording an entity is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Body(pub(crate) u32);

/// A world in which a recording happens again.
pub(crate) struct Replay {
    world: World,
    schedule: Schedule,
    entities: Vec<Entity>,
    reader: SystemState<Seen<'static, 'static>>,
}

impl Replay {
    /// The recording's bodies, before its first tick. `prepare` may add to the world and the schedule; the stage is in both already.
    pub(crate) fn new(recording: &Recording, workers: Workers, prepare: impl FnOnce(&mut World, &mut Schedule)) -> anyhow::Result<Self> {
        let bodies = bodies(recording)?;
        let mut world = World::new();
        let mut schedule = Schedule::default();
        schedule.set_executor(SingleThreadedExecutor::new());
        world.insert_resource(workers);
        clinch::d3::install(&mut world, &mut schedule);
        prepare(&mut world, &mut schedule);

        let spawn = |(index, body): (usize, scene::Body)| {
            let told = (StableId(index as u64), ContactEvents::default());
            let mut entity = world.spawn((Body(index as u32), Collider::new(body.shape), Placement::default(), told));
            if body.fixed {
                entity.insert(Static);
            }
            entity.id()
        };
        let entities: Vec<Entity> = bodies.into_iter().enumerate().map(spawn).collect();
        let reader = SystemState::new(&mut world);
        Ok(Self { world, schedule, entities, reader })
    }

    /// One tick: the bodies are put where they were recorded, one pose for each, and the stage runs.
    pub(crate) fn tick(&mut self, poses: &[RecordedPose]) {
        for (&entity, recorded) in self.entities.iter().zip(poses) {
            if let Some(mut place) = self.world.get_mut::<Placement>(entity) {
                place.0 = pose(recorded);
            }
        }
        self.schedule.run(&mut self.world);
    }

    /// What the last tick left behind, as a system after the stage would see it. Messages are seen once.
    pub(crate) fn see<R>(&mut self, look: impl FnOnce(Seen<'_, '_>) -> R) -> anyhow::Result<R> {
        let seen = self.reader.get(&self.world).context("the stage is not installed")?;
        Ok(look(seen))
    }

    pub(crate) fn world(&self) -> &World {
        &self.world
    }
}

/// What can be read after a tick.
#[derive(SystemParam)]
pub(crate) struct Seen<'w, 's> {
    pub(crate) contacts: Contacts<'w>,
    pub(crate) started: MessageReader<'w, 's, ContactStarted>,
    pub(crate) ended: MessageReader<'w, 's, ContactEnded>,
    pub(crate) diagnostics: Res<'w, Diagnostics>,
    pub(crate) finder: Res<'w, Finder<Vector>>,
    bodies: Query<'w, 's, &'static Body>,
}

/// A row of the table, by the names the recording gives its bodies.
pub(crate) struct Pair<'t> {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) contact: Contact<'t, Vector>,
}

impl Seen<'_, '_> {
    /// The pairs with contact points, in the order of the table, which is that of the bodies.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        self.contacts.iter().filter_map(|contact| {
            let (Body(a), Body(b)) = (*self.bodies.get(contact.a()).ok()?, *self.bodies.get(contact.b()).ok()?);
            Some(Pair { a, b, contact })
        })
    }

    /// Adds this tick's contacts, every bit of them.
    pub(crate) fn hash(&self, hash: &mut Fnv) {
        for pair in self.pairs() {
            hash.u32(pair.a);
            hash.u32(pair.b);
            put(hash, pair.contact.manifold().normal);
            for point in pair.contact.points() {
                put(hash, point.on_a);
                put(hash, point.on_b);
                hash.f32(point.separation);
                hash.u64(point.feature.0);
                hash.bytes(&[u8::from(point.touching)]);
            }
        }
    }
}

fn put(hash: &mut Fnv, vector: Vector) {
    for component in vector.to_array() {
        hash.f32(component);
    }
}
