//! bevy's meshes as triangle meshes: those that bevy makes of its primitives, strips, and what is
//! refused.

use bevy_mesh::{Indices, Mesh, Meshable, PrimitiveTopology, VertexFormat};
use bevy_shape::{
    Annulus, Capsule3d, Cone, ConicalFrustum, Cuboid, Cylinder, Extrusion, Measured3d, Rectangle, Sphere, Tetrahedron, Torus,
};
use clinch::composite::{MeshError, RepairOptions, Sides, SubShapeId};
use clinch::meshes::{ToTriMesh, ToTriMeshError};
use clinch::primitives::ToComposite;
use glam::Vec3;

/// Converts the mesh that bevy draws, and compares it with the volume of the primitive.
fn fills<P: Measured3d + Clone + Into<Mesh>>(primitive: &P, least: f32, what: &str) {
    let mesh = primitive.clone().into().to_tri_mesh().unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(mesh.sides(), Sides::Solid, "{what}");
    let (volume, whole) = (mesh.moments().unwrap().volume() as f32, primitive.volume());
    assert!(least * whole < volume && volume < 1.0001 * whole, "{what}: {volume} of {whole}");
}

#[test]
fn meshes_of_bevys_solids_are_solids() {
    fills(&Cuboid::new(1.0, 2.0, 3.0), 0.9999, "box");
    fills(&Sphere::new(0.7), 0.97, "sphere");
    fills(&Cylinder::new(0.5, 2.0), 0.99, "cylinder");
    fills(&Capsule3d::new(0.5, 2.0), 0.98, "capsule");
    fills(&Cone::new(0.5, 2.0), 0.99, "cone");
    fills(&Tetrahedron::default(), 0.9999, "tetrahedron");
    fills(&Torus::default(), 0.97, "torus");
    fills(&Extrusion::new(Rectangle::new(1.0, 2.0), 0.5), 0.9999, "plate");
    // bevy has a mesh of these and no volume, or has the volume of a curved shape at fault.
    let poles: Mesh = Sphere::new(1.0).mesh().uv(16, 9);
    let frustum: Mesh = ConicalFrustum { radius_top: 0.5, radius_bottom: 1.0, height: 1.0 }.into();
    for (mesh, what) in [(poles, "sphere with poles"), (frustum, "frustum")] {
        assert_eq!(mesh.to_tri_mesh().map(|mesh| mesh.sides()), Ok(Sides::Solid), "{what}");
    }
}

#[test]
fn concave_primitives_have_the_triangles_that_bevy_draws() {
    let torus = Torus::new(0.5, 1.5);
    let (ours, drawn) = (torus.to_composite().unwrap(), Mesh::from(torus).to_tri_mesh().unwrap());
    assert_eq!(ours.shared_triangles().len(), drawn.shared_triangles().len());
    for id in (0..ours.shared_triangles().len() as u32).map(SubShapeId) {
        let (ours, drawn) = (ours.corners(id).unwrap(), drawn.corners(id).unwrap());
        let apart = (0..3).map(|corner| ours[corner].distance(drawn[corner])).fold(0.0, f32::max);
        assert!(apart < 1e-5, "{id:?}: {ours:?} and {drawn:?}");
    }
    let pipe = Extrusion::new(Annulus::new(0.5, 1.0), 3.0);
    let (ours, drawn) = (pipe.to_composite().unwrap(), Mesh::from(pipe).to_tri_mesh().unwrap());
    let [ours, drawn] = [ours, drawn].map(|mesh| mesh.moments().unwrap().volume());
    assert!((ours - drawn).abs() < 1e-5 * ours, "{ours} and {drawn}");
}

/// A mesh of these positions, with the asset usage that bevy chooses.
fn mesh(topology: PrimitiveTopology, positions: &[Vec3]) -> Mesh {
    let usage = Mesh::from(Cuboid::default()).asset_usage;
    let positions: Vec<[f32; 3]> = positions.iter().map(Vec3::to_array).collect();
    Mesh::new(topology, usage).with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
}

/// A flat ribbon along x whose front is up.
fn ribbon() -> Vec<Vec3> {
    (0..8).map(|i| Vec3::new((i / 2) as f32, (i % 2) as f32, 0.0)).collect()
}

#[test]
fn a_strip_is_one_surface_with_one_front() {
    let expected: [[u32; 3]; 6] = [[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5], [4, 5, 6], [6, 5, 7]];
    let strip = mesh(PrimitiveTopology::TriangleStrip, &ribbon());
    let listed = Indices::U16(expected.concat().into_iter().map(|index| index as u16).collect());
    let list = mesh(PrimitiveTopology::TriangleList, &ribbon()).with_inserted_indices(listed);
    // Two strips in one are joined by triangles without an area.
    let joined = Indices::U32(vec![0, 1, 2, 3, 3, 2, 2, 3, 4, 5, 6, 7]);
    let joined = mesh(PrimitiveTopology::TriangleStrip, &ribbon()).with_inserted_indices(joined);
    for drawn in [strip, list, joined] {
        let mesh = drawn.to_tri_mesh().unwrap();
        assert_eq!(mesh.shared_triangles(), expected);
        assert!((1..6).all(|id| mesh.neighbor(SubShapeId(id), 0).or(mesh.neighbor(SubShapeId(id), 2)).is_some()));
    }
}

#[test]
fn a_list_without_indices_shares_corners_at_one_place() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Y, Vec3::X, Vec3::new(1.0, 1.0, 0.0)];
    let drawn = mesh(PrimitiveTopology::TriangleList, &corners);
    assert_eq!(drawn.to_triangles().unwrap().1, [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(drawn.to_tri_mesh().unwrap().shared_triangles(), [[0, 1, 2], [2, 1, 5]]);
}

#[test]
fn what_is_no_surface_of_triangles_is_refused_with_reason_and_index() {
    let error = |mesh: &Mesh| mesh.to_tri_mesh().err();
    let list = || mesh(PrimitiveTopology::TriangleList, &ribbon()[..6]);
    for topology in [PrimitiveTopology::PointList, PrimitiveTopology::LineList, PrimitiveTopology::LineStrip] {
        assert_eq!(error(&mesh(topology, &ribbon())), Some(ToTriMeshError::Topology(topology)));
    }
    assert_eq!(error(&mesh(PrimitiveTopology::TriangleList, &ribbon())), Some(ToTriMeshError::IncompleteTriangle { index: 6 }));
    let indexed = |indices: [u32; 6]| list().with_inserted_indices(Indices::U32(indices.to_vec()));
    let beyond = MeshError::IndexOutOfRange { triangle: 1, vertex: 6, vertices: 6 };
    assert_eq!(error(&indexed([0, 1, 2, 2, 1, 6])), Some(beyond.into()));
    let flipped = MeshError::SameDirection { edge: [1, 2], triangles: [0, 1] };
    assert_eq!(error(&indexed([0, 1, 2, 1, 2, 3])), Some(flipped.into()));
    let (mended, report) = indexed([0, 1, 2, 1, 2, 3]).to_tri_mesh_repaired(&RepairOptions::all(0.0)).unwrap();
    assert_eq!((mended.shared_triangles().len(), report.flipped), (2, vec![1]));

    let mut not_finite = ribbon();
    not_finite[5].y = f32::NAN;
    assert_eq!(error(&mesh(PrimitiveTopology::TriangleStrip, &not_finite)), Some(MeshError::VertexNotFinite { vertex: 5 }.into()));
    assert_eq!(error(&mesh(PrimitiveTopology::TriangleStrip, &ribbon()[..2])), Some(MeshError::NoTriangles.into()));

    let mut gone = list();
    gone.remove_attribute(Mesh::ATTRIBUTE_POSITION);
    assert_eq!(error(&gone), Some(ToTriMeshError::NoPositions));
    let mut compressed = list();
    compressed.compress_positions().unwrap();
    assert_eq!(error(&compressed), Some(ToTriMeshError::PositionFormat(VertexFormat::Snorm16x4)));
    let mut extracted = list();
    extracted.take_gpu_data().unwrap();
    assert_eq!(error(&extracted), Some(ToTriMeshError::InRenderWorld));
    assert_eq!(ToTriMeshError::InRenderWorld.to_string(), "the vertices have been moved to the renderer");
}
