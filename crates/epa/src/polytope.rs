//! What a polytope inside A − B must do, whatever its dimension.

use core::fmt::Debug;

use clinch_gjk::GjkVector;
use clinch_support::{Vector, VertexIndex};

/// A vector EPA can expand with: its `f64` companion knows the polytope of its dimension.
pub trait Expand: Vector<Wide: Expanding> {}

impl<V: Vector<Wide: Expanding>> Expand for V {}

/// The `f64` vector that polytopes are computed in.
pub trait Expanding: GjkVector {
    /// An edge loop in 2D, a triangulated surface in 3D.
    type Polytope: Polytope<Self>;
}

/// A place among a polytope's facets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FacetId(pub(crate) u32);

/// One facet: an edge in 2D, a triangle in 3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet<W> {
    /// Its place.
    pub id: FacetId,
    /// Unit, outward.
    pub normal: W,
    /// The signed distance of its plane from the origin: negative when the origin lies outside of it.
    pub offset: f64,
}

/// Why a vertex could not be inserted. The polytope is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertError {
    /// No room for another facet.
    Full,
    /// The vertex does not lie outside of the facet it was found for, or coordinates beyond 1e±100 left the signs without meaning.
    NotVisible,
}

/// A convex polytope whose corners are vertices of A − B. It is the caller's scratch: cleared by each `build`, never dropped.
pub trait Polytope<W>: Default + Clone + Debug + Send + Sync + 'static {
    /// Starts again as the simplex of these corners, one more than there are dimensions, affinely independent.
    fn build(&mut self, corners: &[(VertexIndex, W)]);

    /// The facet of smallest signed distance that is not closed. Facets without area are never returned.
    fn nearest_open(&self) -> Option<Facet<W>>;

    /// Marks a facet as one that cannot improve. It stays part of the polytope.
    fn close(&mut self, facet: FacetId);

    /// Adds a vertex above `facet`: everything it sees is replaced by facets that end in it.
    fn insert(&mut self, facet: FacetId, vertex: VertexIndex, point: W) -> Result<(), InsertError>;

    /// All facets that are part of the polytope and have an area.
    fn facets(&self) -> impl Iterator<Item = Facet<W>>;

    /// The corners of a facet: as many as there are dimensions.
    fn corners(&self, facet: FacetId) -> impl Iterator<Item = (VertexIndex, W)>;
}
