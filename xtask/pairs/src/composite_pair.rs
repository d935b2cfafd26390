//! The queries of two colliders of which at least one is composite, each without a memory.

use clinch::composite::{ColliderShape, SubShapeId};
use clinch::composite_contact::{
    ColliderMemory, ColliderPair, ColliderSpace, CompositeCast, CompositeManifold, CompositeRelation, CompositeScratch,
};
use clinch::contact::{Cast, CastSettings, Separation, Settings};
use clinch::support::{Pose, Scalar};

/// Two shapes, at least one of them composite, and B's pose in A's frame.
pub struct CompositePair<'p, V: ColliderSpace> {
    /// The shape in whose frame the answers are.
    pub a: &'p ColliderShape<V>,
    /// The other one.
    pub b: &'p ColliderShape<V>,
    /// Its pose in A's frame.
    pub b_in_a: Pose<V::Wide>,
}

/// The parts of A and B that an answer is about.
pub type Parts = [Option<SubShapeId>; 2];

impl<V: ColliderSpace> CompositePair<'_, V> {
    fn colliders(&self) -> ColliderPair<'_, V> {
        ColliderPair { a: self.a, b: self.b, b_in_a: self.b_in_a }
    }

    /// How far apart they are, or how deep they overlap, wherever they are. `None` if numbers are
    /// out of range.
    pub fn separation(&self) -> Option<(Separation<V>, Parts)> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        match self.colliders().separation(&settings, &mut ColliderMemory::new(), &mut CompositeScratch::new()) {
            CompositeRelation::Near { separation, sub_shapes } => Some((separation, sub_shapes)),
            CompositeRelation::Beyond { .. } | CompositeRelation::Undefined => None,
        }
    }

    /// The manifolds up to a separation, in A's frame, the deepest first.
    pub fn collide(&self, prediction: V::Scalar) -> Vec<CompositeManifold<V>> {
        let (settings, mut manifolds) = (Settings::with_margin(prediction), Vec::new());
        self.colliders().collide(&settings, &mut ColliderMemory::new(), &mut CompositeScratch::new(), &mut manifolds);
        manifolds
    }

    /// When B, moving by `motion` in A's frame, comes as near to A as the target.
    pub fn cast(&self, motion: V::Wide, settings: &CastSettings) -> (Cast<V>, Parts) {
        let CompositeCast { cast, sub_shapes } = self.colliders().cast(motion, settings, &mut CompositeScratch::new());
        (cast, sub_shapes)
    }
}
