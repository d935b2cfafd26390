//! Queries of two convex shapes that have world poses.

use clinch_contact::{Manifold, Memory, PlacedPair, Scratch, Settings, Space, WorldRelation};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, Vector};

use crate::answer::{Answer, Penetration};

/// Two convex shapes and their world poses. The poses are in `f64`, so that a caller that has more
/// exact poses than `V` can hold loses nothing.
pub(crate) struct WorldPair<'s, V: Vector, A, B> {
    pub(crate) a: &'s A,
    pub(crate) pose_a: Pose<V::Wide>,
    pub(crate) b: &'s B,
    pub(crate) pose_b: Pose<V::Wide>,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> WorldPair<'_, V, A, B> {
    pub(crate) fn placed(&self) -> PlacedPair<'_, V::Wide, A, B> {
        PlacedPair { a: self.a, pose_a: &self.pose_a, b: self.b, pose_b: &self.pose_b }
    }

    pub(crate) fn intersects(&self, scratch: &mut Scratch<V>) -> bool {
        self.placed().overlap(&Settings::default(), &mut Memory::new(), scratch).touching == Some(true)
    }

    /// 0 if the shapes are not proved to be apart. Computes no depth.
    pub(crate) fn distance(&self) -> V::Scalar {
        let unlimited = Settings::with_margin(V::Scalar::INFINITY);
        match self.placed().distance(&unlimited, &mut Memory::new(), &mut Scratch::new()).relation {
            WorldRelation::Near(near) if near.lower > 0.0 => near.distance,
            // A bound proves that they overlap; there is no distance.
            WorldRelation::Near(near) if near.lower == f64::NEG_INFINITY => V::Scalar::ZERO,
            // They touch to rounding. `distance` and `contact` round differently here, so the
            // answer is that of `contact`.
            WorldRelation::Near(_) => {
                let signed = self.contact().distance;
                if signed > V::Scalar::ZERO { signed } else { V::Scalar::ZERO }
            }
            // Nothing is beyond an infinite distance.
            WorldRelation::Beyond { .. } | WorldRelation::Undefined => V::Scalar::narrow(f64::NAN),
        }
    }

    /// The signed distance, however far the shapes are apart.
    pub(crate) fn contact(&self) -> Answer<V> {
        self.closest_points(V::Scalar::INFINITY, &mut Scratch::new()).unwrap_or_else(|| {
            // Nothing is beyond an infinite distance.
            Answer::undefined()
        })
    }

    /// `None` if the shapes are proved to be farther apart than `within`.
    pub(crate) fn closest_points(&self, within: V::Scalar, scratch: &mut Scratch<V>) -> Option<Answer<V>> {
        let measured = self.placed().measure(&Settings::with_margin(within), &mut Memory::new(), scratch);
        match measured.relation {
            WorldRelation::Near(near) => Some(Answer::in_world(&near, &measured)),
            WorldRelation::Beyond { .. } => None,
            WorldRelation::Undefined => {
                Some(Answer { support_calls: measured.calls, unfinished: measured.unfinished, ..Answer::undefined() })
            }
        }
    }

    /// `None` if the shapes are proved to be apart.
    pub(crate) fn penetration(&self) -> Option<Penetration<V>> {
        let answer = self.closest_points(V::Scalar::ZERO, &mut Scratch::new())?;
        (answer.is_undefined() || answer.is_touching()).then(|| Penetration::new(&answer))
    }

    pub(crate) fn manifold(&self, margin: V::Scalar) -> Manifold<V> {
        let mut manifold = Manifold::new();
        self.placed().collide(&Settings::with_margin(margin), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        manifold
    }
}
