//! The faces from which the manifolds of a hull are clipped. They are stored only if some of its
//! faces, which the rounding of the vertices broke, were joined.

use clinch_hull::{FaceEdge, JoinedFace, ScaledPoints, joined_faces};
use clinch_support::{Vector, VertexId};
use glam::DVec3;

use super::topology::{HullCorner, Topology};
use crate::face::{EdgeId, FaceId};
use crate::lanes::Lanes;

/// Joined faces, and the faces that were not joined.
#[derive(Clone, Debug)]
pub(super) struct ContactFaces<V: Vector> {
    pub(super) faces: Vec<ContactFace<V>>,
    /// The normals, for scans.
    pub(super) normal_lanes: Lanes<V>,
    /// The contact face that each face of the hull is in.
    pub(super) of_face: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct ContactFace<V: Vector> {
    /// The first face of the hull that is in it.
    pub(super) id: FaceId,
    /// A unit vector.
    pub(super) normal: V,
    /// The corners. Where rounding dented the border between two of them, the edge is that of the
    /// lowest id there.
    pub(super) corners: Vec<HullCorner>,
}

impl<V: Vector<Wide = DVec3>> ContactFaces<V> {
    /// `None` if no faces are joined.
    // From the vertices alone, so that a hull from a file has the same.
    pub(super) fn new(vertices: &[V], topology: &Topology, normals: &[V]) -> Option<Self> {
        let loop_of = |corners: &[HullCorner]| corners.iter().map(|corner| corner.vertex.index()).collect();
        let loops: Vec<Vec<usize>> = topology.faces().map(loop_of).collect();
        if loops.len() <= 2 {
            return None;
        }
        let edges: Vec<FaceEdge> = topology
            .edges()
            .iter()
            .map(|edge| FaceEdge { ends: edge.ends.map(VertexId::index), faces: edge.faces.map(|face| face.0 as usize) })
            .collect();
        let points = ScaledPoints::new(vertices.iter().map(|vertex| vertex.widen()).collect());
        let joined = joined_faces(&points, &loops, &edges);
        if joined.is_empty() {
            return None;
        }
        let mut joined_of = vec![None; loops.len()];
        for (index, JoinedFace { faces, .. }) in joined.iter().enumerate() {
            faces.iter().for_each(|&face| joined_of[face] = Some(index));
        }
        let mut faces: Vec<ContactFace<V>> = Vec::new();
        let mut of_face = vec![0; loops.len()];
        for (face, &normal) in normals.iter().enumerate() {
            match joined_of[face].map(|index| &joined[index]) {
                Some(joined) if joined.faces[0] < face => of_face[face] = of_face[joined.faces[0]],
                Some(JoinedFace { normal, corners, .. }) => {
                    of_face[face] = faces.len();
                    let corner = |&[vertex, edge]: &[usize; 2]| HullCorner { vertex: VertexId::new(vertex), edge: EdgeId(edge as u32) };
                    let corners = corners.iter().map(corner).collect();
                    faces.push(ContactFace { id: FaceId(face as u32), normal: V::narrow(*normal), corners });
                }
                None => {
                    of_face[face] = faces.len();
                    faces.push(ContactFace { id: FaceId(face as u32), normal, corners: topology.face(face).to_vec() });
                }
            }
        }
        let normals: Vec<V> = faces.iter().map(|face| face.normal).collect();
        Some(Self { faces, normal_lanes: Lanes::new(&normals), of_face })
    }
}
