//! Two boxes in 2D, each as the other sees it.

use clinch_support::{Frame, Pose, Scalar, Vector};

use super::seen::{Seen, Side};
use crate::clip::Space;

/// Each box as the other sees it.
pub(super) struct Rectangles<V: Vector> {
    pub(super) from_a: Seen,
    pub(super) from_b: Seen,
    pub(super) frame: Frame<V>,
    /// Bounds the coordinates that meet.
    pub(super) size: f64,
}

/// An axis and the points that prove it: what the cores' separation is made of.
pub(super) struct Proved {
    /// In A's frame.
    pub(super) normal: [f64; 2],
    pub(super) height: f64,
    /// Between the points.
    pub(super) way: f64,
    /// Each in its own frame.
    pub(super) on_a: [f64; 2],
    pub(super) on_b: [f64; 2],
}

impl<V: Space> Rectangles<V> {
    #[inline(always)]
    pub(super) fn of([half_a, half_b]: [V; 2], b_in_a: &Pose<V::Wide>) -> Self {
        let frame = Frame::<V>::new(b_in_a);
        // The scalar's own rounding, as the shapes tell their extents: what ties must not depend on the way.
        let extent = |half: V| (half.get(0) + half.get(1)).widen();
        let at = frame.translation();
        let size = extent(half_a) + extent(half_b) + 2.0 * at.max_abs() + at.max_abs();
        let (half_a, half_b) = (array(half_a.widen()), array(half_b.widen()));
        let [cos, sin] = array(frame.direction_in_a(V::Wide::unit(0)));
        let from_a = Seen { own: half_a, other: half_b, at: array(at), turn: [cos, sin] };
        let from_b = Seen { own: half_b, other: half_a, at: array(frame.direction_in_b(-at)), turn: [cos, -sin] };
        Self { from_a, from_b, frame, size }
    }

    /// Of a side, from A to B, in A's frame.
    #[inline]
    pub(super) fn normal(&self, number: usize) -> [f64; 2] {
        let side = Side::of(number);
        [side.outward(), self.from_a.turned(side.outward()).map(|x: f64| -x)][usize::from(number >= 4)]
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
