//! Why a mesh is refused.

use core::fmt;

/// Why a mesh is refused, with the indices of what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshError {
    /// The list of triangles is empty, or repair has dropped all of them.
    NoTriangles,
    /// There are more triangles than ids.
    TooManyTriangles {
        /// The number of triangles given.
        given: usize,
        /// The number of triangles allowed.
        limit: usize,
    },
    /// There are more vertices than indices.
    TooManyVertices {
        /// The number of vertices given.
        given: usize,
        /// The number of vertices allowed.
        limit: usize,
    },
    /// A vertex has an infinite or NaN coordinate, or overflows when it is scaled.
    VertexNotFinite {
        /// The index of the vertex.
        vertex: u32,
    },
    /// A triangle has a corner that is not in the list of vertices.
    IndexOutOfRange {
        /// The index of the triangle.
        triangle: u32,
        /// The corner's index in the list of vertices.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// The corners of a triangle are on one line, or two of them coincide.
    Collinear {
        /// The index of the triangle.
        triangle: u32,
    },
    /// A factor of a scale is zero, infinite or NaN.
    InvalidScale {
        /// Its axis: 0, 1 or 2.
        axis: usize,
    },
    /// Two triangles have the same three vertices, in any order.
    Duplicate {
        /// Their indices.
        triangles: [u32; 2],
    },
    /// Two triangles run along an edge in the same direction: one has a flipped winding, or the
    /// surface has one side only, as a Möbius strip does.
    SameDirection {
        /// The vertices of the edge.
        edge: [u32; 2],
        /// The triangles.
        triangles: [u32; 2],
    },
    /// Three or more triangles meet at an edge.
    NonManifoldEdge {
        /// The vertices of the edge.
        edge: [u32; 2],
        /// The first three of the triangles.
        triangles: [u32; 3],
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTriangles => write!(f, "the mesh has no triangles"),
            Self::TooManyTriangles { given, limit } => write!(f, "{given} triangles are too many, the limit is {limit}"),
            Self::TooManyVertices { given, limit } => write!(f, "{given} vertices are too many, the limit is {limit}"),
            Self::VertexNotFinite { vertex } => write!(f, "vertex {vertex} is not finite"),
            Self::IndexOutOfRange { triangle, vertex, vertices } => {
                write!(f, "triangle {triangle} has vertex {vertex}, but there are {vertices} vertices")
            }
            Self::Collinear { triangle } => write!(f, "the corners of triangle {triangle} are on one line"),
            Self::InvalidScale { axis } => write!(f, "the scale along axis {axis} is zero or not finite"),
            Self::Duplicate { triangles: [a, b] } => write!(f, "triangles {a} and {b} have the same vertices"),
            Self::SameDirection { edge: [from, to], triangles: [a, b] } => {
                write!(f, "triangles {a} and {b} run along the edge from {from} to {to} in the same direction")
            }
            Self::NonManifoldEdge { edge: [from, to], triangles: [a, b, c] } => {
                write!(f, "more than two triangles, among them {a}, {b} and {c}, meet at the edge from {from} to {to}")
            }
        }
    }
}

impl core::error::Error for MeshError {}
