//! The contact manifold.

use clinch_support::{Scalar, Vector};
use smallvec::SmallVec;

/// Names a contact point by the features that meet there. It is distinct within a manifold, and the
/// same from tick to tick while the same features meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct FeatureId(pub u64);

impl FeatureId {
    /// The deepest or nearest point, found by the query and not by clipping.
    pub const WITNESS: Self = Self(u64::MAX);

    /// The id of the point where two edges or ends meet, in either order.
    pub(crate) const fn meeting(one: u32, other: u32) -> Self {
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        Self((high as u64) << 32 | low as u64)
    }

    /// The id of the point where an edge of A and one of B meet, by their tags, of which B's is the
    /// larger.
    #[inline(always)]
    pub(crate) fn crossing(of_a: u32, of_b: u32) -> Self {
        Self(u64::from(of_b) << 32 | u64::from(of_a))
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
    /// The signed distance along the normal: negative when overlapping.
    pub separation: V::Scalar,
    /// The features that meet here.
    pub feature: FeatureId,
    /// The separation is negative, or not distinguishable from zero. Otherwise the point is
    /// speculative: apart, within the margin.
    pub touching: bool,
    /// The point matches one of the last tick: the same features, or nearly the same place.
    pub persisted: bool,
    /// The caller's own data, such as the impulses that a solver accumulates. Copied from the
    /// matching point of the last tick, zero on a new point. No query reads it.
    pub user_data: [V::Scalar; 4],
}

/// The contact of two shapes: a normal and up to four points (two in 2D), of convex shapes in the
/// order of their feature ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold<V: Vector> {
    /// Unit, from A to B, in A's frame. Zero without points.
    pub normal: V,
    /// The points. None if the shapes are farther apart than the margin.
    pub points: SmallVec<[ContactPoint<V>; 4]>,
}

impl<V: Vector> Manifold<V> {
    /// An empty manifold.
    pub fn new() -> Self {
        Self { normal: V::ZERO, points: SmallVec::new() }
    }

    /// Removes the contact.
    pub fn clear(&mut self) {
        self.normal = V::ZERO;
        self.points.clear();
    }

    /// At least one point touches.
    pub fn is_touching(&self) -> bool {
        self.points.iter().any(|point| point.touching)
    }

    /// The deepest, or nearest, point; the first of equals.
    ///
    /// ```
    /// use clinch_contact::{ContactPoint, FeatureId, Manifold};
    /// use glam::Vec2;
    ///
    /// let point = |x: f32, separation: f32| ContactPoint {
    ///     on_a: Vec2::X * x,
    ///     on_b: Vec2::X * x,
    ///     separation,
    ///     feature: FeatureId(x as u64),
    ///     touching: separation < 0.0,
    ///     persisted: false,
    ///     user_data: [0.0; 4],
    /// };
    /// let points = [point(0.0, 0.25), point(1.0, -0.5)].into_iter().collect();
    /// let tilted = Manifold { normal: Vec2::Y, points };
    /// assert_eq!(tilted.deepest().map(|point| point.on_a), Some(Vec2::X));
    /// assert_eq!((tilted.separation(), tilted.is_touching()), (-0.5, true));
    /// assert_eq!(Manifold::<Vec2>::new().separation(), f32::INFINITY);
    /// ```
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
