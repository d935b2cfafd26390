//! What must not change an answer.

use clinch_composite::{Faces, SurfaceRay, SurfaceRayOutcome, TriMesh};
use clinch_testkit::random::Random;
use glam::DVec3;

/// The numbers below `count` in a random order.
pub(crate) fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<_> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, random.below(last + 1));
    }
    order
}

fn cast(mesh: &TriMesh<DVec3>, origin: DVec3, direction: DVec3) -> SurfaceRayOutcome {
    mesh.ray_cast(&SurfaceRay { origin, direction, max_time: f64::INFINITY, faces: Faces::Both })
}

#[test]
fn the_order_of_triangles_changes_only_ids() {
    let mut random = Random::new(5);
    for mesh in super::closed() {
        let order = shuffled(mesh.triangles.len(), &mut random);
        let moved = order.iter().map(|&triangle| mesh.triangles[triangle]).collect();
        let one = TriMesh::new(mesh.vertices.clone(), mesh.triangles).unwrap();
        let other = TriMesh::new(mesh.vertices, moved).unwrap();
        for _ in 0..200 {
            let (origin, direction) = (random.in_ball(3) * 2.0, random.direction(3));
            let (a, b) = (one.project(origin).unwrap(), other.project(origin).unwrap());
            assert_eq!((a.distance, a.point, a.inside), (b.distance, b.point, b.inside));
            match (cast(&one, origin, direction), cast(&other, origin, direction)) {
                (SurfaceRayOutcome::Hit(a), SurfaceRayOutcome::Hit(b)) => {
                    assert_eq!((a.time, a.point, a.sub_shape.index()), (b.time, b.point, order[b.sub_shape.index()]));
                }
                (a, b) => assert_eq!(a, b),
            }
        }
    }
}

#[test]
fn the_order_of_vertices_changes_answers_by_rounding_only() {
    let mut random = Random::new(6);
    for mesh in super::closed() {
        let order = shuffled(mesh.vertices.len(), &mut random);
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| place[old] = new as u32);
        let moved = order.iter().map(|&vertex| mesh.vertices[vertex]).collect();
        let triangles = mesh.triangles.iter().map(|corners| corners.map(|corner| place[corner as usize])).collect();
        let one = TriMesh::new(mesh.vertices, mesh.triangles).unwrap();
        let other = TriMesh::new(moved, triangles).unwrap();
        for _ in 0..200 {
            let (origin, direction) = (random.in_ball(3) * 2.0, random.direction(3));
            let (a, b) = (one.project(origin).unwrap(), other.project(origin).unwrap());
            assert!((a.distance - b.distance).abs() < 1e-15 && a.inside == b.inside);
            assert_eq!(cast(&one, origin, direction), cast(&other, origin, direction));
        }
    }
}

#[test]
fn a_scale_of_a_power_of_two_gives_the_same_bits() {
    let mut random = Random::new(7);
    for mesh in super::closed().into_iter().chain(super::open(&mut Random::new(8))) {
        for scale in [(2.0_f64).powi(-70), (2.0_f64).powi(90)] {
            let (one, other) = (super::build::<DVec3>(&mesh, 1.0).0, super::build::<DVec3>(&mesh, scale).0);
            for _ in 0..100 {
                let (origin, direction) = (random.in_ball(3) * 2.0, random.direction(3));
                let (a, b) = (one.project(origin).unwrap(), other.project(origin * scale).unwrap());
                assert_eq!((a.point * scale, a.distance * scale, a.lower * scale, a.normal), (b.point, b.distance, b.lower, b.normal));
                assert_eq!((a.inside, a.sub_shape, a.feature), (b.inside, b.sub_shape, b.feature));
                match (cast(&one, origin, direction), cast(&other, origin * scale, direction)) {
                    (SurfaceRayOutcome::Hit(a), SurfaceRayOutcome::Hit(b)) => {
                        assert_eq!((a.time * scale, a.lower * scale, a.point * scale), (b.time, b.lower, b.point));
                        assert_eq!((a.sub_shape, a.feature, a.barycentrics), (b.sub_shape, b.feature, b.barycentrics));
                    }
                    (a, b) => assert_eq!(a, b),
                }
            }
        }
    }
}
