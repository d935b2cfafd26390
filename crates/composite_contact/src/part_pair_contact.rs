//! The contact of A with one part of B, where both are composite.

use clinch_contact::{Separation, Space};

use crate::relation::CompositeManifold;

/// The contact of A with one part of B, in the frames of A and B.
#[derive(Clone, Debug)]
pub(crate) struct PartPairContact<V: Space> {
    pub(crate) manifold: CompositeManifold<V>,
    pub(crate) separation: Separation<V>,
    /// The normal is outside of the normal cone of the part of B: a neighbour of it is nearer.
    pub(crate) is_outside_cone_of_b: bool,
    /// The index of the contact that begins its manifold.
    pub(crate) leader: usize,
}
