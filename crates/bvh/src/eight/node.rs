//! A node of the tree: 64 bytes, one line of the cache.

use crate::eight::grid::GridBox;

/// The children of a node.
pub(crate) const WIDTH: usize = 8;

/// The largest number of items of a leaf. Larger: less memory and more items that a box of their
/// own would have excluded. At 4, nodes take 2.5 bytes per item, and at 8 half of that.
pub(crate) const LEAF: usize = 4;

/// The bits of a corner that are not its coordinate: five for the exponent of the step, and three
/// for the number of children.
const EXPONENT_BITS: u32 = 5;
const TAG_BITS: u32 = 3;

/// Bits of [`Node::first`] that are the place of the first child; the others count items.
const PLACE_BITS: u32 = 26;

/// Eight bounds of children.
pub(crate) type Bytes = [u8; WIDTH];

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Node {
    /// Lower and upper bounds, relative to the corner, in steps of the node. Those of children that
    /// do not exist are undefined.
    pub(crate) low: [Bytes; 3],
    pub(crate) high: [Bytes; 3],
    /// Per axis from the highest bit on: the coordinate, the exponent of the step, and a tag. The
    /// tags are the number of children − 1, whether the children are leaves, and nothing.
    corner: [u32; 3],
    /// The place of the first node or item below, and of leaves the number of items − 1.
    first: u32,
}

/// What is below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Below {
    /// Nodes from this place on.
    Nodes { first: usize, count: usize },
    /// Items from this place on.
    Items { first: usize, count: usize },
}

impl Below {
    fn children(self) -> usize {
        match self {
            Self::Nodes { count, .. } => count,
            Self::Items { count, .. } => count.div_ceil(LEAF),
        }
    }
}

impl Node {
    pub(crate) const EMPTY: Self = Self { low: [[0; WIDTH]; 3], high: [[0; WIDTH]; 3], corner: [0; 3], first: 0 };

    /// A node with at least one child and at most eight, of these boxes.
    pub(crate) fn new(below: Below, boxes: &[GridBox]) -> Self {
        let mut node = Self::EMPTY;
        let (first, more) = match below {
            Below::Nodes { first, .. } => (first, 0),
            Below::Items { first, count } => (first, count - 1),
        };
        node.first = first as u32 | (more as u32) << PLACE_BITS;
        let tags = [below.children() as u32 - 1, u32::from(matches!(below, Below::Items { .. })), 0];
        for (axis, tag) in tags.into_iter().enumerate() {
            let low = boxes.iter().fold(u32::MAX, |low, one| low.min(one.low[axis]));
            let high = boxes.iter().fold(0, |high, one| high.max(one.high[axis]));
            // The least exponent with which the last bound fits a byte.
            let exponent = (high - low).checked_ilog2().map_or(0, |log| (log + 1).saturating_sub(8));
            let exponent = exponent + u32::from((high - low).div_ceil(1 << exponent) > 255);
            node.corner[axis] = low << (EXPONENT_BITS + TAG_BITS) | exponent << TAG_BITS | tag;
            for (child, one) in boxes.iter().enumerate().take(WIDTH) {
                node.low[axis][child] = ((one.low[axis] - low) >> exponent) as u8;
                node.high[axis][child] = (one.high[axis] - low).div_ceil(1 << exponent) as u8;
            }
        }
        node
    }

    #[inline]
    pub(crate) fn below(&self) -> Below {
        let first = (self.first & ((1 << PLACE_BITS) - 1)) as usize;
        if self.corner[1] & 1 == 0 {
            Below::Nodes { first, count: self.children() }
        } else {
            Below::Items { first, count: (self.first >> PLACE_BITS) as usize + 1 }
        }
    }

    #[inline]
    pub(crate) fn children(&self) -> usize {
        (self.corner[0] & 7) as usize + 1
    }

    /// The coordinate of the lower corner along an axis, and the exponent of the node's step.
    #[inline]
    pub(crate) fn corner(&self, axis: usize) -> (u32, u32) {
        let corner = self.corner[axis];
        (corner >> (EXPONENT_BITS + TAG_BITS), corner >> TAG_BITS & ((1 << EXPONENT_BITS) - 1))
    }

    /// The corner and the step as numbers. Exact.
    #[inline]
    pub(crate) fn corner_and_step(&self, axis: usize) -> (f32, f32) {
        let (corner, exponent) = self.corner(axis);
        (corner as f32, f32::from_bits((127 + exponent) << 23))
    }

    /// The box of a child: it contains the one that the node was made of.
    #[inline]
    pub(crate) fn child(&self, child: usize) -> GridBox {
        let at = |axis: usize, bounds: &[Bytes; 3]| {
            let (corner, exponent) = self.corner(axis);
            corner + (u32::from(bounds[axis][child % WIDTH]) << exponent)
        };
        let corner = |bounds: &[Bytes; 3]| core::array::from_fn(|axis| at(axis, bounds));
        GridBox { low: corner(&self.low), high: corner(&self.high) }
    }
}
