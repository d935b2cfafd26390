//! Each repair by itself, on a mesh that needs it, and what remains an error.

use clinch_composite::{EdgeKind, MeshError, Orient, RepairOptions, RepairReport, Sides, SubShapeId, TriMesh};
use clinch_testkit::generate::meshes::{self, Mesh};
use clinch_testkit::random::Random;
use glam::DVec3;

use super::invariance::shuffled;

const NONE: RepairOptions = RepairOptions {
    weld: None,
    drop_degenerate: false,
    drop_duplicates: false,
    split_t_junctions: None,
    orient: Orient::Keep,
    pair_non_manifold: false,
};

fn repair(mesh: &Mesh, options: RepairOptions) -> Result<(TriMesh<DVec3>, RepairReport), MeshError> {
    TriMesh::repaired(mesh.vertices.clone(), mesh.triangles.clone(), &options)
}

/// Each triangle with vertices of its own, moved by up to `off` per axis.
fn soup(mesh: &Mesh, off: f64, random: &mut Random) -> Mesh {
    let corners = mesh.triangles.iter().flatten();
    let mut moved = || DVec3::new(random.range(-off, off), random.range(-off, off), random.range(-off, off));
    let vertices: Vec<_> = corners.map(|&corner| mesh.vertices[corner as usize] + moved()).collect();
    Mesh { triangles: (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(), vertices }
}

#[test]
fn nothing_is_repaired_without_a_request() {
    for mesh in super::closed() {
        let (repaired, report) = repair(&mesh, RepairOptions::default()).unwrap();
        assert_eq!((RepairOptions::default(), repaired.shared_triangles()), (NONE, &mesh.triangles[..]));
        let sources = (0..mesh.triangles.len() as u32).collect();
        assert_eq!(report, RepairReport { sources, ..RepairReport::default() });
        let (all, report) = repair(&mesh, RepairOptions::all(1e-6)).unwrap();
        assert_eq!((all.shared_triangles(), report.sources.len()), (&mesh.triangles[..], mesh.triangles.len()));
        assert!(report.welded.is_empty() && report.split.is_empty() && report.flipped.is_empty());
    }
}

#[test]
fn welding_makes_a_closed_mesh_of_separate_triangles() {
    let mut random = Random::new(1);
    for mesh in super::closed() {
        for (off, distance) in [(0.0, 0.0), (1e-5, 1e-4)] {
            let soup = soup(&mesh, off, &mut random);
            assert_eq!(repair(&soup, NONE).unwrap().0.sides(), Sides::One);
            let (welded, report) = repair(&soup, RepairOptions { weld: Some(distance), ..NONE }).unwrap();
            assert!(welded.is_closed() && welded.sides() == Sides::Solid);
            assert_eq!(report.welded.len(), soup.vertices.len() - mesh.vertices.len());
            for &[from, to] in &report.welded {
                assert!(to < from && soup.vertices[from as usize].distance(soup.vertices[to as usize]) <= distance);
            }
        }
        let far = repair(&soup(&mesh, 1e-5, &mut random), RepairOptions { weld: Some(0.0), ..NONE }).unwrap();
        assert!(!far.0.is_closed() && far.1.welded.is_empty());
    }
    // A chain of vertices does not shrink to its first.
    let vertices: Vec<_> = (0..100).map(|i| DVec3::new(f64::from(i) * 0.1, f64::from(i % 3), 0.0)).collect();
    let chain = Mesh { triangles: (0..33).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(), vertices };
    let (_, report) = repair(
        &chain,
        RepairOptions {
            weld: Some(0.35),
            drop_degenerate: true,
            drop_duplicates: true,
            pair_non_manifold: true,
            orient: Orient::Consistent,
            ..NONE
        },
    )
    .unwrap();
    assert!((20..70).contains(&report.welded.len()), "{}", report.welded.len());
    assert!(report.welded.iter().all(|&[_, to]| report.welded.iter().all(|&[from, _]| from != to)));
}

#[test]
fn degenerate_and_duplicate_triangles_are_dropped() {
    let mut mesh = super::closed()[0].clone();
    mesh.triangles.insert(3, [1, 1, 2]);
    mesh.triangles.insert(0, [0, 0, 0]);
    assert_eq!(repair(&mesh, NONE).err(), Some(MeshError::Collinear { triangle: 0 }));
    let (dropped, report) = repair(&mesh, RepairOptions { drop_degenerate: true, ..NONE }).unwrap();
    assert!(dropped.is_closed() && report.degenerate == [0, 4]);
    assert_eq!(report.sources, [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]);

    let mut mesh = super::closed()[0].clone();
    let [a, b, c] = mesh.triangles[2];
    mesh.triangles.extend([[b, c, a], [c, b, a]]);
    assert_eq!(repair(&mesh, NONE).err(), Some(MeshError::Duplicate { triangles: [2, 12] }));
    let (dropped, report) = repair(&mesh, RepairOptions { drop_duplicates: true, ..NONE }).unwrap();
    assert!(dropped.is_closed() && report.duplicates == [[12, 2], [13, 2]]);
    let flat = Mesh { vertices: vec![DVec3::ZERO; 3], triangles: vec![[0, 1, 2]] };
    assert_eq!(repair(&flat, RepairOptions::all(0.0)).err(), Some(MeshError::NoTriangles));
}

#[test]
fn flipped_triangles_are_reversed_and_whole_solids_turned_outward() {
    let mut random = Random::new(2);
    for mesh in super::closed() {
        let mut flipped = mesh.clone();
        let wrong: Vec<_> = (0..mesh.triangles.len() as u32).filter(|_| random.chance(0.3)).collect();
        wrong.iter().for_each(|&i| flipped.triangles[i as usize].swap(1, 2));
        assert!(matches!(repair(&flipped, NONE).err(), Some(MeshError::SameDirection { .. })));
        for orient in [Orient::Consistent, Orient::Outward] {
            let (repaired, report) = repair(&flipped, RepairOptions { orient, ..NONE }).unwrap();
            assert!(report.flipped == wrong && repaired.sides() == Sides::Solid);
        }
        let mut inward = mesh.clone();
        inward.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
        let (kept, report) = repair(&inward, RepairOptions { orient: Orient::Consistent, ..NONE }).unwrap();
        assert!(kept.sides() == Sides::One && report.flipped.is_empty());
        let (outward, report) = repair(&inward, RepairOptions { orient: Orient::Outward, ..NONE }).unwrap();
        assert!(outward.sides() == Sides::Solid && report.flipped.len() == mesh.triangles.len());
    }
    let strip = meshes::moebius(31);
    assert!(matches!(repair(&strip, RepairOptions::all(0.0)).err(), Some(MeshError::SameDirection { .. })));
}

#[test]
fn triangles_are_split_at_t_junctions() {
    // A square of one triangle below its diagonal and a fan of eight above it.
    let on_diagonal = |i: u32| DVec3::new(f64::from(i) / 8.0, f64::from(i) / 8.0, 0.0);
    let mut mesh = Mesh { vertices: vec![DVec3::X, DVec3::Y], triangles: vec![[2, 0, 10]] };
    mesh.vertices.extend((0..=8).map(on_diagonal));
    mesh.triangles.extend((0..8).map(|i| [2 + i, 3 + i, 1]));
    let boundary = |mesh: &TriMesh<DVec3>| {
        let count = mesh.shared_triangles().len() as u32;
        (0..count).map(|i| (0..3).filter(|&edge| mesh.neighbor(SubShapeId(i), edge).is_none()).count()).sum::<usize>()
    };
    assert_eq!(boundary(&repair(&mesh, NONE).unwrap().0), 13);
    let (split, report) = repair(&mesh, RepairOptions { split_t_junctions: Some(0.0), ..NONE }).unwrap();
    assert_eq!((boundary(&split), split.shared_triangles().len(), report.split.len()), (4, 16, 7));
    assert_eq!(report.sources, [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0]);
    assert!(report.split.iter().all(|&[triangle, vertex]| triangle == 0 && (3..10).contains(&vertex)));
    // Vertices beside the edge need a distance.
    mesh.vertices[6].x += 1e-4;
    assert_eq!(repair(&mesh, RepairOptions { split_t_junctions: Some(1e-5), ..NONE }).unwrap().1.split.len(), 6);
    let (near, _) = repair(&mesh, RepairOptions { split_t_junctions: Some(1e-3), ..NONE }).unwrap();
    assert_eq!(boundary(&near), 4);
}

#[test]
fn triangles_whose_fronts_face_each_other_are_paired_at_edges_of_many() {
    // Two boxes that share an edge along z: four triangles there.
    let cube = meshes::cuboid(DVec3::splat(0.5));
    let mut mesh = cube.clone();
    mesh.vertices.extend(cube.vertices.iter().map(|&vertex| vertex + DVec3::new(1.0, 1.0, 0.0)));
    mesh.triangles.extend(cube.triangles.iter().map(|corners| corners.map(|corner| corner + 8)));
    let options = RepairOptions { weld: Some(0.0), pair_non_manifold: true, ..NONE };
    assert!(matches!(repair(&mesh, RepairOptions { pair_non_manifold: false, ..options }).err(), Some(MeshError::NonManifoldEdge { .. })));
    let (paired, report) = repair(&mesh, options).unwrap();
    assert!(paired.is_closed() && paired.sides() == Sides::Solid && report.non_manifold.len() == 1);
    assert!(paired.pairs_non_manifold() && !repair(&cube, NONE).unwrap().0.pairs_non_manifold());
    assert!((paired.moments().unwrap().volume() - 2.0).abs() < 1e-12);
    let edge = report.non_manifold[0];
    let mut pairs = 0;
    for (i, corners) in paired.shared_triangles().iter().enumerate() {
        for side in 0..3 {
            let ends = [corners[side], corners[(side + 1) % 3]];
            if edge == [ends[0].min(ends[1]), ends[0].max(ends[1])] {
                let beyond = paired.neighbor(SubShapeId(i as u32), side as u8).unwrap();
                // In the empty wedge between the boxes.
                assert!(beyond.kind == EdgeKind::Concave && (i < 12) != (beyond.triangle < 12));
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 4);
    // A wall on a floor: the wall's front faces one half of the floor, the other half ends there.
    let vertices = vec![DVec3::ZERO, DVec3::Y, DVec3::X, DVec3::NEG_X, DVec3::Z];
    let floor = Mesh { vertices, triangles: vec![[0, 2, 1], [0, 1, 3], [0, 1, 4]] };
    let (wall, report) = repair(&floor, RepairOptions { pair_non_manifold: true, ..NONE }).unwrap();
    assert_eq!(report.non_manifold, [[0, 1]]);
    let beyond = |triangle: u32, edge: u8| wall.neighbor(SubShapeId(triangle), edge).map(|beyond| (beyond.triangle, beyond.kind));
    assert_eq!([beyond(0, 2), beyond(1, 0), beyond(2, 0)], [Some((2, EdgeKind::Concave)), None, Some((0, EdgeKind::Concave))]);
}

fn shuffle(mesh: &mut Mesh, random: &mut Random) {
    mesh.triangles = shuffled(mesh.triangles.len(), random).into_iter().map(|triangle| mesh.triangles[triangle]).collect();
}

/// At each edge of the shared face two of four triangles are at the same angle.
#[test]
fn boxes_that_share_a_face_are_a_solid_whatever_the_order_of_the_triangles() {
    let mut boxes = meshes::cuboid(DVec3::ONE);
    let other = boxes.clone();
    boxes.vertices.extend(other.vertices.iter().map(|&vertex| vertex + DVec3::X * 2.0));
    // The face at −x is cut along the other diagonal, or its triangles would be there twice.
    let at_end = |corners: &[u32; 3]| corners.iter().all(|&corner| other.vertices[corner as usize].x < 0.0);
    let [[a, b, c], [_, _, d]] = <[[u32; 3]; 2]>::try_from(other.triangles.iter().copied().filter(at_end).collect::<Vec<_>>()).unwrap();
    let end = [[a, b, d], [b, c, d]];
    let triangles = other.triangles.iter().filter(|corners| !at_end(corners)).chain(&end);
    boxes.triangles.extend(triangles.map(|corners| corners.map(|corner| corner + 8)));
    let options = RepairOptions { weld: Some(0.0), pair_non_manifold: true, ..NONE };
    let mut random = Random::new(5);
    for _ in 0..200 {
        shuffle(&mut boxes, &mut random);
        let (mesh, report) = repair(&boxes, options).unwrap();
        assert!(mesh.is_closed() && mesh.sides() == Sides::Solid && report.non_manifold.len() == 4);
        assert!((mesh.moments().unwrap().volume() - 16.0).abs() < 1e-12 && mesh.contains(DVec3::new(0.5, 0.25, 0.125)));
    }
}

/// The neighbour of a triangle beyond the edge from vertex 0 to 1, or from 1 to 0.
fn beyond_edge(mesh: &TriMesh<DVec3>, triangle: usize) -> Option<usize> {
    let corners = mesh.shared_triangles()[triangle];
    let edge = (0..3).find(|&edge| corners[edge] < 2 && corners[(edge + 1) % 3] < 2).unwrap();
    mesh.neighbor(SubShapeId(triangle as u32), edge as u8).map(|beyond| beyond.triangle as usize)
}

/// Half-planes about the z axis, a fifth of a turn apart, each with two triangles that face
/// opposite ways.
#[test]
fn plates_that_meet_in_an_edge_face_the_plates_beside_them_whatever_the_order() {
    let mut random = Random::new(7);
    let corners = [(1.0, 0.0), (0.3, 1.0), (-0.8, 0.6), (-0.8, -0.6), (0.3, -1.0)];
    let apex = |plate: usize, z: f64| DVec3::new(corners[plate].0, corners[plate].1, z);
    let apexes = (0..5).flat_map(|plate| [apex(plate, 0.2), apex(plate, 0.8)]);
    let vertices = [DVec3::ZERO, DVec3::Z].into_iter().chain(apexes).collect();
    // The second of a plate faces the next one.
    let triangles = (0..5).flat_map(|plate| [[1, 0, 2 + 2 * plate], [0, 1, 3 + 2 * plate]]).collect();
    let mut mesh = Mesh { vertices, triangles };
    for _ in 0..100 {
        shuffle(&mut mesh, &mut random);
        let (plates, _) = repair(&mesh, RepairOptions { pair_non_manifold: true, ..NONE }).unwrap();
        let side_of = |triangle: usize| mesh.triangles[triangle].iter().max().unwrap() - 2;
        for triangle in 0..10 {
            let side = side_of(triangle);
            let facing = if side % 2 == 1 { (side + 1) % 10 } else { (side + 9) % 10 };
            assert_eq!(beyond_edge(&plates, triangle).map(side_of), Some(facing), "{:?}", mesh.triangles);
        }
    }
}

/// A floor that ends at the foot of a plate: the side of the plate above it is its neighbour.
#[test]
fn a_floor_meets_the_side_of_a_plate_that_it_faces_whatever_the_order() {
    let vertices = vec![DVec3::ZERO, DVec3::Y, DVec3::X, DVec3::Z, DVec3::Y + DVec3::Z];
    let mut random = Random::new(8);
    let mut mesh = Mesh { vertices, triangles: vec![[0, 2, 1], [0, 1, 3], [1, 0, 4]] };
    for _ in 0..20 {
        shuffle(&mut mesh, &mut random);
        let (wall, _) = repair(&mesh, RepairOptions { pair_non_manifold: true, ..NONE }).unwrap();
        let apex = |triangle: usize| mesh.triangles[triangle].into_iter().max().unwrap();
        let beyond = |of: u32| beyond_edge(&wall, (0..3).find(|&triangle| apex(triangle) == of).unwrap()).map(apex);
        assert_eq!([2, 3, 4].map(beyond), [Some(3), Some(2), None], "{:?}", mesh.triangles);
    }
}

/// A pyramid with a fin without thickness in the plane x = 0, each side of which has a vertex of
/// its own at its foot: all edges have two triangles.
#[test]
fn a_point_beside_a_fin_without_thickness_is_not_inside() {
    let vertices = [(0, -1, 0), (0, 1, 0), (-2, 0, 0), (2, 0, 0), (0, 0, -1), (0, 0, 1), (0, 0, 0), (0, 0, 0)];
    let vertices = vertices.map(|(x, y, z)| DVec3::new(f64::from(x), f64::from(y), f64::from(z))).to_vec();
    let fin = [[1, 6, 5], [6, 0, 5], [7, 1, 5], [0, 7, 5]];
    let body = [[2, 0, 6], [2, 6, 1], [3, 1, 7], [3, 7, 0], [3, 0, 4], [1, 3, 4], [2, 1, 4], [0, 2, 4]];
    let mut mesh = Mesh { vertices, triangles: [&fin[..], &body].concat() };
    let mut random = Random::new(6);
    let mut beside = 0;
    for round in 0..40 {
        if round == 20 {
            // A vertex of one side in the middle of a triangle of the other.
            mesh.vertices.push(DVec3::new(0.0, 0.25, 0.25));
            mesh.triangles.retain(|corners| *corners != [1, 6, 5]);
            mesh.triangles.extend([[1, 6, 8], [6, 5, 8], [5, 1, 8]]);
        }
        shuffle(&mut mesh, &mut random);
        let (pyramid, _) = repair(&mesh, NONE).unwrap();
        assert!(pyramid.sides() == Sides::Solid);
        for _ in 0..100 {
            let anywhere = DVec3::new(random.range(-0.5, 0.5), random.range(-1.0, 1.0), random.range(-0.2, 1.0));
            let beside_vertex = DVec3::new(random.range(-0.2, 0.2), 0.25, 0.25);
            let point = random.pick(&[anywhere, beside_vertex]);
            let projection = pyramid.project(point).unwrap();
            assert_eq!(projection.inside, pyramid.contains(point), "{point} {projection:?}");
            let inside = point.z < 0.0 && 0.5 * point.x.abs() + point.y.abs() - point.z < 1.0;
            assert_eq!(projection.inside, inside, "{point} {projection:?}");
            beside += usize::from(projection.point.x == 0.0 && projection.point.z > 0.0);
        }
    }
    assert!(beside > 1000, "{beside}");
}

/// Two tetrahedra that share an edge and lie within a right angle of it: the wedge on the other
/// side is wider than half a turn, and its points are in front of faces of both.
#[test]
fn a_point_beyond_an_edge_of_four_triangles_is_not_inside() {
    let vertices = [(0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.5), (1.0, 0.375, 0.5), (0.5, 0.875, 0.5), (0.125, 1.0, 0.5)];
    let triangles = vec![[0, 1, 3], [1, 2, 3], [0, 3, 2], [0, 2, 1], [1, 4, 5], [0, 5, 4], [0, 1, 5], [0, 4, 1]];
    let mesh = Mesh { vertices: vertices.map(DVec3::from).to_vec(), triangles };
    let (book, _) = repair(&mesh, RepairOptions { pair_non_manifold: true, ..NONE }).unwrap();
    assert!(book.sides() == Sides::Solid);
    let mut random = Random::new(4);
    let mut beyond = 0;
    for _ in 0..2_000 {
        let point = DVec3::new(random.range(-1.5, 1.5), random.range(-1.5, 1.5), random.range(-0.5, 1.5));
        let projection = book.project(point).unwrap();
        assert_eq!(projection.inside, book.contains(point), "{point}");
        beyond += usize::from(!projection.inside && projection.point.x == 0.0 && projection.point.y == 0.0);
    }
    assert!(beyond > 200, "{beyond}");
}

#[test]
fn a_vertex_beside_an_end_of_an_edge_does_not_split_without_end() {
    // Vertex 3 is within the distance of the edge from 0 to 1, beside its end, and farther from 0
    // than 1 is. The third triangle makes 1 a vertex that can split the pieces.
    let vertices = [
        (0.0, 0.0, 0.0),
        (1.0, 0.0, 0.0),
        (0.5, -1.0, 0.0),
        (0.995, 0.0999, 0.0),
        (0.995, 5.0, 0.0),
        (2.0, 5.0, 0.0),
        (1.0, 0.0, 5.0),
        (2.0, 0.0, 5.0),
    ];
    let mut mesh = Mesh { vertices: vertices.map(DVec3::from).to_vec(), triangles: vec![[0, 1, 2], [3, 4, 5], [1, 6, 7]] };
    for count in [3, 2] {
        mesh.triangles.truncate(count);
        let alone = RepairOptions { split_t_junctions: Some(0.1), ..NONE };
        for options in [alone, RepairOptions { weld: None, ..RepairOptions::all(0.1) }, RepairOptions::all(0.1)] {
            let (repaired, report) = repair(&mesh, options).unwrap();
            assert!(repaired.shared_triangles().len() == count && report.split.is_empty() && report.duplicates.is_empty());
        }
    }
}

#[test]
fn vertices_near_several_edges_of_a_triangle_split_it_once_each() {
    let mut random = Random::new(3);
    let mut counted = 0;
    for _ in 0..2000 {
        let distance = random.range(0.05, 0.4);
        let vertices: Vec<_> = (0..15).map(|_| random.in_ball(3) * DVec3::new(1.0, 1.0, 0.05)).collect();
        let triangles = (0..5).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        // Pieces of different triangles may be the same one; nothing else may be wrong.
        let options = RepairOptions { split_t_junctions: Some(distance), pair_non_manifold: true, ..NONE };
        match repair(&Mesh { vertices, triangles }, options) {
            Ok((_, RepairReport { mut split, .. })) => {
                counted += split.len();
                let all = split.len();
                split.sort_unstable();
                split.dedup();
                assert_eq!(split.len(), all);
            }
            Err(MeshError::Duplicate { triangles: [one, other] }) => assert_ne!(one, other),
            Err(MeshError::SameDirection { triangles: [one, other], .. }) => assert_ne!(one, other),
            Err(error) => panic!("{error:?}"),
        }
    }
    assert!(counted > 1000, "{counted}");
}

#[test]
fn no_piece_of_a_thin_triangle_is_turned_over() {
    // The vertex of another triangle is beyond the third corner of a triangle that is thinner than
    // the distance.
    let vertices = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.3, 0.05, 0.0), (0.5, 0.09, 0.0), (0.4, 3.0, 0.0), (0.6, 3.0, 0.0)];
    let mesh = Mesh { vertices: vertices.map(DVec3::from).to_vec(), triangles: vec![[0, 1, 2], [3, 5, 4]] };
    let (repaired, report) = repair(&mesh, RepairOptions { split_t_junctions: Some(0.1), ..NONE }).unwrap();
    for triangle in 0..repaired.shared_triangles().len() as u32 {
        let [a, b, c] = repaired.corners(SubShapeId(triangle)).unwrap();
        assert!((b - a).cross(c - a).z > 0.0, "{triangle} {report:?}");
    }
}
