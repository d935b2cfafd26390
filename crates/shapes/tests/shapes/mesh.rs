//! Hulls from meshes: the right defect is reported. And hulls as meshes: half-edges.

use crate::common::Random;
use clinch_shapes::{FaceId, Hull, HullDefect, ShapeError};
use clinch_support::{Vector, VertexId};
use glam::{DVec3, Vec3};

fn cube() -> (Vec<Vec3>, Vec<Vec<u32>>) {
    let points = (0..8_u8).map(|i| Vec3::new(f32::from(i & 1), f32::from(i >> 1 & 1), f32::from(i >> 2))).collect();
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    (points, faces.map(Vec::from).to_vec())
}

fn defect(points: &[Vec3], faces: &[Vec<u32>]) -> HullDefect {
    Hull::from_mesh(points, faces).expect_err("there is a defect")
}

#[test]
fn a_valid_mesh_gives_its_hull() {
    let (points, faces) = cube();
    assert_eq!(Hull::from_mesh(&points, &faces), Hull::new(&points).map_err(HullDefect::Points));
    // Unused points, inside and outside.
    let mut more = points.clone();
    more.extend([Vec3::splat(0.5), Vec3::splat(9.0)]);
    assert_eq!(Hull::from_mesh(&more, &faces), Hull::new(&points).map_err(HullDefect::Points));
    // A polygon with a front and a back.
    let square = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
    assert_eq!(Hull::from_mesh(&square, &[[0, 1, 2, 3], [3, 2, 1, 0]]).map(|hull| hull.faces().len()), Ok(2));
}

#[test]
fn defects_of_the_lists_are_reported() {
    let (points, faces) = cube();
    let with = |face: usize, corners: &[u32]| {
        let mut faces = faces.clone();
        faces[face] = corners.to_vec();
        defect(&points, &faces)
    };
    assert_eq!(with(2, &[0, 1, 8, 4]), HullDefect::NoSuchVertex { face: 2, vertex: 8 });
    assert_eq!(with(4, &[0, 4]), HullDefect::FewCorners { face: 4, corners: 2 });
    assert_eq!(with(3, &[2, 6, 7, 6]), HullDefect::RepeatedCorner { face: 3, vertex: 6 });
    // Each face reversed.
    for (face, corners) in faces.iter().enumerate() {
        let turned: Vec<u32> = corners.iter().rev().copied().collect();
        assert_eq!(with(face, &turned), HullDefect::Winding { face });
    }
    assert_eq!(defect(&points, &faces[..5]), HullDefect::Open { face: 0, edge: [3, 1] });
    let twice: Vec<_> = faces.iter().chain(&faces[5..]).cloned().collect();
    assert_eq!(defect(&points, &twice), HullDefect::Crowded { face: 0, edge: [3, 1], faces: 3 });
    let inside_out: Vec<Vec<u32>> = faces.iter().map(|face| face.iter().rev().copied().collect()).collect();
    assert_eq!(defect(&points, &inside_out), HullDefect::InsideOut);

    assert_eq!(defect(&points, &[]), HullDefect::Points(ShapeError::NoPoints));
    let mut broken = points.clone();
    broken[5].y = f32::NAN;
    assert_eq!(defect(&broken, &faces), HullDefect::Points(ShapeError::PointNotFinite { index: 5 }));
    // Two cubes in one list.
    let both: Vec<Vec3> = points.iter().copied().chain(points.iter().map(|&p| p + Vec3::splat(3.0))).collect();
    let shifted = faces.iter().map(|face| face.iter().map(|&i| i + 8).collect());
    let faces: Vec<Vec<u32>> = faces.iter().cloned().chain(shifted).collect();
    assert_eq!(defect(&both, &faces), HullDefect::NotOneSurface { vertices: 16, edges: 24, faces: 12 });
}

#[test]
fn defects_of_the_geometry_are_reported() {
    let (mut points, faces) = cube();
    // A corner off the plane of its faces: the first such face is reported.
    points[7] = Vec3::new(1.0, 1.0, 1.2);
    assert!(matches!(defect(&points, &faces), HullDefect::NotFlat { face: 1, vertex: 4..=7, distance } if (0.03..0.1).contains(&distance)));

    // A pyramid with its apex inside the cube.
    let (mut points, mut faces) = cube();
    points.push(Vec3::new(0.5, 0.5, 0.75));
    faces.remove(1);
    faces.extend([[4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]].map(Vec::from));
    let found = defect(&points, &faces);
    let HullDefect::NotConvex { face, vertex, distance } = found else { panic!("{found}") };
    assert!((5..9).contains(&face) && (4..8).contains(&vertex) && distance > 0.2, "{found}");
    // With the apex outside, or level with the face, the mesh is valid.
    for z in [1.3, 1.0, 1.0 - 2e-6] {
        points[8].z = z;
        assert!(Hull::from_mesh(&points, &faces).is_ok(), "{z}");
    }
    // The apex beyond a face that it does not belong to.
    points[8] = Vec3::new(0.5, 3.0, 1.3);
    assert!(matches!(defect(&points, &faces), HullDefect::NotConvex { face: 2, vertex: 8, .. }), "{}", defect(&points, &faces));
}

/// The faces of a hull are a valid mesh, also after rounding. With a vertex moved inside, or a face
/// removed or reversed, they are not.
#[test]
fn random_hulls_are_valid_meshes() {
    let mut dented = 0;
    for seed in 0..150 {
        let mut random = Random(seed);
        let cloud: Vec<DVec3> =
            (0..8 + random.below(60)).map(|_| if seed % 2 == 0 { random.on_sphere() } else { (random.in_cube() * 2.0).round() }).collect();
        let hull = Hull::new(&cloud).unwrap();
        if hull.faces().len() < 4 {
            continue;
        }
        let mut faces: Vec<Vec<u32>> =
            hull.faces().map(|face| face.corners.iter().map(|corner| corner.vertex.index() as u32).collect()).collect();
        assert_eq!(Hull::from_mesh(hull.vertices(), &faces).map(|again| again.faces().len()), Ok(hull.faces().len()), "{seed}");
        let rounded: Vec<Vec3> = hull.vertices().iter().map(|&v| Vec3::narrow(v)).collect();
        assert!(Hull::from_mesh(&rounded, &faces).is_ok(), "{seed}: {:?}", Hull::from_mesh(&rounded, &faces).err());
        let widened: Vec<DVec3> = rounded.iter().map(|v| v.widen()).collect();
        assert!(Hull::from_mesh(&widened, &faces).is_ok(), "{seed}");

        // At the center, every face of the vertex is bent or dented.
        let mut points = hull.vertices().to_vec();
        let moved = random.below(points.len());
        points[moved] = points.iter().fold(DVec3::ZERO, |sum, &p| sum + p) * (1.0 / points.len() as f64);
        match Hull::from_mesh(&points, &faces) {
            Err(HullDefect::NotFlat { face, .. } | HullDefect::NotConvex { face, .. }) => {
                assert!(faces[face].contains(&(moved as u32)), "{seed}: face {face} does not have the moved vertex");
                dented += 1;
            }
            // With few vertices, the rest may be convex.
            other => assert!(points.len() < 9, "{seed}: {:?}", other.map(|hull| hull.vertices().len())),
        }
        let face = random.below(faces.len());
        faces[face].reverse();
        assert_eq!(Hull::from_mesh(hull.vertices(), &faces), Err(HullDefect::Winding { face }), "{seed}");
        faces.remove(face);
        assert!(matches!(Hull::from_mesh(hull.vertices(), &faces), Err(HullDefect::Open { .. } | HullDefect::NotOneSurface { .. })));
    }
    assert!(dented > 100, "{dented}");
}

#[test]
fn random_lists_neither_panic_nor_hang() {
    for seed in 0..3000 {
        let mut random = Random(seed);
        let points: Vec<Vec3> =
            (0..random.below(7)).map(|_| Vec3::narrow((random.in_cube() * 1.5).round() * [1.0, 1e-42, 1e38][seed as usize % 3])).collect();
        let faces: Vec<Vec<u32>> = (0..random.below(8)).map(|_| (0..random.below(5)).map(|_| random.below(8) as u32).collect()).collect();
        let _ = Hull::from_mesh(&points, &faces);
    }
}

fn half_edges_agree<V: Vector<Wide = DVec3>>(hull: &Hull<V>, what: &str) {
    let mut seen = vec![0; 2 * hull.edges().len()];
    for (index, face) in hull.faces().enumerate() {
        let sides: Vec<_> = hull.half_edges_of(FaceId(index as u32)).collect();
        assert!(sides.len() == face.corners.len() || hull.edges().is_empty(), "{what}");
        for (place, &id) in sides.iter().enumerate() {
            let side = hull.half_edge(id).unwrap();
            let next = hull.half_edge(side.next).unwrap();
            let twin = hull.half_edge(id.twin()).unwrap();
            assert_eq!((side.from, id.edge()), (face.corners[place].vertex, face.corners[place].edge), "{what}");
            assert_eq!((side.face, next.from, side.next), (FaceId(index as u32), side.to, sides[(place + 1) % sides.len()]), "{what}");
            assert_eq!((twin.from, twin.to, id.twin().twin()), (side.to, side.from, id), "{what}");
            assert!(twin.face != side.face || hull.faces().len() == 1, "{what}");
            seen[id.0 as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times == 1), "{what}: each half-edge in one face");
    // Around each vertex, by twin and next: each neighbour once.
    for vertex in (0..hull.vertices().len()).map(VertexId::new) {
        let mut neighbours: Vec<VertexId> = hull.neighbours(vertex).collect();
        let first =
            (0..2 * hull.edges().len() as u32).map(clinch_shapes::HalfEdgeId).find(|&id| hull.half_edge(id).unwrap().from == vertex);
        let mut round = Vec::new();
        let mut at = first;
        while let Some(id) = at {
            round.push(hull.half_edge(id).unwrap().to);
            at = hull.half_edge(id.twin()).map(|twin| twin.next).filter(|&next| Some(next) != first && round.len() <= seen.len());
        }
        neighbours.sort_unstable();
        round.sort_unstable();
        assert_eq!(neighbours, round, "{what}: round {vertex:?}");
    }
    let none = clinch_shapes::HalfEdgeId(seen.len() as u32);
    assert_eq!(hull.half_edge(none), None);
    assert_eq!(hull.half_edge(clinch_shapes::HalfEdgeId(u32::MAX)), None);
    assert_eq!(hull.half_edges_of(FaceId(u32::MAX)).count() + hull.neighbours(VertexId::new(usize::MAX)).count(), 0);
}

#[test]
fn half_edges_traverse_faces_and_vertices() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let count = 1 + random.below(80);
        let cloud: Vec<DVec3> = (0..count)
            .map(|_| match seed % 4 {
                0 => random.on_sphere(),
                1 => (random.in_cube() * 2.0).round(),
                2 => (random.in_cube() * 3.0).round() * DVec3::new(1.0, 1.0, 0.0),
                _ => DVec3::X * random.signed().round(),
            })
            .collect();
        half_edges_agree(&Hull::new(&cloud).unwrap(), &format!("{seed}"));
        half_edges_agree(&Hull::new(&cloud.iter().map(|&p| Vec3::narrow(p)).collect::<Vec<_>>()).unwrap(), &format!("f32 {seed}"));
    }
}
