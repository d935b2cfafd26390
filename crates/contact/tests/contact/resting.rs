//! Shapes that rest on each other: how many points, where, and how deep. The manifold of each scene
//! is in a snapshot beside this file.

use std::fmt::Write;

use crate::common::{Case, Kit, about_y, assert_sound, cold};
use clinch_contact::{Manifold, Settings};
use clinch_shapes::{Ball, Capsule, Cuboid, Hull, Polygon, Shape2, Shape3};
use clinch_support::{Pose, Rotation2};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

const MARGIN: f32 = 0.05;

fn show<V: Kit>(name: &str, case: &Case<V>, page: &mut String) -> Manifold<V> {
    let margin = clinch_support::Scalar::narrow(f64::from(MARGIN));
    let (measured, manifold) = cold(&case.pair(), &Settings::with_margin(margin));
    assert_sound(case, margin, &measured, &manifold, &name);
    // −0 and noise become 0.
    let digits = |x: f64| format!("{:.4}", if x.abs() < 5e-5 { 0.0 } else { x });
    let vector = |v: V| {
        let all: Vec<String> = (0..V::DIM).map(|axis| digits(clinch_support::Scalar::widen(v.get(axis)))).collect();
        all.join(" ")
    };
    writeln!(page, "{name}: normal {}", vector(manifold.normal)).unwrap();
    for point in &manifold.points {
        let separation = digits(clinch_support::Scalar::widen(point.separation));
        writeln!(page, "    {}  |  {}  |  {separation}", vector(point.on_a), vector(point.on_b)).unwrap();
    }
    manifold
}

fn cuboid(x: f32, y: f32, z: f32) -> Shape3<Vec3> {
    Cuboid::new(Vec3::new(x, y, z)).unwrap().into()
}

fn capsule(half: Vec3, radius: f32) -> Shape3<Vec3> {
    Capsule::between(-half, half, radius).unwrap().into()
}

fn sphere(radius: f32) -> Shape3<Vec3> {
    Ball::new(radius).unwrap().into()
}

fn hull_of_box(x: f32, y: f32, z: f32) -> Shape3<Vec3> {
    let sign = |i: usize, bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
    let corners: Vec<Vec3> = (0..8).map(|i| Vec3::new(x * sign(i, 0), y * sign(i, 1), z * sign(i, 2))).collect();
    Hull::new(&corners).unwrap().into()
}

fn scenes_3d() -> Vec<(&'static str, Case<Vec3>, usize)> {
    let case = |a: &Shape3<Vec3>, b: &Shape3<Vec3>, turn: DQuat, x: f64, y: f64, z: f64| Case::<Vec3> {
        a: a.clone(),
        b: b.clone(),
        b_in_a: Pose::new(turn, DVec3::new(x, y, z)),
    };
    let flat = DQuat::IDENTITY;
    let (floor, cube, slab) = (cuboid(4.0, 0.5, 4.0), cuboid(1.0, 1.0, 1.0), cuboid(2.0, 0.5, 0.25));
    let slab_across = cuboid(0.25, 0.5, 2.0);
    let on_side = capsule(Vec3::new(0.75, 0.0, 0.0), 0.25);
    let upright = capsule(Vec3::new(0.0, 0.75, 0.0), 0.25);
    let (eighth, twelfth) = (about_y(core::f64::consts::FRAC_PI_4), about_y(core::f64::consts::FRAC_PI_6));
    let corner_down = DQuat::from_xyzw(0.279_848_142, 0.0, -0.279_848_142, 0.880_476_236);
    vec![
        ("a cube on a floor", case(&floor, &cube, flat, 1.0, 1.5, 0.5), 4),
        ("a cube sunk into a floor", case(&floor, &cube, flat, 1.0, 1.4375, 0.5), 4),
        ("a cube hovering within the margin", case(&floor, &cube, flat, 1.0, 1.5 + 0.03125, 0.5), 4),
        ("a cube hovering beyond the margin", case(&floor, &cube, flat, 1.0, 1.5 + 0.0625, 0.5), 0),
        ("a cube on an equal one", case(&cube, &cube, flat, 0.0, 2.0, 0.0), 4),
        ("a cube on an equal one, rotated by 45°: four of eight corners", case(&cube, &cube, eighth, 0.0, 2.0, 0.0), 4),
        ("a cube on an equal one, rotated by 30°", case(&cube, &cube, twelfth, 0.0, 2.0, 0.0), 4),
        ("a cube overhanging by half", case(&cube, &cube, flat, 1.0, 2.0, 0.0), 4),
        ("a cube overhanging by a corner", case(&cube, &cube, flat, 1.5, 2.0, 1.5), 4),
        ("a cross of two slabs", case(&slab, &slab_across, flat, 0.0, 1.0, 0.0), 4),
        ("a cube on its edge", case(&floor, &cube, DQuat::from_xyzw(0.0, 0.0, 0.382_683_432, 0.923_879_533), 0.0, 0.5 + 1.414, 0.0), 2),
        ("a cube on its corner", case(&floor, &cube, corner_down, 0.0, 0.5 + 1.7, 0.0), 1),
        ("cubes crossing edge on edge", case(&cube, &cube, DQuat::from_xyzw(0.0, 0.0, 0.382_683_432, 0.923_879_533), 0.0, 2.4, 0.0), 2),
        ("a capsule on its side on a floor", case(&floor, &on_side, flat, 0.0, 0.75, 0.0), 2),
        ("a capsule on its side on a floor, half over the edge", case(&floor, &on_side, flat, 4.0, 0.75, 0.0), 2),
        ("an upright capsule on a floor", case(&floor, &upright, flat, 0.0, 1.5, 0.0), 1),
        ("parallel capsules", case(&on_side, &on_side, flat, 0.25, 0.5, 0.0), 2),
        ("crossing capsules", case(&on_side, &capsule(Vec3::new(0.0, 0.0, 0.75), 0.25), flat, 0.25, 0.4375, 0.0), 1),
        ("capsules whose axes cross", case(&on_side, &capsule(Vec3::new(0.0, 0.0, 0.75), 0.25), flat, 0.25, 0.0, 0.0), 1),
        ("capsules end to end", case(&on_side, &on_side, flat, 2.0, 0.0, 0.0), 1),
        ("a sphere on a floor", case(&floor, &sphere(0.5), flat, 1.0, 0.9375, 0.0), 1),
        ("a floor on a sphere", case(&sphere(0.5), &floor, flat, 1.0, -0.9375, 0.0), 1),
        ("a sphere in a box, deeper than its centre", case(&cube, &sphere(0.5), flat, 0.0, 0.75, 0.0), 1),
        ("a sphere on a capsule", case(&on_side, &sphere(0.5), flat, 0.5, 0.75, 0.0), 1),
        ("spheres", case(&sphere(0.5), &sphere(0.25), flat, 0.0, 0.75, 0.0), 1),
        ("concentric spheres", case(&sphere(0.5), &sphere(0.25), flat, 0.0, 0.0, 0.0), 1),
        ("a hull of a cube on a floor", case(&floor, &hull_of_box(1.0, 1.0, 1.0), flat, 1.0, 1.5, 0.5), 4),
    ]
}

#[test]
fn resting_in_3d() {
    let mut page = String::new();
    for (name, case, count) in scenes_3d() {
        let manifold = show(name, &case, &mut page);
        assert_eq!(manifold.points.len(), count, "{page}");
    }
    insta::assert_snapshot!(page);
}

fn scenes_2d() -> Vec<(&'static str, Case<Vec2>, usize)> {
    let case = |a: &Shape2<Vec2>, b: &Shape2<Vec2>, angle: f64, x: f64, y: f64| Case::<Vec2> {
        a: a.clone(),
        b: b.clone(),
        b_in_a: Pose::new(Rotation2::<f64>::from_angle(angle), DVec2::new(x, y)),
    };
    let rectangle = |x: f32, y: f32| Shape2::from(Cuboid::new(Vec2::new(x, y)).unwrap());
    let (floor, square) = (rectangle(4.0, 0.5), rectangle(1.0, 1.0));
    let pentagon = [(-1.0, -1.0), (1.0, -1.0), (1.0, 0.5), (0.0, 1.5), (-1.0, 0.5)].map(Vec2::from);
    let pentagon = Shape2::from(Polygon::new(&pentagon).unwrap());
    let ledge = Shape2::from(Capsule::between(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0), 0.0).unwrap());
    let on_side = Shape2::from(Capsule::between(Vec2::new(-0.75, 0.0), Vec2::new(0.75, 0.0), 0.25).unwrap());
    let circle = Shape2::from(Ball::new(0.5_f32).unwrap());
    let (half, eighth) = (core::f64::consts::PI, core::f64::consts::FRAC_PI_4);
    vec![
        ("a square on a floor", case(&floor, &square, 0.0, 1.0, 1.5), 2),
        ("a square sunk into a floor, half over the edge", case(&floor, &square, 0.0, 4.0, 1.4375), 2),
        ("a square on its corner", case(&floor, &square, eighth, 0.0, 0.5 + 1.40625), 1),
        ("squares corner on corner", case(&square, &square, 0.0, 2.0, 2.0), 1),
        ("a pentagon on a floor", case(&floor, &pentagon, 0.0, 0.0, 1.5), 2),
        ("a pentagon on its tip", case(&floor, &pentagon, half, 0.0, 2.0), 1),
        ("a pentagon on a slanted side", case(&floor, &pentagon, half - eighth, 0.0, 0.5 + 1.06), 2),
        ("a capsule on its side on a ledge", case(&ledge, &on_side, 0.0, 1.5, 0.21875), 2),
        ("an upright capsule on a ledge", case(&ledge, &on_side, 2.0 * eighth, 0.5, 0.96875), 1),
        ("capsules whose axes cross", case(&ledge, &on_side, 2.0 * eighth, 0.5, 0.0), 1),
        ("a circle on a ledge's end", case(&ledge, &circle, 0.0, 2.25, 0.25), 1),
        ("a circle on a floor", case(&floor, &circle, 0.0, 2.25, 0.96875), 1),
        ("concentric circles", case(&circle, &circle, 0.0, 0.0, 0.0), 1),
    ]
}

#[test]
fn resting_in_2d() {
    let mut page = String::new();
    for (name, case, count) in scenes_2d() {
        let manifold = show(name, &case, &mut page);
        assert_eq!(manifold.points.len(), count, "{page}");
    }
    insta::assert_snapshot!(page);
}

#[test]
fn a_hull_of_a_cube_has_the_points_of_a_box() {
    for (name, case, _) in scenes_3d() {
        let box_of = |shape: &Shape3<Vec3>| match shape {
            Shape3::Cuboid(cuboid) => hull_of_box(cuboid.half().x, cuboid.half().y, cuboid.half().z),
            other => other.clone(),
        };
        let hulls = Case::<Vec3> { a: box_of(&case.a), b: box_of(&case.b), b_in_a: case.b_in_a };
        let settings = Settings::with_margin(MARGIN);
        let ((_, boxes), (_, hulls)) = (cold(&case.pair(), &settings), cold(&hulls.pair(), &settings));
        // Which four of the eight corners are kept depends on the ids.
        let eight = name.contains("rotated by");
        assert_eq!(boxes.points.len(), hulls.points.len(), "{name}");
        let found = |on_a: Vec3| hulls.points.iter().any(|point| (point.on_a - on_a).length() < 1e-5);
        assert!(eight || boxes.points.iter().all(|point| found(point.on_a)), "{name}: {boxes:?}\n{hulls:?}");
        assert!((boxes.separation() - hulls.separation()).abs() < 1e-5 || boxes.points.is_empty(), "{name}");
    }
}
