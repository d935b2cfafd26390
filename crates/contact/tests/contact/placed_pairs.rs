//! Queries in world space, against the same queries at the relative pose.

use clinch_contact::{
    CastOutcome, CastSettings, Manifold, Memory, PlacedPair, Relation, Scratch, Settings, Space, WorldCastOutcome, WorldMeasured,
    WorldRelation, cast, collide, distance, measure, overlap,
};
use clinch_shapes::{Ball, Capsule, Convex, Cuboid, Cylinder, HalfSpace, Hull, Posed, Shape2, Shape3};
use clinch_support::{Basis, Pose, Rotation, Rotation2, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3, Vec3Swizzles};

/// Whether two lengths of about 1, or two infinite ones, are the same but for rounding to f32.
fn same(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() < 1e-6
}

/// Whether two answers are the same but for the rounding of lengths of about 1 to f32.
fn agree<V: Space>(world: &WorldMeasured<V>, relation: &Relation<V>, [a, b]: [&Pose<V::Wide>; 2]) {
    let near = |one: V, other: V::Wide| assert!((one.widen() - other).length() < 1e-6, "{world:?} {relation:?}");
    match (world.relation, relation) {
        (WorldRelation::Near(world), Relation::Near(relative)) => {
            let (lower, distance, upper) = (world.lower, world.distance.widen(), world.upper);
            let bounded = lower <= relative.upper && relative.lower <= upper;
            assert!(same(distance, relative.distance) && bounded, "{world:?} {relative:?}");
            if relative.normal == V::Wide::ZERO {
                return assert_eq!((world.normal, world.point_a, world.point_b), (V::ZERO, V::ZERO, V::ZERO));
            }
            near(world.normal, a.vector(relative.normal));
            near(world.point_a, a.point(relative.point_a));
            near(world.point_b, b.point(relative.point_b));
        }
        (WorldRelation::Beyond { at_least }, Relation::Beyond { at_least: relative, .. }) => assert!((at_least - relative).abs() < 1e-12),
        (WorldRelation::Undefined, Relation::Undefined) => {}
        _ => panic!("{world:?} {relation:?}"),
    }
}

/// Whether two manifolds are the same but for the rounding of lengths of about 1 to f32, and gives
/// their points user data. `kept`: their points continue earlier ones.
fn assert_same_manifold<V: Space>(one: &mut Manifold<V>, other: &mut Manifold<V>, kept: bool) {
    let near = |one: V, other: V| (one.widen() - other.widen()).length() < 1e-6;
    assert_eq!(one.points.len(), other.points.len());
    for (one, other) in one.points.iter_mut().zip(&mut other.points) {
        assert!(near(one.on_a, other.on_a) && near(one.on_b, other.on_b), "{one:?} {other:?}");
        assert!(same(one.separation.widen(), other.separation.widen()), "{one:?} {other:?}");
        assert_eq!((one.feature, one.touching, one.user_data), (other.feature, other.touching, other.user_data));
        assert!(one.persisted == kept && other.persisted == kept && (one.user_data[0] > V::Scalar::ZERO) == kept);
        (one.user_data[0], other.user_data[0]) = (V::Scalar::ONE, V::Scalar::ONE);
    }
    assert!(one.points.is_empty() || near(one.normal, other.normal), "{one:?} {other:?}");
}

fn check<V: Space, S: Convex<V>>(shapes: &[S], mut pose: impl FnMut(&mut Random) -> Pose<V::Wide>) {
    let mut random = Random::new(11);
    let mut scratch = Scratch::new();
    let (mut apart, mut overlapping, mut undefined) = (0, 0, 0);
    for round in 0..6000 {
        let [a, b] = [0, 1].map(|_| &shapes[random.below(shapes.len())]);
        let (pose_a, pose_b) = (&pose(&mut random), &pose(&mut random));
        let pair = PlacedPair { a, pose_a, b, pose_b };
        let relative = pair.relative::<V>();
        let settings = Settings::with_margin(V::Scalar::narrow(random.pick(&[0.0, 0.3, f64::INFINITY])));
        let skins = Settings { skin_a: V::Scalar::narrow(0.1), skin_b: V::Scalar::narrow(0.05), ..settings };
        let settings = if round % 2 == 0 { settings } else { skins };
        let poses = [pose_a, pose_b];
        let expected_contact = measure(&relative, &settings, &mut Memory::new(), &mut scratch).relation;
        agree(&pair.measure(&settings, &mut Memory::new(), &mut scratch), &expected_contact, poses);
        let expected = distance(&relative, &settings, &mut Memory::new(), &mut scratch).relation;
        agree(&pair.distance(&settings, &mut Memory::new(), &mut scratch), &expected, poses);
        let mut manifolds: [Manifold<V>; 2] = [Manifold::new(), Manifold::new()];
        for kept in [false, true] {
            let [world, in_frames] = &mut manifolds;
            agree(&pair.collide(&settings, &mut Memory::new(), &mut scratch, world), &expected_contact, poses);
            collide(&relative, &settings, &mut Memory::new(), &mut scratch, in_frames);
            assert_same_manifold(world, in_frames, kept);
        }
        let touching = overlap(&relative, &settings, &mut Memory::new(), &mut scratch).touching;
        assert_eq!(pair.overlap(&settings, &mut Memory::new(), &mut scratch).touching, touching);
        let endless = Settings { margin: V::Scalar::narrow(f64::INFINITY), ..settings };
        if let Relation::Near(near) = measure(&relative, &endless, &mut Memory::new(), &mut scratch).relation {
            assert_eq!(touching, Some(near.is_touching()), "{near:?}");
        }
        apart += usize::from(touching == Some(false));
        overlapping += usize::from(touching == Some(true));
        undefined += usize::from(touching.is_none());
    }
    assert!(apart > 1000 && overlapping > 1000 && undefined > 100, "{apart} {overlapping} {undefined}");
}

fn check_casts<V: Space, S: Convex<V>>(shapes: &[S], mut pose: impl FnMut(&mut Random) -> Pose<V::Wide>) {
    let mut random = Random::new(12);
    let mut scratch = Scratch::new();
    let (mut hits, mut starts, mut misses, mut undefined) = (0, 0, 0, 0);
    for _ in 0..6000 {
        let [a, b] = [0, 1].map(|_| &shapes[random.below(shapes.len())]);
        let (pose_a, pose_b) = (&pose(&mut random), &pose(&mut random));
        let pair = PlacedPair { a, pose_a, b, pose_b };
        let motions = [0, 1].map(|_| pose(&mut random).translation);
        let max_time = random.pick(&[0.0, 0.3, f64::INFINITY]);
        let settings = CastSettings { target_distance: random.pick(&[0.0, 0.2]), max_time, ..CastSettings::default() };
        let in_a = pose_a.rotation.basis().unrotate(motions[1] - motions[0]);
        let expected = cast(&pair.relative::<V>(), in_a, &settings, &mut scratch).outcome;
        let world = pair.cast::<V>(motions, &settings, &mut scratch).outcome;
        match (world, &expected) {
            (WorldCastOutcome::Hit(world), CastOutcome::Hit(relative)) => {
                let moved = |pose: &Pose<V::Wide>, motion| Pose { translation: pose.translation + motion * world.time, ..*pose };
                let (a, b) = (moved(pose_a, motions[0]), moved(pose_b, motions[1]));
                let near = |one: V, other: V::Wide| assert!((one.widen() - other).length() < 4e-6, "{world:?} {relative:?}");
                near(world.normal, a.vector(relative.normal));
                near(world.point_a, a.point(relative.point_a));
                near(world.point_b, b.point(relative.point_b));
                assert_eq!(world.at_start, relative.at_start);
                assert!((world.separation - relative.separation).abs() < 1e-12 && (world.time - relative.time).abs() < 1e-9);
                assert!(world.lower <= relative.time && relative.lower <= world.time);
                hits += usize::from(!world.at_start);
                starts += usize::from(world.at_start);
            }
            (WorldCastOutcome::Miss { proven }, CastOutcome::Miss { proven: relative, .. }) => {
                assert_eq!(proven, *relative);
                misses += 1;
            }
            (WorldCastOutcome::Undefined, CastOutcome::Undefined) => undefined += 1,
            _ => panic!("{world:?} {expected:?}"),
        }
    }
    assert!(hits > 200 && starts > 1000 && misses > 1000 && undefined > 100, "{hits} {starts} {misses} {undefined}");
}

/// A factor that some rotations and translations are multiplied by: mostly 1.
fn broken(random: &mut Random) -> f64 {
    if random.chance(0.98) { 1.0 } else { random.pick(&[0.0, f64::NAN, f64::INFINITY]) }
}

#[test]
fn answers_in_world_space_are_those_at_the_relative_pose() {
    let (ball, capsule, cuboid) = (Ball::new(0.6), Capsule::new(0.5, 0.3), Cuboid::new(Vec3::new(0.4, 0.5, 0.6)));
    let shapes: [Shape3<Vec3>; 3] = [ball.unwrap().into(), capsule.unwrap().into(), cuboid.unwrap().into()];
    let pose = |random: &mut Random| {
        let rotation = DQuat::from_array(random.quaternion()) * random.range(0.5, 2.0) * broken(random);
        Pose::new(rotation, random.in_ball(3) * 1.5 * broken(random))
    };
    check(&shapes, pose);
    check_casts(&shapes, pose);
    check_casts(&shapes[..1], pose);
    check(&shapes[..1], |random| {
        let rotation = DQuat::from_array(random.quaternion()) * broken(random);
        Pose::new(rotation, random.in_ball(3) * 1.5)
    });
}

/// Shapes that are searched, one whose centre is not its origin, and one without bounds.
#[test]
fn so_are_they_for_shapes_without_a_closed_form() {
    let (hull, cylinder) = (Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]), Cylinder::new(0.4, 0.3));
    let aside = Posed::new(Shape3::from(Cuboid::new(Vec3::splat(0.3)).unwrap()), Pose::at(Vec3::X));
    let ground = HalfSpace::new(Vec3::Y, -1.0);
    let shapes: [Shape3<Vec3>; 5] =
        [hull.unwrap().into(), cylinder.unwrap().into(), aside.unwrap().into(), ground.unwrap().into(), Ball::new(0.3).unwrap().into()];
    check(&shapes, |random| {
        let rotation = DQuat::from_array(random.quaternion()) * random.range(0.5, 2.0) * broken(random);
        Pose::new(rotation, random.in_ball(3) * 1.5 * broken(random))
    });
}

#[test]
fn so_are_they_in_2d() {
    let (circle, capsule, rectangle) = (Ball::new(0.6), Capsule::new(0.5, 0.3), Cuboid::new(Vec2::new(0.4, 0.5)));
    let shapes: [Shape2<Vec2>; 3] = [circle.unwrap().into(), capsule.unwrap().into(), rectangle.unwrap().into()];
    let pose = |random: &mut Random| {
        let (rotation, length) = (Rotation2::<f64>::from_angle(random.range(0.0, 6.0)), random.range(0.5, 2.0) * broken(random));
        let DVec3 { x, y, .. } = random.in_ball(2) * 1.5 * broken(random);
        Pose::new(Rotation2 { cos: rotation.cos * length, sin: rotation.sin * length }, DVec2::new(x, y))
    };
    check(&shapes, pose);
    check_casts(&shapes, pose);
    check_casts(&shapes[..1], pose);
}

/// The outward normal of a cube for a ball at a place in it, with this memory.
fn normal_in_cube(at: Vec3, ball_first: bool, memory: &mut Memory<Vec3>) -> Vec3 {
    let (ball, cube) = (&Ball::new(0.25).unwrap(), &Cuboid::new(Vec3::ONE).unwrap());
    let (turned, block) = (&Pose::new(Quat::from_xyzw(0.5, 0.5, 0.5, 0.5), at), &Pose::IDENTITY);
    let (settings, scratch) = (&Settings::default(), &mut Scratch::new());
    let relation = if ball_first {
        PlacedPair { a: ball, pose_a: turned, b: cube, pose_b: block }.measure(settings, memory, scratch).relation
    } else {
        PlacedPair { a: cube, pose_a: block, b: ball, pose_b: turned }.measure(settings, memory, scratch).relation
    };
    let WorldRelation::Near(near) = relation else { panic!("{relation:?}") };
    if ball_first { -near.normal } else { near.normal }
}

/// Six faces are equally near to the centre of a cube. Without a memory the first is taken.
#[test]
fn a_ball_that_comes_to_the_centre_of_a_cube_keeps_its_normal() {
    for ball_first in [false, true] {
        let memory = &mut Memory::new();
        assert_eq!(normal_in_cube(Vec3::ZERO, ball_first, &mut Memory::new()), -Vec3::X);
        assert_eq!(normal_in_cube(Vec3::new(0.0, 0.5, 0.0), ball_first, memory), Vec3::Y);
        assert_eq!(normal_in_cube(Vec3::ZERO, ball_first, memory), Vec3::Y, "ball first: {ball_first}");
    }
}

/// The ball comes over a face, and then over the edge, where two faces are equally near.
#[test]
fn a_manifold_of_a_ball_and_a_cube_keeps_its_normal_where_faces_are_equally_near() {
    let (ball, cube) = (&Ball::new(0.5).unwrap(), &Cuboid::new(Vec3::ONE).unwrap());
    let (settings, scratch) = (&Settings::default(), &mut Scratch::new());
    for ball_first in [false, true] {
        let (memory, manifold) = (&mut Memory::new(), &mut Manifold::new());
        for at in [Vec3::new(0.75, 1.25, 0.0), Vec3::new(0.75, 0.75, 0.0)] {
            let (at, block) = (&Pose::at(at), &Pose::IDENTITY);
            if ball_first {
                PlacedPair { a: ball, pose_a: at, b: cube, pose_b: block }.collide(settings, memory, scratch, manifold);
            } else {
                PlacedPair { a: cube, pose_a: block, b: ball, pose_b: at }.collide(settings, memory, scratch, manifold);
            }
            assert_eq!(manifold.normal, if ball_first { -Vec3::Y } else { Vec3::Y }, "at {:?}", at.translation);
        }
    }
}

/// Shapes moved along their normal until they touch, and then by some roundings.
fn check_touching<V: Space, S: Convex<V>>(shapes: &[S], mut pose: impl FnMut(&mut Random) -> Pose<V::Wide>) {
    let mut random = Random::new(13);
    let mut scratch = Scratch::new();
    let (mut yes, mut no) = (0, 0);
    for _ in 0..4000 {
        let [a, b] = [0, 1].map(|_| &shapes[random.below(shapes.len())]);
        let (pose_a, mut pose_b) = (pose(&mut random), pose(&mut random));
        let endless = Settings::with_margin(V::Scalar::narrow(f64::INFINITY));
        let pair = PlacedPair { a, pose_a: &pose_a, b, pose_b: &pose_b }.relative::<V>();
        let Relation::Near(near) = measure(&pair, &endless, &mut Memory::new(), &mut scratch).relation else { continue };
        let normal = pose_a.vector(V::narrow(near.normal).widen());
        pose_b.translation = pose_b.translation - normal * (near.distance + f64::EPSILON * random.range(-400.0, 400.0));
        let placed = PlacedPair { a, pose_a: &pose_a, b, pose_b: &pose_b };
        let touching = placed.overlap(&Settings::default(), &mut Memory::new(), &mut scratch).touching;
        let WorldRelation::Near(near) = placed.measure::<V>(&endless, &mut Memory::new(), &mut scratch).relation else { continue };
        assert_eq!(touching, Some(near.lower <= 0.0), "{near:?}");
        yes += usize::from(touching == Some(true));
        no += usize::from(touching == Some(false));
    }
    assert!(yes > 500 && no > 500, "{yes} {no}");
}

/// Where rounding decides whether they touch, one answer must not contradict the other.
#[test]
fn overlaps_agree_with_the_sign_of_the_distance_of_shapes_that_almost_touch() {
    let (ball, cuboid) = (Ball::new(0.6).unwrap(), Cuboid::new(DVec3::new(0.4, 0.5, 0.6)).unwrap());
    let shapes: [Shape3<DVec3>; 2] = [ball.into(), cuboid.into()];
    check_touching(&shapes, |random| Pose::new(DQuat::from_array(random.quaternion()), random.direction(3)));
    let (circle, rectangle) = (Ball::new(0.6).unwrap(), Cuboid::new(DVec2::new(0.4, 0.5)).unwrap());
    let shapes: [Shape2<DVec2>; 2] = [circle.into(), rectangle.into()];
    check_touching(&shapes, |random| {
        let at = random.direction(2);
        Pose::new(Rotation2::<f64>::from_angle(random.range(0.0, 6.0)), DVec2::new(at.x, at.y))
    });
}

/// At 1e39 in `f64`, where `f32` has no coordinates, but the two distances have all their digits.
#[test]
fn points_that_f32_does_not_have_are_infinite_and_everything_else_holds() {
    let (ball, capsule, cuboid) = (Ball::new(1e30), Capsule::new(1e30, 1e30), Cuboid::new(Vec3::splat(1e30)));
    let shapes: [Shape3<Vec3>; 3] = [ball.unwrap().into(), capsule.unwrap().into(), cuboid.unwrap().into()];
    let at = |x: f64| Pose::at(DVec3::new(1e39 + x * 1e30, 3e30, 0.0));
    let (settings, scratch) = (Settings::with_margin(f32::INFINITY), &mut Scratch::new());
    for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
        for (x, touching) in [(3.0, false), (1.0, true)] {
            let pair = PlacedPair { a, pose_a: &at(0.0), b, pose_b: &at(x) };
            let WorldRelation::Near(near) = pair.measure::<Vec3>(&settings, &mut Memory::new(), scratch).relation else { panic!() };
            assert!((near.distance - (x as f32 - 2.0) * 1e30).abs() < 1e25 && near.normal.abs_diff_eq(Vec3::X, 1e-6), "{near:?}");
            assert!(near.lower.is_finite() && near.upper.is_finite() && (near.lower <= 0.0) == touching, "{near:?}");
            assert!(near.point_a.x == f32::INFINITY && near.point_b.x == f32::INFINITY, "{near:?}");
            assert!(near.point_a.yz().is_finite() && near.point_b.yz().is_finite(), "{near:?}");
            assert_eq!(pair.overlap::<Vec3>(&settings, &mut Memory::new(), scratch).touching, Some(touching));
            let relation = measure(&pair.relative::<Vec3>(), &settings, &mut Memory::new(), scratch).relation;
            assert!(matches!(relation, Relation::Near(near) if near.point_a.is_finite() && near.point_b.is_finite()));
            let WorldCastOutcome::Hit(impact) =
                pair.cast::<Vec3>([DVec3::X * 1e30, DVec3::ZERO], &CastSettings::default(), scratch).outcome
            else {
                panic!()
            };
            assert!(impact.at_start == touching && impact.point_a.x == f32::INFINITY && impact.normal.is_finite(), "{impact:?}");
        }
        let far = PlacedPair { a, pose_a: &at(0.0), b, pose_b: &at(2e9) };
        let WorldRelation::Near(near) = far.distance::<Vec3>(&settings, &mut Memory::new(), scratch).relation else { panic!() };
        assert!(near.distance == f32::INFINITY && near.lower > 1.9e39 && near.upper < 2.1e39, "{near:?}");
    }
}
