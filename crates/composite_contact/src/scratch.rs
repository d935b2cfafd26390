//! Buffers that one thread reuses for all its pairs.

use clinch_composite::SubShapeId;
use clinch_contact::{ContactPoint, Manifold, Scratch, Space};

use crate::first_touch::PartHit;
use crate::kept::Kept;
use crate::part_contact::PartContact;
use crate::relation::CompositeManifold;

/// Buffers that one thread reuses for all its pairs. Their contents do not outlive a call.
pub struct CompositeScratch<V: Space> {
    /// Those of the convex queries.
    pub(crate) convex: Scratch<V>,
    pub(crate) candidates: Vec<SubShapeId>,
    pub(crate) contacts: Vec<PartContact<V>>,
    pub(crate) kept: Vec<Kept<V>>,
    pub(crate) hits: Vec<PartHit<V>>,
    pub(crate) points: Vec<ContactPoint<V>>,
    /// The manifold of one part.
    pub(crate) part: Manifold<V>,
    /// Last tick's manifolds.
    pub(crate) last: Vec<CompositeManifold<V>>,
}

impl<V: Space> CompositeScratch<V> {
    /// Empty buffers.
    pub fn new() -> Self {
        Self {
            convex: Scratch::new(),
            candidates: Vec::new(),
            contacts: Vec::new(),
            kept: Vec::new(),
            hits: Vec::new(),
            points: Vec::new(),
            part: Manifold::new(),
            last: Vec::new(),
        }
    }
}

impl<V: Space> Default for CompositeScratch<V> {
    fn default() -> Self {
        Self::new()
    }
}
