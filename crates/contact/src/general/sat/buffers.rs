//! Buffers that the separating axis test reuses.

use clinch_shapes::Facets;
use clinch_support::Vector;

use super::axes::Shortlist;
use super::facets::Work;
use crate::memory::FacetVertices;

/// Reusable memory of the test.
#[derive(Clone, Debug)]
pub(crate) struct Buffers<W> {
    /// Of shapes that do not bring their faces.
    pub(super) box_or_triangle: [Facets<W>; 2],
    pub(super) shortlist: Shortlist<W>,
    pub(super) work: Work<W>,
    /// Pairs of edges that were left in this query.
    pub(crate) edge_pairs: u32,
    /// The vertices of the facet of A − B that was the last answer.
    pub(crate) facet: FacetVertices,
}

impl<W: Vector<Scalar = f64, Wide = W>> Default for Buffers<W> {
    fn default() -> Self {
        Self {
            box_or_triangle: Default::default(),
            shortlist: Shortlist::default(),
            work: Work::default(),
            edge_pairs: 0,
            facet: FacetVertices::new(),
        }
    }
}
