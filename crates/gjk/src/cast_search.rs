//! The state of a cast: where B is on its way, and how far the way is proved to be free.
//!
//! * Places on the way are lengths, measured from where the search starts and not from where B
//!   does, so that coordinates stay of the size of the shapes wherever B comes from.
//! * A support point along a fixed axis does not change while B moves without turning. So the gap
//!   along the axis is a linear function of the way, exactly, and each support call proves a
//!   statement about the whole way.

use clinch_support::{Difference, SupportMap, Vector};

use crate::sub_distance::GjkSpace;

/// In units of rounding: a gap this close to the target counts as the target. Larger: hits come
/// early by as much. Smaller: steps only move rounding about.
pub(crate) const REACHED: f64 = 4.0;
/// In units of rounding: at a distance below this the normal is uncertain by a few hundredths.
pub(crate) const NEAR: f64 = 64.0;

pub(crate) struct CastSearch<'s, V: GjkSpace, A: ?Sized, B: ?Sized> {
    /// A − B with B at `origin`.
    pub(crate) difference: Difference<'s, A, B, V>,
    /// The error of a gap at the start of the motion.
    pub(crate) start_error: f64,
    /// Unit, or zero.
    pub(crate) direction: V::Wide,
    pub(crate) target: f64,
    /// Lengths below this are rounding of the `f64` coordinates.
    pub(crate) rounding: f64,
    /// The length of the way.
    pub(crate) end: f64,
    /// The place on the way at which the search starts.
    pub(crate) origin: f64,
    /// The place of B, from `origin`.
    pub(crate) offset: f64,
    /// Up to this place the gap is proved to be above the target.
    pub(crate) proven: f64,
    /// The best normal so far: unit, from A to B.
    pub(crate) normal: Option<V::Wide>,
    pub(crate) steps: u32,
    pub(crate) calls: u32,
}

impl<'s, V, A, B> CastSearch<'s, V, A, B>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// A − B with B where it is now.
    pub(crate) fn here(&self) -> Difference<'s, A, B, V> {
        self.difference.moved_by(self.direction * self.offset)
    }

    /// How far B has come.
    pub(crate) fn travelled(&self) -> f64 {
        self.origin + self.offset
    }

    /// B has not passed the end of the way by more than rounding.
    pub(crate) fn is_before_end(&self) -> bool {
        self.travelled() <= self.end + REACHED * self.rounding + 4.0 * f64::EPSILON * self.travelled()
    }

    /// The error of a gap where B is now: that at the start, and the rounding of the way.
    pub(crate) fn error(&self) -> f64 {
        self.start_error + 4.0 * f64::EPSILON * (self.origin.abs() + self.offset.abs())
    }

    /// The gap along a unit axis, but at most `most`.
    pub(crate) fn gap(&mut self, here: &Difference<'_, A, B, V>, axis: V::Wide, most: f64) -> f64 {
        self.calls += 1;
        let gap = -axis.dot(here.vertex(axis).point);
        if gap < most { gap } else { most }
    }

    /// Extends `proven` by a gap along an axis whose slope is below 0, up to where the gap falls to
    /// the target.
    pub(crate) fn prove(&mut self, gap: f64, slope: f64) {
        let to = self.travelled() - (gap - self.error() - self.target) / slope;
        if to > self.proven {
            self.proven = to;
        }
    }

    /// Whether the gap along an axis whose slope is not below 0 has been above the target ever
    /// since `proven`. It then stays above.
    pub(crate) fn stays_above(&self, gap: f64, slope: f64) -> bool {
        let above = gap - self.error() - self.target;
        above > 0.0 && self.travelled() - self.proven <= above / slope
    }
}
