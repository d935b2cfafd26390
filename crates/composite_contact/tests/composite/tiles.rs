//! Bodies that slide over the border of two tiles of terrain.

use clinch_composite::{BoundaryEdges, Composite, HeightField, TriMesh};
use clinch_shapes::Convex;
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::common::{Answer, KINDS, body, turn};

/// A level field over the square from the origin to (2, 2).
fn field(border: BoundaryEdges) -> HeightField<DVec3> {
    HeightField::new(5, 5, vec![0.0; 25], DVec3::new(0.5, 1.0, 0.5)).unwrap().with_boundary_edges(border)
}

/// The same as a mesh.
fn mesh(border: BoundaryEdges) -> TriMesh<DVec3> {
    let corner = |row: u32, column: u32| 5 * row + column;
    let vertices = (0..25).map(|place| DVec3::new(f64::from(place % 5), 0.0, f64::from(place / 5)) * 0.5).collect();
    let cells = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
    let triangles = cells.flat_map(|(row, column)| {
        let [a, b, c, d] = [corner(row, column), corner(row + 1, column), corner(row + 1, column + 1), corner(row, column + 1)];
        [[a, b, d], [b, c, d]]
    });
    TriMesh::new(vertices, triangles.collect()).unwrap().two_sided().with_boundary_edges(border)
}

/// The normals of the manifolds on two of these tiles, one beside the other along x.
fn normals(tile: &dyn Composite<DVec3>, body: &dyn Convex<DVec3>, pose: &Pose<DVec3>) -> Vec<DVec3> {
    let on_tile = |x: f64| {
        let pose = Pose::new(pose.rotation, pose.translation - DVec3::X * x);
        Answer::new(tile, body, &pose, 0.02).manifolds.into_iter().map(|manifold| manifold.manifold.normal)
    };
    on_tile(0.0).chain(on_tile(2.0)).collect()
}

#[test]
fn a_body_that_slides_over_the_border_of_two_tiles_gets_no_sideways_normal() {
    let is_up = |normals: &[DVec3]| normals.iter().all(|normal| normal.abs_diff_eq(DVec3::Y, 1e-9));
    let [open, hard] = [BoundaryEdges::Open, BoundaryEdges::Hard];
    for kind in 0..KINDS {
        let random = &mut Random::new(kind as u64);
        let mut caught = 0;
        for step in 0..120 {
            let (body, turn) = (body::<DVec3>(kind, 0.3, random), turn(random));
            let low = body.bounds(&Pose::new(turn, DVec3::ZERO)).min.y;
            // The border is crossed between two vertices, and at one.
            let z = if step % 3 == 0 { 1.0 } else { random.range(0.6, 1.4) };
            let pose = &Pose::new(turn, DVec3::new(2.0 + random.range(-0.2, 0.2), -low - 2e-3, z));
            for tile in [&field(open) as &dyn Composite<DVec3>, &field(open).two_sided(), &mesh(open)] {
                let normals = normals(tile, &*body, pose);
                assert!(!normals.is_empty() && is_up(&normals), "kind {kind}, step {step}, {pose:?}: {normals:?}");
            }
            caught += usize::from(!is_up(&normals(&mesh(hard), &*body, pose)));
        }
        assert!(caught > 0, "kind {kind}: the sample does not bite");
    }
}
