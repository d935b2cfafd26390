//! Round shapes along the edge of a box, out of line by a small angle: one end is beyond the side.

use crate::common::cold;
use clinch_contact::{Manifold, Pair, Settings};
use clinch_shapes::{Capsule, Convex, Cuboid, Cylinder, Hull};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

const HALF: DVec3 = DVec3::new(1.0, 1.0, 2.0);
const RADIUS: f64 = 0.25;

/// Of length 2 along z.
fn round_shapes() -> (Capsule<DVec3>, clinch_shapes::Posed<DVec3, Cylinder<DVec3>>) {
    let quarter = DQuat::from_xyzw(core::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, core::f64::consts::FRAC_1_SQRT_2);
    let cylinder = clinch_shapes::Posed::new(Cylinder::new(1.0, RADIUS).unwrap(), Pose::new(quarter, DVec3::ZERO)).unwrap();
    (Capsule::between(DVec3::NEG_Z, DVec3::Z, RADIUS).unwrap(), cylinder)
}

fn block_as_hull() -> Hull<DVec3> {
    let sign = |i: usize, bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
    let corners: Vec<DVec3> = (0..8).map(|i| HALF * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect();
    Hull::new(&corners).unwrap()
}

/// The axis is along the border, the surface `gap` away from it in a direction `slope` from the
/// vertical. Then it turns by `yaw` about that direction.
fn along_border(slope: f64, gap: f64, yaw: f64) -> Pose<DVec3> {
    let (sine, cosine) = libm::sincos(slope);
    let (half_sine, half_cosine) = libm::sincos(0.5 * yaw);
    let out = DVec3::new(sine, cosine, 0.0);
    // About the direction away from the border.
    let axis = out * half_sine;
    Pose::new(DQuat::from_xyzw(axis.x, axis.y, axis.z, half_cosine), DVec3::new(1.0, 1.0, 0.0) + out * (RADIUS + gap))
}

/// Both ends are at the border, at the distance of a circle from it.
fn has_both_ends(manifold: &Manifold<DVec3>, b_in_a: &Pose<DVec3>, context: &str) {
    for end in [-1.0, 1.0] {
        let center = b_in_a.point(DVec3::Z * end);
        let (x, y) = (center.x - 1.0, center.y - 1.0);
        let expected = (x * x + y * y).sqrt() - RADIUS;
        let found = manifold.points.iter().filter(|point| (point.on_b.z - end).abs() < 1e-3).collect::<Vec<_>>();
        let [point] = found.as_slice() else { panic!("{context}, end {end}: {manifold:?}") };
        assert!((point.separation - expected).abs() < 1e-6, "{context}, end {end}: {expected} {manifold:?}");
        let on_b = b_in_a.point(point.on_b);
        assert!((on_b - point.on_a).length() < expected.abs() + 1e-5, "{context}, end {end}: {manifold:?}");
        let surface = (point.on_b.x * point.on_b.x + point.on_b.y * point.on_b.y).sqrt();
        assert!((surface - RADIUS).abs() < 1e-5, "{context}, end {end}: {manifold:?}");
    }
}

#[test]
fn a_round_shape_along_the_border_of_a_box_touches_with_both_ends() {
    let (capsule, cylinder) = round_shapes();
    let (block, hull) = (Cuboid::new(HALF).unwrap(), block_as_hull());
    let shapes: [&dyn Convex<DVec3>; 2] = [&capsule, &cylinder];
    let blocks: [&dyn Convex<DVec3>; 2] = [&block, &hull];
    let mut random = Random::new(5);
    for round in 0..2000 {
        let (slope, gap) = (random.range(0.2, 1.37), random.range(-0.01, 0.009));
        let yaw = random.power(-8.0, -2.5) * random.pick(&[-1.0, 1.0]);
        let b_in_a = along_border(slope, gap, yaw);
        for (a, block) in blocks.into_iter().enumerate() {
            for (b, shape) in shapes.into_iter().enumerate() {
                let manifold = cold(&Pair { a: block, b: shape, b_in_a }, &Settings::with_margin(0.01)).1;
                has_both_ends(&manifold, &b_in_a, &format!("{round}: {a} {b}, {slope} {gap} {yaw}"));
            }
        }
    }
}

/// It lies on the face, and leaves it by a small angle: it is supported where it crosses the
/// border, and hardly less at its end beyond it.
#[test]
fn a_capsule_that_crosses_the_border_at_a_small_angle_has_points_there_and_at_its_end() {
    let capsule = round_shapes().0;
    let block = Cuboid::new(HALF).unwrap();
    for (yaw, margin, expected) in [(0.02_f64, 0.01, 3), (-0.02, 0.01, 3), (0.04, 1e-3, 2)] {
        let (sine, cosine) = libm::sincos(0.5 * yaw);
        let b_in_a = Pose::new(DQuat::from_xyzw(0.0, sine, 0.0, cosine), DVec3::new(1.0, 1.0 + RADIUS, 0.0));
        let manifold = cold(&Pair { a: &block, b: &capsule, b_in_a }, &Settings::with_margin(margin)).1;
        let places: Vec<f64> = manifold.points.iter().map(|point| point.on_b.z).collect();
        assert_eq!(places.len(), expected, "{yaw}: {manifold:?}");
        assert!(places.iter().any(|z| z.abs() < 1e-6), "{yaw}: {manifold:?}");
        for point in &manifold.points {
            let beyond = b_in_a.point(DVec3::Z * point.on_b.z).x - 1.0;
            let falls = if beyond > 0.0 { RADIUS - (RADIUS * RADIUS - beyond * beyond).sqrt() } else { 0.0 };
            assert!((point.separation - falls).abs() < 2e-3 * falls + 1e-9, "{yaw}: {falls} {manifold:?}");
        }
    }
}

/// The deepest place is a corner of the box, through which the edge passes: by rounding it left one
/// side before it entered the other, and that end had no point.
#[test]
fn a_round_shape_across_a_narrow_box_has_a_point_at_both_of_its_corners() {
    let (capsule, cylinder) = round_shapes();
    let block = Cuboid::new(DVec3::new(1.0, 1.0, 0.6)).unwrap();
    let shapes: [&dyn Convex<DVec3>; 2] = [&capsule, &cylinder];
    let mut random = Random::new(7);
    for round in 0..2000 {
        let (slope, yaw) = (random.range(0.2, 1.37), random.power(-8.0, -4.0) * random.pick(&[-1.0, 1.0]));
        let b_in_a = along_border(slope, -1e-3, yaw);
        for (b, shape) in shapes.into_iter().enumerate() {
            let manifold = cold(&Pair { a: &block, b: shape, b_in_a }, &Settings::with_margin(0.01)).1;
            for end in [-0.6, 0.6] {
                let found = manifold.points.iter().any(|point| (point.on_a - DVec3::new(1.0, 1.0, end)).length() < 0.05);
                assert!(found, "{round}: {b}, {slope} {yaw}, end {end}: {manifold:?}");
            }
        }
    }
}
