//! What differs by dimension when two features are laid over each other.

mod plane;
pub(crate) mod space;

use clinch_epa::{EpaSpace, EpaVector};
use clinch_shapes::{Corner, ShapeSpace};
use clinch_support::Angular;

use crate::manifold::FeatureId;

/// A vector contacts can be generated in: the bound that everything from here up is written over.
pub trait Space: EpaSpace + ShapeSpace<Wide: WideSpace> + Angular {}

impl<V: EpaSpace + ShapeSpace<Wide: WideSpace> + Angular> Space for V {}

/// The `f64` vector that features are clipped in.
pub trait WideSpace: EpaVector {
    /// The largest number of points in a manifold: 2 in 2D, 4 in 3D.
    const POINTS: usize;

    /// Reusable memory of the clipping.
    type Buffers: Default + Clone + core::fmt::Debug + Send + Sync + 'static;

    /// Lays the features of A and of B, both in A's frame, over each other as seen along `normal` (unit, from A to B) and adds the corners of what
    /// they have in common to `clipped`. Nothing is added if they have nothing in common, if they cross in a single point (the query has found it
    /// already), or if one is too steep to be seen along the normal.
    fn clip(normal: Self, a: &[Corner<Self>], b: &[Corner<Self>], buffers: &mut Self::Buffers, clipped: &mut Vec<Clipped<Self>>);
}

/// A corner of what two features have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clipped<W> {
    /// On A's feature, in A's frame.
    pub on_a: W,
    /// On B's feature, in A's frame: straight along the normal from `on_a`, or, on edges that run nearly alike and at sides that lie on each other, beside that.
    pub on_b: W,
    /// What meets here.
    pub feature: FeatureId,
}

/// Tags the edges of A apart from those of B, and ends of an edge apart from edges: a feature id is made of two of these.
pub(crate) mod tag {
    use clinch_shapes::EdgeId;
    use clinch_support::VertexId;

    const OF_B: u32 = 1 << 31;
    const END: u32 = 1 << 30;

    pub(crate) fn edge_of_a(edge: EdgeId) -> u32 {
        edge.0 & !(OF_B | END)
    }

    pub(crate) fn edge_of_b(edge: EdgeId) -> u32 {
        edge_of_a(edge) | OF_B
    }

    pub(crate) fn end_of_a(vertex: VertexId) -> u32 {
        vertex.index() as u32 & !(OF_B | END) | END
    }

    pub(crate) fn end_of_b(vertex: VertexId) -> u32 {
        end_of_a(vertex) | OF_B
    }
}

/// How far outside a side a corner still counts as inside, relative to the size of the features. Larger: the points of the two shapes lie beside each other by as much.
/// Smaller: corners that lie on each other's sides, as in a stack, come and go with rounding, and take their feature ids with them.
pub(crate) const INSIDE: f64 = 1e-7;
