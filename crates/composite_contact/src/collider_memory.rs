//! What a pair of colliders of any shapes keeps from tick to tick, besides its manifolds.

use clinch_contact::{Memory, Space};
use clinch_support::Vector;

use crate::memory::CompositeMemory;

/// What a pair of colliders keeps from tick to tick, besides its manifolds: the warm start of two
/// convex shapes, or the cached parts and bounds of a pair with a composite shape.
///
/// One for each pair, and a new one when a shape of the pair changes. It makes answers faster,
/// never different beyond the tolerance; only with
/// [`recycling`](clinch_contact::Settings::recycling) does it stand for an answer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "collider memory",
        deny_unknown_fields,
        bound(
            serialize = "Memory<V>: serde::Serialize, CompositeMemory<V>: serde::Serialize",
            deserialize = "Memory<V>: serde::Deserialize<'de>, CompositeMemory<V>: serde::Deserialize<'de>"
        )
    )
)]
pub struct ColliderMemory<V: Vector> {
    pub(crate) convex: Memory<V>,
    /// Behind a pointer, so that the memories of convex pairs stay small.
    pub(crate) composite: Option<Box<CompositeMemory<V>>>,
}

impl<V: Space> ColliderMemory<V> {
    /// An empty memory.
    pub fn new() -> Self {
        Self { convex: Memory::new(), composite: None }
    }

    /// Drops what recycling would answer from. Call it after editing a manifold.
    pub fn invalidate(&mut self) {
        self.convex.invalidate();
        self.composite.iter_mut().for_each(|composite| composite.invalidate());
    }
}

impl<V: Space> Default for ColliderMemory<V> {
    fn default() -> Self {
        Self::new()
    }
}
