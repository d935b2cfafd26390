//! A − B and the record, as every part of a search asks them.

use clinch_support::{Difference, Record, SupportMap, Vector, VertexIndex};

use crate::polytope::Expand;

pub(crate) struct Search<'d, 's, 'r, V: Vector, A: ?Sized, B: ?Sized> {
    pub(crate) difference: &'d Difference<'s, A, B, V>,
    pub(crate) record: &'r mut Record<V>,
    pub(crate) rounding: f64,
    pub(crate) iterations: u32,
}

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// The vertex farthest along a direction: where it is in the record, and its point.
    #[inline]
    pub(crate) fn query(&mut self, direction: V::Wide) -> (VertexIndex, V::Wide) {
        self.iterations += 1;
        let vertex = self.difference.vertex(direction);
        (self.record.push(vertex), vertex.point)
    }
}
