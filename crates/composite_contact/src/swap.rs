//! The answer for a pair as that for the pair with its shapes exchanged.

use clinch_contact::{Cast, CastOutcome, ContactPoint, Impact, Manifold, Separation, Settings, Space};
use clinch_support::{Basis, Pose, Rotation};

use crate::distance::CompositeDistance;
use crate::motion::composite_cast::CompositeCast;
use crate::part_pair_contact::PartPairContact;
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

impl<V: Space> CompositeDistance<V> {
    /// The same distance with A and B exchanged.
    #[must_use]
    pub fn swapped(&self, b_in_a: &Pose<V::Wide>) -> Self {
        match *self {
            Self::Apart { separation, sub_shapes: [a, b] } => Self::Apart { separation: exchanged(separation, b_in_a), sub_shapes: [b, a] },
            other => other,
        }
    }
}

impl<V: Space> CompositeCast<V> {
    /// The same answer with A and B exchanged. `b_in_a` gives B's pose in A's frame at a time.
    #[must_use]
    pub fn swapped(&self, b_in_a: impl Fn(f64) -> Pose<V::Wide>) -> Self {
        let Self { cast, sub_shapes: [a, b] } = *self;
        let into_b = |axis: V::Wide, time: f64| -b_in_a(time).rotation.basis().unrotate(axis);
        let outcome = match cast.outcome {
            CastOutcome::Hit(impact) => {
                let normal = into_b(impact.normal, impact.time);
                CastOutcome::Hit(Impact { normal, point_a: impact.point_b, point_b: impact.point_a, ..impact })
            }
            CastOutcome::Miss { axis, proven } => CastOutcome::Miss { axis: into_b(axis, 0.0), proven },
            other => other,
        };
        Self { cast: Cast { outcome, ..cast }, sub_shapes: [b, a] }
    }
}

impl<V: Space> PartPairContact<V> {
    /// The same contact with A and B exchanged.
    pub(crate) fn swapped(&self, b_in_a: &Pose<V::Wide>) -> Self {
        Self { manifold: self.manifold.swapped(b_in_a), separation: exchanged(self.separation, b_in_a), ..*self }
    }
}

/// The settings for the pair with its shapes exchanged.
pub(crate) fn swapped_settings<S: Copy>(settings: &Settings<S>) -> Settings<S> {
    Settings { skin_a: settings.skin_b, skin_b: settings.skin_a, ..*settings }
}

impl<V: Space> PartVerdict<V> {
    /// The same contact with A and B exchanged.
    #[must_use]
    pub fn swapped(self, b_in_a: &Pose<V::Wide>) -> Self {
        let Self { sub_shapes: [a, b], separation, mut verdict } = self;
        if let Verdict::OutsideCone { of_b, .. } | Verdict::Resolved { of_b, .. } = &mut verdict {
            *of_b = !*of_b;
        }
        Self { sub_shapes: [b, a], separation: exchanged(separation, b_in_a), verdict }
    }
}

fn exchanged<V: Space>(separation: Separation<V>, b_in_a: &Pose<V::Wide>) -> Separation<V> {
    let normal = -b_in_a.rotation.basis().unrotate(separation.normal);
    Separation { normal, point_a: separation.point_b, point_b: separation.point_a, ..separation }
}
