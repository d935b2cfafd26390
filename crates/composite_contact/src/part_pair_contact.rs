//! The contact of a part of A with a part of B, where both are composite.

use clinch_contact::{Separation, Space};

use crate::relation::CompositeManifold;

/// The contact of a surface with a part of the other shape, in the frames of A and B.
#[derive(Clone, Debug)]
pub(crate) struct PartPairContact<V: Space> {
    pub(crate) manifold: CompositeManifold<V>,
    pub(crate) separation: Separation<V>,
    /// The normal is outside of the normal cone of the part that is the body: a neighbour of it is
    /// nearer.
    pub(crate) is_outside_cone_of_body: bool,
    /// It is none of the whole shapes.
    pub(crate) is_dropped: bool,
    /// The index of the contact that begins its manifold.
    pub(crate) leader: usize,
}
