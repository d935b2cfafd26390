//! The adjacency of the vertices, edges and faces of a hull.

use clinch_support::{Vector, VertexId};

use crate::face::{EdgeId, FaceId};

/// The id of one side of an edge of a hull: twice the edge's id, plus one for the side of the
/// edge's second face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfEdgeId(pub u32);

impl HalfEdgeId {
    /// Its edge.
    pub const fn edge(self) -> EdgeId {
        EdgeId(self.0 / 2)
    }

    /// The other side of the edge.
    pub const fn twin(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) const fn new(edge: EdgeId, side: usize) -> Self {
        Self(2 * edge.0 + side as u32)
    }

    pub(super) const fn side(self) -> usize {
        (self.0 % 2) as usize
    }
}

/// A corner of a face, and the edge from it to the next corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullCorner {
    /// The vertex.
    pub vertex: VertexId,
    /// The edge to the next corner (from the last to the first). Without meaning for a single
    /// vertex.
    pub edge: EdgeId,
}

/// An edge of a hull, between two faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullEdge {
    /// The ends, in the counter-clockwise order of `faces[0]`. In `faces[1]` the order is reversed.
    pub ends: [VertexId; 2],
    /// The faces on both sides. Both are the same face for a segment.
    pub faces: [FaceId; 2],
}

/// A face of a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullFace<'h, V: Vector> {
    /// The outward unit normal; zero for the face of a segment or point.
    pub normal: V,
    /// The corners, counter-clockwise from outside.
    pub corners: &'h [HullCorner],
}

/// The corner lists of the faces, concatenated, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Topology {
    corners: Vec<HullCorner>,
    /// The index of each face's first corner, and the number of all corners.
    face_starts: Vec<usize>,
    edges: Vec<HullEdge>,
    /// For both sides of each edge, the corner where the side starts: an index into `corners`.
    sides: Vec<[usize; 2]>,
    at_vertices: Vec<EdgeId>,
    /// The index of each vertex's first edge, and the number of all entries.
    vertex_starts: Vec<usize>,
}

impl Topology {
    /// From corner loops in [`canonical`](clinch_hull::canonical) order. So the ids depend only on
    /// the vertices: edges are numbered in the order of the loops.
    pub(super) fn new(loops: &[Vec<usize>], vertices: usize) -> Self {
        // (lower end, upper end, face, index in the face). Sorting brings both sides of an edge
        // together.
        let mut half: Vec<[usize; 4]> = Vec::new();
        for (face, ids) in loops.iter().enumerate() {
            if ids.len() > 1 {
                for (index, &a) in ids.iter().enumerate() {
                    let b = ids[(index + 1) % ids.len()];
                    half.push([a.min(b), a.max(b), face, index]);
                }
            }
        }
        half.sort_unstable();
        let mut pairs: Vec<[[usize; 4]; 2]> =
            half.chunk_by(|s, t| s[..2] == t[..2]).filter_map(|group| Some([*group.first()?, *group.last()?])).collect();
        pairs.sort_unstable_by_key(|[[_, _, face, index], _]| (*face, *index));

        let mut face_starts = vec![0];
        let mut corners = Vec::new();
        for ids in loops {
            corners.extend(ids.iter().map(|&id| HullCorner { vertex: VertexId::new(id), edge: EdgeId(0) }));
            face_starts.push(corners.len());
        }
        let mut edges = Vec::new();
        let mut sides = Vec::new();
        for (edge, pair) in pairs.iter().enumerate() {
            for [_, _, face, index] in pair {
                corners[face_starts[*face] + index].edge = EdgeId(edge as u32);
            }
            sides.push(pair.map(|[_, _, face, index]| face_starts[face] + index));
            let [[_, _, face, index], [_, _, other, _]] = *pair;
            let ids = &loops[face];
            let ends = [ids[index], ids[(index + 1) % ids.len()]].map(VertexId::new);
            edges.push(HullEdge { ends, faces: [FaceId(face as u32), FaceId(other as u32)] });
        }

        let mut at_vertex: Vec<Vec<EdgeId>> = vec![Vec::new(); vertices];
        for (edge, HullEdge { ends, .. }) in edges.iter().enumerate() {
            for end in ends {
                at_vertex[end.index()].push(EdgeId(edge as u32));
            }
        }
        let mut vertex_starts = vec![0];
        let mut at_vertices = Vec::new();
        for edges in at_vertex {
            at_vertices.extend(edges);
            vertex_starts.push(at_vertices.len());
        }
        Self { corners, face_starts, edges, sides, at_vertices, vertex_starts }
    }

    pub(super) fn edges(&self) -> &[HullEdge] {
        &self.edges
    }

    pub(super) fn face(&self, index: usize) -> &[HullCorner] {
        match self.face_starts.get(index..index + 2) {
            Some(&[from, to]) => &self.corners[from..to],
            _ => &[],
        }
    }

    pub(super) fn faces(&self) -> impl ExactSizeIterator<Item = &[HullCorner]> {
        (0..self.face_starts.len().saturating_sub(1)).map(|index| self.face(index))
    }

    /// The corner of its face at which a half-edge ends; `None` if there is no such half-edge.
    pub(super) fn after(&self, id: HalfEdgeId) -> Option<HullCorner> {
        let edge = id.edge().0 as usize;
        let index = self.sides.get(edge)?[id.side()];
        let face = self.edges.get(edge)?.faces[id.side()].0 as usize;
        let (from, to) = (*self.face_starts.get(face)?, *self.face_starts.get(face + 1)?);
        self.corners.get(if index + 1 < to { index + 1 } else { from }).copied()
    }

    pub(super) fn edges_at(&self, vertex: VertexId) -> &[EdgeId] {
        let index = vertex.index();
        match self.vertex_starts.get(index..index + 2) {
            Some(&[from, to]) => &self.at_vertices[from..to],
            _ => &[],
        }
    }
}
