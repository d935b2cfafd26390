//! A rim: a circle of a shape, as the normal moves the farthest point along it.

use clinch_support::{Circle, Support};

use crate::orthogonal::reject;
use crate::sub_distance::GjkVector;

/// If the normal differs from the axis of a rim by less than this, as a sine, no point of the rim
/// is the farthest. Larger: more contacts of nearly flat caps are left to slower steps. Smaller:
/// rounding selects the point.
const MIN_TILT: f64 = 1e-6;

/// A circle about the origin, with its farthest point along a normal and the rate at which that
/// point moves.
#[derive(Clone, Copy)]
pub(crate) struct Rim<W> {
    pub(crate) axis: W,
    pub(crate) radius: f64,
    /// Unit: from the centre to the point.
    outward: W,
    /// The farthest point.
    pub(crate) point: W,
    /// How far the point moves per radian that the normal turns along the rim.
    pub(crate) rate: f64,
}

impl<W: GjkVector> Rim<W> {
    /// The rim of radius 0, on which a vertex does not move.
    pub(crate) const POINT: Self = Self { axis: W::ZERO, radius: 0.0, outward: W::ZERO, point: W::ZERO, rate: 0.0 };

    /// The rim of a circle whose axis is `axis` in the frame at hand.
    #[inline]
    pub(crate) fn of(circle: &Circle<W>, axis: W) -> Self {
        Self { axis, radius: circle.radius, ..Self::POINT }
    }

    /// Moves the point to where it is farthest along a unit normal. `None` if the normal is the
    /// axis, along which all points are equally far.
    #[inline]
    pub(crate) fn turn_to(&mut self, normal: W) -> Option<()> {
        // Twice: of a normal near the axis the first remainder is mostly rounding, and not in the
        // rim's plane.
        let flat = reject(reject(normal, &[self.axis]), &[self.axis]);
        let length = flat.length();
        // Negated, so that NaN returns as well.
        if !(length > MIN_TILT) {
            return None;
        }
        let reciprocal = length.recip();
        self.outward = flat * reciprocal;
        self.point = self.outward * self.radius;
        self.rate = self.radius * reciprocal;
        Some(())
    }

    /// The displacement of the point, to first order, when the normal turns by `turn`.
    #[inline]
    pub(crate) fn displacement(&self, turn: W) -> W {
        let flat = turn - self.axis * turn.dot(self.axis);
        (flat - self.outward * flat.dot(self.outward)) * self.rate
    }
}

/// The farthest point along `direction` on the circle of a support point, or the support point
/// itself if it has none.
pub(crate) fn farthest<W: GjkVector>(support: Support<W>, circle: Option<Circle<W>>, direction: W) -> Option<Support<W>> {
    let Some(circle) = circle else { return Some(support) };
    let mut rim = Rim::of(&circle, circle.axis);
    rim.turn_to(direction)?;
    Some(Support { point: circle.middle + rim.point, id: None })
}
