//! Where two colliders touch, as it is told.

use clinch_contact::{Clip, Manifold};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

/// The deepest point of a touch as one of the two sees it, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub struct Touch<V: Vector> {
    /// Unit, from this one to the other. Zero if one of them is a sensor, which has no contact point.
    pub normal: V,
    /// The deepest point on this one.
    pub point: V,
    /// The deepest point on the other, in the other's frame.
    pub other_point: V,
    /// How deep the shapes overlap there: about 0 when they just touch.
    pub depth: V::Scalar,
    /// How the other's point moved since the tick before, as seen by this one: its part along the normal is how fast they close (negative) or part, per tick.
    /// Zero in the first tick of a pair.
    pub motion: V,
    /// The other's pose in this one's frame.
    pub other_pose: Pose<V>,
}

impl<V: Vector> Touch<V> {
    /// The same touch as the other sees it.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let turned = |vector: V| V::narrow(self.other_pose.rotation.basis().unrotate(vector.widen()));
        Self {
            normal: -turned(self.normal),
            point: self.other_point,
            other_point: self.point,
            depth: self.depth,
            motion: -turned(self.motion),
            other_pose: self.other_pose.inverse(),
        }
    }
}

/// What a touch is computed from, if it is ever told: copied from a row before that goes on to the next tick, which costs less than the touch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub(crate) struct Trace<V: Vector> {
    /// The normal, the deepest point on either, and how far apart they are.
    deepest: Option<(V, [V; 2], V::Scalar)>,
    b_in_a: Pose<V>,
    b_in_a_before: Pose<V>,
}

impl<V: Clip> Trace<V> {
    pub(crate) fn new(manifold: &Manifold<V>, b_in_a: Pose<V>, b_in_a_before: Pose<V>) -> Self {
        let deepest = manifold.deepest().map(|point| (manifold.normal, [point.on_a, point.on_b], point.separation));
        Self { deepest, b_in_a, b_in_a_before }
    }

    pub(crate) fn touch(&self) -> Touch<V> {
        let &Self { deepest, b_in_a: other_pose, ref b_in_a_before } = self;
        let Some((normal, [point, other_point], separation)) = deepest else {
            return Touch { normal: V::ZERO, point: V::ZERO, other_point: V::ZERO, depth: V::Scalar::ZERO, motion: V::ZERO, other_pose };
        };
        let motion = V::narrow(other_pose.point(other_point) - b_in_a_before.point(other_point));
        Touch { normal, point, other_point, depth: -separation, motion, other_pose }
    }
}

impl<V: Vector> Default for Trace<V> {
    fn default() -> Self {
        Self { deepest: None, b_in_a: Pose::IDENTITY, b_in_a_before: Pose::IDENTITY }
    }
}
