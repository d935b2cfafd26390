//! The radii by which two cores are swept.
//!
//! The distance of two shapes is that of their cores less the radii, and their witness points are
//! those of the cores moved outward. The direction matters: the nearest points of two cores need
//! not face each other along the normal, which is the axis that proves most. An error of δ in the
//! cores' distance d leaves them up to √(2dδ) beside each other.

use clinch_shapes::Convex;
use clinch_support::{Scalar, Vector};

use crate::pair::Pair;
use crate::settings::Settings;

/// The radius around A's core and that around B's.
#[derive(Clone, Copy)]
pub(crate) struct Radii {
    pub(crate) a: f64,
    pub(crate) b: f64,
}

impl Radii {
    #[inline]
    pub(crate) fn of<V: Vector, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>) -> Self {
        Self { a: pair.a.radius_wide(), b: pair.b.radius_wide() }
    }

    /// The contact skins, which the caller adds to the shapes.
    #[inline]
    pub(crate) fn skins<S: Scalar>(settings: &Settings<S>) -> Self {
        let skin = |skin: S| if skin > S::ZERO { skin.widen() } else { 0.0 };
        Self { a: skin(settings.skin_a), b: skin(settings.skin_b) }
    }

    #[inline]
    pub(crate) fn with_skins<S: Scalar>(self, settings: &Settings<S>) -> Self {
        self.plus(Self::skins(settings))
    }

    #[inline]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b }
    }

    #[inline]
    pub(crate) fn sum(self) -> f64 {
        self.a + self.b
    }

    /// The margin of the cores that corresponds to `margin` of the swept shapes, rounded up: cores
    /// proved to be beyond it are swept shapes beyond the margin, after the last rounding too.
    #[inline]
    pub(crate) fn within(self, margin: f64) -> f64 {
        margin + self.sum() + 2.0 * self.rounding(margin + self.sum())
    }

    /// Rounding error of subtracting the radii from a distance; 0 if that is infinite.
    #[inline]
    pub(crate) fn rounding(self, distance: f64) -> f64 {
        if distance.is_finite() { 2.0 * f64::EPSILON * (self.sum() + distance.abs()) } else { 0.0 }
    }

    /// The unit vector along which the nearest points of the cores move outward to become points of
    /// the swept shapes. `between` leads from A's point to B's; the cores are `distance` apart.
    ///
    /// Moved along the normal they would keep their lateral offset, when the distance less the
    /// radii is almost nothing; so they move towards each other. But where the cores are close
    /// relative to the radii, or overlap, the vector between the points is mostly error; there it
    /// is the normal.
    pub(crate) fn towards<W: Vector<Scalar = f64>>(self, between: W, distance: f64, normal: W) -> W {
        let length = between.length();
        if self.sum() > 0.0 && 2.0 * distance > self.sum() && length > 0.0 { between * length.recip() } else { normal }
    }
}
