//! A height field answers as the mesh of its triangles.

use std::collections::{BTreeMap, BTreeSet};

use clinch_composite::{
    BoundaryEdges, Cell, Composite, EdgeKind, Faces, Feature, HeightField, NormalCone, Projection, SubShapeId, SurfaceHit, SurfaceRay,
    SurfaceRayOutcome, TriMesh,
};
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

/// A field with cells of all kinds, the mesh of its triangles, and the ids of these.
fn draw<V: Vector<Wide = DVec3>>(size: [u32; 2], scale: DVec3, random: &mut Random) -> (HeightField<V>, TriMesh<V>, Vec<SubShapeId>) {
    let [rows, columns] = size;
    let heights = (0..rows * columns).map(|_| V::Scalar::narrow(random.range(-1.0, 1.0))).collect();
    let mut field = HeightField::new(rows, columns, heights, V::narrow(scale)).unwrap();
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let kind = random.below(8);
            // At least one cell is none.
            if kind > 0 && row + column > 0 {
                field = field.with_cell(row, column, if kind == 1 { Cell::Hole } else { [Cell::Main, Cell::Anti][kind % 2] }).unwrap();
            }
        }
    }
    let place = |row: u32, column: u32| {
        let height = field.heights()[(row * columns + column) as usize].widen();
        V::narrow(DVec3::new(f64::from(column), height, f64::from(row)) * V::narrow(scale).widen())
    };
    let vertices: Vec<_> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).map(|(row, column)| place(row, column)).collect();
    let (mut triangles, mut ids) = (Vec::new(), Vec::new());
    for (i, cell) in field.cells().iter().enumerate() {
        let corner = i as u32 / (columns - 1) * columns + i as u32 % (columns - 1);
        let [a, b, c, d] = [corner, corner + columns, corner + columns + 1, corner + 1];
        match cell {
            Cell::Main => triangles.extend([[a, b, c], [a, c, d]]),
            Cell::Anti => triangles.extend([[d, a, b], [d, b, c]]),
            Cell::Hole => continue,
        }
        ids.extend([SubShapeId(2 * i as u32), SubShapeId(2 * i as u32 + 1)]);
    }
    let mesh = TriMesh::new(vertices, triangles).unwrap().with_boundary_edges(BoundaryEdges::Open);
    (field, mesh, ids)
}

fn somewhere(size: [u32; 2], scale: DVec3, random: &mut Random) -> DVec3 {
    let [z, x] = size.map(|count| random.range(-0.3, 1.3) * f64::from(count - 1));
    let y = if random.chance(0.2) { 20.0 } else { 2.0 };
    DVec3::new(x, random.range(-y, y), z) * scale
}

fn agree<V: Vector<Wide = DVec3>>(size: [u32; 2], scale: DVec3, random: &mut Random) -> [usize; 4] {
    let (field, mesh, ids) = draw::<V>(size, scale, random);
    let mut counts = [0; 4];
    for round in 0..200 {
        let mut point = somewhere(size, scale, random);
        if round % 4 == 0 {
            // Above or below a vertex, or on it.
            point = mesh.shared_vertices()[random.below(mesh.shared_vertices().len())].widen()
                + DVec3::Y * (scale.y * [0.0, 0.5, -0.5][random.below(3)]);
        }
        let [one, other]: [Projection; 2] = [field.project(point).unwrap(), mesh.project(point).unwrap()];
        assert_eq!((one.point, one.distance, one.normal, one.feature), (other.point, other.distance, other.normal, other.feature));
        assert_eq!(one.sub_shape, ids[other.sub_shape.index()]);
        assert!(one.lower <= one.distance && one.lower >= other.lower - 1e-9 * scale.max_element() && one.upper == other.upper);
        assert_eq!(one.inside, field.contains(point));
        counts[usize::from(one.inside)] += 1;

        let target = if round % 2 == 0 {
            somewhere(size, scale, random)
        } else {
            mesh.shared_vertices()[random.below(mesh.shared_vertices().len())].widen()
        };
        let direction = match round % 5 {
            0 => -DVec3::Y * scale.y,
            1 => DVec3::new(0.0, target.y - point.y, target.z - point.z),
            _ => target - point,
        };
        let faces = [Faces::Both, Faces::Front, Faces::Back][random.below(3)];
        let ray = SurfaceRay { origin: point, direction, max_time: if round % 3 == 0 { 1.0 } else { f64::INFINITY }, faces };
        match (field.ray_cast(&ray), mesh.ray_cast(&ray)) {
            (SurfaceRayOutcome::Hit(one), SurfaceRayOutcome::Hit(other)) => {
                let lower = one.lower;
                assert!((lower - other.lower).abs() < 1e-9 * (1.0 + other.time));
                assert_eq!(one, SurfaceHit { sub_shape: ids[other.sub_shape.index()], lower, ..other });
                counts[2] += 1;
            }
            (SurfaceRayOutcome::Miss { .. }, SurfaceRayOutcome::Miss { .. }) => counts[3] += 1,
            (one, other) => panic!("{ray:?} {one:?} {other:?}"),
        }
    }
    counts
}

#[test]
fn points_and_rays_have_the_bits_of_the_mesh() {
    let mut random = Random::new(1);
    let mut counts = [0; 4];
    for size in [[2, 2], [5, 9], [30, 3], [17, 16]] {
        for scale in
            [DVec3::ONE, DVec3::new(0.3, 2.0, 0.7), DVec3::new(1e6, 3e5, 1.7e6), DVec3::new(1e-6, 1e-7, 1e-6), DVec3::new(1.0, -5.0, 0.1)]
        {
            for found in [agree::<Vec3>(size, scale, &mut random), agree::<DVec3>(size, scale, &mut random)] {
                counts = core::array::from_fn(|i| counts[i] + found[i]);
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "the sample must bite: {counts:?}");
}

#[test]
fn a_point_is_in_the_ground_if_a_triangle_is_above_it() {
    let mut random = Random::new(2);
    let (mut inside, size) = (0, [9, 12]);
    let (field, mesh, _) = draw::<Vec3>(size, DVec3::ONE, &mut random);
    for round in 0..2000 {
        let mut point = somewhere(size, DVec3::ONE, &mut random);
        if round % 2 == 0 {
            // On the lines between cells, and at vertices.
            (point.x, point.z) = (point.x.floor(), if round % 4 == 0 { point.z.floor() } else { point.z });
        }
        let up = SurfaceRay { origin: point, direction: DVec3::Y, max_time: f64::INFINITY, faces: Faces::Both };
        let above = matches!(mesh.ray_cast(&up), SurfaceRayOutcome::Hit(_));
        assert_eq!(field.contains(point), above, "{point}");
        inside += usize::from(above);
    }
    assert!((300..1500).contains(&inside), "the sample must bite: {inside}");
    let top = field.corners(SubShapeId(40)).unwrap()[0].widen();
    assert!(field.contains(top) && !field.contains(top + DVec3::Y * 1e-15 * top.y.abs().max(1.0)));
    assert!(field.contains(DVec3::new(top.x, -1e300, top.z)) && !field.contains(DVec3::NAN));
    assert!(!field.clone().hollow().contains(DVec3::new(top.x, -5.0, top.z)) && !field.two_sided().contains(top));
}

#[test]
fn neighbors_cones_and_keys_are_those_of_the_mesh() {
    let mut random = Random::new(3);
    let (field, mesh, ids) = draw::<DVec3>([7, 8], DVec3::ONE, &mut random);
    let (mut kinds, mut keys) = ([0; 4], BTreeMap::new());
    for (i, &id) in ids.iter().enumerate() {
        let other = SubShapeId(i as u32);
        assert_eq!(field.corners(id), mesh.corners(other));
        for edge in 0..3 {
            let [one, other] = [field.neighbor(id, edge), mesh.neighbor(other, edge)];
            let ids = other.map(|beyond| (ids[beyond.triangle as usize].0, beyond.edge, beyond.kind));
            assert_eq!(one.map(|beyond| (beyond.triangle, beyond.edge, beyond.kind)), ids);
            kinds[one.map_or(3, |beyond| usize::from(beyond.kind == EdgeKind::Convex))] += 1;
        }
        for feature in (0..3).flat_map(|i| [Feature::Edge(i), Feature::Vertex(i)]).chain([Feature::Face]) {
            for front in [true, false] {
                assert_eq!(Composite::normal_cone(&field, id, feature, front), Composite::normal_cone(&mesh, other, feature, front));
            }
            let [one, other] = [Composite::feature_key(&field, id, feature), Composite::feature_key(&mesh, other, feature)];
            let one = one.unwrap();
            assert_eq!(*keys.entry(other.unwrap()).or_insert(one), one);
        }
    }
    assert!(kinds[0] > 20 && kinds[1] > 20 && kinds[3] > 20, "the sample must bite: {kinds:?}");
    assert_eq!(keys.values().collect::<BTreeSet<_>>().len(), keys.len());
    let hole = field.cells().iter().position(|&cell| cell == Cell::Hole).unwrap();
    let hole = SubShapeId(2 * hole as u32);
    assert_eq!((field.corners(hole), field.neighbor(hole, 0), Composite::feature_key(&field, hole, Feature::Face)), (None, None, None));
    assert_eq!(Composite::normal_cone(&field, hole, Feature::Face, true), NormalCone::Unknown);
}

#[test]
fn parts_near_a_box_are_found_once_and_in_order() {
    let mut random = Random::new(4);
    let size = [12, 9];
    let (field, mesh, ids) = draw::<Vec3>(size, DVec3::new(0.3, 1.0, 0.7), &mut random);
    let hollow = field.clone().hollow();
    let (mut most, mut deep) = (0, 0);
    for _ in 0..300 {
        let center = somewhere(size, DVec3::new(0.3, 1.0, 0.7), &mut random);
        let bounds = Aabb::around(center, DVec3::new(random.unit(), random.unit(), random.unit()));
        let list = |shape: &dyn Composite<Vec3>| {
            let mut found = Vec::new();
            shape.near(&bounds, &mut found);
            assert!(found.is_sorted_by(|a, b| a < b));
            found
        };
        let (surface, solid) = (list(&hollow), list(&field));
        for (i, id) in ids.iter().enumerate() {
            let part = Aabb::of_points(mesh.corners(SubShapeId(i as u32)).unwrap().map(Vec3::widen)).unwrap();
            assert!(!part.intersects(&bounds) || surface.contains(id), "{id:?}");
            assert!(!surface.contains(id) || solid.contains(id));
            let below = Aabb { min: DVec3::new(part.min.x, f64::NEG_INFINITY, part.min.z), ..part };
            assert!(!below.intersects(&bounds) || solid.contains(id), "{id:?}");
        }
        most = most.max(surface.len());
        deep += usize::from(solid.len() > surface.len());
    }
    assert!(most > 4 && most < ids.len() && deep > 30, "the sample must bite: {most} {deep}");
}

#[test]
fn rays_along_the_sides_of_cells_hit_them() {
    let mut random = Random::new(5);
    // Flat cells a thousand times as long as wide. A ray begins close to the side of one, and
    // passes it by less than the projection rounds the far corners.
    let field = HeightField::new(3, 6, vec![0.0; 18], DVec3::new(0.1, 1.0, 130.0)).unwrap().hollow();
    for _ in 0..20_000 {
        let (column, z) = (1 + random.below(4) as u32, random.range(10.0, 250.0));
        let aside = random.range(-1.0, 1.0) * random.power(-17.0, -14.0);
        let target = DVec3::new(f64::from(column) * 0.1 + aside, 0.0, z);
        let origin = target + DVec3::new(random.range(-1.0, 1.0), 1.0, 2.0) * random.power(-6.0, 0.0);
        let ray = SurfaceRay { origin, direction: target - origin, max_time: 1.5, faces: Faces::Both };
        let outcome = field.ray_cast(&ray);
        assert!(matches!(outcome, SurfaceRayOutcome::Hit(hit) if (hit.time - 1.0).abs() < 1e-4), "{ray:?} {outcome:?}");
    }
}
