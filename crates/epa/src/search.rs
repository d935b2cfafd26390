//! The state that every part of a depth search shares: A − B, the record, and the count of support
//! calls.

use clinch_support::{Difference, Record, SupportMap, Vector, VertexIndex};

use crate::polytope::{EpaSpace, Facet};

/// A depth search.
pub(crate) struct Search<'d, 's, 'r, V: Vector, A: ?Sized, B: ?Sized> {
    pub(crate) difference: &'d Difference<'s, A, B, V>,
    pub(crate) record: &'r mut Record<V>,
    /// Lengths below this are rounding of the `f64` coordinates.
    pub(crate) rounding: f64,
    /// Support calls so far.
    pub(crate) iterations: u32,
    /// Support calls of the guess, in `f32` lanes.
    pub(crate) guess_calls: u32,
}

/// A facet of the polytope, or a normal found elsewhere, and the support value along it.
pub(crate) struct Candidate<W> {
    pub(crate) facet: Facet<W>,
    pub(crate) value: f64,
    /// The index of the local minimum that it is, if it is one.
    pub(crate) minimum: Option<usize>,
}

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// The vertex farthest along a direction: its index in the record, and its point.
    #[inline]
    pub(crate) fn query(&mut self, direction: V::Wide) -> (VertexIndex, V::Wide) {
        self.iterations += 1;
        let vertex = self.difference.vertex(direction);
        (self.record.push(vertex), vertex.point)
    }
}
