//! The mesh as a composite shape: its parts, their normal cones and the keys of their features.

use std::collections::{BTreeMap, BTreeSet};

use clinch_composite::{
    BoundaryEdges, Composite, CompositeShape3, EdgeBeyond, Feature, FeatureKey, HeightField, NormalCone, Sides, SubShapeId, TriMesh, Voxels,
};
use clinch_shapes::{Aabb, Core};
use clinch_testkit::generate::meshes::{self, Mesh};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

/// Outside of a cone by more than this, as a distance of unit vectors.
const CLEAR: f64 = 1e-6;

fn corners_of(mesh: &TriMesh<DVec3>, triangle: u32) -> [DVec3; 3] {
    mesh.corners(SubShapeId(triangle)).unwrap()
}

fn alone(mesh: &TriMesh<DVec3>, triangle: u32) -> TriMesh<DVec3> {
    TriMesh::new(corners_of(mesh, triangle).to_vec(), vec![[0, 1, 2]]).unwrap()
}

/// The triangles that share a feature, by brute force.
fn sharing(mesh: &TriMesh<DVec3>, triangle: u32, feature: Feature) -> Vec<u32> {
    let own = corners_of(mesh, triangle);
    let at = |i: u8| own[usize::from(i) % 3];
    let shared: Vec<_> = match feature {
        Feature::Face => own.to_vec(),
        Feature::Edge(edge) => vec![at(edge), at(edge + 1)],
        Feature::Vertex(corner) => vec![at(corner)],
    };
    let holds = |other: &u32| shared.iter().all(|point| corners_of(mesh, *other).contains(point));
    (0..mesh.shared_triangles().len() as u32).filter(holds).collect()
}

/// Two triangles that share a vertex or an edge, at any angle.
fn pair(random: &mut Random) -> Mesh {
    let vertices: Vec<_> = (0..5).map(|_| random.in_ball(3) * 0.5).collect();
    let second = if random.chance(0.5) { [0, 3, 4] } else { [1, 0, 3] };
    Mesh { vertices, triangles: vec![[0, 1, 2], second] }
}

#[test]
fn what_is_outside_of_a_cone_has_a_nearer_neighbor_and_what_is_inside_has_none() {
    let mut random = Random::new(1);
    let mut counts = BTreeMap::new();
    let mut meshes: Vec<_> = super::closed().into_iter().collect();
    meshes.extend([0.3, 2.0].map(|roughness| meshes::terrain(8, roughness, &mut random)));
    meshes.extend((0..100).map(|_| pair(&mut random)));
    for mesh in &meshes {
        let built = super::build::<DVec3>(mesh, 1.0).0.two_sided();
        let parts: Vec<_> = (0..mesh.triangles.len() as u32).map(|triangle| alone(&built, triangle)).collect();
        for _ in 0..40 {
            let point = mesh.vertices[random.below(mesh.vertices.len())] + random.in_ball(3) * 0.3;
            let found: Vec<_> = parts.iter().map(|part| part.project(point).unwrap()).collect();
            let least = found.iter().map(|part| part.distance).fold(f64::INFINITY, f64::min);
            let mut kept = least < 1e-3;
            for (triangle, part) in found.iter().enumerate().filter(|(_, part)| part.distance > 1e-3) {
                let normal = (point - part.point) / part.distance;
                let [a, b, c] = corners_of(&built, triangle as u32);
                let front = (b - a).cross(c - a).dot(normal) >= 0.0;
                let off = |front: bool| {
                    let cone = Composite::normal_cone(&built, SubShapeId(triangle as u32), part.feature, front);
                    cone.nearest(normal).map_or(2.0, |nearest| nearest.distance(normal))
                };
                let sharing = sharing(&built, triangle as u32, part.feature);
                let nearer = sharing.iter().map(|&i| found[i as usize].distance).fold(f64::INFINITY, f64::min);
                kept |= part.distance <= least + 1e-12 && off(front) < CLEAR;
                if off(front) > CLEAR {
                    // Or it is for a neighbour, on whose other side the point is.
                    assert!(nearer < part.distance || off(!front) < CLEAR, "{part:?}");
                } else if off(front) < 1e-12 {
                    assert!(nearer > part.distance - 1e-9, "{part:?}");
                }
                *counts.entry((format!("{:?}", part.feature).chars().next(), off(front) < CLEAR)).or_insert(0) += 1;
            }
            assert!(kept, "the nearest part is kept: {mesh:?} {point}");
        }
    }
    // The face of a triangle is on its own side always.
    assert!(counts.len() == 5 && counts.values().all(|&count| count > 100), "the sample must bite: {counts:?}");
}

#[test]
fn edges_have_the_arc_between_their_faces_and_boundaries_that_of_a_quarter_turn() {
    // A square folded along its diagonal, up or down.
    let fold = |z: f64| {
        let corners = vec![DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::new(0.0, 1.0, z)];
        TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap()
    };
    let cone = |mesh: &TriMesh<DVec3>, edge: u8, front: bool| Composite::normal_cone(mesh, SubShapeId(0), Feature::Edge(edge), front);
    assert_eq!(cone(&fold(0.0), 2, true), NormalCone::Ray(DVec3::Z));
    assert_eq!(cone(&fold(0.0), 2, false), NormalCone::Ray(-DVec3::Z));
    for (z, front) in [(-0.5, true), (0.5, false)] {
        let mesh = fold(z);
        assert_eq!(cone(&mesh, 2, !front), NormalCone::Empty);
        let arc = cone(&mesh, 2, front);
        let NormalCone::Arc([from, middle, to]) = arc else { panic!("{arc:?}") };
        let sign = if front { 1.0 } else { -1.0 };
        assert_eq!(from, DVec3::Z * sign);
        assert!(
            (middle.dot(from) - middle.dot(to)).abs() < 1e-15 && middle.dot(from) > 0.7 && to.dot(DVec3::new(1.0, 1.0, 0.0)).abs() < 1e-15
        );
    }
    let mesh = fold(0.0);
    let NormalCone::Arc([from, _, to]) = cone(&mesh, 0, true) else { panic!("a boundary edge is hard") };
    assert_eq!((from, to), (DVec3::Z, -DVec3::Y));
    let open = mesh.with_boundary_edges(BoundaryEdges::Open);
    assert_eq!(cone(&open, 0, true), NormalCone::Ray(DVec3::Z));
    let corner = Composite::normal_cone(&open, SubShapeId(0), Feature::Vertex(1), true);
    assert!(corner.nearest(DVec3::new(0.6, 0.0, 0.8)).is_some_and(|n| n.abs_diff_eq(DVec3::Z, 1e-15)), "{corner:?}");
    for (id, feature) in [(7, Feature::Face), (0, Feature::Edge(3)), (0, Feature::Vertex(3))] {
        assert_eq!(Composite::normal_cone(&open, SubShapeId(id), feature, true), NormalCone::Unknown);
        assert_eq!(Composite::feature_key(&open, SubShapeId(id), feature), None);
    }
}

#[test]
fn a_flat_vertex_has_the_normal_of_its_faces() {
    let mut random = Random::new(3);
    for mesh in super::open(&mut random).iter().take(4) {
        let built = super::build::<DVec3>(mesh, 1.0).0;
        for (triangle, corners) in mesh.triangles.iter().enumerate() {
            for corner in (0..3).filter(|&i| mesh.vertices[corners[i] as usize].abs().max_element() < 1.0) {
                let cone = Composite::normal_cone(&built, SubShapeId(triangle as u32), Feature::Vertex(corner as u8), true);
                let tilted = (DVec3::Z + random.direction(3) * 0.1).normalize();
                assert!(cone.nearest(tilted).is_some_and(|n| n.abs_diff_eq(DVec3::Z, 1e-12)), "{cone:?}");
                assert_eq!(cone.nearest(DVec3::Z), Some(DVec3::Z));
            }
        }
    }
}

#[test]
fn triangles_that_share_a_feature_give_it_the_same_key_and_no_other() {
    let mesh = super::build::<Vec3>(&super::closed()[3], 1.0).0;
    let mut keys: BTreeMap<FeatureKey, BTreeSet<Vec<u32>>> = BTreeMap::new();
    for triangle in (0..mesh.shared_triangles().len() as u32).map(SubShapeId) {
        let indices = mesh.indices(triangle).unwrap();
        let mut note = |feature: Feature, mut of: Vec<u32>| {
            of.sort_unstable();
            keys.entry(mesh.feature_key(triangle, feature).unwrap()).or_default().insert(of);
        };
        note(Feature::Face, indices.to_vec());
        for i in 0..3 {
            note(Feature::Vertex(i as u8), vec![indices[i]]);
            note(Feature::Edge(i as u8), vec![indices[i], indices[(i + 1) % 3]]);
        }
    }
    let (vertices, triangles) = (mesh.shared_vertices().len(), mesh.shared_triangles().len());
    assert_eq!(keys.len(), vertices + triangles + 3 * triangles / 2);
    assert!(keys.values().all(|of| of.len() == 1));
}

#[test]
fn parts_are_triangles_and_those_in_a_box_are_found_in_order() {
    let mesh = super::build::<Vec3>(&super::closed()[2], 1.0).0;
    let shape: &dyn Composite<Vec3> = &mesh;
    assert_eq!(shape.sides(), Sides::Solid);
    let bounds = Aabb { min: DVec3::new(0.2, -0.1, 0.0), max: DVec3::ONE };
    let mut found = vec![SubShapeId(99)];
    shape.near(&bounds, &mut found);
    assert!(found[1..].is_sorted_by(|a, b| a < b) && (10..200).contains(&found.len()));
    let mut visited = 0;
    for id in (0..1000).map(SubShapeId) {
        shape.sub_shape(id, &mut |part, pose| {
            let Core::Triangle(triangle) = part.core() else { panic!("no triangle") };
            assert_eq!((Some(triangle.corners()), pose), (mesh.corners(id), None));
            let meets = part.bounds(&clinch_support::Pose::IDENTITY).intersects(&bounds);
            assert!(!meets || found[1..].contains(&id));
            visited += 1;
        });
    }
    assert_eq!(visited, 320);
}

/// The triangles of a surface say the same as its parts and their cones.
fn check_surface_triangles(shape: &dyn Composite<DVec3>) -> usize {
    let mut ids = Vec::new();
    shape.near(&Aabb::unbounded(), &mut ids);
    for &id in &ids {
        let triangle = shape.surface_triangle(id).unwrap();
        let mut visited = false;
        shape.sub_shape(id, &mut |part, pose| {
            let Core::Triangle(own) = part.core() else { panic!("{id:?} is no triangle") };
            assert_eq!((own.corners(), own.normal(), pose), (triangle.corners, Some(triangle.normal), None));
            visited = true;
        });
        assert!(visited);
        for (edge, front) in [0, 1, 2].into_iter().flat_map(|edge| [(edge, true), (edge, false)]) {
            let cone = shape.normal_cone(id, Feature::Edge(edge), front);
            let is_own = matches!(cone, NormalCone::Empty | NormalCone::Ray(_));
            assert_eq!(triangle.exposed_edges(front)[usize::from(edge)], !is_own, "{id:?} {edge} {front} {cone:?}");
        }
        for (edge, beyond) in triangle.beyond.into_iter().enumerate() {
            let Some(beyond) = beyond else { continue };
            let (next, edge_of_next) = (shape.surface_triangle(beyond.id).unwrap(), usize::from(beyond.edge));
            let [from, to] = [edge, edge + 1].map(|corner| triangle.corners[corner % 3]);
            assert_eq!([edge_of_next + 1, edge_of_next].map(|corner| next.corners[corner % 3]), [from, to]);
            assert_eq!(next.beyond[edge_of_next], Some(EdgeBeyond { id, edge: edge as u8 }));
        }
    }
    assert_eq!(shape.surface_triangle(SubShapeId(u32::MAX)), None);
    ids.len()
}

#[test]
fn a_triangle_of_a_surface_agrees_with_its_part_and_its_cones() {
    let heights = (0..30).map(|i| f64::from(i * i % 7)).collect();
    let field = HeightField::new(5, 6, heights, DVec3::ONE).unwrap();
    let voxels = Voxels::new(DVec3::ONE, [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 2, 0]]).unwrap();
    let Mesh { vertices, triangles } = meshes::cuboid(DVec3::ONE);
    let mesh = TriMesh::new(vertices, triangles).unwrap();
    let open = field.clone().with_boundary_edges(BoundaryEdges::Open);
    let mirrored = mesh.scaled(DVec3::new(-2.0, 1.0, 0.5)).unwrap();
    let shapes: [&dyn Composite<DVec3>; 6] = [&field, &open, &voxels, &mesh, &mirrored, &CompositeShape3::from(mesh.clone())];
    for shape in shapes {
        assert!(check_surface_triangles(shape) >= 12);
    }
}

/// The edge of two triangles of a plane, which rounding has turned against each other.
#[test]
fn an_arc_as_narrow_as_rounding_has_no_opposite_direction() {
    let random = &mut Random::new(17);
    for _ in 0..2000 {
        let normal = random.direction(3);
        let turned = |random: &mut Random| (normal + random.direction(3) * random.power(-17.0, -12.0)).normalize();
        let [middle, end] = [turned(random), turned(random)];
        let arc = NormalCone::Arc([normal, middle, end]);
        for direction in [-normal, -middle, -end, random.direction(3)] {
            let nearest = arc.nearest(direction).unwrap();
            assert!(nearest.distance(normal) <= 1e-11, "{nearest} of {arc:?} is nearest to {direction}");
        }
    }
}
