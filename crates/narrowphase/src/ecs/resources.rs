//! What the stage keeps in the world: one of each for every kind of vector, so that 2D and 3D, `f32` and `f64` live side by side.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use clinch_contact::{Clip, Settings};
use clinch_support::{Scalar, Vector};
use core::marker::PhantomData;
use std::time::Duration;

use crate::collider::Participant;
use crate::counters::Tally;
use crate::placement::{Attached, Placed, Places};
use crate::table::ContactTable;
use crate::update_pairs::Candidates;

/// The pairs that may touch, as the broadphase sees it. Write into it before [`NarrowphaseSystems::Gather`](crate::NarrowphaseSystems), which empties it: in any
/// order, duplicates allowed.
///
/// A broadphase either pushes all pairs each tick, or, after [`CandidatePairs::changes`], only tells which it adds and removes.
#[derive(Resource, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields, bound = ""))]
pub struct CandidatePairs<V: Vector> {
    /// All pairs of this tick, or those added in it.
    pub pairs: Vec<(Entity, Entity)>,
    /// Pairs removed in this tick.
    removed: Vec<(Entity, Entity)>,
    changes: bool,
    #[cfg_attr(feature = "serde", serde(skip))]
    vector: PhantomData<V>,
}

impl<V: Vector> CandidatePairs<V> {
    /// For a broadphase that tells only what changes: a pair that was pushed stays until it is removed, or one of its colliders leaves.
    pub fn changes() -> Self {
        Self { changes: true, ..Self::default() }
    }

    /// This pair may touch: in this tick, or of changes from now on.
    pub fn push(&mut self, one: Entity, other: Entity) {
        self.pairs.push((one, other));
    }

    /// This pair, of changes, cannot touch any more. Where all pairs are pushed each tick it has no meaning, and none is lost by it.
    pub fn remove(&mut self, one: Entity, other: Entity) {
        self.removed.push((one, other));
    }

    pub(crate) fn candidates(&mut self) -> Candidates<'_, Entity> {
        let Self { pairs, removed, changes, .. } = self;
        if *changes {
            Candidates::Changes { added: pairs, removed }
        } else {
            removed.clear();
            Candidates::All(pairs)
        }
    }
}

impl<V: Vector> Default for CandidatePairs<V> {
    fn default() -> Self {
        Self { pairs: Vec::new(), removed: Vec::new(), changes: false, vector: PhantomData }
    }
}

/// The pair table as a resource; read it through [`Contacts`](crate::Contacts).
#[derive(Resource, Clone, Debug)]
pub struct Table<V: Clip>(pub(crate) ContactTable<Entity, V>);

impl<V: Clip> Table<V> {
    /// All colliders that take part in this tick, with everything the stage knows of them, in no order that means anything: what a broadphase finds pairs among,
    /// between [`NarrowphaseSystems::Enroll`](crate::NarrowphaseSystems) and `Gather`.
    pub fn participants<'t, P: Placed<V>>(
        &'t self,
        places: &'t PlacesOf<V, P>,
    ) -> impl Iterator<Item = Participant<'t, Entity, V, Attached<V, P>>> {
        self.0.participants(&places.0)
    }

    /// One of them.
    pub fn participant<'t, P: Placed<V>>(
        &'t self,
        places: &'t PlacesOf<V, P>,
        entity: Entity,
    ) -> Option<Participant<'t, Entity, V, Attached<V, P>>> {
        self.0.participant(&places.0, entity)
    }
}

impl<V: Clip> Default for Table<V> {
    fn default() -> Self {
        Self(ContactTable::new())
    }
}

/// Where the colliders of a tick are.
#[derive(Resource, Clone, Debug)]
pub struct PlacesOf<V: Vector, P: Send + Sync + 'static>(pub(crate) Places<Attached<V, P>>);

impl<V: Vector, P: Send + Sync + 'static> Default for PlacesOf<V, P> {
    fn default() -> Self {
        Self(Places::new())
    }
}

/// What the stage is asked for: the speculative margin and the limits of the searches.
#[derive(Resource, Clone, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(opaque, Resource, Clone, Debug, Default), type_path = "clinch_narrowphase")]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "Settings<V::Scalar>: serde::Serialize", deserialize = "Settings<V::Scalar>: serde::Deserialize<'de>"))
)]
pub struct StageSettings<V: Vector>(pub Settings<V::Scalar>);

impl<V: Vector> StageSettings<V> {
    /// These.
    pub fn new(settings: Settings<V::Scalar>) -> Self {
        Self(settings)
    }

    /// The defaults, with this speculative margin.
    #[must_use]
    pub fn with_margin(margin: V::Scalar) -> Self {
        Self(Settings { margin, ..Self::default().0 })
    }
}

impl<V: Vector> Default for StageSettings<V> {
    /// No margin, and contacts of pairs that have hardly moved are kept.
    fn default() -> Self {
        Self(Settings { recycling: V::Scalar::narrow(RECYCLING), ..Settings::default() })
    }
}

/// The part of its size that a pair may move and keep its contact: 50 µm of a metre's box. Of the recorded pile's support calls two thirds are saved and every pair
/// that touches is the same. Larger: a corner that comes down is noticed later. Smaller: what trembles in its place is collided anew each tick.
const RECYCLING: f64 = 1e-4;

/// What the last tick did, in numbers. How many pairs there are of which shapes tells [`Contacts::pairs_by_kind`](crate::Contacts::pairs_by_kind).
#[derive(Resource, Clone, Debug)]
pub struct Diagnostics<V: Vector> {
    /// The counts.
    pub tally: Tally,
    /// What each step took.
    pub times: StepTimes,
    /// What the stage keeps for its pairs, in bytes: some 700 for each.
    pub bytes: usize,
    vector: PhantomData<V>,
}

/// What each step of a tick took: wall time, other than the counts never twice the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepTimes {
    /// Reading the colliders of the world.
    pub enroll: Duration,
    /// Sorting and merging the candidates.
    pub gather: Duration,
    /// Colliding.
    pub collide: Duration,
    /// Finding and telling what changed.
    pub publish: Duration,
}

impl<V: Vector> Default for Diagnostics<V> {
    fn default() -> Self {
        Self { tally: Tally::default(), times: StepTimes::default(), bytes: 0, vector: PhantomData }
    }
}

/// Everything the stage remembers: the table with the memory of each pair, where its colliders were, and candidates not gathered yet. For rollback: restored, the
/// next tick gives the bits that it gave the first time.
///
/// With the feature `serde` it can be written, for a save game or the other side of a wire, and read into a world whose entities are the same; where they are others
/// the file must be changed. What is read is checked: a file that contradicts itself is refused, and one that lies of contacts is wrong until its pairs are
/// asked again. It may hold infinite numbers, so JSON is not for it. Neither custom shapes nor what is between `Enroll` and `Gather` can be written.
#[derive(Clone, Debug)]
pub struct Snapshot<V: Clip, P: Placed<V> + Component> {
    pub(crate) table: Table<V>,
    pub(crate) places: PlacesOf<V, P>,
    pub(crate) candidates: CandidatePairs<V>,
}

impl<V: Clip, P: Placed<V> + Component> Snapshot<V, P> {
    /// Of a world that the stage is installed in; `None` if it is not.
    pub fn take(world: &bevy_ecs::world::World) -> Option<Self> {
        Some(Self {
            table: world.get_resource::<Table<V>>()?.clone(),
            places: world.get_resource::<PlacesOf<V, P>>()?.clone(),
            candidates: world.get_resource::<CandidatePairs<V>>()?.clone(),
        })
    }

    /// Puts the stage back to where it was. The entities, their components and the messages are the caller's to put back; entities must be the same ones.
    pub fn restore(self, world: &mut bevy_ecs::world::World) {
        world.insert_resource(self.table);
        world.insert_resource(self.places);
        world.insert_resource(self.candidates);
    }
}
