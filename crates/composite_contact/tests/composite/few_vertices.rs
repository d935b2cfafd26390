//! Pyramids and debris of few vertices, whose middle must not be on the face that they lie on.

use clinch_composite::TriMesh;
use clinch_shapes::{Convex, Hull};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::common::Answer;

const DEPTH: f64 = 1e-3;

/// Of random hulls of four and five vertices, half had their middle on a face: that one was no
/// contact with a floor that has one side, and with two sides it was half a body deep.
#[test]
fn a_hull_of_few_vertices_rests_on_each_of_its_faces() {
    let corners = [DVec3::new(-4.0, -4.0, 0.0), DVec3::new(4.0, -4.0, 0.0), DVec3::new(4.0, 4.0, 0.0), DVec3::new(-4.0, 4.0, 0.0)];
    let floor = TriMesh::<DVec3>::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let random = &mut Random::new(83);
    let mut count = 0;
    for round in 0..200 {
        let cloud: Vec<DVec3> = (0..4 + round % 2).map(|_| random.direction(3) * random.range(0.3, 1.0)).collect();
        let hull = Hull::new(&cloud).unwrap();
        for face in hull.faces() {
            let down = DQuat::from_rotation_arc(face.normal, DVec3::NEG_Z);
            // Of a splinter the middle would be below the floor.
            let middle = hull.interior() - hull.vertices()[face.corners[0].vertex.index()];
            if -middle.dot(face.normal) < 2.0 * DEPTH {
                continue;
            }
            count += 1;
            let lowest = down * hull.vertices()[face.corners[0].vertex.index()];
            // Beside the edge of the two triangles.
            let pose = Pose::new(down, DVec3::new(0.3, 0.1, -DEPTH - lowest.z));
            for floor in [&floor, &floor.clone().two_sided()] {
                let answer = Answer::new(floor, &hull, &pose, 0.0);
                let deepest = &answer.manifolds.first().unwrap_or_else(|| panic!("{round}: {cloud:?} {answer:?}")).manifold;
                assert!(deepest.normal.abs_diff_eq(DVec3::Z, 1e-9), "{round}: {cloud:?} {answer:?}");
                assert!((deepest.separation() + DEPTH).abs() < 1e-9, "{round}: {cloud:?} {answer:?}");
            }
        }
    }
    assert!(count > 800, "{count}");
}
