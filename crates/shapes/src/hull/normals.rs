//! The normals of the faces of a hull.

use clinch_hull::newell_normal;
use clinch_support::Vector;
use glam::DVec3;

use super::topology::{HullCorner, Topology};

/// The outward unit normals of the faces, from vertices in any unit; zero for a face without area.
pub(super) fn normals<V: Vector<Wide = DVec3>>(topology: &Topology, at: impl Fn(usize) -> DVec3) -> Vec<V> {
    let of_face = |face: &[HullCorner]| {
        let normal = newell_normal(face.iter().map(|corner| at(corner.vertex.index())));
        let length = normal.length();
        V::narrow(if length > 0.0 { normal * (1.0 / length) } else { DVec3::ZERO })
    };
    topology.faces().map(of_face).collect()
}
