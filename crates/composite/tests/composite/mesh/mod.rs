//! Triangle meshes against the oracle, and what their constructors refuse.

mod cones;
mod errors;
mod instances;
mod invariance;
mod points;
mod rays;
mod repair;
mod voxels;

use clinch_composite::TriMesh;
use clinch_support::Vector;
use clinch_testkit::generate::meshes::{self, Cut, Mesh};
use clinch_testkit::random::Random;
use glam::DVec3;

/// The mesh times a scale, in `V`, and its vertices as they are after rounding.
fn build<V: Vector<Wide = DVec3>>(mesh: &Mesh, scale: f64) -> (TriMesh<V>, Mesh) {
    let vertices: Vec<V> = mesh.vertices.iter().map(|&vertex| V::narrow(vertex * scale)).collect();
    let rounded = Mesh { vertices: vertices.iter().map(|vertex| vertex.widen()).collect(), triangles: mesh.triangles.clone() };
    (TriMesh::new(vertices, mesh.triangles.clone()).unwrap(), rounded)
}

fn closed() -> [Mesh; 4] {
    [meshes::cuboid(DVec3::new(1.0, 0.5, 0.25)), meshes::icosphere(0), meshes::icosphere(2), meshes::torus(24, 12)]
}

fn open(random: &mut Random) -> Vec<Mesh> {
    let plates = Cut::ALL.map(|cut| meshes::plate(cut, random));
    plates.into_iter().chain([meshes::terrain(12, 0.3, random)]).collect()
}
