//! The contacts of a ball are the local minima of its distance to the surface, found by brute
//! force.

use clinch_composite::{BoundaryEdges, TriMesh};
use clinch_contact::Space;
use clinch_shapes::Ball;
use clinch_support::{Pose, Scalar};
use clinch_testkit::generate::meshes::{Mesh, terrain};
use clinch_testkit::oracle::MeshTruth;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::common::{Answer, mesh};

/// The nearest point of a triangle, by the projections on its plane, its edges and its corners.
fn nearest([a, b, c]: [DVec3; 3], point: DVec3) -> DVec3 {
    let normal = (b - a).cross(c - a);
    let flat = point - normal * (normal.dot(point - a) / normal.length_squared());
    let inside = |p: DVec3, q: DVec3| normal.cross(q - p).dot(flat - p) >= 0.0;
    let on = |p: DVec3, q: DVec3| p + (q - p) * ((point - p).dot(q - p) / (q - p).length_squared()).clamp(0.0, 1.0);
    let edges = [on(a, b), on(b, c), on(c, a)];
    let candidates = if inside(a, b) && inside(b, c) && inside(c, a) { vec![flat] } else { edges.to_vec() };
    candidates.into_iter().min_by(|p, q| p.distance_squared(point).total_cmp(&q.distance_squared(point))).unwrap()
}

/// The nearest points of the triangles than which no triangle that holds them is nearer.
fn minima(of: &Mesh, middle: DVec3, within: f64) -> Vec<DVec3> {
    let triangles: Vec<[DVec3; 3]> = of.triangles.iter().map(|triangle| triangle.map(|vertex| of.vertices[vertex as usize])).collect();
    let points: Vec<DVec3> = triangles.iter().map(|&triangle| nearest(triangle, middle)).collect();
    let is_least = |point: &DVec3| {
        let holds = |triangle: [DVec3; 3]| nearest(triangle, *point).distance(*point) <= 1e-9;
        let distance = point.distance(middle);
        distance <= within
            && triangles.iter().zip(&points).all(|(&triangle, other)| other.distance(middle) >= distance - 1e-12 || !holds(triangle))
    };
    points.iter().copied().filter(is_least).collect()
}

/// The number of manifolds.
fn check<V: Space<Wide = DVec3>>(seed: u64) -> usize {
    let random = &mut Random::of(seed, 3);
    let roughness = random.pick(&[0.001, 0.05, 0.3, 1.0]);
    let mut of = terrain(8, roughness, random);
    for vertex in &mut of.vertices {
        *vertex = V::narrow(*vertex).widen();
    }
    let surface: TriMesh<V> = mesh::<V>(&of).with_boundary_edges(BoundaryEdges::Hard);
    let radius = random.range(0.1, 0.8);
    let (ball, radius) = {
        let radius = V::Scalar::narrow(radius);
        (Ball::<V>::new(radius).unwrap(), radius.widen())
    };
    let oracle = MeshTruth::new(&of.vertices, &of.triangles);
    // Lowered until it touches, then moved up or down a little.
    let at = DVec3::new(random.range(-0.6, 0.6), random.range(-0.6, 0.6), 0.0);
    let mut height = 2.0;
    for _ in 0..60 {
        height -= 0.9 * (oracle.distance(at + DVec3::Z * height) - radius);
    }
    let margin = 0.1 * radius;
    let middle = at + DVec3::Z * (height + random.range(-0.3, 0.15) * radius);
    let answer = Answer::new(&surface, &ball, &Pose::at(middle), margin);
    let least = oracle.distance(middle);
    let what = format!("seed {seed}, roughness {roughness}: {answer:?}");
    let within = least - radius <= margin;
    assert_eq!(within, !answer.manifolds.is_empty(), "{what}");
    if within {
        let distance = answer.distance().unwrap();
        assert!((distance + radius - least).abs() <= 1e-12, "distance {distance}, not {}: {what}", least - radius);
    }
    let minima = minima(&of, middle, margin + radius);
    for manifold in &answer.manifolds {
        let normal = manifold.manifold.normal.widen().normalize();
        for point in &manifold.manifold.points {
            let on_a = point.on_a.widen();
            assert!(minima.iter().any(|place| place.distance(on_a) <= 1e-6), "{on_a} is no minimum of {minima:?}: {what}");
        }
        let ghost = |place: &DVec3| (middle - *place).normalize().dot(normal) >= 1.0 - 1e-9;
        assert!(minima.iter().any(ghost), "{normal} is no direction of {minima:?}: {what}");
    }
    for place in minima {
        let normal = (middle - place).normalize();
        let has = |manifold: &clinch_composite_contact::CompositeManifold<V>| manifold.manifold.normal.widen().dot(normal) >= 0.9993;
        assert!(answer.manifolds.iter().any(has), "{place} is missing: {what}");
    }
    answer.manifolds.len()
}

#[test]
fn contacts_of_a_ball_are_the_local_minima_of_its_distance() {
    let counts: Vec<usize> =
        (0..400).map(|seed| if u64::is_multiple_of(seed, 2) { check::<DVec3>(seed) } else { check::<Vec3>(seed) }).collect();
    let several = counts.iter().filter(|&&count| count > 1).count();
    assert!(several > 20, "{several}");
}
