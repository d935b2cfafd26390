//! The ways to run a crowd: a bare loop, the contact table, the stage in bevy_ecs.

use std::time::{Duration, Instant};

use bevy_ecs::entity::Entity;
use bevy_ecs::schedule::{Schedule, SingleThreadedExecutor};
use bevy_ecs::world::World;
use clinch::contact::{Memory, Pair, Scratch, Settings, collide};
use clinch::d3::{CandidatePairs, Collider, Diagnostics, Manifold, Placement, StageSettings, Vector, Workers};
use clinch::narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, Placements};
use serde::{Deserialize, Serialize};

use super::crowd::{Crowd, Going};

/// A way to run a crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// `collide` for each pair, in one thread, without events.
    Loop,
    /// `ContactTable`: `sync_colliders`, `update_pairs`, `update_contacts`, `publish`.
    Table,
    /// The stage in a bevy_ecs world: placements and candidates are written, and the schedule runs.
    Stage,
}

/// A running crowd.
pub trait Running {
    /// Runs one tick and returns the part of its time that computed contacts.
    fn tick(&mut self, crowd: &Crowd, tick: usize) -> Duration;

    /// The bytes stored for the pairs, if known.
    fn bytes(&self) -> Option<usize>;
}

impl Way {
    /// Its name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loop => "loop",
            Self::Table => "table",
            Self::Stage => "stage",
        }
    }

    /// Prepares the first tick.
    pub fn start(self, crowd: &Crowd, threads: usize) -> Box<dyn Running> {
        match self {
            Self::Loop => Box::new(Loop::new(crowd)),
            Self::Table => Box::new(Table::new(threads)),
            Self::Stage => Box::new(Stage::new(crowd, threads)),
        }
    }
}

/// The default settings of the stage, for all ways.
fn settings() -> Settings<f32> {
    StageSettings::default().0
}

struct Loop {
    kept: Vec<(Memory<Vector>, Manifold)>,
    scratch: Scratch<Vector>,
}

impl Loop {
    fn new(crowd: &Crowd) -> Self {
        Self { kept: crowd.pairs(0).iter().map(|_| (Memory::new(), Manifold::new())).collect(), scratch: Scratch::new() }
    }
}

impl Running for Loop {
    fn tick(&mut self, crowd: &Crowd, tick: usize) -> Duration {
        let start = Instant::now();
        let (places, settings) = (crowd.places(tick), settings());
        for (&(a, b), (memory, manifold)) in crowd.pairs(tick).iter().zip(&mut self.kept) {
            if crowd.going == Going::New {
                *memory = Memory::new();
                manifold.clear();
            }
            let [a, b] = [a as usize, b as usize];
            let pair = Pair::in_world(&crowd.shapes[a], &places[a], &crowd.shapes[b], &places[b]);
            collide(&pair, &settings, memory, &mut self.scratch, manifold);
        }
        start.elapsed()
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.kept.len() * size_of::<(Memory<Vector>, Manifold)>())
    }
}

struct Table {
    table: ContactTable<u32, Vector>,
    placements: Placements<Placement>,
    candidates: Vec<(u32, u32)>,
    workers: Workers,
}

impl Table {
    fn new(threads: usize) -> Self {
        Self { table: ContactTable::new(), placements: Placements::new(), candidates: Vec::new(), workers: Workers::with_threads(threads) }
    }
}

impl Running for Table {
    fn tick(&mut self, crowd: &Crowd, tick: usize) -> Duration {
        let Self { table, placements, candidates, workers } = self;
        let mut sync = table.sync_colliders(placements);
        for (key, (shape, &place)) in crowd.colliders.iter().zip(crowd.places(tick)).enumerate() {
            let (placement, attributes) = (Placement::new(place), Attributes::default());
            sync.insert(key as u32, ColliderInput { shape, shape_changed: false, placement, attributes });
        }
        drop(sync);
        candidates.extend_from_slice(crowd.pairs(tick));
        table.update_pairs(Candidates::All(candidates));
        let start = Instant::now();
        table.update_contacts(placements, &(), &settings(), workers);
        let collided = start.elapsed();
        table.publish();
        collided
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.table.bytes())
    }
}

struct Stage {
    world: World,
    schedule: Schedule,
    entities: Vec<Entity>,
}

impl Stage {
    fn new(crowd: &Crowd, threads: usize) -> Self {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        // The systems run one after the other; only the workers use threads.
        schedule.set_executor(SingleThreadedExecutor::new());
        world.insert_resource(Workers::with_threads(threads));
        clinch::narrowphase::install::<Vector, Placement>(&mut world, &mut schedule);
        let spawn = |(shape, &place): (&clinch::d3::Shape, _)| world.spawn((Collider::new(shape.clone()), Placement::new(place))).id();
        let entities = crowd.shapes.iter().zip(crowd.places(0)).map(spawn).collect();
        Self { world, schedule, entities }
    }
}

impl Running for Stage {
    fn tick(&mut self, crowd: &Crowd, tick: usize) -> Duration {
        let Self { world, schedule, entities } = self;
        if crowd.moves() {
            for (&entity, &place) in entities.iter().zip(crowd.places(tick)) {
                if let Some(mut placement) = world.get_mut::<Placement>(entity) {
                    placement.0 = place;
                }
            }
        }
        let mut candidates = world.resource_mut::<CandidatePairs>();
        candidates.pairs.extend(crowd.pairs(tick).iter().map(|&(a, b)| (entities[a as usize], entities[b as usize])));
        schedule.run(world);
        world.resource::<Diagnostics>().times.update_contacts
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.world.resource::<Diagnostics>().bytes)
    }
}
