//! What differs by dimension when two features are clipped against each other.

mod edge_on_polygon;
mod feature_plane;
mod half_plane;
mod plane;
mod polygon;
pub(crate) mod polygon_on_box;
pub(crate) mod space;

use clinch_epa::{EpaSpace, EpaVector};
use clinch_shapes::{Corner, ShapeSpace};
use clinch_support::Angular;

use crate::manifold::FeatureId;

/// A vector in which contacts can be generated: the bound of everything from here up.
pub trait Space: EpaSpace + ShapeSpace<Wide: WideSpace> + Angular {}

impl<V: EpaSpace + ShapeSpace<Wide: WideSpace> + Angular> Space for V {}

/// The `f64` vector that features are clipped in.
pub trait WideSpace: EpaVector {
    /// The largest number of points in a manifold: 2 in 2D, 4 in 3D.
    const POINTS: usize;

    /// Buffers of the clipping.
    type Buffers: Default + Clone + core::fmt::Debug + Send + Sync + 'static;

    /// Clips the features of A and of B, both in A's frame, against each other, projected along
    /// `normal` (unit, from A to B), and adds the corners of their overlap to `clipped`. Those
    /// beyond the limits may be missing. Nothing is added if they do not overlap, if they cross in
    /// a single point (the query has found it already), or if one is too steep to be projected
    /// along the normal.
    fn clip(normal: Self, features: [&[Corner<Self>]; 2], limits: Limits, buffers: &mut Self::Buffers, clipped: &mut Vec<Clipped<Self>>);

    /// Adds the corners of a feature of B, as [`clip`](Self::clip) does if all of them are above a
    /// feature of A. `below` has the points of A below the corners. `false`, and nothing is added,
    /// if it is a point or too steep; always in 2D.
    fn lift(normal: Self, b: &[Corner<Self>], below: &[Self], buffers: &mut Self::Buffers, clipped: &mut Vec<Clipped<Self>>) -> bool {
        let _ = (normal, b, below, buffers, clipped);
        false
    }
}

/// How far two features may be from each other where they share a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The largest gap between them along the normal.
    pub gap: f64,
    /// Of an edge that is clipped by a polygon in 3D: the radius of its cross section, with those
    /// by which the cores are swept. 0 for a sharp edge.
    pub radius: f64,
}

impl Limits {
    /// For features of which no edge is round.
    pub fn of_gap(gap: f64) -> Self {
        Self { gap, radius: 0.0 }
    }

    /// How far the circle across a round edge has fallen away where it is `beside` the edge of a
    /// polygon. `None` if it passes that.
    pub(crate) fn fall(self, beside: f64) -> Option<f64> {
        let Self { radius, .. } = self;
        (beside < radius).then(|| radius - ((radius - beside) * (radius + beside)).sqrt())
    }
}

/// A corner of the overlap of two features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clipped<W> {
    /// On A's feature, in A's frame.
    pub on_a: W,
    /// On B's feature, in A's frame: straight above `on_a` along the normal, but beside that on
    /// edges that are nearly parallel and at sides that coincide.
    pub on_b: W,
    /// The features that meet here.
    pub feature: FeatureId,
}

/// Distinguishes the edges of A and of B, and the ends of an edge from edges: a feature id is made
/// of two of these tags.
pub(crate) mod tag {
    use clinch_shapes::EdgeId;
    use clinch_support::VertexId;

    const OF_B: u32 = 1 << 31;
    const END: u32 = 1 << 30;

    pub(crate) const fn edge_of_a(edge: EdgeId) -> u32 {
        edge.0 & !(OF_B | END)
    }

    pub(crate) const fn edge_of_b(edge: EdgeId) -> u32 {
        of_b(edge_of_a(edge))
    }

    /// The tag of the same edge or vertex of B, given that of A.
    pub(crate) const fn of_b(tag: u32) -> u32 {
        tag | OF_B
    }

    pub(crate) fn end_of_a(vertex: VertexId) -> u32 {
        vertex.index() as u32 & !(OF_B | END) | END
    }

    pub(crate) fn is_of_a(tag: u32) -> bool {
        tag & OF_B == 0
    }

    pub(crate) fn is_end(tag: u32) -> bool {
        tag & END != 0
    }

    /// The number of the edge or vertex.
    pub(crate) fn number(tag: u32) -> u32 {
        tag & !(OF_B | END)
    }

    pub(crate) fn end_of_b(vertex: VertexId) -> u32 {
        of_b(end_of_a(vertex))
    }
}

/// Edges whose directions, projected along the normal, differ by a sine of less than this are
/// parallel, and share an interval instead of a point. Larger: at its ends the points of A and of B
/// are farther beside each other, where round shapes are less deep than the edges are. Smaller:
/// capsules side by side have one contact and roll over it.
pub(crate) const PARALLEL: f64 = 0.05;

/// How far outside a side a corner still counts as inside, relative to the size of the features.
/// Larger: the points of the two shapes are beside each other by as much. Smaller: corners on each
/// other's sides, as in a stack, appear and vanish with rounding, and their feature ids with them.
pub(crate) const INSIDE: f64 = 1e-7;
