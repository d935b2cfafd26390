//! Scaled and mirrored instances of a mesh.

use clinch_composite::{BoundaryEdges, Faces, MeshError, Sides, SubShapeId, SurfaceRay, TriMesh};
use clinch_support::Vector;
use clinch_testkit::random::Random;
use glam::Vec3;

#[test]
fn an_instance_answers_as_the_mesh_of_its_vertices() {
    let mut random = Random::new(1);
    for mesh in super::closed().into_iter().chain(super::open(&mut Random::new(2))) {
        let shared = super::build::<Vec3>(&mesh, 1.0).0;
        for factors in [Vec3::new(2.0, -3.0, 0.7), Vec3::new(-1.0, 1.0, 1.0), Vec3::new(-0.1, -5.0, 1.5), Vec3::splat(-1e-3)] {
            let instance = shared.scaled(factors).unwrap();
            assert!(instance.shares_data_with(&shared) && instance.scale() == factors);
            let mirrored = factors.x * factors.y * factors.z < 0.0;
            let triangles = mesh.triangles.iter().map(|&[a, b, c]| if mirrored { [a, c, b] } else { [a, b, c] }).collect();
            let vertices: Vec<_> = shared.shared_vertices().iter().map(|&vertex| vertex * factors).collect();
            let whole = TriMesh::new(vertices, triangles).unwrap();
            assert_eq!(instance.sides(), whole.sides());
            for triangle in (0..mesh.triangles.len() as u32).map(SubShapeId) {
                assert_eq!((instance.indices(triangle), instance.corners(triangle)), (whole.indices(triangle), whole.corners(triangle)));
                for edge in 0..4 {
                    let [one, other] =
                        [&instance, &whole].map(|mesh| mesh.neighbor(triangle, edge).map(|beyond| (beyond.triangle, beyond.edge)));
                    assert_eq!(one, other);
                }
            }
            match (instance.moments(), whole.moments()) {
                (Some(one), Some(other)) => assert!((one.volume() / other.volume() - 1.0).abs() < 1e-5),
                (one, other) => assert_eq!(one, other),
            }
            for _ in 0..100 {
                let (point, direction) = (random.in_ball(3) * 2.0 * factors.widen(), random.direction(3) * factors.widen());
                assert_eq!(instance.project(point), whole.project(point));
                assert_eq!(instance.contains(point), whole.contains(point));
                let ray = SurfaceRay { origin: point, direction, max_time: f64::INFINITY, faces: Faces::Both };
                assert_eq!(instance.ray_cast(&ray), whole.ray_cast(&ray));
            }
        }
    }
}

#[test]
fn factors_multiply_and_the_wrong_ones_are_refused() {
    let mesh = super::build::<Vec3>(&super::closed()[0], 1.0).0.two_sided().with_boundary_edges(BoundaryEdges::Open);
    let twice = mesh.scaled(Vec3::new(2.0, 1.0, -1.0)).unwrap().scaled(Vec3::new(0.5, 3.0, 1.0)).unwrap();
    assert_eq!((twice.scale(), twice.sides(), twice.boundary_edges()), (Vec3::new(1.0, 3.0, -1.0), Sides::Two, BoundaryEdges::Open));
    for (axis, wrong) in [(0, 0.0), (1, f32::NAN), (2, f32::INFINITY)] {
        let mut factors = Vec3::ONE;
        factors[axis] = wrong;
        assert_eq!(mesh.scaled(factors).err(), Some(MeshError::InvalidScale { axis }));
    }
    let overflows = mesh.scaled(Vec3::splat(2.0)).unwrap().scaled(Vec3::new(f32::MAX / 2.0, 1.0, 1.0)).map(|mesh| mesh.bounds());
    assert!(overflows.is_ok(), "the largest number is not too large: {overflows:?}");
    let large = TriMesh::new(vec![Vec3::ZERO, Vec3::X * 2.0, Vec3::Y], vec![[0, 1, 2]]).unwrap();
    assert_eq!(large.scaled(Vec3::splat(f32::MAX)).err(), Some(MeshError::VertexNotFinite { vertex: 1 }));
    let small = large.scaled(Vec3::splat(1e-40)).unwrap();
    assert_eq!(small.scaled(Vec3::splat(1e-6)).err(), Some(MeshError::InvalidScale { axis: 0 }));
}
