//! How large the shapes of a pair are.

use clinch_shapes::{Convex, Core};
use clinch_support::{Scalar, Vector};

use crate::clip::Space;
use crate::pair::Pair;
use crate::radii::Radii;
use crate::settings::Settings;

/// The radius of each swept shape about its centre; `None` for a half-space.
pub(crate) struct Sizes {
    pub(crate) a: Option<f64>,
    pub(crate) b: Option<f64>,
}

impl Sizes {
    pub(crate) fn of<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>) -> Self {
        let radii = Radii::of(pair).with_skins(settings);
        Self {
            a: (!is_half_space(&pair.a)).then(|| pair.a.radius_about_center().widen() + radii.a),
            b: (!is_half_space(&pair.b)).then(|| pair.b.radius_about_center().widen() + radii.b),
        }
    }

    pub(crate) fn sum(&self) -> f64 {
        self.a.unwrap_or(0.0) + self.b.unwrap_or(0.0)
    }

    /// The radius of the smaller shape; 0 for two half-spaces.
    pub(crate) fn least(&self) -> f64 {
        match (self.a, self.b) {
            (Some(a), Some(b)) if a < b => a,
            (_, Some(b)) => b,
            (Some(a), None) => a,
            (None, None) => 0.0,
        }
    }
}

/// Whether the core of a shape is a half-space, which has no size.
pub(crate) fn is_half_space<V: Vector, S: Convex<V>>(shape: &S) -> bool {
    matches!(shape.core(), Core::HalfSpace { .. })
}
