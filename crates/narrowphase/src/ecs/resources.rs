//! What the stage keeps in the world: one of each for every kind of vector, so that 2D and 3D, `f32` and `f64` live side by side.

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use clinch_contact::{Clip, Settings};
use clinch_support::Vector;
use core::marker::PhantomData;

use crate::table::ContactTable;
use crate::tally::Tally;

/// The pairs that may touch, as the broadphase sees it. Push into it before [`NarrowphaseSystems::Gather`](crate::NarrowphaseSystems), which empties it:
/// every tick anew, in any order, duplicates allowed.
#[derive(Resource, Clone, Debug)]
pub struct CandidatePairs<V: Vector> {
    /// The pairs.
    pub pairs: Vec<(Entity, Entity)>,
    vector: PhantomData<V>,
}

impl<V: Vector> CandidatePairs<V> {
    /// Adds a pair.
    pub fn push(&mut self, one: Entity, other: Entity) {
        self.pairs.push((one, other));
    }
}

impl<V: Vector> Default for CandidatePairs<V> {
    fn default() -> Self {
        Self { pairs: Vec::new(), vector: PhantomData }
    }
}

/// The pair table as a resource; read it through [`Contacts`](crate::Contacts).
#[derive(Resource, Clone, Debug)]
pub struct Table<V: Clip>(pub(crate) ContactTable<Entity, V>);

impl<V: Clip> Default for Table<V> {
    fn default() -> Self {
        Self(ContactTable::new())
    }
}

/// What the stage is asked for: the speculative margin and the limits of the searches.
#[derive(Resource, Clone, Debug)]
pub struct StageSettings<V: Vector>(pub Settings<V::Scalar>);

impl<V: Vector> Default for StageSettings<V> {
    fn default() -> Self {
        Self(Settings::default())
    }
}

/// What the last tick did, in numbers.
#[derive(Resource, Clone, Debug)]
pub struct Diagnostics<V: Vector> {
    /// The counts.
    pub tally: Tally,
    vector: PhantomData<V>,
}

impl<V: Vector> Diagnostics<V> {
    pub(crate) fn set(&mut self, tally: Tally) {
        self.tally = tally;
    }
}

impl<V: Vector> Default for Diagnostics<V> {
    fn default() -> Self {
        Self { tally: Tally::default(), vector: PhantomData }
    }
}
