//! Buffers that the separating axis test reuses.

use clinch_shapes::Facets;
use clinch_support::Vector;

use super::axes::Shortlist;
use super::facets::FacetBuffers;
use crate::memory::FacetVertices;

/// Reusable memory of the test.
#[derive(Clone, Debug)]
pub(crate) struct Buffers<W> {
    /// The facets of boxes and triangles, whose cores do not have them.
    pub(super) built_facets: [Facets<W>; 2],
    pub(super) shortlist: Shortlist<W>,
    pub(super) facet_buffers: FacetBuffers<W>,
    /// Pairs of edges tested in this query.
    pub(crate) edge_pairs: u32,
    /// The vertices of the facet of A − B that was the last answer.
    pub(crate) facet: FacetVertices,
}

impl<W: Vector<Scalar = f64, Wide = W>> Default for Buffers<W> {
    fn default() -> Self {
        Self {
            built_facets: Default::default(),
            shortlist: Shortlist::default(),
            facet_buffers: FacetBuffers::default(),
            edge_pairs: 0,
            facet: FacetVertices::new(),
        }
    }
}
