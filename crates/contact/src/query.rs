//! What one query asks: the goal, the radii around the cores, and how far apart still matters.

use clinch_shapes::Convex;
use clinch_support::Scalar;

use crate::clip::Space;
use crate::pair::Pair;
use crate::radii::Radii;
use crate::settings::Settings;

/// Which answer the caller needs. Each later goal includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Goal {
    /// Whether the shapes touch. What else the answer has are bounds that are proved.
    Overlap,
    /// The distance of shapes that are apart. Shapes that overlap get an upper bound and no points.
    Distance,
    /// The distance, or the depth, with witness points.
    SignedDistance,
    /// As `SignedDistance`, and the points of a manifold.
    Contact,
}

/// One query about one pair of cores.
#[derive(Clone, Copy)]
pub(crate) struct Query<'q, V: Space> {
    pub(crate) goal: Goal,
    /// The radii of the two shapes, contact skins included.
    pub(crate) radii: Radii,
    /// Swept shapes farther apart than this need no answer but that.
    pub(crate) margin: f64,
    /// The normal of the last answer, in A's frame and of any length; zero or NaN if there is none.
    pub(crate) last_normal: V,
    pub(crate) settings: &'q Settings<V::Scalar>,
}

impl<'q, V: Space> Query<'q, V> {
    #[inline(always)]
    pub(crate) fn new<A: Convex<V>, B: Convex<V>>(
        pair: &Pair<V, A, B>,
        settings: &'q Settings<V::Scalar>,
        goal: Goal,
        last_normal: V,
    ) -> Self {
        let radii = Radii::of(pair).with_skins(settings);
        Self { goal, radii, margin: settings.margin(), last_normal, settings }
    }

    /// The margin as the cores see it: farther apart than this, the swept shapes are beyond the
    /// margin after all rounding.
    #[inline]
    pub(crate) fn within(&self) -> f64 {
        self.radii.within(self.margin)
    }

    /// The query asks for the distance at most, so an overlap needs no depth.
    #[inline]
    pub(crate) fn distance_only(&self) -> bool {
        self.goal <= Goal::Distance
    }

    /// GJK's limits for the cores of this query.
    pub(crate) fn gjk(&self) -> clinch_gjk::Limits<V::Scalar> {
        clinch_gjk::Limits { within: V::Scalar::narrow_up(self.within()), ..self.settings.gjk }
    }
}
