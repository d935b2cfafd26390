//! What a pair of colliders keeps from tick to tick.
//!
//! * avian keeps manifolds, but not what clinch's searches start from, and it matches points by
//!   feature ids alone. So the memory of clinch and the last manifolds are kept here.
//! * avian calls the collider with shared references from several threads. The map is divided into
//!   parts with a lock each, and no lock is held while contacts are computed.
//! * The order of the map's keys decides nothing.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use clinch_composite_contact::{CompositeManifold, CompositeMemory};
use clinch_contact::Memory;

use crate::collider::ShapeKey;
use crate::dimension::Dimension;
use crate::point_numbers::PointNumbers;

/// The memory of one pair.
#[derive(Debug)]
pub(crate) struct PairMemory<V: Dimension> {
    shapes: [ShapeKey; 2],
    pub(crate) convex: Memory<V>,
    pub(crate) composite: CompositeMemory<V>,
    /// The last manifolds. A composite shape comes first, also if it is avian's second collider.
    pub(crate) manifolds: Vec<CompositeManifold<V>>,
    pub(crate) numbers: PointNumbers,
}

impl<V: Dimension> PairMemory<V> {
    pub(crate) fn new(shapes: [ShapeKey; 2]) -> Self {
        Self { shapes, convex: Memory::new(), composite: CompositeMemory::new(), manifolds: Vec::new(), numbers: PointNumbers::default() }
    }

    /// Forgets what was found of other shapes. The points of new ones get new numbers.
    pub(crate) fn set_shapes(&mut self, shapes: [ShapeKey; 2]) {
        if self.shapes != shapes {
            self.shapes = shapes;
            self.convex = Memory::new();
            self.composite = CompositeMemory::new();
            // The frame of a manifold may have been that of the other collider.
            self.manifolds.clear();
        }
    }
}

/// The number of parts of the map. Larger: more memory. Smaller: threads wait for each other.
const PARTS: usize = 64;

/// Pairs that ended are forgotten when the map has more than twice the pairs of avian and this.
/// Larger: more memory. Smaller: worlds of few pairs are searched for ended ones more often.
const SLACK: usize = 64;

type Part<V> = HashMap<(Entity, Entity), Box<PairMemory<V>>>;

/// The memories of all pairs. A resource, which the plugins of this crate insert; without it every
/// contact is computed without memory, and impulses are not carried over.
#[derive(Resource, Debug)]
pub struct PairMemories<V: Dimension> {
    parts: Vec<Mutex<Part<V>>>,
}

impl<V: Dimension> Default for PairMemories<V> {
    fn default() -> Self {
        Self { parts: (0..PARTS).map(|_| Mutex::default()).collect() }
    }
}

impl<V: Dimension> PairMemories<V> {
    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| lock(part).len()).sum()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the memory of a pair out. The order of the two counts.
    pub(crate) fn take(&self, pair: (Entity, Entity)) -> Option<Box<PairMemory<V>>> {
        self.part(pair)?.remove(&pair)
    }

    pub(crate) fn store(&self, pair: (Entity, Entity), memory: Box<PairMemory<V>>) {
        if let Some(mut part) = self.part(pair) {
            part.insert(pair, memory);
        }
    }

    /// Forgets the pairs that `exists` says no of, if there are many.
    pub(crate) fn forget_ended(&self, pairs: usize, exists: impl Fn(Entity, Entity) -> bool) {
        if self.len() > 2 * pairs + SLACK {
            for part in &self.parts {
                lock(part).retain(|&(a, b), _| exists(a, b));
            }
        }
    }

    fn part(&self, (a, b): (Entity, Entity)) -> Option<MutexGuard<'_, Part<V>>> {
        // Neighbouring indices are different parts.
        let index = a.index_u32().wrapping_mul(31).wrapping_add(b.index_u32()) as usize;
        self.parts.get(index % PARTS).map(lock)
    }
}

/// A panic elsewhere leaves no map half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
