//! A face of a box.

use clinch_support::{Scalar, Vector};

/// A face of a box: the axis orthogonal to it, and its side.
#[derive(Clone, Copy)]
pub(crate) struct BoxFace {
    pub(crate) axis: usize,
    /// 1 or −1. Made from a `bool` it would cost a branch wherever it is used.
    pub(crate) sign: f64,
}

impl BoxFace {
    /// The face that is nearest to a direction, in the scalar of the box: that of
    /// [`Convex::face`](clinch_shapes::Convex::face).
    #[inline]
    pub(crate) fn toward<V: Vector>(direction: V) -> Self {
        let size = |axis: usize| direction.get(axis).abs();
        let axis = (1..V::DIM).fold(0, |up, axis| if size(axis) > size(up) { axis } else { up });
        Self { axis, sign: if direction.get(axis) > V::Scalar::ZERO { 1.0 } else { -1.0 } }
    }

    /// The two axes along the face.
    pub(crate) fn tangents(self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }

    /// Twice the axis, and 1 more on the positive side.
    #[inline]
    pub(crate) fn number(self) -> usize {
        2 * self.axis + usize::from(self.sign > 0.0)
    }
}
