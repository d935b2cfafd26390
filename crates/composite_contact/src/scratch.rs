//! Buffers that one thread reuses for all its pairs.

use clinch_composite::SubShapeId;
use clinch_contact::{ContactPoint, FacingFeature, Manifold, Scratch, Space};

use crate::manifolds::kept_contact::{CorrectedContact, KeptContact};
use crate::manifolds::projected_corners::ProjectedCorners;
use crate::motion::first_touch::PartHit;
use crate::motion::start_contacts::StartContacts;
use crate::part_pair_contact::PartPairContact;
use crate::parts::border::BorderBuffers;
use crate::parts::found_parts::OutsideEdges;
use crate::parts::part_contact::PartContact;
use crate::relation::CompositeManifold;

/// Buffers that one thread reuses for all its pairs. Their contents do not outlive a call.
#[derive(Debug)]
pub struct CompositeScratch<V: Space> {
    /// Those of the convex queries.
    pub(crate) convex: Scratch<V>,
    /// The feature of the body for the last normal.
    pub(crate) facing: FacingFeature<V>,
    pub(crate) near_ids: Vec<SubShapeId>,
    pub(crate) borders: BorderBuffers<V::Wide>,
    pub(crate) contacts: Vec<PartContact<V>>,
    pub(crate) skipped: Vec<OutsideEdges>,
    pub(crate) kept: Vec<KeptContact<V>>,
    pub(crate) hits: Vec<PartHit<V>>,
    /// What a moving body is at when it starts.
    pub(crate) start: StartContacts<V::Wide>,
    /// The indices of the contacts of one manifold, in ascending order of their parts.
    pub(crate) members: Vec<usize>,
    pub(crate) points: Vec<ContactPoint<V>>,
    /// The parts that these are of, in ascending order.
    pub(crate) parts_of_points: Vec<SubShapeId>,
    pub(crate) corners: ProjectedCorners<V::Wide>,
    /// The deepest points of one contact.
    pub(crate) deepest_points: Vec<V::Wide>,
    /// The indices of the contacts that cover them.
    pub(crate) covering: Vec<usize>,
    /// The contacts that get another normal because other parts cover them.
    pub(crate) corrected: Vec<CorrectedContact<V>>,
    /// The manifold of one part.
    pub(crate) part_manifold: Manifold<V>,
    /// The parts of B near A, if both shapes are composite.
    pub(crate) parts_of_b: Vec<SubShapeId>,
    /// The manifolds of A with one of them.
    pub(crate) manifolds_of_part: Vec<CompositeManifold<V>>,
    /// The contacts of A with all of them.
    pub(crate) part_pairs: Vec<PartPairContact<V>>,
}

impl<V: Space> CompositeScratch<V> {
    /// Empty buffers.
    pub fn new() -> Self {
        Self {
            convex: Scratch::new(),
            facing: FacingFeature::new(),
            near_ids: Vec::new(),
            borders: BorderBuffers::new(),
            contacts: Vec::new(),
            skipped: Vec::new(),
            kept: Vec::new(),
            hits: Vec::new(),
            start: StartContacts::new(),
            members: Vec::new(),
            points: Vec::new(),
            parts_of_points: Vec::new(),
            corners: ProjectedCorners::new(),
            deepest_points: Vec::new(),
            covering: Vec::new(),
            corrected: Vec::new(),
            part_manifold: Manifold::new(),
            parts_of_b: Vec::new(),
            manifolds_of_part: Vec::new(),
            part_pairs: Vec::new(),
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
