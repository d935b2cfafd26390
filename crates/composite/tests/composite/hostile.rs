//! Malformed and extreme input: an error that names a place, or finite answers; never a panic.

use clinch_composite::{Composite, Faces, Feature, HeightField, RepairOptions, SubShapeId, SurfaceRay, SurfaceRayOutcome, TriMesh};
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use clinch_testkit::generate::meshes;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

/// Every query at points, and along directions, of any kind.
fn query<V: Vector<Wide = DVec3>>(mesh: &TriMesh<V>, random: &mut Random) {
    let count = mesh.shared_triangles().len() as u32;
    let mut numbers = || match random.below(6) {
        0 => f64::from_bits(random.bits()),
        1 => 0.0,
        2 => f64::MAX,
        3 => mesh.shared_vertices()[random.below(mesh.shared_vertices().len())].widen().x,
        _ => random.range(-2.0, 2.0),
    };
    for _ in 0..8 {
        let (point, direction) = (DVec3::new(numbers(), numbers(), numbers()), DVec3::new(numbers(), numbers(), numbers()));
        if let Some(found) = mesh.project(point) {
            assert!(found.point.is_finite() && found.lower <= found.distance && found.distance <= found.upper, "{point} {found:?}");
            assert!(found.sub_shape.0 < count);
        } else {
            assert!(!point.is_finite());
        }
        let inside = mesh.contains(point);
        assert!(!inside || point.is_finite());
        let ray = SurfaceRay { origin: point, direction, max_time: numbers(), faces: Faces::Both };
        if let SurfaceRayOutcome::Hit(hit) = mesh.ray_cast(&ray) {
            assert!(hit.lower <= hit.time && hit.time >= 0.0 && hit.point.is_finite(), "{ray:?} {hit:?}");
        }
        let mut found = Vec::new();
        Composite::near(mesh, &Aabb { min: point, max: direction }, &mut found);
        for id in found.iter().copied().chain([SubShapeId(0), SubShapeId(count), SubShapeId(u32::MAX)]) {
            for feature in [Feature::Face, Feature::Edge(1), Feature::Edge(255), Feature::Vertex(2), Feature::Vertex(3)] {
                let nearest = Composite::normal_cone(mesh, id, feature, true).nearest(DVec3::Z);
                assert!(nearest.is_none_or(glam::DVec3::is_finite));
                let _ = mesh.feature_key(id, feature);
            }
        }
    }
}

fn any_bytes<V: Vector<Wide = DVec3>>(number: impl Fn(&mut Random) -> V::Scalar, seed: u64) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut counts = [0; 3];
    for round in 0..3000 {
        let vertices = random.below(9);
        let vertices: Vec<V> = (0..vertices).map(|_| V::from_fn(|_| number(&mut random))).collect();
        let triangles = random.below(8);
        // A few indices are out of range, and few triangles are wrong in another way.
        let most = vertices.len() + usize::from(random.chance(0.1));
        let triangles: Vec<[u32; 3]> = (0..triangles).map(|_| core::array::from_fn(|_| random.below(most.max(1)) as u32)).collect();
        match TriMesh::new(vertices.clone(), triangles.clone()) {
            Ok(mesh) => {
                counts[0] += 1;
                query(&mesh, &mut random);
                if let Ok(scaled) = mesh.scaled(V::from_fn(|_| number(&mut random))) {
                    query(&scaled, &mut random);
                }
            }
            Err(error) => {
                counts[1] += 1;
                assert!(!error.to_string().is_empty());
            }
        }
        let distance = if round % 2 == 0 { random.range(-0.5, 0.5) } else { f64::from_bits(random.bits()) };
        if let Ok((mesh, report)) = TriMesh::repaired(vertices, triangles.clone(), &RepairOptions::all(distance)) {
            counts[2] += 1;
            assert_eq!(report.sources.len(), mesh.shared_triangles().len());
            assert!(report.sources.iter().all(|&source| (source as usize) < triangles.len()));
            query(&mesh, &mut random);
        }
    }
    counts
}

#[test]
fn random_bytes_are_refused_or_answered() {
    let mut counts = [0; 3];
    let small = |random: &mut Random| random.below(3) as f64 - 1.0;
    let runs = [
        any_bytes::<DVec3>(|random| f64::from_bits(random.bits()), 1),
        any_bytes::<Vec3>(|random| f32::from_bits(random.bits() as u32), 2),
        any_bytes::<DVec3>(small, 3),
        any_bytes::<Vec3>(|random| small(random) as f32, 4),
        any_bytes::<DVec3>(|random| random.range(-1.0, 1.0), 5),
    ];
    for run in runs {
        counts = core::array::from_fn(|i| counts[i] + run[i]);
    }
    assert!(counts.iter().all(|&count| count > 500), "the sample must bite: {counts:?}");
}

#[test]
fn extreme_sizes_have_the_answers_of_size_one() {
    let mut random = Random::new(6);
    for mesh in [meshes::icosphere(1), meshes::torus(12, 8), meshes::terrain(6, 0.3, &mut random)] {
        let one = TriMesh::<DVec3>::new(mesh.vertices.clone(), mesh.triangles.clone()).unwrap();
        for exponent in [1022, 900, 801, -801, -1000] {
            let scale = (2.0_f64).powi(exponent / 2) * (2.0_f64).powi(exponent - exponent / 2);
            let built = TriMesh::new(mesh.vertices.iter().map(|&vertex| vertex * scale).collect(), mesh.triangles.clone()).unwrap();
            assert_eq!(built.is_closed(), one.is_closed());
            for _ in 0..100 {
                let point = random.in_ball(3);
                let (a, b) = (one.project(point).unwrap(), built.project(point * scale).unwrap());
                // Coordinates below 1e-308 lose digits.
                assert!((a.distance - b.distance / scale).abs() < 1e-7 && a.inside == b.inside, "{exponent} {a:?} {b:?}");
                let ray = SurfaceRay { origin: point, direction: random.direction(3), max_time: f64::INFINITY, faces: Faces::Both };
                let far = SurfaceRay { origin: point * scale, direction: ray.direction * scale, ..ray };
                match (one.ray_cast(&ray), built.ray_cast(&far)) {
                    (SurfaceRayOutcome::Hit(a), SurfaceRayOutcome::Hit(b)) => assert!((a.time - b.time).abs() < 1e-6, "{exponent}"),
                    (a, b) => assert_eq!(a, b),
                }
            }
        }
    }
}

#[test]
fn single_precision_works_at_both_ends_of_its_range() {
    let mesh = meshes::icosphere(1);
    for (size, coarse) in [(3.0e38_f32, 1e-6), (1e-38, 1e-5), (1e-42, 1e-2)] {
        let vertices: Vec<_> = mesh.vertices.iter().map(|vertex| vertex.as_vec3() * size).collect();
        let built = TriMesh::new(vertices, mesh.triangles.clone()).unwrap();
        let found = built.project(DVec3::X * 2.0 * f64::from(size)).unwrap();
        assert!((found.distance / f64::from(size) - 1.0).abs() < 0.1 && found.normal.is_normalized());
        assert!(built.contains(DVec3::ZERO) && (built.bounds().max.x / f64::from(size) - 1.0).abs() < 0.1 + coarse);
        Composite::sub_shape(&built, SubShapeId(0), &mut |part, _| assert!(part.bounding_radius() > 0.0));
    }
    let heights = vec![f32::MAX, 0.0, f32::MIN_POSITIVE, -f32::MAX];
    let field = HeightField::new(2, 2, heights, Vec3::new(1e30, 1.0, 1e30)).unwrap();
    assert!(field.contains(DVec3::new(1e29, -1e38, 1e29)) && field.project(DVec3::ZERO).is_some());
    assert_eq!(f64::from(f32::MAX), f32::MAX.widen());
}
