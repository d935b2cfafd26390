//! The feature `serde`: composite shapes return from a file with the same bits.

use clinch_composite::{
    BoundaryEdges, Cell, Chain, Compound, Faces, HeightField, HeightField2, RepairOptions, Sides, SurfaceRay, TriMesh, Voxels,
};
use clinch_shapes::{Ball, Cuboid, Shape2};
use clinch_support::Pose;
use clinch_testkit::generate::meshes;
use glam::{DVec2, DVec3, Vec2, Vec3};

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn a_mesh_returns_from_a_file_with_the_same_answers() {
    let torus = meshes::torus(12, 8);
    let vertices = torus.vertices.iter().map(|vertex| vertex.as_vec3()).collect();
    let solid = TriMesh::new(vertices, torus.triangles).unwrap();
    let mirrored = solid.scaled(Vec3::new(-1.5, 1.0, 0.3)).unwrap();
    let open = solid.clone().two_sided().with_boundary_edges(BoundaryEdges::Open);
    let corners = vec![Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::NEG_X, Vec3::Z];
    let wall = TriMesh::repaired(corners, vec![[0, 2, 1], [0, 1, 3], [0, 1, 4]], &RepairOptions::all(0.0)).unwrap().0;
    for mesh in [solid.clone(), mirrored, open, solid.hollow(), wall] {
        let text = serde_json::to_string(&mesh).unwrap();
        let back: TriMesh<Vec3> = read(&text).unwrap();
        assert_eq!((back.sides(), back.boundary_edges(), back.scale()), (mesh.sides(), mesh.boundary_edges(), mesh.scale()));
        assert_eq!((back.shared_triangles(), back.moments()), (mesh.shared_triangles(), mesh.moments()));
        for point in [DVec3::ZERO, DVec3::new(1.1, -0.2, 0.1), DVec3::ONE] {
            assert_eq!(back.project(point), mesh.project(point));
            let ray = SurfaceRay { origin: point, direction: -DVec3::ONE, max_time: 9.0, faces: Faces::Both };
            assert_eq!(back.ray_cast(&ray), mesh.ray_cast(&ray));
        }
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    }
}

#[test]
fn a_height_field_returns_from_a_file_with_the_same_answers() {
    let heights = (0..12).map(|i| f64::from(i * i % 7) * 0.1).collect();
    let field = HeightField::new(3, 4, heights, DVec3::new(0.3, 1.1, 0.7)).unwrap();
    let field = field.with_cell(0, 1, Cell::Anti).unwrap().with_cell(1, 2, Cell::Hole).unwrap();
    for field in [field.clone(), field.clone().hollow(), field.two_sided().with_boundary_edges(BoundaryEdges::Hard)] {
        let text = serde_json::to_string(&field).unwrap();
        let back: HeightField<DVec3> = read(&text).unwrap();
        assert_eq!((back.sides(), back.boundary_edges(), back.cells()), (field.sides(), field.boundary_edges(), field.cells()));
        for point in [DVec3::ZERO, DVec3::new(0.5, -0.2, 0.9), DVec3::ONE] {
            assert_eq!(back.project(point), field.project(point));
        }
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    }
}

#[test]
fn a_chain_returns_from_a_file_with_the_same_answers() {
    let corners = vec![Vec2::ZERO, Vec2::X, Vec2::new(0.9, 0.7), Vec2::Y];
    let solid = Chain::closed(corners.clone()).unwrap();
    let mirrored = solid.scaled(Vec2::new(-1.5, 0.3)).unwrap();
    let open = Chain::open(corners).unwrap().two_sided().with_boundary_edges(BoundaryEdges::Open);
    let joined = open.clone().with_ghost_vertices(Some(Vec2::NEG_X), None).unwrap().scaled(Vec2::splat(0.1)).unwrap();
    for chain in [solid.clone(), mirrored, open, joined, solid.hollow()] {
        let text = serde_json::to_string(&chain).unwrap();
        let back: Chain<Vec2> = read(&text).unwrap();
        assert_eq!((back.sides(), back.boundary_edges(), back.scale()), (chain.sides(), chain.boundary_edges(), chain.scale()));
        assert_eq!((back.ghost_vertices(), back.moments()), (chain.ghost_vertices(), chain.moments()));
        for point in [DVec2::ZERO, DVec2::new(1.1, -0.2), DVec2::ONE] {
            assert_eq!(back.project(point), chain.project(point));
        }
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    }
    let wrong = [
        ("[[0,0],[0,0]]", "the consecutive points 0 and 1 are at the same place"),
        ("[[0,0],[1,0],[0,1]],\"sides\":\"solid\"", "the chain encloses no mass, so it is no solid"),
        ("[[0,0],[1,0],[0,1]],\"closed\":true,\"ghost_after\":[2,2]", "a loop has no ends"),
        ("[[0,0],[1,0]],\"loop\":true", "unknown field `loop`"),
    ];
    for (points, message) in wrong {
        let error = read::<Chain<Vec2>>(&format!("{{\"points\":{points}}}")).err();
        assert!(error.as_ref().is_some_and(|error| error.contains(message)), "{error:?}");
    }
}

#[test]
fn a_height_field_in_2d_returns_from_a_file_with_the_same_answers() {
    let field = HeightField2::new(vec![0.0, 0.4, 0.1, 0.7], DVec2::new(0.3, 1.1)).unwrap().with_hole(1, true).unwrap();
    for field in [field.clone(), field.clone().hollow(), field.two_sided().with_boundary_edges(BoundaryEdges::Hard)] {
        let text = serde_json::to_string(&field).unwrap();
        let back: HeightField2<DVec2> = read(&text).unwrap();
        assert_eq!((back.sides(), back.boundary_edges(), back.holes()), (field.sides(), field.boundary_edges(), field.holes()));
        for point in [DVec2::ZERO, DVec2::new(0.5, -0.2), DVec2::ONE] {
            assert_eq!(back.project(point), field.project(point));
        }
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    }
    let plain: HeightField2<Vec2> = read("{\"scale\":[1,1],\"heights\":[0,1]}").unwrap();
    assert_eq!((plain.sides(), plain.boundary_edges()), (Sides::Solid, BoundaryEdges::Open));
}

#[test]
fn a_file_is_refused_as_by_the_constructors_and_may_leave_out_what_is_usual() {
    let corners = "\"vertices\":[[0,0,0],[1,0,0],[0,1,0]]";
    let mesh: TriMesh<Vec3> = read(&format!("{{{corners},\"triangles\":[[0,1,2]]}}")).unwrap();
    assert_eq!((mesh.sides(), mesh.boundary_edges()), (Sides::One, BoundaryEdges::Hard));
    let wrong = [
        ("[[0,1,3]]", "triangle 0 has vertex 3, but there are 3 vertices"),
        ("[[0,1,1]]", "the corners of triangle 0 are on one line"),
        ("[[0,1,2]],\"sides\":\"solid\"", "the mesh encloses no mass, so it is no solid"),
        ("[[0,1,2]],\"scale\":[1,0,1]", "the scale along axis 1 is zero or not finite"),
        ("[[0,1,2]],\"side\":\"one\"", "unknown field `side`"),
    ];
    for (triangles, message) in wrong {
        let error = read::<TriMesh<Vec3>>(&format!("{{{corners},\"triangles\":{triangles}}}")).err();
        assert!(error.as_ref().is_some_and(|error| error.contains(message)), "{error:?}");
    }
    let field: HeightField<Vec3> = read("{\"rows\":2,\"columns\":2,\"scale\":[1,1,1],\"heights\":[0,1,2,3]}").unwrap();
    assert_eq!((field.sides(), field.boundary_edges()), (Sides::Solid, BoundaryEdges::Open));
    let few = read::<HeightField<Vec3>>("{\"rows\":2,\"columns\":2,\"scale\":[1,1,1],\"heights\":[0,1,2,3],\"cells\":[]}").err();
    assert!(few.is_some_and(|error| error.contains("0 heights or cells were given, 1 are needed")));
}

#[test]
fn a_compound_returns_from_a_file() {
    let parts: Vec<(Pose<Vec2>, Shape2<Vec2>)> =
        vec![(Pose::at(Vec2::X), Ball::new(0.3).unwrap().into()), (Pose::IDENTITY, Cuboid::new(Vec2::ONE).unwrap().into())];
    let compound = Compound::new(parts).unwrap();
    let text = serde_json::to_string(&compound).unwrap();
    let back: Compound<Vec2> = read(&text).unwrap();
    assert_eq!(back, compound);
    assert_eq!(serde_json::to_string(&back).unwrap(), text);
    assert!(read::<Compound<Vec2>>("[]").is_err_and(|error| error.contains("no parts")));
}

#[test]
fn voxels_return_from_a_file_with_the_same_ids() {
    let mut voxels = Voxels::new(Vec3::new(0.5, 1.0, 2.0), [[0, 0, 0], [-9, 3, 4], [20, 0, 1]]).unwrap();
    // A block that comes before the others by its place.
    voxels.set([-100, 0, 0], true).unwrap();
    let text = serde_json::to_string(&voxels).unwrap();
    let back: Voxels<Vec3> = read(&text).unwrap();
    assert_eq!(back, voxels);
    for point in [DVec3::ZERO, DVec3::new(-50.0, 0.2, 1.0), DVec3::splat(9.0)] {
        assert_eq!(back.project(point), voxels.project(point));
    }
    assert_eq!(serde_json::to_string(&back).unwrap(), text);
    let wrong =
        [("[1,1,0]", "0,0,0", "along axis 2"), ("[1,1,1]", "300000,0,0", "too far away"), ("[1,1,1]", "2147483647,0,0", "too far away")];
    for (size, at, message) in wrong {
        let text = format!("{{\"size\":{size},\"blocks\":[{{\"at\":[{at}],\"filled\":[1,0,0,0,0,0,0,0]}}]}}");
        assert!(read::<Voxels<Vec3>>(&text).is_err_and(|error| error.contains(message)), "{text}");
    }
}

#[test]
fn a_block_without_cells_is_read_only_where_one_could_have_been_emptied() {
    let mut voxels = Voxels::new(DVec3::ONE, [[0, 0, 0], [9, 0, 0], [20, 0, 0]]).unwrap();
    voxels.edit([([0, 0, 0], false), ([20, 0, 0], false)]).unwrap();
    let text = serde_json::to_string(&voxels).unwrap();
    let back: Voxels<DVec3> = read(&text).unwrap();
    assert_eq!((back.project(DVec3::ZERO), serde_json::to_string(&back).unwrap()), (voxels.project(DVec3::ZERO), text));
    let of =
        |at: i32| read::<Voxels<DVec3>>(&format!("{{\"size\":[1,1,1],\"blocks\":[{{\"at\":[0,{at},0],\"filled\":[0,0,0,0,0,0,0,0]}}]}}"));
    assert!([-131_072, 131_071].map(of).iter().all(Result::is_ok));
    for at in [i32::MIN, -131_073, 131_072, 134_217_728, i32::MAX] {
        let message = format!("block (0, {at}, 0) is too far away");
        assert!(of(at).is_err_and(|error| error.contains(&message)), "{at}");
    }
}
