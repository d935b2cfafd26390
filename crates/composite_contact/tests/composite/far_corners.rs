//! Triangles whose corners are far from the body.

use clinch_composite::TriMesh;
use clinch_composite_contact::{CompositeRelation, CompositeScratch};
use clinch_contact::{Pair, Settings};
use clinch_shapes::{Ball, Capsule, Convex, Cuboid};
use clinch_support::Pose;
use glam::{DVec3, Vec3};

use crate::erased::measure;

/// In the plane x + 2y + 2z = 0, about the origin.
fn triangle(scale: f32) -> TriMesh<Vec3> {
    let corners = [Vec3::new(2.0, -1.0, 0.0), Vec3::new(0.0, 1.0, -1.0), Vec3::new(-2.0, 0.0, 1.0)];
    TriMesh::new(corners.map(|corner| corner * scale).to_vec(), vec![[0, 1, 2]]).unwrap()
}

fn check(name: &str, body: &impl Convex<Vec3>, truth: f64) {
    let mut scratch = CompositeScratch::new();
    for scale in [1.0, 1e3 + 1.0, 1e5 + 3.0, 1e6 + 7.0] {
        let mesh = triangle(scale);
        for side in [1.0, -1.0] {
            // At a distance of 3/4 from the plane.
            let at = Pose::at(DVec3::new(0.25, 0.5, 0.5) * side);
            let mesh = if side > 0.0 { mesh.clone() } else { mesh.clone().two_sided() };
            let pair = Pair { a: &mesh, b: body, b_in_a: at };
            let CompositeRelation::Near { separation, .. } = measure(&pair, &Settings::with_margin(1.0), &mut scratch) else {
                panic!("{name} at {scale}")
            };
            assert!(separation.lower <= truth && truth <= separation.upper, "{name} at {scale}: {separation:?}");
            assert!(separation.upper - separation.lower < 1e-13 * f64::from(scale), "{name} at {scale}: {separation:?}");
        }
    }
}

#[test]
fn bounds_hold_near_a_tilted_triangle_with_far_corners() {
    check("ball", &Ball::new(0.25).unwrap(), 0.5);
    // Its segment is along y, so its lower end is 2/3 of a half nearer.
    check("capsule", &Capsule::new(0.375, 0.25).unwrap(), 0.25);
    // Its support is 0.1875 · (1 + 2 + 2) / 3.
    check("box", &Cuboid::new(Vec3::splat(0.1875)).unwrap(), 0.4375);
}
