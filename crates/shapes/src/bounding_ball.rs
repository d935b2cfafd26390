//! Bounding balls: the cheapest test of whether two shapes can touch, and bounds that do not depend
//! on the rotation.

use clinch_support::{Pose, Scalar, Vector};

/// A ball that contains a shape, in `f64`, so that it can be rounded outward to any scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBall<W> {
    /// The center.
    pub center: W,
    /// An upper bound of the distance of the shape's points from the center.
    pub radius: f64,
}

/// The factor that covers four roundings of a length. Relative, so that a ball of radius zero
/// remains one.
pub(crate) const OUTWARD: f64 = 1.0 + 4.0 * f64::EPSILON;

/// An upper bound of the distance of the points from the origin. O(points).
#[inline]
pub(crate) fn bounding_radius_of<V: Vector>(points: &[V]) -> f64 {
    let squared = points.iter().fold(0.0, |most, point| {
        let squared = point.widen().length_squared();
        if squared > most { squared } else { most }
    });
    // Squares that underflow or overflow.
    if squared > f64::MIN_POSITIVE / f64::EPSILON {
        squared.sqrt() * OUTWARD
    } else {
        points.iter().fold(0.0, |most, point| most + point.widen().sum_abs())
    }
}

/// The bounding radius as a shape stores it: most queries start with it, and computing it takes a
/// square root.
#[inline]
pub(crate) fn stored_bounding_radius_of<V: Vector>(points: &[V]) -> V::Scalar {
    V::Scalar::narrow_up(bounding_radius_of(points))
}

impl<W: Vector<Scalar = f64, Wide = W>> BoundingBall<W> {
    /// The ball about `center`. The radius is rounded outward by the rounding of a few steps.
    pub(crate) fn around(center: W, radius: f64) -> Self {
        Self { center, radius: radius * OUTWARD }
    }

    /// An upper bound of the distance from the origin. Not tight, but without a square root.
    #[inline]
    pub(crate) fn bounding_radius(&self) -> f64 {
        (self.radius + self.center.sum_abs()) * OUTWARD
    }

    /// The ball at a pose, grown by the rounding of the transformation.
    #[must_use]
    pub fn moved(&self, pose: &Pose<W>) -> Self {
        // γ₈ of `f64` covers the basis, and three products and four sums for each of up to three
        // coordinates.
        let rounding = 16.0 * f64::EPSILON * (self.center.max_abs() + pose.translation.max_abs());
        Self::around(pose.point(self.center), self.radius + rounding)
    }

    /// Whether the point is inside the ball or on its boundary. `false` for NaN.
    pub fn contains(&self, point: W) -> bool {
        (point - self.center).length_squared() <= self.radius * self.radius
    }
}
