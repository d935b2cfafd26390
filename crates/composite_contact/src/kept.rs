//! The contacts that are kept.

use clinch_composite::SubShapeId;
use clinch_contact::Separation;
use clinch_support::Vector;

/// A contact that is kept.
#[derive(Debug)]
pub(crate) struct Kept<V: Vector> {
    pub(crate) id: SubShapeId,
    pub(crate) separation: Separation<V>,
    /// The index of the contact that its manifold begins with: the first whose normal is nearly the
    /// same.
    pub(crate) leader: usize,
}
