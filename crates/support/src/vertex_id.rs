//! The id of a vertex of a polytope.

use core::num::NonZeroU32;

/// The id of a vertex of a polytope: its index in the shape. Smooth points have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexId(NonZeroU32);

impl VertexId {
    /// The id of the vertex at `index` of its shape; indices past 2³² − 2 are clamped there.
    #[inline]
    pub const fn new(index: usize) -> Self {
        let clamped = if index >= u32::MAX as usize { u32::MAX } else { index as u32 + 1 };
        match NonZeroU32::new(clamped) {
            Some(id) => Self(id),
            None => Self(NonZeroU32::MIN),
        }
    }

    /// The index of the vertex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[cfg(test)]
mod tests {
    use super::VertexId;

    #[test]
    fn ids_keep_their_index() {
        for index in [0, 1, 4_000_000_000] {
            assert_eq!(VertexId::new(index).index(), index);
        }
        assert_eq!(VertexId::new(usize::MAX).index(), u32::MAX as usize - 1);
    }
}
