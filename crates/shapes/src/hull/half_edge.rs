//! Half-edges, for traversing a hull.
//!
//! Each edge has two sides, one per face. A side knows its face, the next side around that face,
//! and its twin on the other side of the edge. With these one traverses a face (`next`), the faces
//! around a vertex (`twin`, then `next`) and the whole hull. Muller and Preparata, *Finding the
//! intersection of two convex polyhedra* (1978).

use clinch_support::{Vector, VertexId};
use glam::DVec3;

use super::Hull;
use super::topology::HalfEdgeId;
use crate::face::FaceId;

/// One side of an edge, in the counter-clockwise order of its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfEdge {
    /// The vertex where it starts.
    pub from: VertexId,
    /// The vertex where it ends.
    pub to: VertexId,
    /// The face to its left.
    pub face: FaceId,
    /// The next side around the face. The face of a segment has two sides, each the next of the
    /// other.
    pub next: HalfEdgeId,
}

impl<V: Vector<Wide = DVec3>> Hull<V> {
    /// The half-edge with this id; `None` if the hull has none. O(1).
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

    /// The half-edges around a face, in the order of its corners: the i-th starts at the i-th
    /// corner. None for the face of a point, or if the hull has no such face.
    pub fn half_edges_of(&self, face: FaceId) -> impl Iterator<Item = HalfEdgeId> {
        self.topology.face(face.0 as usize).iter().filter_map(|corner| {
            let starts = self.edges().get(corner.edge.0 as usize)?.ends[0];
            Some(HalfEdgeId::new(corner.edge, usize::from(starts != corner.vertex)))
        })
    }

    /// The vertices at the other ends of a vertex's edges, by increasing id of the edge. None if
    /// the hull has no such vertex.
    pub fn neighbours(&self, vertex: VertexId) -> impl Iterator<Item = VertexId> {
        self.edges_at(vertex).iter().filter_map(move |edge| {
            let [from, to] = self.edges().get(edge.0 as usize)?.ends;
            Some(if from == vertex { to } else { from })
        })
    }
}
