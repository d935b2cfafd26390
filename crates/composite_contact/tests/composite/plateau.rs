//! A box on a low plateau. Its corners hang in the air, within the margin.

use clinch_composite::TriMesh;
use clinch_shapes::Cuboid;
use clinch_support::Pose;
use glam::{DQuat, DVec3};

use crate::common::Answer;

/// How far the corners of the plateau are from its middle along x and y.
const HALF: f64 = 0.3;

/// A square plateau, a low slope around it, and level ground.
fn plateau(height: f64) -> TriMesh<DVec3> {
    let square = |half: f64, z: f64| [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| DVec3::new(half * x, half * y, z));
    let vertices = [square(HALF, height), square(2.0 * HALF, 0.0), square(4.0, 0.0)].concat();
    let ring = |inner: u32| {
        (0..4).flat_map(move |side| {
            let next = (side + 1) % 4;
            let [a, b, c, d] = [inner + 4 + side, inner + 4 + next, inner + next, inner + side];
            [[a, b, c], [a, c, d]]
        })
    };
    let triangles = [[0, 1, 2], [0, 2, 3]].into_iter().chain(ring(0)).chain(ring(4)).collect();
    TriMesh::new(vertices, triangles).unwrap()
}

#[test]
fn a_box_stands_on_all_corners_of_a_plateau() {
    let wide = Cuboid::new(DVec3::new(1.0, 1.0, 0.5)).unwrap();
    for height in [0.004, 0.01] {
        for (x, y) in [(0.0, 0.0), (1e-6, 0.0), (-1e-4, 1e-4), (1e-3, 2e-4), (-1e-3, -1e-3)] {
            let turn = DQuat::from_xyzw(x, y, 0.1, 1.0).normalize();
            let answer = Answer::new(&plateau(height), &wide, &Pose::new(turn, DVec3::Z * (0.5 + height)), 0.02);
            let points = &answer.manifolds[0].manifold.points;
            let has = |corner: DVec3| points.iter().any(|point| (point.on_a - corner).length() < 5e-3);
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| DVec3::new(HALF * x, HALF * y, height));
            assert!(corners.into_iter().all(has), "{height} {x} {y}: {points:?}");
        }
    }
}
