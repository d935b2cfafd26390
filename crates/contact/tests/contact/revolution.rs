//! Vertices and edges against boxes and solids of revolution, which are answered without a search,
//! against the same shapes known by their support maps alone.

use clinch_contact::{Measured, Memory, Pair, Relation, Scratch, Separation, Settings};
use clinch_shapes::{Capsule, Cone, Cuboid, Cylinder, Frustum, Hull, Rounded, Shape3, Triangle};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::common::{near, opaque};
use crate::erased::{distance, measure, overlap};

type Shape = Shape3<DVec3>;

/// No pair here is farther apart.
fn wide_margin() -> Settings<f64> {
    Settings::with_margin(100.0)
}

fn revolution(random: &mut Random) -> Shape {
    let [a, b, c] = [(); 3].map(|()| random.range(0.2, 1.5));
    match random.below(5) {
        0 | 1 => Cylinder::new(a, b).unwrap().into(),
        2 => Cone::new(a, b).unwrap().into(),
        3 => Frustum::new(a, b, c).unwrap().into(),
        _ => Rounded::new(Shape::from(Cylinder::new(a, b).unwrap()), 0.1 * c).unwrap().into(),
    }
}

fn other(random: &mut Random) -> Shape {
    let [a, b, c] = [(); 3].map(|()| random.range(0.2, 1.5));
    let corners = [(); 8].map(|()| random.direction(3) * a);
    match random.below(8) {
        0..3 => Cuboid::new(DVec3::new(a, b, c)).unwrap().into(),
        3 => Triangle::new(corners[0], corners[1], corners[2]).unwrap().into(),
        4 => Hull::new(&corners).unwrap().into(),
        5 => Capsule::new(a, 0.3 * b).unwrap().into(),
        _ => revolution(random),
    }
}

/// A random rotation, or one that makes flat and straight features parallel.
fn rotation(random: &mut Random) -> DQuat {
    let [x, y, z, w] = random.quaternion();
    let any = DQuat::from_xyzw(x, y, z, w);
    let quarter = random.pick(&[DQuat::IDENTITY, DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5), DQuat::from_xyzw(0.5, -0.5, 0.5, 0.5)]);
    let tilt = DQuat::from_rotation_x(random.pick(&[0.0, 1e-15, 1e-9, 1e-5]));
    if random.chance(0.25) { tilt * quarter * DQuat::from_rotation_y(random.range(0.0, 3.0)) } else { any }
}

/// Pairs that are apart by some length, or overlap by it.
fn each_pair(seed: u64, count: usize, mut check: impl FnMut(&Shape, &Shape, &Pose<DVec3>)) {
    let (mut random, mut scratch) = (Random::new(seed), Scratch::new());
    for _ in 0..count {
        let (mut a, mut b) = (revolution(&mut random), other(&mut random));
        if random.chance(0.1) {
            a = Cuboid::new(DVec3::new(random.range(0.2, 1.5), 0.5, random.range(0.2, 1.5))).unwrap().into();
        }
        if random.chance(0.5) {
            (a, b) = (b, a);
        }
        let (rotation, direction) = (rotation(&mut random), random.direction(3));
        let away = Pose::new(rotation, direction * 8.0);
        let (hidden_a, hidden_b) = (opaque(a.clone()), opaque(b.clone()));
        let measured = measure(&Pair { a: &hidden_a, b: &hidden_b, b_in_a: away }, &wide_margin(), &mut Memory::new(), &mut scratch);
        let gap = near(&measured).unwrap();
        let wanted = random.pick(&[3.0, 1.0, 0.1, 1e-3, 1e-7, 0.0, -1e-7, -1e-3, -0.05, -0.3]);
        check(&a, &b, &Pose::new(rotation, direction * 8.0 - gap.normal * (gap.distance - wanted)));
    }
}

fn separation_of(measured: &Measured<DVec3>) -> Separation<DVec3> {
    *near(measured).unwrap()
}

#[test]
fn vertices_and_edges_get_the_answer_of_a_search() {
    let (mut scratch, mut closed, mut apart, mut deep) = (Scratch::new(), [0; 2], 0, 0);
    each_pair(9_301, 6000, |a, b, pose| {
        let known = measure(&Pair { a, b, b_in_a: *pose }, &wide_margin(), &mut Memory::new(), &mut scratch);
        let (hidden_a, hidden_b) = (opaque(a.clone()), opaque(b.clone()));
        let hidden = measure(&Pair { a: &hidden_a, b: &hidden_b, b_in_a: *pose }, &wide_margin(), &mut Memory::new(), &mut scratch);
        let (found, truth) = (separation_of(&known), separation_of(&hidden));
        let message = || format!("{a:?} {b:?} {pose:?}: {found:?}, not {truth:?}");
        assert!(found.lower <= truth.upper && truth.lower <= found.upper, "{}", message());
        if known.calls == 0 {
            closed[usize::from(truth.upper < 0.0)] += 1;
            assert!(found.upper - found.lower < 1e-12, "{}", message());
        }
        if truth.lower > 1e-9 {
            apart += 1;
            assert!((found.distance - truth.distance).abs() < 1e-12 + (truth.upper - truth.lower), "{}", message());
        } else if truth.upper < -1e-9 {
            deep += 1;
            // Of two depths the greater one is wrong.
            assert!(found.distance > truth.distance - 1e-12 && found.distance < 1e-9 + truth.upper, "{}", message());
        }
        let across = pose.point(found.point_b) - found.point_a;
        assert!((across - found.normal * found.distance).length() < 1e-9, "{}: the points are {across} apart", message());
    });
    assert!(apart > 2000 && deep > 1500, "{apart} {deep}");
    assert!(closed[0] > 2000 && closed[1] > 1000, "without a search: {closed:?}");
}

#[test]
fn every_query_gives_the_same_answer() {
    let mut scratch = Scratch::new();
    let mut beyond = 0;
    each_pair(9_302, 4000, |a, b, pose| {
        let pair = Pair { a, b, b_in_a: *pose };
        let full = separation_of(&measure(&pair, &wide_margin(), &mut Memory::new(), &mut scratch));
        for margin in [0.0, 0.02, 100.0] {
            let settings = Settings::with_margin(margin);
            let touching = overlap(&pair, &settings, &mut Memory::new(), &mut scratch).touching;
            assert_eq!(touching, Some(full.is_touching()), "{a:?} {b:?} {pose:?}: {full:?}");
            match distance(&pair, &settings, &mut Memory::new(), &mut scratch).relation {
                Relation::Beyond { at_least, axis } => {
                    beyond += 1;
                    assert!(at_least > margin && at_least <= full.upper, "{a:?} {b:?} {pose:?}: {at_least}, {full:?}");
                    assert!((axis.length() - 1.0).abs() < 1e-12);
                }
                Relation::Near(gap) => {
                    assert_eq!(gap.is_touching(), full.is_touching(), "{a:?} {b:?} {pose:?}: {gap:?}, {full:?}");
                    assert!(gap.lower <= full.upper && full.lower <= gap.upper, "{a:?} {b:?} {pose:?}: {gap:?}, {full:?}");
                }
                Relation::Undefined => panic!("{a:?} {b:?} {pose:?}"),
            }
        }
    });
    assert!(beyond > 2000, "{beyond}");
}

#[test]
fn a_warm_start_of_any_kind_changes_no_answer() {
    let mut scratch = Scratch::new();
    let mut memory = Memory::new();
    each_pair(9_303, 4000, |a, b, pose| {
        let pair = Pair { a, b, b_in_a: *pose };
        let cold = separation_of(&measure(&pair, &wide_margin(), &mut Memory::new(), &mut scratch));
        // The memory is that of another pair.
        let warm = separation_of(&measure(&pair, &wide_margin(), &mut memory, &mut scratch));
        assert!(cold.lower <= warm.upper && warm.lower <= cold.upper, "{a:?} {b:?} {pose:?}: {warm:?}, not {cold:?}");
        assert!((cold.distance - warm.distance).abs() < 1e-9, "{a:?} {b:?} {pose:?}: {warm:?}, not {cold:?}");
    });
}

#[test]
fn a_cylinder_on_a_box_has_its_points() {
    let (cylinder, cuboid) = (Cylinder::new(0.5_f32, 0.25).unwrap(), Cuboid::new(Vec3::new(1.0, 0.5, 1.0)).unwrap());
    let settings = Settings::with_margin(0.02_f32);
    let (mut scratch, mut manifold) = (Scratch::new(), clinch_contact::Manifold::default());
    let on_side = DQuat::from_rotation_z(core::f64::consts::FRAC_PI_2);
    let mut points = |pose: Pose<DVec3>| {
        manifold.clear();
        let pair = Pair { a: &cuboid, b: &cylinder, b_in_a: pose };
        let measured = clinch_contact::collide(&pair, &settings, &mut Memory::new(), &mut scratch, &mut manifold);
        let Relation::Near(Separation { normal, distance, .. }) = measured.relation else { panic!("{measured:?}") };
        assert!((normal - DVec3::Y).length() < 1e-7 && (distance + 0.01).abs() < 1e-7, "{normal} {distance}");
        manifold.points.len()
    };
    assert_eq!(points(Pose::at(DVec3::new(0.2, 0.99, 0.1))), 4, "on its cap");
    assert_eq!(points(Pose::at(DVec3::new(0.9, 0.99, 0.0))), 4, "half over the edge");
    assert_eq!(points(Pose::new(on_side, DVec3::new(0.2, 0.74, 0.1))), 2, "on its side");
    assert_eq!(points(Pose::new(on_side, DVec3::new(0.8, 0.74, 0.1))), 2, "an end over the edge");
}

#[test]
fn sizes_of_all_orders_and_numbers_that_are_not_finite() {
    let mut scratch = Scratch::new();
    each_pair(9_304, 300, |a, b, pose| {
        let at_one = separation_of(&measure(&Pair { a, b, b_in_a: *pose }, &wide_margin(), &mut Memory::new(), &mut scratch));
        assert!(at_one.distance.is_finite());
        for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let misplaced = Pose::new(pose.rotation, DVec3::new(0.0, wrong, 1.0));
            let measured = measure(&Pair { a, b, b_in_a: misplaced }, &wide_margin(), &mut Memory::new(), &mut scratch);
            assert!(!matches!(measured.relation, Relation::Near(_)), "{a:?} {b:?} {misplaced:?}: {measured:?}");
        }
    });
    for exponent in [-300, -150, -60, 60, 150, 300] {
        let unit = 2.0_f64.powi(exponent);
        let (cylinder, cuboid) = (Cylinder::new(unit, 0.5 * unit).unwrap(), Cuboid::new(DVec3::splat(unit)).unwrap());
        let (rotation, at) = (DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9).normalize(), DVec3::new(0.3, 1.9, 0.2));
        let settings = Settings::with_margin(10.0 * unit);
        let scaled = measure(
            &Pair { a: &cuboid, b: &cylinder, b_in_a: Pose::new(rotation, at * unit) },
            &settings,
            &mut Memory::new(),
            &mut scratch,
        );
        let (cylinder, cuboid) = (Cylinder::new(1.0, 0.5).unwrap(), Cuboid::new(DVec3::splat(1.0)).unwrap());
        let pair = Pair { a: &cuboid, b: &cylinder, b_in_a: Pose::new(rotation, at) };
        let plain = measure(&pair, &Settings::with_margin(10.0), &mut Memory::new(), &mut scratch);
        let (scaled, plain) = (separation_of(&scaled), separation_of(&plain));
        assert!((scaled.distance / unit - plain.distance).abs() < 1e-12, "2^{exponent}: {scaled:?}, {plain:?}");
    }
}
