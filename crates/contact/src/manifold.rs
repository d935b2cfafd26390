//! What a solver reads.

use clinch_support::{Scalar, Vector};
use smallvec::SmallVec;

/// Names a contact point by the features that make it: distinct within a manifold, the same from tick to tick while the same features meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct FeatureId(pub u64);

impl FeatureId {
    /// The point is the deepest (or nearest) one, found by the query and by no pair of edges.
    pub const WITNESS: Self = Self(u64::MAX);

    /// The point where two edges or ends meet, in either order.
    pub(crate) fn meeting(one: u32, other: u32) -> Self {
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        Self(u64::from(high) << 32 | u64::from(low))
    }
}

/// One point of a manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "point", deny_unknown_fields))]
pub struct ContactPoint<V: Vector> {
    /// On A's surface, in A's frame.
    pub on_a: V,
    /// On B's surface, in B's frame.
    pub on_b: V,
    /// The gap along the normal: negative overlapping.
    pub separation: V::Scalar,
    /// What meets here.
    pub feature: FeatureId,
    /// The gap cannot be told from zero or is below it. Otherwise the point is speculative: apart, within the margin.
    pub touching: bool,
    /// It goes on from a point of the last tick: the same features met there, or others as good as in the same place.
    pub kept: bool,
    /// The caller's own, for instance the impulses that a solver has accumulated: carried to the point of the next tick that goes on from this one, zero on a new one.
    /// Nothing here reads it.
    pub carried: [V::Scalar; 4],
}

/// Where two shapes touch: a normal and up to four points (two in 2D), in the order of their feature ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold<V: Vector> {
    /// Unit, from A to B, in A's frame. Zero without points.
    pub normal: V,
    /// The points; none when the shapes are farther apart than the margin.
    pub points: SmallVec<[ContactPoint<V>; 4]>,
}

impl<V: Vector> Manifold<V> {
    /// No contact.
    pub fn new() -> Self {
        Self { normal: V::ZERO, points: SmallVec::new() }
    }

    /// Forgets the contact.
    pub fn clear(&mut self) {
        self.normal = V::ZERO;
        self.points.clear();
    }

    /// Some point touches.
    pub fn is_touching(&self) -> bool {
        self.points.iter().any(|point| point.touching)
    }

    /// The deepest, or nearest, point; the first of equals.
    pub fn deepest(&self) -> Option<&ContactPoint<V>> {
        self.points.iter().reduce(|best, point| if point.separation < best.separation { point } else { best })
    }

    /// The smallest separation; infinite without points.
    pub fn separation(&self) -> V::Scalar {
        self.deepest().map_or(V::Scalar::INFINITY, |point| point.separation)
    }
}

impl<V: Vector> Default for Manifold<V> {
    fn default() -> Self {
        Self::new()
    }
}
