//! The answer for a pair as that for the pair with its shapes exchanged.

use clinch_contact::{ContactPoint, Manifold, Separation, Space};
use clinch_support::{Basis, Pose, Rotation};

use crate::part_verdict::{PartVerdict, Verdict};
use crate::relation::{CompositeManifold, CompositeRelation};

impl<V: Space> CompositeManifold<V> {
    /// The same contact with A and B exchanged. The points are exact; the normal is rounded once.
    #[must_use]
    pub fn swapped(&self, b_in_a: &Pose<V::Wide>) -> Self {
        let Manifold { normal, points } = &self.manifold;
        let normal = -V::narrow(b_in_a.rotation.basis().unrotate(normal.widen()));
        let points = points.iter().map(|point| ContactPoint { on_a: point.on_b, on_b: point.on_a, ..*point }).collect();
        let [a, b] = self.sub_shapes;
        Self { manifold: Manifold { normal, points }, sub_shapes: [b, a] }
    }
}

impl<V: Space> CompositeRelation<V> {
    /// The same relation with A and B exchanged.
    #[must_use]
    pub fn swapped(&self, b_in_a: &Pose<V::Wide>) -> Self {
        match *self {
            Self::Near { separation, sub_shapes: [a, b] } => Self::Near { separation: exchanged(separation, b_in_a), sub_shapes: [b, a] },
            other => other,
        }
    }
}

impl<V: Space> PartVerdict<V> {
    /// The same contact with A and B exchanged.
    #[must_use]
    pub fn swapped(self, b_in_a: &Pose<V::Wide>) -> Self {
        let Self { sub_shapes: [a, b], separation, mut verdict } = self;
        if let Verdict::OutsideCone { of_b, .. } = &mut verdict {
            *of_b = !*of_b;
        }
        Self { sub_shapes: [b, a], separation: exchanged(separation, b_in_a), verdict }
    }
}

fn exchanged<V: Space>(separation: Separation<V>, b_in_a: &Pose<V::Wide>) -> Separation<V> {
    let normal = -b_in_a.rotation.basis().unrotate(separation.normal);
    Separation { normal, point_a: separation.point_b, point_b: separation.point_a, ..separation }
}
