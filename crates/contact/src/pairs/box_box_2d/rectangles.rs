//! Two boxes in 2D, each in the frame of the other.

use clinch_support::{Frame, Pose, Scalar, Vector};

use super::relative::{Relative, Side};
use crate::clip::Space;

/// Two boxes, each in the frame of the other.
pub(super) struct Rectangles<V: Vector> {
    /// B in A's frame.
    pub(super) b_in_a: Relative,
    /// A in B's frame.
    pub(super) a_in_b: Relative,
    pub(super) frame: Frame<V>,
    /// A bound of the coordinates that meet.
    pub(super) size: f64,
}

/// An axis and the points that prove it.
pub(super) struct Proved {
    /// In A's frame.
    pub(super) normal: [f64; 2],
    pub(super) height: f64,
    /// The distance of the points along the normal.
    pub(super) gap: f64,
    /// Each in its own frame.
    pub(super) on_a: [f64; 2],
    pub(super) on_b: [f64; 2],
}

impl<V: Space> Rectangles<V> {
    #[inline(always)]
    pub(super) fn of([half_a, half_b]: [V; 2], pose: &Pose<V::Wide>) -> Self {
        let frame = Frame::<V>::new(pose);
        // Rounded in the scalar, as the shapes round their extents: ties must not depend on the
        // algorithm.
        let extent = |half: V| (half.get(0) + half.get(1)).widen();
        let center = frame.translation();
        let size = extent(half_a) + extent(half_b) + 2.0 * center.max_abs() + center.max_abs();
        let (half_a, half_b) = (array(half_a.widen()), array(half_b.widen()));
        let [cos, sin] = array(frame.direction_in_a(V::Wide::unit(0)));
        let b_in_a = Relative { own: half_a, other: half_b, center: array(center), rotation: [cos, sin] };
        let a_in_b = Relative { own: half_b, other: half_a, center: array(frame.direction_in_b(-center)), rotation: [cos, -sin] };
        Self { b_in_a, a_in_b, frame, size }
    }

    /// The normal of a side, from A to B, in A's frame.
    #[inline]
    pub(super) fn normal(&self, number: usize) -> [f64; 2] {
        let side = Side::of(number);
        [side.outward(), self.b_in_a.rotated(side.outward()).map(|x: f64| -x)][usize::from(number >= 4)]
    }
}

#[inline]
pub(super) fn array<W: Vector<Scalar = f64>>(vector: W) -> [f64; 2] {
    [vector.get(0), vector.get(1)]
}

#[inline]
pub(super) fn vector<W: Vector<Scalar = f64>>([x, y]: [f64; 2]) -> W {
    W::from_fn(|axis| if axis == 0 { x } else { y })
}
