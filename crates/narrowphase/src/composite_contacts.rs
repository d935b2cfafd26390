//! What the row of a pair with a composite shape has besides: its manifolds and their memory.

use clinch_composite::SubShapeId;
use clinch_composite_contact::{ColliderSpace, CompositeManifold, CompositeMemory};
use clinch_contact::Manifold;

/// The contacts of a pair of which at least one shape is composite. Behind a pointer, so that rows
/// of convex pairs stay small.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "composite contacts",
        deny_unknown_fields,
        bound(
            serialize = "V: ColliderSpace<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "V: ColliderSpace<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub(crate) struct CompositeContacts<V: ColliderSpace> {
    pub(crate) memory: CompositeMemory<V>,
    /// The deepest first.
    pub(crate) manifolds: Vec<CompositeManifold<V>>,
    /// The parts of the touch that was published last, if the row has been overwritten since.
    pub(crate) saved_sub_shapes: [Option<SubShapeId>; 2],
}

impl<V: ColliderSpace> CompositeContacts<V> {
    pub(crate) fn new() -> Self {
        Self { memory: CompositeMemory::new(), manifolds: Vec::new(), saved_sub_shapes: [None; 2] }
    }

    /// Forgets all but what was published.
    pub(crate) fn clear(&mut self) {
        self.manifolds.clear();
        self.memory.invalidate();
    }

    /// The same manifolds with an empty memory.
    #[cfg(feature = "serde")]
    pub(crate) fn without_memory(mut self) -> Self {
        self.memory.invalidate();
        self
    }

    /// The parts of the deepest contact.
    pub(crate) fn sub_shapes(&self) -> [Option<SubShapeId>; 2] {
        self.manifolds.first().map_or([None; 2], |manifold| manifold.sub_shapes)
    }

    /// Drops manifolds without points and sorts the others again, the deepest first.
    pub(crate) fn sort(&mut self) {
        self.manifolds.retain(|manifold| !manifold.manifold.points.is_empty());
        let separation = |manifold: &CompositeManifold<V>| manifold.manifold.separation();
        // NaN, which an edit can write, leaves the order as it is.
        let compare = |one: &CompositeManifold<V>, other: &CompositeManifold<V>| separation(one).partial_cmp(&separation(other));
        self.manifolds.sort_by(|one, other| compare(one, other).unwrap_or(core::cmp::Ordering::Equal));
    }
}

/// One manifold of a pair. Pairs of convex shapes have at most one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairManifold<'r, V: ColliderSpace> {
    /// The normal in A's frame, each point on A in A's frame and on B in B's.
    pub manifold: &'r Manifold<V>,
    /// The parts of A and of B that the normal is of; `None` of a convex shape.
    pub sub_shapes: [Option<SubShapeId>; 2],
}
