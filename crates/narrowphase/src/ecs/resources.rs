//! The resources of the stage. Each is generic over the vector, so that stages of 2D and 3D, `f32`
//! and `f64` coexist in one world.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use clinch_composite_contact::ColliderSpace;
use clinch_contact::{Recycling, Settings};
use clinch_support::{Scalar, Vector};
use core::marker::PhantomData;
use std::time::Duration;

use crate::candidates::Candidates;
use crate::collider::ColliderRef;
use crate::contact_table::ContactTable;
use crate::counters::Counters;
use crate::placement::{Attached, Placed, Placements};

/// The pairs that may touch, from a broadphase. Push them before
/// [`NarrowphaseSystems::UpdatePairs`](crate::NarrowphaseSystems), which drains the resource: in
/// any order, duplicates allowed.
///
/// A broadphase either pushes all pairs each tick, or, if the resource was created by
/// [`CandidatePairs::changes`], only the pairs that it adds and removes.
#[derive(Resource, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields, bound = ""))]
pub struct CandidatePairs<V: Vector> {
    /// All pairs of this tick; of an incremental broadphase, the pairs added in it.
    pub pairs: Vec<(Entity, Entity)>,
    /// Pairs removed in this tick.
    removed: Vec<(Entity, Entity)>,
    /// The broadphase is incremental.
    changes: bool,
    #[cfg_attr(feature = "serde", serde(skip))]
    vector: PhantomData<V>,
}

impl<V: Vector> CandidatePairs<V> {
    /// For an incremental broadphase: a pair that was pushed stays until it is removed or one of
    /// its colliders is.
    pub fn changes() -> Self {
        Self { changes: true, ..Self::default() }
    }

    /// Adds a pair that may touch: in this tick, or from now on if the broadphase is incremental.
    pub fn push(&mut self, one: Entity, other: Entity) {
        self.pairs.push((one, other));
    }

    /// Removes a pair of an incremental broadphase. Has no effect if all pairs are pushed each
    /// tick.
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

/// The contact table. Read contacts through [`Contacts`](crate::Contacts).
#[derive(Resource, Clone, Debug)]
pub struct Table<V: ColliderSpace>(pub(crate) ContactTable<Entity, V>);

impl<V: ColliderSpace> Table<V> {
    /// The colliders of the current tick, in an unspecified order. A broadphase reads them between
    /// [`NarrowphaseSystems::SyncColliders`](crate::NarrowphaseSystems) and `UpdatePairs`.
    pub fn colliders<'t, P: Placed<V>>(
        &'t self,
        placements: &'t ColliderPlacements<V, P>,
    ) -> impl Iterator<Item = ColliderRef<'t, Entity, V, Attached<V, P>>> {
        self.0.colliders(&placements.0)
    }

    /// The collider of this entity; `None` if it is not in the table.
    pub fn collider<'t, P: Placed<V>>(
        &'t self,
        placements: &'t ColliderPlacements<V, P>,
        entity: Entity,
    ) -> Option<ColliderRef<'t, Entity, V, Attached<V, P>>> {
        self.0.collider(&placements.0, entity)
    }

    /// The stage's margin when contacts were computed last; `None` before. When it has grown, a
    /// broadphase must find the pairs at rest again.
    pub fn last_margin(&self) -> Option<V::Scalar> {
        self.0.settings.map(|settings| settings.margin)
    }
}

impl<V: ColliderSpace> Default for Table<V> {
    fn default() -> Self {
        Self(ContactTable::new())
    }
}

/// The placements of the table's colliders.
#[derive(Resource, Clone, Debug)]
pub struct ColliderPlacements<V: Vector, P: Send + Sync + 'static>(pub(crate) Placements<Attached<V, P>>);

impl<V: Vector, P: Send + Sync + 'static> Default for ColliderPlacements<V, P> {
    fn default() -> Self {
        Self(Placements::new())
    }
}

/// The settings of the stage: the speculative margin and the limits of the queries. Their skins are
/// not used: each collider has its own [`ContactSkin`](crate::ContactSkin).
#[derive(Resource, Clone, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(opaque, Resource, Clone, Debug, Default), type_path = "clinch_narrowphase")]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "Settings<V::Scalar>: serde::Serialize", deserialize = "Settings<V::Scalar>: serde::Deserialize<'de>"))
)]
pub struct StageSettings<V: Vector>(pub Settings<V::Scalar>);

impl<V: Vector> StageSettings<V> {
    /// These settings.
    pub fn new(settings: Settings<V::Scalar>) -> Self {
        Self(settings)
    }

    /// The defaults with this speculative margin.
    #[must_use]
    pub fn with_margin(margin: V::Scalar) -> Self {
        Self(Settings { margin, ..Self::default().0 })
    }
}

impl<V: Vector> Default for StageSettings<V> {
    /// No margin, and contacts of pairs that have hardly moved are recycled.
    fn default() -> Self {
        Self(Settings { recycling: Recycling::Proved(V::Scalar::narrow(RECYCLING)), ..Settings::default() })
    }
}

/// How far a pair may move, relative to its size, and keep its contact: 0.15 mm for boxes of a
/// metre. It saves two thirds of the support calls of the recorded pile and changes none of its
/// touching pairs. Larger: new points at a corner that comes down appear later. Smaller: contacts
/// of bodies that jitter are computed in every tick.
const RECYCLING: f64 = 1e-4;

/// Counters and times of the last tick. [`Contacts::pairs_by_kind`](crate::Contacts::pairs_by_kind)
/// counts the pairs by their shapes.
#[derive(Resource, Clone, Debug)]
pub struct Diagnostics<V: Vector> {
    /// Work and results. Bit-identical from run to run, unlike the times.
    pub counters: Counters,
    /// The wall time of each step.
    pub times: StepTimes,
    /// The memory for pairs in bytes: in 3D and `f32` some 600 to 1,000 per pair, twice as much if
    /// all pairs change in each tick.
    pub bytes: usize,
    vector: PhantomData<V>,
}

/// The wall time of each step of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepTimes {
    /// Reading the colliders of the world.
    pub sync_colliders: Duration,
    /// Sorting and merging the candidates.
    pub update_pairs: Duration,
    /// Computing contacts.
    pub update_contacts: Duration,
    /// Finding what has changed and sending events.
    pub publish: Duration,
}

impl<V: Vector> Default for Diagnostics<V> {
    fn default() -> Self {
        Self { counters: Counters::default(), times: StepTimes::default(), bytes: 0, vector: PhantomData }
    }
}

/// The state of the stage for rollback: the table with the memory of each pair, the placements of
/// its colliders, and the candidates that `UpdatePairs` has not read yet. After a restore the next
/// tick gives the same bits as the first time. Without an ECS, clone the [`ContactTable`] and its
/// [`Placements`], and set [`shape_changed`](crate::ColliderInput::shape_changed) for all colliders
/// in the first sync after a restore.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use clinch_narrowphase::{CandidatePairs, Collider, Diagnostics, Placement, Snapshot, install};
/// use clinch_shapes::Ball;
/// use glam::Vec3;
///
/// let (mut world, mut schedule) = (World::new(), Schedule::default());
/// install::<Vec3, Placement<Vec3>>(&mut world, &mut schedule);
/// let ball = Collider::<Vec3>::new(Ball::new(0.5)?);
/// let a = world.spawn((ball.clone(), Placement::at(Vec3::ZERO))).id();
/// let b = world.spawn(ball).id();
/// let mut tick = |world: &mut World, x: f32| {
///     world.entity_mut(b).insert(Placement::at(Vec3::X * x));
///     world.resource_mut::<CandidatePairs<Vec3>>().push(a, b);
///     schedule.run(world);
///     let counters = world.resource::<Diagnostics<Vec3>>().counters;
///     (counters.touching, counters.unmoved)
/// };
/// assert_eq!(tick(&mut world, 0.75), (1, 0));
/// let snapshot = Snapshot::<Vec3, Placement<Vec3>>::take(&world).ok_or("installed")?;
/// assert_eq!(tick(&mut world, 2.0), (0, 0));
/// snapshot.restore(&mut world); // the caller restores the components
/// assert_eq!(tick(&mut world, 0.75), (1, 1)); // nothing has moved since the snapshot
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `serde` a snapshot can be serialised, for save games or replication. The
/// entities of the world that it is restored to must be the same ones; if they are not, the file
/// must be edited. Reading refuses a file that contradicts itself. Wrong contacts in a file are not
/// detected; they disappear when their pairs are computed again.
///
/// Snapshots may contain infinite numbers, which JSON cannot represent. Serialising fails if a
/// collider has a custom shape, and between `SyncColliders` and `UpdatePairs` if colliders were
/// removed.
#[derive(Clone, Debug)]
pub struct Snapshot<V: ColliderSpace, P: Placed<V> + Component> {
    pub(crate) table: Table<V>,
    pub(crate) placements: ColliderPlacements<V, P>,
    pub(crate) candidates: CandidatePairs<V>,
}

impl<V: ColliderSpace, P: Placed<V> + Component> Snapshot<V, P> {
    /// The snapshot of a world; `None` if the stage is not installed in it.
    pub fn take(world: &bevy_ecs::world::World) -> Option<Self> {
        Some(Self {
            table: world.get_resource::<Table<V>>()?.clone(),
            placements: world.get_resource::<ColliderPlacements<V, P>>()?.clone(),
            candidates: world.get_resource::<CandidatePairs<V>>()?.clone(),
        })
    }

    /// Restores the state of the stage. The caller restores entities, components, messages and the
    /// resources that the stage reads, [`StageSettings`] among them; the entities must be the same
    /// ones.
    pub fn restore(mut self, world: &mut bevy_ecs::world::World) {
        // A component that the caller need not restore does not count as changed, though its shape
        // may be newer than the snapshot's.
        self.table.0.colliders.set_restored();
        world.insert_resource(self.table);
        world.insert_resource(self.placements);
        world.insert_resource(self.candidates);
    }
}
