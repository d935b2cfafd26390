//! Each error names its place.

use clinch_composite::{EdgeKind, MeshError, Sides, SubShapeId, TriMesh};
use clinch_testkit::generate::meshes;
use glam::{DVec3, Vec3};

fn error(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Option<MeshError> {
    TriMesh::new(vertices.to_vec(), triangles.to_vec()).err()
}

const CORNERS: [Vec3; 6] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(2.0, 0.0, 0.0), Vec3::new(1.0, 1.0, 0.0)];

#[test]
fn each_error_names_its_place() {
    let mut broken = CORNERS;
    broken[3].y = f32::NAN;
    assert_eq!(error(&CORNERS, &[]), Some(MeshError::NoTriangles));
    assert_eq!(error(&broken, &[[0, 1, 2]]), Some(MeshError::VertexNotFinite { vertex: 3 }));
    let out = MeshError::IndexOutOfRange { triangle: 1, vertex: 6, vertices: 6 };
    assert_eq!(error(&CORNERS, &[[0, 1, 2], [0, 6, 1]]), Some(out));
    for line in [[0, 1, 4], [0, 1, 1], [2, 2, 2]] {
        assert_eq!(error(&CORNERS, &[[0, 1, 2], line]), Some(MeshError::Collinear { triangle: 1 }));
    }
    for same in [[0, 1, 2], [1, 2, 0], [2, 1, 0]] {
        assert_eq!(error(&CORNERS, &[[0, 1, 2], [1, 3, 2], same]), Some(MeshError::Duplicate { triangles: [0, 2] }));
    }
    let flipped = MeshError::SameDirection { edge: [1, 2], triangles: [0, 1] };
    assert_eq!(error(&CORNERS, &[[0, 1, 2], [1, 2, 5]]), Some(flipped));
    let three = MeshError::NonManifoldEdge { edge: [0, 1], triangles: [0, 1, 2] };
    assert_eq!(error(&CORNERS, &[[0, 1, 2], [1, 0, 3], [0, 1, 5]]), Some(three));
}

#[test]
fn a_moebius_strip_runs_along_an_edge_twice() {
    let strip = meshes::moebius(31);
    assert!(matches!(TriMesh::new(strip.vertices, strip.triangles).err(), Some(MeshError::SameDirection { .. })));
}

#[test]
fn collinear_is_exact() {
    let almost = [DVec3::ZERO, DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.2, 0.4, 0.6), DVec3::new(0.2, 0.4, 0.6_f64.next_up())];
    let mesh = |corners: [u32; 3]| TriMesh::new(almost.to_vec(), vec![corners]);
    assert_eq!(mesh([0, 1, 2]).err(), Some(MeshError::Collinear { triangle: 0 }));
    assert!(mesh([0, 1, 3]).is_ok());
}

#[test]
fn edges_have_the_kind_that_their_triangles_form() {
    let kind = |apex: Vec3| {
        let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::new(0.5, 1.0, 0.0), apex];
        TriMesh::new(vertices, vec![[0, 1, 2], [1, 0, 3]]).unwrap()
    };
    let tiny = f32::MIN_POSITIVE;
    let cases = [(0.0, EdgeKind::Flat), (tiny, EdgeKind::Concave), (-tiny, EdgeKind::Convex)];
    for (z, expected) in cases {
        let mesh = kind(Vec3::new(0.5, -1.0, z));
        for (triangle, beyond) in [(0, 1), (1, 0)] {
            let neighbor = mesh.neighbor(SubShapeId(triangle), 0).unwrap();
            assert_eq!((neighbor.triangle, neighbor.edge, neighbor.kind), (beyond, 0, expected), "{z}");
            assert_eq!((mesh.neighbor(SubShapeId(triangle), 1), mesh.neighbor(SubShapeId(triangle), 3)), (None, None));
        }
    }
    assert_eq!(kind(Vec3::new(0.25, 2.0, 0.0)).neighbor(SubShapeId(0), 0).map(|n| n.kind), Some(EdgeKind::Folded));
}

#[test]
fn closed_meshes_of_positive_volume_are_solids() {
    for mesh in super::closed() {
        let solid = TriMesh::new(mesh.vertices.clone(), mesh.triangles.clone()).unwrap();
        assert!(solid.is_closed() && solid.sides() == Sides::Solid && solid.moments().is_some());
        assert!(solid.bytes() < 60 * mesh.triangles.len() + 200, "{} bytes for {}", solid.bytes(), mesh.triangles.len());
        assert_eq!(solid.clone().hollow().sides(), Sides::One);
        assert_eq!(solid.hollow().moments(), None);
        let inward = mesh.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        let hole = TriMesh::new(mesh.vertices, inward).unwrap();
        assert!(hole.is_closed() && hole.sides() == Sides::One);
    }
}

#[test]
fn moments_are_those_of_the_box() {
    let half = DVec3::new(1.0, 0.5, 0.25);
    let mesh = meshes::cuboid(half);
    let vertices = mesh.vertices.iter().map(|&vertex| vertex + DVec3::new(3.0, -2.0, 1.0)).collect();
    let moments = TriMesh::new(vertices, mesh.triangles).unwrap().moments().unwrap();
    assert!((moments.volume() - 1.0).abs() < 1e-14 && moments.centroid().abs_diff_eq(DVec3::new(3.0, -2.0, 1.0), 1e-14));
    for i in 0..3 {
        for j in 0..3 {
            let expected = if i == j { half[i] * half[i] / 3.0 } else { 0.0 };
            assert!((moments.covariance(i, j) - expected).abs() < 1e-14, "{i} {j}");
        }
    }
}
