//! The faces of a hull from which manifolds are clipped, if they are not its faces: those that the
//! rounding of the vertices broke are joined.

use clinch_hull::{FaceEdge, JoinedFace, ScaledPoints, joined_faces};
use clinch_support::{Vector, VertexId};
use glam::DVec3;

use super::normals::unit_normal;
use super::topology::{HullCorner, Topology};
use crate::face::{EdgeId, FaceId};
use crate::lanes::Lanes;

/// The joined faces, and those that are as they were.
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
    /// Each with the edge on the border of the face that leads away from it. Where rounding dented
    /// the border, that ends at a vertex between this corner and the next.
    pub(super) corners: Vec<HullCorner>,
}

impl<V: Vector<Wide = DVec3>> ContactFaces<V> {
    /// `None` if no faces are joined.
    pub(super) fn new(vertices: &[V], topology: &Topology) -> Option<Self> {
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
        let mut of_face = vec![0; loops.len()];
        for (index, JoinedFace { faces, .. }) in joined.iter().enumerate() {
            faces.iter().for_each(|&face| of_face[face] = index);
        }
        let contact_face = |JoinedFace { corners, faces }: &JoinedFace| ContactFace {
            id: FaceId(faces[0] as u32),
            normal: unit_normal(corners.iter().map(|&[vertex, _]| points.points[vertex])),
            corners: corners
                .iter()
                .map(|&[vertex, edge]| HullCorner { vertex: VertexId::new(vertex), edge: EdgeId(edge as u32) })
                .collect(),
        };
        let faces: Vec<ContactFace<V>> = joined.iter().map(contact_face).collect();
        let normals: Vec<V> = faces.iter().map(|face| face.normal).collect();
        Some(Self { faces, normal_lanes: Lanes::new(&normals), of_face })
    }
}
