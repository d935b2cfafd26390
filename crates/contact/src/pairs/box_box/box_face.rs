//! A face of a box.

/// A face of a box: the axis orthogonal to it, and its side.
#[derive(Clone, Copy)]
pub(crate) struct BoxFace {
    pub(crate) axis: usize,
    /// 1 or −1. Made from a `bool` it would cost a branch wherever it is used.
    pub(crate) sign: f64,
}

impl BoxFace {
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
