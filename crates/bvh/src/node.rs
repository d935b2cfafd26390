//! A node of the tree: 32 bytes.

/// A box in the frame of the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
}

impl Bounds {
    /// Whether the boxes have a common point. Boxes that touch do; NaN in either makes it `false`.
    #[inline]
    pub(crate) fn intersects(&self, other: &Self) -> bool {
        // Without short-circuiting: six comparisons cost less than a mispredicted branch.
        let axis = |i: usize| (self.min[i] <= other.max[i]) & (other.min[i] <= self.max[i]);
        axis(0) & axis(1) & axis(2)
    }
}

/// A leaf with `count` items from the place `first`, or, if `count` is 0, an inner node with the
/// children `first` and `first + 1`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    pub(crate) bounds: Bounds,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl Node {
    #[inline]
    pub(crate) fn is_leaf(&self) -> bool {
        self.count != 0
    }
}
