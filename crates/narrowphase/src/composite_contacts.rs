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
    /// The normal of each manifold before it was edited; empty if none has been.
    computed_normals: Vec<V>,
    /// The parts of the touch that was published last, if the row has been overwritten since.
    pub(crate) saved_sub_shapes: [Option<SubShapeId>; 2],
}

impl<V: ColliderSpace> CompositeContacts<V> {
    pub(crate) fn new() -> Self {
        Self { memory: CompositeMemory::new(), manifolds: Vec::new(), computed_normals: Vec::new(), saved_sub_shapes: [None; 2] }
    }

    /// Forgets all but what was published.
    pub(crate) fn clear(&mut self) {
        self.clear_manifolds();
        self.memory.invalidate();
    }

    pub(crate) fn clear_manifolds(&mut self) {
        self.manifolds.clear();
        self.computed_normals.clear();
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

    /// Edits each manifold, drops those without points and sorts the others again, the deepest
    /// first.
    pub(crate) fn edit(&mut self, mut edit: impl FnMut(&mut Manifold<V>)) {
        let Self { manifolds, computed_normals, .. } = self;
        // Empty, or of a file that contradicts itself.
        if computed_normals.len() != manifolds.len() {
            computed_normals.clear();
            computed_normals.extend(manifolds.iter().map(|of| of.manifold.normal));
        }
        manifolds.iter_mut().for_each(|of| edit(&mut of.manifold));
        // Both lists change in step. They are short and nearly sorted; NaN, which an edit can
        // write, stays where it is.
        let mut kept = 0;
        for next in 0..manifolds.len() {
            if manifolds[next].manifold.points.is_empty() {
                continue;
            }
            manifolds.swap(kept, next);
            computed_normals.swap(kept, next);
            let mut place = kept;
            while place > 0 && manifolds[place].manifold.separation() < manifolds[place - 1].manifold.separation() {
                manifolds.swap(place, place - 1);
                computed_normals.swap(place, place - 1);
                place -= 1;
            }
            kept += 1;
        }
        manifolds.truncate(kept);
        computed_normals.truncate(kept);
    }

    /// Gives the manifolds the normals that they had before edits. The next tick finds by them
    /// which of its manifolds continues which.
    pub(crate) fn restore_normals(&mut self) {
        for (of, normal) in self.manifolds.iter_mut().zip(self.computed_normals.drain(..)) {
            of.manifold.normal = normal;
        }
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
