//! Buffers that one thread reuses for all its pairs.

use clinch_composite::SubShapeId;
use clinch_contact::{ContactPoint, FacingFeature, Manifold, Scratch, Space};

use crate::border::BorderBuffers;
use crate::first_touch::PartHit;
use crate::found_parts::Beside;
use crate::kept::Kept;
use crate::lifted_corners::LiftedCorners;
use crate::part_state::PartContact;
use crate::parts_contact::PartsContact;
use crate::relation::CompositeManifold;

/// Buffers that one thread reuses for all its pairs. Their contents do not outlive a call.
#[derive(Debug)]
pub struct CompositeScratch<V: Space> {
    /// Those of the convex queries.
    pub(crate) convex: Scratch<V>,
    /// The feature of the body for the last normal.
    pub(crate) facing: FacingFeature<V>,
    pub(crate) candidates: Vec<SubShapeId>,
    pub(crate) borders: BorderBuffers<V::Wide>,
    pub(crate) contacts: Vec<PartContact<V>>,
    pub(crate) beside: Vec<Beside>,
    pub(crate) kept: Vec<Kept<V>>,
    pub(crate) hits: Vec<PartHit<V>>,
    pub(crate) points: Vec<ContactPoint<V>>,
    pub(crate) corners: LiftedCorners<V::Wide>,
    /// The deepest points of one contact.
    pub(crate) places: Vec<V::Wide>,
    /// The indices of the contacts that cover them.
    pub(crate) covers: Vec<usize>,
    /// The manifold of one part.
    pub(crate) part: Manifold<V>,
    /// Last tick's manifolds.
    pub(crate) last: Vec<CompositeManifold<V>>,
    /// The parts of B near A, if both shapes are composite.
    pub(crate) parts_of_b: Vec<SubShapeId>,
    /// The contacts of one of them.
    pub(crate) of_part: Vec<CompositeManifold<V>>,
    /// Those of all of them.
    pub(crate) found: Vec<PartsContact<V>>,
}

impl<V: Space> CompositeScratch<V> {
    /// Empty buffers.
    pub fn new() -> Self {
        Self {
            convex: Scratch::new(),
            facing: FacingFeature::new(),
            candidates: Vec::new(),
            borders: BorderBuffers::new(),
            contacts: Vec::new(),
            beside: Vec::new(),
            kept: Vec::new(),
            hits: Vec::new(),
            points: Vec::new(),
            corners: LiftedCorners::new(),
            places: Vec::new(),
            covers: Vec::new(),
            part: Manifold::new(),
            last: Vec::new(),
            parts_of_b: Vec::new(),
            of_part: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The buffers of queries of convex shapes.
    pub fn convex(&mut self) -> &mut Scratch<V> {
        &mut self.convex
    }
}

impl<V: Space> Default for CompositeScratch<V> {
    fn default() -> Self {
        Self::new()
    }
}
