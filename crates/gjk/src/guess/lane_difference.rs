//! A − B in `f32` lanes: vertices by direction and by id.

use clinch_support::{Difference, SupportMap, VertexBlock, VertexId};
use glam::Vec4;

use super::frame::GuessFrame;
use crate::sub_distance::GjkSpace;

/// The Minkowski difference of two polytopes in 3D, in `f32`: for searches whose result is proved
/// in `f64`.
///
/// Points are those of A − B, times a power of two that brings the size of the pair to between 1
/// and 2. They are off by a few ε of `f32`.
pub struct LaneDifference<'b> {
    pub(super) blocks: [&'b [VertexBlock]; 2],
    pub(super) frame: GuessFrame,
}

/// A vertex of a [`LaneDifference`].
#[derive(Clone, Copy, Debug)]
pub struct LaneVertex {
    /// The point of A − B, scaled.
    pub point: [f32; 3],
    pub(super) ids: Ids,
}

impl LaneVertex {
    /// The vertices of A and of B that it is the difference of.
    #[inline(always)]
    pub fn ids(&self) -> (VertexId, VertexId) {
        self.ids.vertex_ids()
    }

    /// Whether both are differences of the same vertices.
    #[inline(always)]
    pub fn is_same(&self, other: &Self) -> bool {
        self.ids == other.ids
    }
}

impl<'b> LaneDifference<'b> {
    /// `blocks` are the [`vertex_blocks`](SupportMap::vertex_blocks) of A and of B. `within` is the
    /// limit of the search, if it has one. `None` if the pair is too large or too small for `f32`,
    /// and for more than [`VertexBlock::MOST`] blocks.
    #[inline(always)]
    pub fn new<V, A, B>(difference: &Difference<'_, A, B, V>, blocks: [&'b [VertexBlock]; 2], within: f64) -> Option<Self>
    where
        V: GjkSpace,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        if blocks.iter().any(|blocks| blocks.is_empty() || blocks.len() > VertexBlock::MOST) {
            return None;
        }
        Some(Self { blocks, frame: GuessFrame::of(difference, within)? })
    }

    /// The farthest vertex along a direction.
    #[inline(always)]
    pub fn vertex(&self, direction: [f32; 3]) -> LaneVertex {
        let direction = direction.map(Vec4::splat);
        let in_b = self.frame.negated_in_b(direction).to_array();
        let on_a = VertexBlock::farthest(self.blocks[0], direction);
        let on_b = VertexBlock::farthest(self.blocks[1], [in_b[0], in_b[1], in_b[2]].map(Vec4::splat));
        self.at(Ids::new(on_a, on_b))
    }

    /// The difference of two vertices.
    #[inline(always)]
    pub fn vertex_of(&self, a: VertexId, b: VertexId) -> LaneVertex {
        self.at(Ids::new(a.index(), b.index()))
    }

    #[inline(always)]
    fn at(&self, ids: Ids) -> LaneVertex {
        let [a, b] = ids.vertices(self.blocks);
        let [x, y, z, _] = self.frame.difference(a, b).to_array();
        LaneVertex { point: [x, y, z], ids }
    }
}

/// The ids of A's vertex, in the lower half, and of B's. One number, because two that are stored
/// one by one and loaded together stall on store forwarding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ids(u64);

impl Ids {
    #[inline(always)]
    fn new(a: usize, b: usize) -> Self {
        Self(a as u64 | (b as u64) << 32)
    }

    #[inline(always)]
    fn get(self) -> [usize; 2] {
        [self.0 as u32 as usize, (self.0 >> 32) as usize]
    }

    /// The vertices of A and of B, each relative to its centre.
    #[inline(always)]
    pub(super) fn vertices(self, blocks: [&[VertexBlock]; 2]) -> [[f32; 3]; 2] {
        let [a, b] = self.get();
        [vertex(blocks[0], a), vertex(blocks[1], b)]
    }

    #[inline(always)]
    pub(super) fn vertex_ids(self) -> (VertexId, VertexId) {
        let [a, b] = self.get();
        (VertexId::new(a), VertexId::new(b))
    }
}

/// The vertex with this id, or some vertex for a number that is no id: then the direction was not
/// finite, and nothing will be proved along it.
#[inline(always)]
fn vertex(blocks: &[VertexBlock], id: usize) -> [f32; 3] {
    blocks[(id / VertexBlock::LEN).min(blocks.len() - 1)].vertex(id % VertexBlock::LEN)
}
