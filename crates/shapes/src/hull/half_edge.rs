//! Walking over a hull: half-edges.
//!
//! Each edge has two sides, one per face beside it. A side knows its face, the next side round that face, and its twin beyond the edge: with these
//! three one walks round a face (`next`), round a vertex (`twin`, then `next`) and over the whole hull. Muller and Preparata: *Finding the intersection of
//! two convex polyhedra* (1978).

use clinch_support::{Vector, VertexId};
use glam::DVec3;

use super::Hull;
use super::topology::HalfEdgeId;
use crate::face::FaceId;

/// One side of an edge, as its face goes round counter-clockwise from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfEdge {
    /// Where it starts.
    pub from: VertexId,
    /// Where it ends.
    pub to: VertexId,
    /// The face to its left.
    pub face: FaceId,
    /// The side that follows round the face; a segment's only face has two, which follow each other.
    pub next: HalfEdgeId,
}

impl<V: Vector<Wide = DVec3>> Hull<V> {
    /// What a half-edge joins; none of an id that is not the hull's. O(1).
    ///
    /// ```
    /// use clinch_shapes::{FaceId, Hull};
    /// use glam::Vec3;
    ///
    /// let corners: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    /// let cube = Hull::new(&corners)?;
    /// // The faces beside face 0 …
    /// let around = |face| cube.half_edges_of(face).filter_map(|id| cube.half_edge(id.twin())).map(|side| side.face);
    /// let beside: Vec<FaceId> = around(FaceId(0)).collect();
    /// assert_eq!(beside.len(), 4);
    /// // … are all but itself and the one opposite.
    /// assert_eq!(beside.iter().flat_map(|&face| around(face)).filter(|&face| face == FaceId(0)).count(), 4);
    /// # Ok::<(), clinch_shapes::ShapeError>(())
    /// ```
    pub fn half_edge(&self, id: HalfEdgeId) -> Option<HalfEdge> {
        let edge = self.edges().get(id.edge().0 as usize)?;
        let [from, to] = if id.side() == 0 { edge.ends } else { [edge.ends[1], edge.ends[0]] };
        let next = self.topology.after(id)?;
        let starts = self.edges().get(next.edge.0 as usize)?.ends[0];
        Some(HalfEdge { from, to, face: edge.faces[id.side()], next: HalfEdgeId::new(next.edge, usize::from(starts != next.vertex)) })
    }

    /// The half-edges round a face, in the order of its corners: the i-th starts at the i-th corner. None of a point's face, or of an id that is not
    /// the hull's.
    pub fn half_edges_of(&self, face: FaceId) -> impl Iterator<Item = HalfEdgeId> {
        self.topology.face(face.0 as usize).iter().filter_map(|corner| {
            let starts = self.edges().get(corner.edge.0 as usize)?.ends[0];
            Some(HalfEdgeId::new(corner.edge, usize::from(starts != corner.vertex)))
        })
    }

    /// The vertices at the other ends of a vertex's edges, in the order of the edges' ids; none of an id that is not the hull's.
    pub fn neighbours(&self, vertex: VertexId) -> impl Iterator<Item = VertexId> {
        self.edges_at(vertex).iter().filter_map(move |edge| {
            let [from, to] = self.edges().get(edge.0 as usize)?.ends;
            Some(if from == vertex { to } else { from })
        })
    }
}
