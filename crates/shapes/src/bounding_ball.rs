//! Bounding balls: the cheapest test of whether two shapes can touch, and the only bounds that turning does not change.

use clinch_support::{Pose, Scalar, Vector};

/// A ball that is known to hold something. In `f64`, so that a float of any kind can be rounded outward from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBall<W> {
    /// The middle.
    pub center: W,
    /// Nothing is farther from the middle than this.
    pub radius: f64,
}

/// Four roundings of a length: what sums and roots of these may have lost. Relative, so that a ball of radius zero stays one.
pub(crate) const OUTWARD: f64 = 1.0 + 4.0 * f64::EPSILON;

/// No point is farther from the origin; rounded outward.
#[inline]
pub(crate) fn bounding_radius_of<V: Vector>(points: &[V]) -> f64 {
    let squared = points.iter().fold(0.0, |most, point| {
        let squared = point.widen().length_squared();
        if squared > most { squared } else { most }
    });
    // Of numbers whose squares leave the range.
    if squared > f64::MIN_POSITIVE / f64::EPSILON {
        squared.sqrt() * OUTWARD
    } else {
        points.iter().fold(0.0, |most, point| most + point.widen().sum_abs())
    }
}

/// The same as a shape keeps it: the first question about most pairs, and a root each time.
#[inline]
pub(crate) fn stored_bounding_radius_of<V: Vector>(points: &[V]) -> V::Scalar {
    V::Scalar::narrow_up(bounding_radius_of(points))
}

impl<W: Vector<Scalar = f64, Wide = W>> BoundingBall<W> {
    /// The ball of this radius, as computed in a few steps: it is rounded outward by them.
    pub(crate) fn around(center: W, radius: f64) -> Self {
        Self { center, radius: radius * OUTWARD }
    }

    /// Nothing is farther from the origin; rounded outward. More than need be, but without a root.
    #[inline]
    pub(crate) fn bounding_radius(&self) -> f64 {
        (self.radius + self.center.sum_abs()) * OUTWARD
    }

    /// Moved by a pose; grown by the rounding of that.
    #[must_use]
    pub fn moved(&self, pose: &Pose<W>) -> Self {
        // γ₈ of f64 covers the basis, three products and four sums of each of up to three coordinates.
        let rounding = 16.0 * f64::EPSILON * (self.center.max_abs() + pose.translation.max_abs());
        Self::around(pose.point(self.center), self.radius + rounding)
    }

    /// The point lies inside or on the border.
    pub fn contains(&self, point: W) -> bool {
        (point - self.center).length_squared() <= self.radius * self.radius
    }
}
