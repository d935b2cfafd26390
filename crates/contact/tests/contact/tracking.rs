//! Feature ids persist from tick to tick while the same features meet, and the memory of a pair
//! changes no answer.

use crate::common::{Case, Kit, about_y, assert_sound};
use crate::erased::collide;
use clinch_contact::{FeatureId, Manifold, Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Cuboid, Cylinder, Hull, Shape3};
use clinch_support::{Pose, Rotation, Scalar, Vector};
use clinch_testkit::generate::{self, Kind};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// Moves a box over another one for many ticks. Returns the ticks in which the ids changed, with
/// the ids.
fn run(upper: Vec3, at: impl Fn(f64) -> Pose<DVec3>, ticks: u32) -> Vec<(u32, Vec<FeatureId>)> {
    let (a, b) = (Cuboid::new(Vec3::new(2.0, 0.5, 2.0)).unwrap(), Cuboid::new(upper).unwrap());
    let settings = Settings::with_margin(0.01_f32);
    let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::new());
    let mut history: Vec<(u32, Vec<FeatureId>)> = Vec::new();
    for tick in 0..ticks {
        let last: Vec<FeatureId> = manifold.points.iter().map(|point| point.feature).collect();
        let pair = Pair { a: &a, b: &b, b_in_a: at(f64::from(tick)) };
        let measured = collide(&pair, &settings, &mut memory, &mut scratch, &mut manifold);
        let case = Case::<Vec3> { a: a.into(), b: b.into(), b_in_a: pair.b_in_a };
        assert_sound(&case, 0.01, &measured, &manifold, &tick);
        for point in &manifold.points {
            assert!(point.persisted || !last.contains(&point.feature), "tick {tick}: a point with a known id persists");
        }
        let now: Vec<FeatureId> = manifold.points.iter().map(|point| point.feature).collect();
        if now != last {
            history.push((tick, now));
        }
    }
    history
}

#[test]
fn a_sliding_and_rotating_box_keeps_its_ids() {
    let sliding = |tick: f64| Pose::new(about_y(0.3), DVec3::new(0.1 + 1e-4 * tick, 0.999, 0.2 - 1e-4 * tick));
    let rotating = |tick: f64| Pose::new(about_y(0.3 + 1e-4 * tick), DVec3::new(0.1, 0.9995, 0.2));
    let rocking = |tick: f64| Pose::new(crate::common::about_y(0.3), DVec3::new(0.1, 1.0 + 1e-6 * (tick % 3.0 - 1.0), 0.2));
    for (name, history) in [
        ("sliding", run(Vec3::splat(0.5), sliding, 100)),
        ("rotating", run(Vec3::splat(0.5), rotating, 100)),
        ("rocking", run(Vec3::splat(0.5), rocking, 100)),
        // Corners of both are outside of the other: eight candidates, of which the same four are
        // kept.
        ("rotating on an equal one", run(Vec3::new(2.0, 0.5, 2.0), |tick| Pose::new(about_y(0.4 + 1e-4 * tick), DVec3::Y * 0.9995), 100)),
    ] {
        assert_eq!(history.len(), 1, "{name}: the ids changed: {history:?}");
        assert_eq!(history[0].1.len(), 4, "{name}: {history:?}");
    }
}

/// A five-sided prism that trembles on an equal one: returns the number of new points. Of the many
/// corners of the overlap four are kept.
fn trembling_prism(tilt: f64) -> usize {
    let corner = |k: u32, y: f32| {
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(k) / 5.0);
        Vec3::new(cos as f32, y, sin as f32)
    };
    let prism = Hull::new(&(0..5).flat_map(|k| [corner(k, -0.5), corner(k, 0.5)]).collect::<Vec<_>>()).unwrap();
    let settings = Settings::with_margin(0.01_f32);
    let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::new());
    let mut random = Random::new(1);
    let new_points = (0..300).map(|_| {
        let last: Vec<FeatureId> = manifold.points.iter().map(|point| point.feature).collect();
        let (toss, turn) = (random.in_ball(3) * 0.05, random.in_ball(3));
        let turn = DQuat::from_xyzw(tilt * turn.x, 0.15 + 0.005 * turn.y, tilt * turn.z, 1.0);
        let pair = Pair { a: &prism, b: &prism, b_in_a: Pose::new(turn, DVec3::new(0.05 + toss.x, 0.9995, toss.z)) };
        let measured = collide(&pair, &settings, &mut memory, &mut scratch, &mut manifold);
        let Relation::Near(near) = measured.relation else { panic!("{measured:?}") };
        assert!((manifold.separation().widen() - near.distance).abs() < 1e-4, "a deepest point is kept: {manifold:?}");
        manifold.points.iter().filter(|point| !last.contains(&point.feature)).count()
    });
    new_points.sum()
}

/// Without hysteresis there are 102 new points in 300 ticks, 250 with a little tilt, 475 with more.
#[test]
fn a_trembling_prism_keeps_its_choice_of_corners() {
    assert_eq!(trembling_prism(0.0), 4, "the first four");
    let little = trembling_prism(1e-5);
    assert!(little <= 10, "{little}");
    let tilted = trembling_prism(1e-3);
    assert!(tilted <= 350, "{tilted}: as the deepest corner changes, so must the points, but not all");
}

/// Two almost aligned cubes that tremble: a corner of the patch is a corner of a cube in one tick
/// and the crossing of two edges in the next. The user data must persist.
#[test]
fn a_corner_that_trembles_over_an_edge_persists() {
    let cube = Cuboid::<Vec3>::new(Vec3::splat(0.5)).unwrap();
    let settings = Settings::with_margin(0.02_f32);
    let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::<Vec3>::new());
    let mut random = Random::new(5);
    let mut renamed = 0;
    for tick in 0..400 {
        let toss = random.in_ball(3) * 4e-4;
        let pair = Pair { a: &cube, b: &cube, b_in_a: Pose::new(about_y(-8e-4), DVec3::new(2.2e-4 + toss.x, 0.996, -0.0046 + toss.z)) };
        let last: Vec<_> = manifold.points.iter().map(|point| (point.feature, point.user_data)).collect();
        collide(&pair, &settings, &mut memory, &mut scratch, &mut manifold);
        assert_eq!(manifold.points.len(), 4);
        let mut user_data: Vec<f32> = manifold.points.iter().map(|point| point.user_data[0]).collect();
        user_data.sort_by(f32::total_cmp);
        assert_eq!(user_data, if tick == 0 { [0.0; 4] } else { [1.0, 2.0, 3.0, 4.0] }, "tick {tick}: each persists once");
        for (place, point) in manifold.points.iter_mut().enumerate() {
            // Each keeps its corner.
            let corner = 1.0 + f32::from(u8::from(point.on_a.x > 0.0)) + 2.0 * f32::from(u8::from(point.on_a.z > 0.0));
            assert!(tick == 0 || point.user_data == [corner, 2.0, 3.0, 4.0], "tick {tick}, point {place}: {point:?}");
            point.user_data = [corner, 2.0, 3.0, 4.0];
            renamed += usize::from(tick > 0 && last.iter().all(|(feature, _)| *feature != point.feature));
        }
    }
    assert!(renamed > 100, "the sample must bite: {renamed}");
}

/// A cylinder on its cap on a plate, whose tilt of this sine rotates: the number of changes of the
/// ids, and the largest height of the deepest point above the deepest place.
fn tilting(sine: f64) -> (usize, f64) {
    let (a, b) = (Cuboid::new(Vec3::new(2.0, 0.5, 2.0)).unwrap(), Cylinder::new(0.5_f32, 0.5).unwrap());
    let settings = Settings::with_margin(0.02_f32);
    let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::<Vec3>::new());
    let (mut last, mut changes, mut missed): (Vec<FeatureId>, _, _) = (Vec::new(), 0, 0.0_f64);
    for tick in 0..64 {
        let (sin, cos) = libm::sincos(0.37 * f64::from(tick));
        let turn = DQuat::from_xyzw(0.5 * sine * cos, 0.0, 0.5 * sine * sin, 1.0).normalize();
        let pair = Pair { a: &a, b: &b, b_in_a: Pose::new(turn, DVec3::Y * 0.9999) };
        let measured = collide(&pair, &settings, &mut memory, &mut scratch, &mut manifold);
        let Relation::Near(separation) = measured.relation else { panic!("they touch") };
        assert_eq!(manifold.points.len(), 4);
        missed = missed.max(f64::from(manifold.separation()) - separation.distance);
        let now: Vec<FeatureId> = manifold.points.iter().map(|point| point.feature).collect();
        changes += usize::from(now != last);
        last = now;
    }
    (changes, missed)
}

#[test]
fn a_cylinder_keeps_its_points_as_its_tilt_rotates() {
    for sine in [1e-7, 1e-6, 1e-5] {
        assert_eq!(tilting(sine).0, 1, "a tilt of {sine}");
    }
    // Between the corners of the rim the deepest place is the witness point, which rotates with the
    // tilt.
    let (changes, missed) = tilting(0.02);
    assert!(changes <= 4 && missed < 4e-5, "{changes}, {missed}");
}

#[test]
fn ids_change_when_a_corner_leaves_the_edge_and_only_then() {
    // The upper box's right side passes the lower one's at tick 50.5.
    let over_the_edge = |tick: f64| Pose::at(DVec3::new(1.5 + 1e-4 * (tick - 50.5), 0.999, 0.2));
    let history = run(Vec3::splat(0.5), over_the_edge, 100);
    let ticks: Vec<u32> = history.iter().map(|(tick, _)| *tick).collect();
    assert_eq!(ticks, [0, 51], "{history:?}");
    let stay = history[0].1.iter().filter(|id| history[1].1.contains(id)).count();
    assert_eq!(stay, 2, "the two points far from the edge keep their ids: {history:?}");
}

#[test]
fn capsules_keep_their_ids_when_the_normal_rotates() {
    let capsule = Shape3::from(clinch_shapes::Capsule::<Vec3>::new(1.0, 0.25).unwrap());
    let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::new());
    for tick in 0..100 {
        // It orbits the other at a distance at which they just overlap.
        let turn = about_y(0.05 * f64::from(tick));
        let at = turn.basis_x() * 0.499;
        let pair = Pair { a: &capsule, b: &capsule, b_in_a: Pose::at(at + DVec3::new(0.0, 0.5, 0.0)) };
        collide(&pair, &Settings::default(), &mut memory, &mut scratch, &mut manifold);
        assert_eq!(manifold.points.len(), 2);
        assert!(tick == 0 || manifold.points.iter().all(|point| point.persisted), "tick {tick}: {manifold:?}");
    }
}

trait BasisX {
    fn basis_x(self) -> DVec3;
}

impl BasisX for glam::DQuat {
    fn basis_x(self) -> DVec3 {
        clinch_support::Basis::rotate(&Rotation::basis(self), DVec3::X)
    }
}

/// A change of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Creep,
    Teleport,
    HalfTurn,
    Swap,
    Reshape,
}

/// The same walk with its memory, and each step without: the same answer within the tolerance.
fn memory_changes_no_answer<V: Kit>(seed: u64, walks: u64) {
    let (mut steps, mut apart, mut overlapping, mut jumps) = (0, 0, 0, 0);
    for index in 0..walks {
        let mut random = Random::of(seed, index);
        let mut case = Case::<V>::of(&generate::pair(V::DIM, seed, index).query);
        let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::new());
        for _ in 0..12 {
            let step = random.pick(&[Step::Creep, Step::Creep, Step::Creep, Step::Teleport, Step::HalfTurn, Step::Swap, Step::Reshape]);
            let size = case.size();
            let toss = random.in_ball(V::DIM);
            let toss = V::Wide::from_fn(|axis| toss[axis]);
            match step {
                Step::Creep => {
                    case.b_in_a.translation = case.b_in_a.translation + toss * (1e-3 * size);
                    case.b_in_a.rotation = V::turn(random.range(-1e-3, 1e-3)).after(case.b_in_a.rotation);
                }
                Step::Teleport => case.b_in_a.translation = toss * (0.5 * size),
                Step::HalfTurn => case.b_in_a.rotation = V::turn(core::f64::consts::PI).after(case.b_in_a.rotation),
                Step::Swap => core::mem::swap(&mut case.a, &mut case.b),
                // Another shape, of a tenth to ten times the size: the vertices in the memory may
                // no longer exist.
                Step::Reshape => {
                    let kind = random.pick(&Kind::POLYTOPES);
                    let size = size * random.power(-1.3, 0.7);
                    case.b = V::shape(&generate::shape(&mut random, V::DIM, kind, size, false));
                }
            }
            let settings = Settings::with_margin(V::Scalar::narrow(case.size()));
            let warm = collide(&case.pair(), &settings, &mut memory, &mut scratch, &mut manifold);
            assert_sound(&case, settings.margin, &warm, &manifold, &(step, index));
            let (cold, first) = crate::common::cold(&case.pair(), &settings);
            let context = || format!("{seed}/{index} {step:?}: {warm:?}\n{cold:?}\n{manifold:?}\n{first:?}");
            match (&warm.relation, &cold.relation) {
                (Relation::Near(warm), Relation::Near(cold)) => {
                    let band = (10.0 * V::Scalar::EPSILON.widen()).max(1e-11) * case.size();
                    assert!((warm.distance - cold.distance).abs() <= band, "distances: {}", context());
                    assert!(warm.lower <= cold.upper && cold.lower <= warm.upper, "bounds contradict: {}", context());
                    assert_eq!(manifold.points.is_empty(), first.points.is_empty(), "{}", context());
                    let off = manifold.separation().widen() - first.separation().widen();
                    assert!(first.points.is_empty() || off.abs() <= band + 2e-6 * case.size(), "deepest: {}", context());
                    apart += usize::from(cold.lower > 0.0);
                    overlapping += usize::from(cold.upper < 0.0);
                }
                (Relation::Beyond { at_least: proved, .. }, Relation::Beyond { at_least, .. }) => {
                    assert!(*proved > settings.margin.widen() && *at_least > settings.margin.widen(), "{}", context());
                }
                _ => panic!("one is near, one is not: {}", context()),
            }
            steps += 1;
            jumps += usize::from(step != Step::Creep);
        }
    }
    assert!(5 * apart >= steps && 5 * overlapping >= steps && 3 * jumps >= steps, "{apart} apart, {overlapping} overlapping of {steps}");
}

#[test]
fn memory_changes_no_answer_in_3d() {
    memory_changes_no_answer::<Vec3>(301, 250);
    memory_changes_no_answer::<DVec3>(302, 250);
}

#[test]
fn memory_changes_no_answer_in_2d() {
    memory_changes_no_answer::<Vec2>(303, 500);
    memory_changes_no_answer::<DVec2>(304, 500);
}
