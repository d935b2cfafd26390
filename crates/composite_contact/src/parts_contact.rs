//! The contact of two parts.

use clinch_contact::{Separation, Space};

use crate::relation::CompositeManifold;

/// The contact of A with one part of B, in the frames of A and B.
#[derive(Clone, Debug)]
pub(crate) struct PartsContact<V: Space> {
    pub(crate) manifold: CompositeManifold<V>,
    pub(crate) separation: Separation<V>,
    /// A neighbour of the part of B is nearer.
    pub(crate) is_refused: bool,
}
