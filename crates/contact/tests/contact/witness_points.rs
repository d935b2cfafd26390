//! The witness points of deep overlaps agree with depth and normal, and are on their shapes:
//! cylinders, cones and frustums against everything, in `f64`, where many directions are nearly
//! equally deep.

use crate::common::about_y;
use crate::erased::measure;
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Capsule, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Frustum, Hull, Shape3};
use clinch_support::{Basis, Pose, Rotation, SupportMap};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

/// A shape of a size near 1. Some of its lengths are round numbers that other shapes have as well.
fn shape(random: &mut Random, kind: usize) -> Shape3<DVec3> {
    let points: Vec<DVec3> = (0..12).map(|_| random.in_ball(3)).collect();
    let [a, b, c] = [(); 3].map(|()| match random.below(4) {
        0 => 1.0,
        1 => 0.5,
        2 => random.range(0.2, 2.0),
        _ => random.power(-4.0, 0.3),
    });
    match kind {
        0 => Cylinder::new(a, b).unwrap().into(),
        1 => Cone::new(a, b).unwrap().into(),
        2 => Frustum::new(a, b, c).unwrap().into(),
        3 => Cuboid::new(DVec3::new(a, b, c)).unwrap().into(),
        4 => Capsule::new(a, b).unwrap().into(),
        5 => Ellipsoid::new(DVec3::new(a, b, c)).unwrap().into(),
        _ => Hull::new(&points).unwrap().into(),
    }
}

/// Parallel axes, exactly or nearly, and a centre on the other axis or beside it.
fn pose(random: &mut Random) -> Pose<DVec3> {
    let tilt = random.in_ball(3) * 1e-9;
    let quarter = 0.5_f64.sqrt();
    let rotation = match random.below(5) {
        0 => DQuat::IDENTITY,
        1 => about_y(random.range(-3.0, 3.0)),
        2 => DQuat::from_xyzw(tilt.x, tilt.y, tilt.z, 1.0),
        3 => random.pick(&[DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), DQuat::from_xyzw(0.0, quarter, 0.0, quarter)]),
        _ => DQuat::from_xyzw(0.0, 0.0, quarter, quarter),
    };
    let translation = match random.below(4) {
        0 => DVec3::ZERO,
        1 => DVec3::new(random.range(-1.0, 1.0), 0.0, random.range(-1.0, 1.0)) * random.power(-3.0, 0.0),
        2 => DVec3::Y * random.range(-1.0, 1.0),
        _ => random.in_ball(3) * random.power(-9.0, 0.0),
    };
    Pose::new(rotation, translation)
}

/// How far the shape extends beyond `point` along a unit direction. Negative if the point is
/// outside.
fn beyond(shape: &Shape3<DVec3>, point: DVec3, direction: DVec3) -> f64 {
    direction.dot(shape.support(direction).point - point) + shape.radius()
}

/// How far a witness point is off its shape: outside of it, or below its surface along `normal`.
fn off_surface(shape: &Shape3<DVec3>, point: DVec3, normal: DVec3, random: &mut Random) -> f64 {
    (0..64).map(|_| -beyond(shape, point, random.direction(3))).fold(beyond(shape, point, normal).abs(), f64::max)
}

#[test]
fn witness_points_of_deep_cylinders_and_cones_agree_with_depth_and_normal() {
    let (mut random, mut deep, mut searched, mut wrong) = (Random::new(1905), 0, 0, Vec::new());
    let mut scratch = Scratch::new();
    for round in 0..1200 {
        let kinds = [random.below(3), random.below(7)];
        let [kind_a, kind_b] = if random.chance(0.5) { kinds } else { [kinds[1], kinds[0]] };
        let (a, b) = (shape(&mut random, kind_a), shape(&mut random, kind_b));
        let pair = Pair { a: &a, b: &b, b_in_a: pose(&mut random) };
        let measured = measure(&pair, &Settings::with_margin(f64::INFINITY), &mut Memory::new(), &mut scratch);
        let Relation::Near(near) = measured.relation else { panic!("{measured:?}") };
        assert!(near.lower <= near.distance && near.distance <= near.upper, "{round}: {a:?} {b:?} {near:?}");
        // EPA computes the depth of the cores, so only if the cores overlap.
        if -near.distance <= a.radius() + b.radius() {
            continue;
        }
        deep += 1;
        searched += usize::from(measured.calls > 100);
        let size = a.radius_about_center() + b.radius_about_center() + pair.b_in_a.translation.length();
        let between = pair.b_in_a.point(near.point_b) - near.point_a;
        let normal_in_b = pair.b_in_a.rotation.basis().unrotate(near.normal);
        let off = [
            (between - near.normal * near.distance).length(),
            off_surface(&a, near.point_a, near.normal, &mut random),
            off_surface(&b, near.point_b, -normal_in_b, &mut random),
        ];
        if !off.iter().all(|&off| off <= 1e-12 * size) {
            wrong.push(format!("{round}: off by {:?} of the size, {a:?} {b:?} {:?}", off.map(|off| off / size), pair.b_in_a));
        }
    }
    assert!(deep > 800 && searched > 300, "{deep} {searched}");
    assert!(wrong.is_empty(), "{} of {deep}: {}", wrong.len(), wrong.join("\n"));
}
