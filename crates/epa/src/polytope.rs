//! The polytope inside A − B that a depth search expands, in either dimension.

use core::fmt::Debug;

use clinch_gjk::GjkVector;
use clinch_support::{Vector, VertexIndex};

/// A vector whose depths EPA can compute: its `f64` companion has a polytope of its dimension.
pub trait EpaSpace: Vector<Wide: EpaVector> {}

impl<V: Vector<Wide: EpaVector>> EpaSpace for V {}

/// The `f64` vector that polytopes are computed in: `DVec2` or `DVec3`.
pub trait EpaVector: GjkVector {
    /// A loop of edges in 2D, a surface of triangles in 3D.
    type Polytope: Polytope<Self>;
}

/// The index of a facet in its polytope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FacetId(pub(crate) u32);

/// A facet: an edge in 2D, a triangle in 3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet<W> {
    /// Its index.
    pub id: FacetId,
    /// Unit, outward.
    pub normal: W,
    /// The signed distance of its plane from the origin: negative if the origin is outside.
    pub offset: f64,
}

/// The plane through a corner whose normal is the mean of those of the corner's facets. The
/// polytope is below it, so the offset is the polytope's support value along that normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerPlane<W> {
    /// Unit, outward.
    pub normal: W,
    /// The signed distance of the plane from the origin.
    pub offset: f64,
}

/// Why a vertex was not inserted. The polytope is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertError {
    /// There is no space for another facet.
    Full,
    /// The vertex is not outside of the facet that it was found for, or coordinates beyond 1e±100
    /// made the signs meaningless.
    NotVisible,
}

/// A convex polytope whose corners are vertices of A − B. It is scratch memory of the caller:
/// cleared by each `build`, never dropped.
pub trait Polytope<W>: Default + Clone + Debug + Send + Sync + 'static {
    /// Starts again as the simplex of these corners. They are one more than there are dimensions,
    /// and affinely independent.
    fn build(&mut self, corners: &[(VertexIndex, W)]);

    /// The facet of least signed distance that is not [closed](Self::close). Facets without area
    /// are never returned.
    fn nearest_open(&self) -> Option<Facet<W>>;

    /// Marks a facet as one that cannot be expanded. It remains part of the polytope.
    fn close(&mut self, facet: FacetId);

    /// Adds a vertex above `facet`. Every facet visible from it is replaced by facets that end in
    /// it.
    fn insert(&mut self, facet: FacetId, vertex: VertexIndex, point: W) -> Result<(), InsertError>;

    /// All facets of the polytope that have an area, closed ones included.
    fn facets(&self) -> impl Iterator<Item = Facet<W>>;

    /// The unit normal and the signed distance of the plane through three corners in 3D,
    /// counter-clockwise as seen from outside: as exact as those of a facet. `None` if they have no
    /// area, and in 2D.
    fn plane_through(corners: [W; 3]) -> Option<(W, f64)>;

    /// The corners of a facet: as many as there are dimensions.
    fn corners(&self, facet: FacetId) -> impl Iterator<Item = (VertexIndex, W)>;

    /// The plane of each corner. In 3D a facet's normal counts by the sine of its angle at the
    /// corner, so that thin triangles count less.
    fn corner_planes(&mut self) -> &[CornerPlane<W>];
}
