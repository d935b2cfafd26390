//! Buffers that one thread reuses for all its pairs.

use clinch_epa::{EpaVector, Polytope};
use clinch_shapes::{Corner, Face};
use clinch_support::Record;

use crate::clip::{Clipped, Space, WideSpace};
use crate::general::sat::Buffers;
use crate::manifold::ContactPoint;
use crate::pairs::box_box::Vertices;

/// Buffers that one thread reuses for all its pairs. Their contents do not outlive a call. After
/// the first few pairs nothing is allocated.
#[derive(Clone, Debug)]
pub struct Scratch<V: Space> {
    /// Every vertex of A − B that the last query's search evaluated; empty where a closed form,
    /// separating axes, a proved guess or proved features of last tick answered.
    pub record: Record<V>,
    pub(crate) sat: Buffers<V::Wide>,
    /// Support calls of EPA in the last query.
    pub(crate) expansions: u32,
    /// Support calls of a guess in the last query.
    pub(crate) guess_calls: u32,
    pub(crate) polytope: <V::Wide as EpaVector>::Polytope,
    pub(crate) face_a: Face<V>,
    pub(crate) face_b: Face<V>,
    pub(crate) wide_a: Vec<Corner<V::Wide>>,
    pub(crate) wide_b: Vec<Corner<V::Wide>>,
    pub(crate) clipped: Vec<Clipped<V::Wide>>,
    pub(crate) points: Vec<ContactPoint<V>>,
    pub(crate) box_vertices: Vertices,
    pub(crate) clip: <V::Wide as WideSpace>::Buffers,
}

impl<V: Space> Scratch<V> {
    /// Empty buffers.
    pub fn new() -> Self {
        Self {
            record: Record::new(),
            sat: Buffers::default(),
            expansions: 0,
            guess_calls: 0,
            polytope: Default::default(),
            face_a: Face::new(),
            face_b: Face::new(),
            wide_a: Vec::new(),
            wide_b: Vec::new(),
            clipped: Vec::new(),
            points: Vec::new(),
            box_vertices: Vertices::default(),
            clip: Default::default(),
        }
    }

    /// Clears the record and the counts of the last query.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.record.clear();
        (self.expansions, self.guess_calls, self.sat.edge_pairs) = (0, 0, 0);
        self.sat.facet.clear();
    }

    /// The points of the last [`contact_points_along`](crate::contact_points_along).
    pub fn points(&self) -> &[ContactPoint<V>] {
        &self.points
    }

    /// The same points, to be moved to another frame or removed.
    pub fn points_mut(&mut self) -> &mut Vec<ContactPoint<V>> {
        &mut self.points
    }

    /// The work of the last query that was not recycled. Visits each facet of EPA's polytope: meant
    /// for reports, not for every pair of a tick.
    pub fn counters(&self) -> Counters {
        let facets = if self.expansions > 0 { self.polytope.facets().count() as u32 } else { 0 };
        Counters { expansions: self.expansions, guess_calls: self.guess_calls, facets, edge_pairs: self.sat.edge_pairs }
    }
}

/// Work counts of a query beyond the support calls in [`Measured`](crate::Measured). They are the
/// same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Support calls of EPA; the other calls are GJK's, one per step.
    pub expansions: u32,
    /// Support calls in `f32` of a guess. A search in `f64` made the rest: none, if the guess was
    /// proved, and mostly one to prove a distance.
    pub guess_calls: u32,
    /// Facets of EPA's final polytope.
    pub facets: u32,
    /// Pairs of edges that the separating axis test of two polytopes did not rule out. The nine of
    /// two boxes are not counted.
    pub edge_pairs: u32,
}

impl<V: Space> Default for Scratch<V> {
    fn default() -> Self {
        Self::new()
    }
}
