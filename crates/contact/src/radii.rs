//! The radii by which two cores are swept.
//!
//! Distances of cores become distances of shapes by taking off the radii, and points by moving outward. Along what they move matters: the nearest points of two
//! cores need not face each other along the normal, which is the axis that proves most. An error of δ in the cores' distance d leaves them as much as √(2dδ) aside.

use clinch_shapes::Convex;
use clinch_support::{Scalar, Vector};

use crate::pair::Pair;
use crate::settings::Settings;

#[derive(Clone, Copy)]
pub(crate) struct Radii {
    pub(crate) a: f64,
    pub(crate) b: f64,
}

impl Radii {
    pub(crate) fn of<V: Vector, A: Convex<V> + ?Sized, B: Convex<V> + ?Sized>(pair: &Pair<'_, V, A, B>) -> Self {
        Self { a: pair.a.radius_wide(), b: pair.b.radius_wide() }
    }

    /// What the caller sweeps the shapes by besides.
    #[inline]
    pub(crate) fn skins<S: Scalar>(settings: &Settings<S>) -> Self {
        let skin = |skin: S| if skin > S::ZERO { skin.widen() } else { 0.0 };
        Self { a: skin(settings.skin_a), b: skin(settings.skin_b) }
    }

    /// With the skins that the caller wants.
    #[inline]
    pub(crate) fn with_skins<S: Scalar>(self, settings: &Settings<S>) -> Self {
        let skins = Self::skins(settings);
        Self { a: self.a + skins.a, b: self.b + skins.b }
    }

    pub(crate) fn sum(self) -> f64 {
        self.a + self.b
    }

    /// What the cores are asked about, so that what is proved to be beyond the margin is beyond after the last rounding, too.
    pub(crate) fn asked(self, margin: f64) -> f64 {
        margin + self.sum() + 2.0 * self.rounding(margin + self.sum())
    }

    /// What taking the radii off a distance rounds by; none of one that is infinite.
    pub(crate) fn rounding(self, distance: f64) -> f64 {
        if distance.is_finite() { 2.0 * f64::EPSILON * (self.sum() + distance.abs()) } else { 0.0 }
    }

    /// The unit vector along which the nearest points of the cores, which are `distance` apart, move outward to be points of the swept shapes as far apart as
    /// these are. `way` leads from A's point to B's.
    ///
    /// Moved along the normal they would keep what they lie aside, when d less the radii is next to nothing: so they move towards each other. But where the
    /// cores are close beside their radii, or overlap, the way from one point to the other is little more than error; there it is the normal.
    pub(crate) fn towards<W: Vector<Scalar = f64>>(self, way: W, distance: f64, normal: W) -> W {
        let length = way.length();
        if self.sum() > 0.0 && 2.0 * distance > self.sum() && length > 0.0 { way * length.recip() } else { normal }
    }
}
