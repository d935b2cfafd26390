//! A collider as the caller passes it in, as the stage stores it, and as a broadphase reads it.

use clinch_composite::ColliderShape;
use clinch_composite_contact::ColliderSpace;
use clinch_support::Scalar;

use crate::attributes::Attributes;
use crate::pair_key::SortKey;

/// The state of a collider in one tick, for [`ColliderSync::insert`](crate::ColliderSync::insert).
#[derive(Debug)]
pub struct ColliderInput<'p, K, V: ColliderSpace, P> {
    /// The shape, in the collider's frame.
    pub shape: &'p ColliderShape<V>,
    /// Whether the shape may differ from last tick's. If `false` the shapes are not compared, which
    /// saves time for large hulls, and a change is missed.
    pub shape_changed: bool,
    /// Where the collider is.
    pub placement: P,
    /// All other properties.
    pub attributes: Attributes<K, V::Scalar>,
}

/// A collider as the stage stores it.
#[derive(Clone, Debug)]
pub(crate) struct ColliderData<K, V: ColliderSpace> {
    pub(crate) sort_key: SortKey<K>,
    pub(crate) shape: ColliderShape<V>,
    pub(crate) attributes: Attributes<K, V::Scalar>,
    /// Incremented with every change of the shape or the skin, and of whether it is a sensor, which
    /// has no skin.
    pub(crate) shape_version: u32,
}

impl<K: Copy + Eq, V: ColliderSpace> ColliderData<K, V> {
    pub(crate) fn key(&self) -> K {
        self.sort_key.key
    }

    /// The body that the collider is attached to, or the collider itself.
    pub(crate) fn body(&self) -> K {
        self.attributes.body.unwrap_or(self.sort_key.key)
    }
}

/// A collider of the current tick, as a broadphase reads it.
#[derive(Clone, Copy, Debug)]
pub struct ColliderRef<'t, K, V: ColliderSpace, P> {
    /// The key.
    pub key: K,
    /// The shape, in the collider's frame.
    pub shape: &'t ColliderShape<V>,
    /// Where the collider is.
    pub placement: &'t P,
    /// All other properties.
    pub attributes: &'t Attributes<K, V::Scalar>,
    /// Static or sleeping, and neither moved nor changed since the last tick. A broadphase need not
    /// find the pairs of two such colliders again, unless the stage's margin has grown.
    pub at_rest: bool,
}

impl<K: Copy, V: ColliderSpace, P> ColliderRef<'_, K, V, P> {
    /// The body that the collider is attached to, or the collider itself.
    pub fn body(&self) -> K {
        self.attributes.body.unwrap_or(self.key)
    }

    /// How far a broadphase must grow the collider's AABB on each side: the skin and the collider's
    /// share of the speculative margin, which is `half_margin`, half of the stage's margin, unless
    /// the collider has a share of its own.
    pub fn aabb_margin(&self, half_margin: V::Scalar) -> f64 {
        let share = self.attributes.margin.unwrap_or(half_margin);
        let positive = |length: V::Scalar| if length > V::Scalar::ZERO { length.widen() } else { 0.0 };
        positive(share) + positive(self.attributes.skin)
    }
}
