//! Contact points that were beside their shapes, or less deep than reported. Each line of the file
//! beside this one is named by its features.

use crate::common::{InDouble, cold};
use crate::erased::collide;
use clinch_contact::{Manifold, Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Capsule, Convex, Cylinder, Frustum};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Query, read_queries};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

const LINES: &[u8] = include_bytes!("points_on_their_shapes.jsonl");

fn are_on_their_shapes<V: InDouble>(query: &Query) {
    let (pose_a, pose_b) = (<V::Wider as Build>::pose(&query.pose_a), <V::Wider as Build>::pose(&query.pose_b));
    let shape = |spec| V::shape(spec).unwrap();
    let (a, b) = (shape(&query.a), shape(query.b.as_ref().unwrap()));
    let pair = Pair { a: &a, b: &b, b_in_a: pose_b.relative_to(&pose_a) };
    let (mut scratch, mut manifold) = (Scratch::new(), Manifold::new());
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let measured = collide(&pair, &settings, &mut Memory::new(), &mut scratch, &mut manifold);
    let Relation::Near(near) = measured.relation else { panic!("{}: {measured:?}", query.id) };
    assert!(!manifold.points.is_empty(), "{}", query.id);

    let pairing = Pairing::of(query).unwrap();
    // In f32 the shapes differ from those of the file by rounding, and far from the origin so do
    // the poses.
    let band = (if V::Scalar::EPSILON.widen() > f64::EPSILON { 2e-6 } else { 2e-7 }) * query.extent();
    let lift = |point: V::Wider| DVec3::from_array([0, 1, 2].map(|axis| if axis < V::DIM { point.get(axis) } else { 0.0 }));
    let context = || format!("{} ({}): {near:?} {manifold:?}", query.id, core::any::type_name::<V>());
    let normal = manifold.normal.widen();
    let mut deepest = f64::INFINITY;
    for point in &manifold.points {
        let (on_a, on_b) = (point.on_a.widen(), point.on_b.widen());
        let outside = pairing.outside([lift(pose_a.point(on_a)), lift(pose_b.point(on_b))]);
        assert!(outside.iter().all(|&outside| outside <= band), "outside by {outside:?}, {band}: {}", context());
        let gap = (pair.b_in_a.point(on_b) - on_a).dot(normal);
        assert!((gap - point.separation.widen()).abs() <= band, "{gap}: {}", context());
        deepest = if gap < deepest { gap } else { deepest };
    }
    assert!((deepest - near.distance).abs() <= 3.0 * band, "{}", context());
}

#[test]
fn contact_points_are_on_their_shapes() {
    let wrong: Vec<String> = read_queries(LINES)
        .map(|query| query.unwrap())
        .flat_map(|query| {
            let checks: [fn(&Query); 2] = if query.dim == 2 {
                [are_on_their_shapes::<Vec2>, are_on_their_shapes::<DVec2>]
            } else {
                [are_on_their_shapes::<Vec3>, are_on_their_shapes::<DVec3>]
            };
            checks.map(|check| std::panic::catch_unwind(|| check(&query)).err().map(|_| query.id.clone()))
        })
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Two shapes of length 8 along y and their radii, the one at the greater x rotated by an angle
/// about the line through their centres.
fn crossed(shapes: [&dyn Convex<DVec3>; 2], [angle, gap]: [f64; 2], radii: [f64; 2], margin: f64) -> Manifold<DVec3> {
    let (sine, cosine) = libm::sincos(0.5 * angle);
    let b_in_a = Pose::new(DQuat::from_xyzw(sine, 0.0, 0.0, cosine), DVec3::new(radii[0] + radii[1] + gap, 0.0, 0.0));
    cold(&Pair { a: shapes[0], b: shapes[1], b_in_a }, &Settings::with_margin(margin)).1
}

fn capsule(radius: f64) -> Capsule<DVec3> {
    Capsule::between(DVec3::NEG_Y * 4.0, DVec3::Y * 4.0, radius).unwrap()
}

fn cylinder(radius: f64) -> Cylinder<DVec3> {
    Cylinder::new(4.0, radius).unwrap()
}

#[test]
fn nearly_parallel_capsules_and_cylinders_have_the_local_depth_at_each_point() {
    let radii = [0.5, 0.25];
    let (capsules, cylinders) = (radii.map(capsule), radii.map(cylinder));
    let kinds: [[&dyn Convex<DVec3>; 2]; 3] = [[&capsules[0], &capsules[1]], [&cylinders[0], &cylinders[1]], [&capsules[0], &cylinders[1]]];
    for (kind, shapes) in kinds.into_iter().enumerate() {
        let mut random = Random::new(1);
        let (mut two, mut one) = (0, 0);
        for _ in 0..2000 {
            let (angle, gap) = (random.power(-2.0, -1.31), random.range(-0.02, 0.02));
            let manifold = crossed(shapes, [angle, gap], radii, 0.025);
            // At a place on both, four from the centre: circles of the two radii, side by side.
            let offset = 8.0 * libm::sin(0.5 * angle);
            let expected = 0.75 + gap - (0.75_f64 * 0.75 - offset * offset).sqrt();
            let ends = manifold.points.iter().filter(|point| point.on_a.y.abs() > 1.0);
            let count = ends.clone().count();
            // The points of cylinders are exactly on them, and so not quite opposite each other.
            let tolerance = if kind == 0 { 1e-9 } else { 1e-9 + 0.01 * angle * angle };
            let context = || format!("{kind}, {angle} {gap}: {expected} {manifold:?}");
            for point in ends {
                assert!((point.separation - expected).abs() < tolerance, "{}", context());
                for (p, radius) in [(point.on_a, 0.5), (point.on_b, 0.25)] {
                    // The mean direction of the axes is not quite orthogonal to either.
                    let below = radius - DVec2::new(p.x, p.z).length();
                    assert!(-1e-12 < below && below < 1e-12 + angle * angle, "{below}: {}", context());
                }
            }
            if (expected - 0.025).abs() > tolerance {
                assert_eq!(count, if expected < 0.025 { 2 } else { 0 }, "{}", context());
            }
            assert!((manifold.separation() - gap).abs() < 2e-5, "{}", context());
            two += usize::from(count == 2);
            one += usize::from(count == 0);
        }
        assert!(two > 400 && one > 100, "{kind}: {two} {one}");
    }
}

#[test]
fn thin_poles_that_cross_at_a_small_angle_touch_in_one_point() {
    let (capsule, cylinder) = (capsule(0.01), cylinder(0.01));
    let kinds: [[&dyn Convex<DVec3>; 2]; 3] = [[&capsule, &capsule], [&cylinder, &cylinder], [&cylinder, &capsule]];
    for (kind, shapes) in kinds.into_iter().enumerate() {
        for gap in [-0.001, -0.02, -0.039] {
            let manifold = crossed(shapes, [0.02, gap], [0.01; 2], 0.0);
            assert_eq!(manifold.points.len(), 1, "{kind} {gap}: {manifold:?}");
            assert!(manifold.points[0].on_a.y.abs() < 1e-6, "{kind} {gap}: {manifold:?}");
        }
    }
}

/// Frusta side by side, upside down to each other, so that their sides are parallel.
#[test]
fn nearly_parallel_frusta_touch_at_points_on_both() {
    let frustum = Frustum::<DVec3>::new(1.0, 0.9, 0.3).unwrap();
    let radius = |p: DVec3| 0.6 - 0.3 * p.y;
    let mut random = Random::new(2);
    for _ in 0..500 {
        let angle = random.power(-8.0, -1.4);
        // Upside down, and turned about the line through the centres.
        let (sine, cosine) = libm::sincos(0.5 * (core::f64::consts::PI + angle));
        let b_in_a = Pose::new(DQuat::from_xyzw(sine, 0.0, 0.0, cosine), DVec3::new(1.199, 0.0, 0.0));
        let (_, manifold) = cold(&Pair { a: &frustum, b: &frustum, b_in_a }, &Settings::with_margin(0.01));
        let ends = manifold.points.iter().filter(|point| point.on_a.y.abs() > 0.9).count();
        assert_eq!(ends, 2, "{angle}: {manifold:?}");
        for p in manifold.points.iter().flat_map(|point| [point.on_a, point.on_b]) {
            let below = radius(p) - DVec2::new(p.x, p.z).length();
            assert!(p.y.abs() < 1.0 + 1e-9 && below.abs() < 1e-9 + angle * angle, "{angle} {below}: {manifold:?}");
        }
    }
}
