//! Where two colliders touch, as contact events report it.

use clinch_composite::SubShapeId;
use clinch_composite_contact::ColliderSpace;
use clinch_contact::Manifold;
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

/// The deepest contact point of a pair, in the frame of one of its colliders.
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
    /// The unit normal, from this collider to the other. Zero if one of them is a sensor, which has
    /// no contact points.
    pub normal: V,
    /// The deepest point on this collider.
    pub point: V,
    /// The deepest point on the other collider, in the other's frame.
    pub other_point: V,
    /// The penetration depth at that point, about 0 if the shapes just touch.
    pub depth: V::Scalar,
    /// The displacement of the other collider's point since the last tick, relative to this
    /// collider. Its component along the normal is negative if the colliders approach. Zero in the
    /// first tick of a pair.
    pub motion: V,
    /// The other collider's pose in this one's frame.
    pub other_pose: Pose<V>,
    /// The parts whose contact has the normal, of this collider and of the other; `None` of a
    /// convex shape. On a plane of several triangles the point may be above another triangle.
    pub sub_shapes: [Option<SubShapeId>; 2],
}

impl<V: Vector> Touch<V> {
    /// The same contact in the frame of the other collider.
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
            sub_shapes: [self.sub_shapes[1], self.sub_shapes[0]],
        }
    }
}

/// What a [`Touch`] is computed from. Rows copy this much before they are overwritten: copying
/// costs less than computing touches that no event will report.
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
pub(crate) struct TouchSnapshot<V: Vector> {
    /// The normal, the deepest point on A and on B, and the separation.
    deepest: Option<(V, [V; 2], V::Scalar)>,
    b_in_a: Pose<V>,
    previous_b_in_a: Pose<V>,
}

impl<V: ColliderSpace> TouchSnapshot<V> {
    pub(crate) fn new(manifold: &Manifold<V>, b_in_a: Pose<V>, previous_b_in_a: Pose<V>) -> Self {
        let deepest = manifold.deepest().map(|point| (manifold.normal, [point.on_a, point.on_b], point.separation));
        Self { deepest, b_in_a, previous_b_in_a }
    }

    /// The contact in the frame of A.
    pub(crate) fn touch(&self, sub_shapes: [Option<SubShapeId>; 2]) -> Touch<V> {
        let &Self { deepest, b_in_a: other_pose, ref previous_b_in_a } = self;
        let Some((normal, [point, other_point], separation)) = deepest else {
            let (zero, depth) = (V::ZERO, V::Scalar::ZERO);
            return Touch { normal: zero, point: zero, other_point: zero, depth, motion: zero, other_pose, sub_shapes };
        };
        let motion = V::narrow(other_pose.point(other_point) - previous_b_in_a.point(other_point));
        Touch { normal, point, other_point, depth: -separation, motion, other_pose, sub_shapes }
    }
}

impl<V: Vector> Default for TouchSnapshot<V> {
    fn default() -> Self {
        Self { deepest: None, b_in_a: Pose::IDENTITY, previous_b_in_a: Pose::IDENTITY }
    }
}
