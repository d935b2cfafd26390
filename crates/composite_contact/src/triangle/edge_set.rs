//! A set of edges of a triangle, in one byte.
//!
//! Mostly the edges that a point is outside of: these and their ends may have the point of the
//! triangle that is nearest to it.

/// A set of edges of a triangle, or of ends of a segment: a bit each, from the lowest on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EdgeSet(u8);

impl EdgeSet {
    /// Also where nothing is known: a point may be outside of each edge.
    pub(crate) const ALL: Self = Self(7);
    /// No edge. A point that is outside of none is above or below the triangle.
    pub(crate) const NONE: Self = Self(0);

    #[inline]
    pub(crate) fn new([a, b, c]: [bool; 3]) -> Self {
        Self(u8::from(a) | u8::from(b) << 1 | u8::from(c) << 2)
    }

    #[inline]
    pub(crate) fn contains(self, edge: usize) -> bool {
        self.0 >> (edge % 3) & 1 != 0
    }

    /// The same set, with the edges counted from another one on.
    #[inline]
    pub(crate) fn rotated(self, edge: usize) -> Self {
        let edge = edge % 3;
        Self((self.0 >> edge | self.0 << (3 - edge)) & Self::ALL.0)
    }
}
