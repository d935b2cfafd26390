//! Two boxes in 2D, each in the frame of the other.

use clinch_support::{Frame, Pose, Scalar, Vector};

use super::relative::Relative;
use crate::clip::Space;
use crate::pairs::sides_2d::array;

/// The sides of two boxes.
pub(super) const SIDES: usize = 8;

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
}
