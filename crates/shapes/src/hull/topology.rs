//! Which vertices, edges and faces of a hull meet.

use clinch_support::{Vector, VertexId};

use crate::face::{EdgeId, FaceId};

/// Names one side of an edge of a hull: twice the edge's id, plus one for the side of its second face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfEdgeId(pub u32);

impl HalfEdgeId {
    /// The edge it is a side of.
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
    /// The edge to the next corner (from the last to the first); meaningless of a lone vertex.
    pub edge: EdgeId,
}

/// An edge of a hull, between two faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullEdge {
    /// From and to, as `faces[0]` goes round; `faces[1]` goes the other way.
    pub ends: [VertexId; 2],
    /// The faces to either side; the same one twice of a segment.
    pub faces: [FaceId; 2],
}

/// A face of a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullFace<'h, V: Vector> {
    /// Of length 1, outward; zero of a segment's or a point's only face.
    pub normal: V,
    /// Counter-clockwise from outside.
    pub corners: &'h [HullCorner],
}

/// Corner lists of the faces, end to end, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Topology {
    corners: Vec<HullCorner>,
    /// Where each face's corners begin; one more than there are faces.
    face_starts: Vec<usize>,
    edges: Vec<HullEdge>,
    /// Of each edge's two sides, the corner after which it comes: an index into `corners`.
    sides: Vec<[usize; 2]>,
    at_vertices: Vec<EdgeId>,
    /// Where each vertex's edges begin; one more than there are vertices.
    vertex_starts: Vec<usize>,
}

impl Topology {
    /// Of corner loops in [`canonical`](clinch_hull::canonical) order, over so many vertices. So numbers depend on the vertices only; edges are in the order in
    /// which the loops come by.
    pub(super) fn new(loops: &[Vec<usize>], vertices: usize) -> Self {
        // (lower end, upper end, face, place): both sides of an edge come to stand together.
        let mut half: Vec<[usize; 4]> = Vec::new();
        for (face, ids) in loops.iter().enumerate() {
            if ids.len() > 1 {
                for (place, &a) in ids.iter().enumerate() {
                    let b = ids[(place + 1) % ids.len()];
                    half.push([a.min(b), a.max(b), face, place]);
                }
            }
        }
        half.sort_unstable();
        let mut pairs: Vec<[[usize; 4]; 2]> =
            half.chunk_by(|s, t| s[..2] == t[..2]).filter_map(|group| Some([*group.first()?, *group.last()?])).collect();
        pairs.sort_unstable_by_key(|[[_, _, face, place], _]| (*face, *place));

        let mut face_starts = vec![0];
        let mut corners = Vec::new();
        for ids in loops {
            corners.extend(ids.iter().map(|&id| HullCorner { vertex: VertexId::new(id), edge: EdgeId(0) }));
            face_starts.push(corners.len());
        }
        let mut edges = Vec::new();
        let mut sides = Vec::new();
        for (edge, pair) in pairs.iter().enumerate() {
            for [_, _, face, place] in pair {
                corners[face_starts[*face] + place].edge = EdgeId(edge as u32);
            }
            sides.push(pair.map(|[_, _, face, place]| face_starts[face] + place));
            let [[_, _, face, place], [_, _, other, _]] = *pair;
            let ids = &loops[face];
            let ends = [ids[place], ids[(place + 1) % ids.len()]].map(VertexId::new);
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

    /// The corner at which a half-edge ends, round its face.
    pub(super) fn after(&self, id: HalfEdgeId) -> Option<HullCorner> {
        let edge = id.edge().0 as usize;
        let place = self.sides.get(edge)?[id.side()];
        let face = self.edges.get(edge)?.faces[id.side()].0 as usize;
        let (from, to) = (*self.face_starts.get(face)?, *self.face_starts.get(face + 1)?);
        self.corners.get(if place + 1 < to { place + 1 } else { from }).copied()
    }

    pub(super) fn edges_at(&self, vertex: VertexId) -> &[EdgeId] {
        let index = vertex.index();
        match self.vertex_starts.get(index..index + 2) {
            Some(&[from, to]) => &self.at_vertices[from..to],
            _ => &[],
        }
    }
}
