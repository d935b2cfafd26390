//! Hulls with a vertex limit: no point is farther away than the reported error.

use crate::common::Random;
use clinch_shapes::{Cooked, Cooking, Hull, Polygon, ShapeError};
use clinch_support::{Scalar, SupportMap, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

fn clouds(seed: u64) -> Vec<DVec3> {
    let mut random = Random(seed);
    let count = [3, 10, 60, 400][random.below(4)];
    let frame = random.frame();
    (0..count)
        .map(|_| match seed % 8 {
            0 => random.on_sphere(),
            1 => random.in_cube(),
            2 => (random.in_cube() * 3.0).round(),
            3 => random.on_sphere() * DVec3::new(1.0, 0.3, 1e-4) + DVec3::splat(20.0),
            // Flat, tilted and rounded; collinear; a point.
            4 => frame[0] * random.signed() + frame[1] * random.signed(),
            5 => frame[0] * random.signed(),
            6 => DVec3::ONE * (random.below(2) as f64) * 1e-9 + DVec3::X,
            _ => random.on_sphere() + random.in_cube() * 1e-6,
        })
        .collect()
}

/// The largest distance of a point from a hull, by its faces, which `validate` has checked.
fn farthest_outside<V: Vector<Wide = DVec3>>(cloud: &[V], hull: &Hull<V>) -> f64 {
    let mut triangles = Vec::new();
    for face in hull.faces() {
        let corners: Vec<DVec3> = face.corners.iter().map(|corner| hull.vertices()[corner.vertex.index()].widen()).collect();
        for i in 1..(corners.len() - 1).max(2) {
            triangles.push([corners[0], corners[i.min(corners.len() - 1)], corners[(i + 1).min(corners.len() - 1)]]);
        }
    }
    let flat = hull.faces().len() < 3;
    let highest = |normal: DVec3| hull.vertices().iter().fold(f64::NEG_INFINITY, |highest, v| highest.max(normal.dot(v.widen())));
    let planes: Vec<(DVec3, f64)> = hull.faces().map(|face| face.normal.widen()).map(|normal| (normal, highest(normal))).collect();
    cloud.iter().map(|point| point.widen()).fold(0.0, |farthest, p| {
        let outside = flat || planes.iter().any(|(normal, highest)| normal.dot(p) > *highest);
        let nearest = || triangles.iter().fold(f64::INFINITY, |nearest, triangle| nearest.min(to_triangle(p, *triangle)));
        if outside { farthest.max(nearest()) } else { farthest }
    })
}

/// The distance of a point from a triangle, by Voronoi regions (Ericson, *Real-Time Collision
/// Detection*, 2005).
fn to_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a);
    let size = normal.length_squared();
    let inside = [(a, b), (b, c), (c, a)].iter().all(|&(from, to)| (to - from).cross(p - from).dot(normal) >= 0.0);
    let edges = to_segment(p, a, b).min(to_segment(p, b, c)).min(to_segment(p, c, a));
    if size > 0.0 && inside { edges.min(normal.dot(p - a).abs() / size.sqrt()) } else { edges }
}

fn to_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let along = b - a;
    let share = if along == DVec3::ZERO { 0.0 } else { ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0) };
    (p - a - along * share).length()
}

/// The same for a polygon.
fn farthest_outside_of(cloud: &[Vec2], polygon: &Polygon<Vec2>) -> f64 {
    let corners: Vec<DVec3> = polygon.vertices().iter().map(|v| v.widen().extend(0.0)).collect();
    let edges: Vec<(DVec3, DVec3)> = (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()])).collect();
    cloud.iter().map(|point| point.widen().extend(0.0)).fold(0.0, |farthest, p| {
        let outside = corners.len() < 3 || edges.iter().any(|&(a, b)| (b - a).cross(p - a).z < 0.0);
        let nearest = edges.iter().fold(f64::INFINITY, |nearest, &(a, b)| nearest.min(to_segment(p, a, b)));
        if outside { farthest.max(nearest) } else { farthest }
    })
}

fn check_3d<V: Vector<Wide = DVec3>>(seed: u64) -> [usize; 2] {
    let cloud: Vec<V> = clouds(seed).into_iter().map(V::narrow).collect();
    let whole = Hull::new(&cloud).unwrap();
    let tolerance = 4.0 * V::Scalar::EPSILON.widen() * whole.radius_about_center().widen();
    let rounding = 40.0 * f64::EPSILON * whole.radius_about_center().widen();
    let (mut before, mut affected, mut tight) = (f64::INFINITY, 0, 0);
    for limit in [4, 5, 8, 16, 40, 255] {
        let what = format!("{seed} {limit}");
        let Cooked { shape, error } = Hull::cook(&cloud, &Cooking::at_most(limit)).unwrap();
        assert!(shape.vertices().len() <= limit, "{what}: {} vertices", shape.vertices().len());
        assert_eq!(shape.validate(), Ok(()), "{what}");
        assert!(shape.vertices().iter().all(|vertex| cloud.contains(vertex)), "{what}");
        let error = error.widen();
        let outside = farthest_outside(&cloud, &shape);
        assert!(outside <= error + 4.0 * f64::EPSILON * whole.radius_about_center().widen(), "{what}: {outside} > {error}");
        // With what it adds for rounding and for points within rounding of the hull.
        let needed = outside + 2.0 * tolerance + rounding;
        assert!(error <= needed, "{what}: {error}, and only {outside} is needed");
        assert!(error <= before + tolerance + rounding, "{what}: {error} after {before}");
        before = error;
        if error > tolerance + rounding {
            affected += 1;
            tight += usize::from(error <= 1.01 * outside);
        }
    }
    // Without a limit: the hull itself.
    let Cooked { shape, error } = Hull::cook(&cloud, &Cooking::every_vertex()).unwrap();
    assert_eq!(shape, whole);
    assert!(error.widen() <= tolerance + rounding, "{seed}: {error}");
    [affected, tight]
}

#[test]
fn no_point_is_farther_from_a_cooked_hull_than_its_error() {
    let mut sums = [0, 0];
    for seed in 0..160 {
        for [affected, tight] in [check_3d::<Vec3>(seed), check_3d::<DVec3>(seed)] {
            sums = [sums[0] + affected, sums[1] + tight];
        }
    }
    assert!(sums[0] > 300, "few hulls were affected by the limit: {sums:?}");
    assert!(sums[1] * 10 > sums[0] * 9, "few errors are tight: {sums:?}");
}

#[test]
fn no_point_is_farther_from_a_cooked_polygon_than_its_error() {
    let mut affected = 0;
    for seed in 0..200 {
        let cloud: Vec<Vec2> = clouds(seed).into_iter().map(|p| Vec2::narrow(p.truncate())).collect();
        let whole = Polygon::hull_of(&cloud).unwrap();
        let mut before = f64::INFINITY;
        for limit in [3, 4, 7, 20, 255] {
            let Cooked { shape, error } = Polygon::cook(&cloud, &Cooking::at_most(limit)).unwrap();
            assert!(shape.vertices().len() <= limit && shape.vertices().len() == whole.vertices().len().min(limit));
            let (error, outside) = (error.widen(), farthest_outside_of(&cloud, &shape));
            assert!(outside <= error + 4.0 * f64::EPSILON * whole.radius_about_center().widen(), "{seed} {limit}: {outside} > {error}");
            assert!(error <= before && error <= 1.0001 * outside + 1e-6, "{seed} {limit}: {error}, {outside}, {before}");
            before = error;
            affected += usize::from(error > 0.0);
        }
        assert_eq!(Polygon::cook(&cloud, &Cooking::every_vertex()), Ok(Cooked { shape: whole, error: 0.0 }));
    }
    assert!(affected > 200, "{affected}");
}

#[test]
fn the_hull_for_a_larger_limit_contains_that_for_a_smaller_one() {
    for seed in [0, 1, 7, 8, 9, 15] {
        let cloud: Vec<DVec3> = (0..300).flat_map(|_| clouds(seed)).take(400).collect();
        let cook = |limit| Hull::cook(&cloud, &Cooking::at_most(limit)).unwrap().shape;
        for pair in [4, 6, 10, 25, 60, 255].windows(2) {
            let outside = farthest_outside(cook(pair[0]).vertices(), &cook(pair[1]));
            assert!(outside < 1e-14, "{seed} {pair:?}: {outside}");
        }
    }
}

#[test]
fn the_order_of_the_points_does_not_change_the_hull() {
    for seed in 0..60 {
        let mut cloud: Vec<Vec3> = clouds(seed).into_iter().map(Vec3::narrow).collect();
        // If points are within rounding of each other's hull, their order decides which of them
        // remain.
        if matches!(seed % 8, 3..=7) {
            continue;
        }
        for limit in [None, Some(12)] {
            let cooking = Cooking { max_vertices: limit };
            let set = |cloud: &[Vec3]| {
                let hull = Hull::cook(cloud, &cooking).unwrap();
                let mut points: Vec<[u32; 3]> = hull.shape.vertices().iter().map(|v| v.to_array().map(|x| (x + 0.0).to_bits())).collect();
                points.sort_unstable();
                (points, hull.shape.edges().len(), hull.shape.faces().len())
            };
            let before = set(&cloud);
            let mut random = Random(seed);
            for i in 0..cloud.len() {
                let other = random.below(cloud.len());
                cloud.swap(i, other);
            }
            // The order breaks ties in a lattice, so with a limit the vertices may differ.
            if limit.is_none() || seed % 8 != 2 {
                assert_eq!(set(&cloud), before, "{seed} {limit:?}");
            }
        }
    }
}

#[test]
fn scaling_by_a_power_of_two_scales_the_error() {
    let cloud: Vec<Vec3> = clouds(8).into_iter().map(Vec3::narrow).collect();
    let Cooked { shape, error } = Hull::cook(&cloud, &Cooking::at_most(12)).unwrap();
    for k in [-60, -7, 1, 60] {
        let factor = 2.0_f32.powi(k);
        let scaled = Hull::cook(&cloud.iter().map(|&p| p * factor).collect::<Vec<_>>(), &Cooking::at_most(12)).unwrap();
        assert_eq!(scaled.shape.vertices(), shape.vertices().iter().map(|&p| p * factor).collect::<Vec<_>>());
        assert_eq!(scaled.error, error * factor);
    }
}

#[test]
fn small_limits_are_refused_and_the_default_is_255() {
    let cloud = [Vec3::ZERO; 3];
    for given in 0..4 {
        assert_eq!(Hull::cook(&cloud, &Cooking::at_most(given)), Err(ShapeError::VertexLimitTooSmall { given, least: 4 }));
    }
    assert_eq!(Polygon::cook(&[DVec2::ZERO], &Cooking::at_most(2)), Err(ShapeError::VertexLimitTooSmall { given: 2, least: 3 }));
    let mut random = Random(1);
    let sphere: Vec<Vec3> = (0..1000).map(|_| Vec3::narrow(random.on_sphere())).collect();
    assert_eq!(Hull::cook(&sphere, &Cooking::default()).map(|cooked| cooked.shape.vertices().len()), Ok(255));
}

/// Takes a fraction of a second if nothing is quadratic. The limit is for a busy machine without
/// optimisation.
#[test]
fn a_hull_of_ten_thousand_points_is_not_quadratic() {
    let mut random = Random(3);
    let sphere: Vec<Vec3> = (0..10_000).map(|_| Vec3::narrow(random.on_sphere())).collect();
    let start = std::time::Instant::now();
    let hull = Hull::new(&sphere).unwrap();
    assert!(hull.vertices().len() > 9_900);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn hostile_clouds_with_a_limit_neither_panic_nor_hang() {
    let palette = [0.0, -0.0, 1e-45, -1e-40, f32::MIN_POSITIVE, 1e-30, 1.0, 1.0 + f32::EPSILON, -3e10, 1e30, f32::MAX, -f32::MAX, f32::NAN];
    let mut refused = 0;
    for seed in 0..3000 {
        let mut random = Random(seed);
        let (from, width) = if seed % 3 == 0 { (0, 13) } else { (random.below(9), 3) };
        let mut value = || palette[(from + random.below(width)).min(12)];
        let cloud: Vec<Vec3> = (0..1 + seed % 23).map(|_| Vec3::new(value(), value(), value())).collect();
        match Hull::cook(&cloud, &Cooking::at_most(4 + seed as usize % 5)) {
            Ok(cooked) => assert!(cooked.shape.vertices().len() <= 8 && cooked.error >= 0.0),
            Err(ShapeError::PointNotFinite { .. }) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!((100..2000).contains(&refused), "{refused}");
}

/// The documentation promised 4ε, as for solids.
#[test]
fn a_flat_hull_loses_at_most_5_2_epsilon_of_the_radius() {
    let mut most = 0.0_f64;
    for seed in 0..400 {
        let mut random = Random(seed);
        // Nearly as oblique as a plane can be, and nearly as thick as a polygon can be.
        let normal = (DVec3::ONE + random.in_cube() * 0.01).normalize();
        let (x, y) = normal.any_orthonormal_pair();
        let thickness = random.signed().abs() * 2.5 * f64::from(f32::EPSILON);
        let cloud: Vec<Vec3> =
            (0..60).map(|_| (random.signed() * x + random.signed() * y + normal * (thickness * random.signed())).as_vec3()).collect();
        let Cooked { shape, error } = Hull::cook(&cloud, &Cooking::default()).expect("points");
        if shape.faces().len() == 2 {
            assert!(f64::from(error) >= farthest_outside(&cloud, &shape), "{seed}: {error}");
            most = most.max(f64::from(error) / f64::from(f32::EPSILON * shape.radius_about_center()));
        }
    }
    assert!(most > 4.0 && most <= 5.2, "{most}");
}
