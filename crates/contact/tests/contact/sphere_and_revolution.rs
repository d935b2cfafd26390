//! Spheres and cylinders, cones and frustums: the closed form against the general path, which gets
//! the same shapes with their cores hidden.

use crate::common::{Kit, cold, near, opaque};
use crate::erased::{cast, overlap};
use clinch_contact::{CastOutcome, CastSettings, Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Ball, Cone, Convex, Cylinder, Frustum, Rounded, Shape3};
use clinch_support::{Pose, Scalar, SupportMap};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

/// A solid, a sphere, and the sphere's centre in the frame of the solid: outside, next to a rim,
/// inside, on the axis.
fn random_pair<V: Kit<Shape = Shape3<V>, Wide = DVec3>>(random: &mut Random) -> (Shape3<V>, Ball<V>, DVec3) {
    let [half, bottom, top] = [(); 3].map(|()| random.range(0.2, 1.5));
    let number = |x: f64| V::Scalar::narrow(x);
    let solid: Shape3<V> = match random.below(3) {
        0 => Cylinder::new(number(half), number(bottom)).unwrap().into(),
        1 => Cone::new(number(half), number(bottom)).unwrap().into(),
        _ => Frustum::new(number(half), number(bottom), number(top)).unwrap().into(),
    };
    let solid = if random.chance(0.3) { Rounded::new(solid, number(0.1)).unwrap().into() } else { solid };
    let rim = DVec3::new(bottom, -half, 0.0);
    let near_rim = rim + random.in_ball(3) * random.power(-6.0, 0.0);
    let random_point = random.in_ball(3) * random.pick(&[0.5, 1.5, 4.0]);
    let on_axis = DVec3::Y * random.range(-2.0, 2.0);
    let center = random.pick(&[random_point, random_point, near_rim, on_axis]);
    let radius = if random.chance(0.2) { 0.0 } else { random.range(0.01, 1.0) };
    (solid, Ball::new(number(radius)).unwrap(), center)
}

fn check<V: Kit<Shape = Shape3<V>, Wide = DVec3>>(seed: u64) {
    let (mut apart, mut deep, mut closed) = (0, 0, 0);
    for index in 0..4000 {
        let mut random = Random::of(seed, index);
        let (solid, sphere, center) = random_pair::<V>(&mut random);
        let pose = Pose::<V> { translation: V::narrow(center), ..Pose::IDENTITY };
        let center = pose.translation.widen();
        let swapped = random.chance(0.5);
        let settings = Settings::with_margin(V::Scalar::narrow(10.0));
        let (sphere, hidden_sphere): (Shape3<V>, _) = (sphere.into(), opaque::<_, V::Scalar>(sphere));
        let hidden_solid = opaque::<_, V::Scalar>(solid.clone());
        let identity = Pose::<V>::IDENTITY;
        let (ours, theirs, touching) = if swapped {
            let pair = Pair::in_world(&sphere, &pose, &solid, &identity);
            let touching = overlap(&pair, &Settings::default(), &mut Memory::new(), &mut Scratch::new());
            (cold(&pair, &settings), cold(&Pair::in_world(&hidden_sphere, &pose, &hidden_solid, &identity), &settings), touching)
        } else {
            let pair = Pair::in_world(&solid, &identity, &sphere, &pose);
            let touching = overlap(&pair, &Settings::default(), &mut Memory::new(), &mut Scratch::new());
            (cold(&pair, &settings), cold(&Pair::in_world(&hidden_solid, &identity, &hidden_sphere, &pose), &settings), touching)
        };
        let context = || format!("{seed}/{index}: {solid:?} {sphere:?} {center} {swapped}\n{ours:?}\n{theirs:?}");
        let (Some(one), Some(other)) = (near(&ours.0), near(&theirs.0)) else { panic!("not near: {}", context()) };
        let size = 4.0 + center.length();
        assert!(one.lower <= one.distance && one.distance <= one.upper && one.upper - one.lower <= 1e-12 * size, "{}", context());
        assert!(one.lower <= other.upper && other.lower <= one.upper, "bounds contradict: {}", context());
        // The witness points are as far apart as the distance says, straight along the normal.
        let [point_a, point_b] = if swapped { [one.point_a + center, one.point_b] } else { [one.point_a, one.point_b + center] };
        assert!((point_b - point_a - one.normal * one.distance).length() <= 1e-13 * size, "{}", context());
        // B's point is on B, A's on A: no support value is less.
        let (on_solid, outward) = if swapped { (one.point_b, -one.normal) } else { (one.point_a, one.normal) };
        let height = solid.support_wide(outward).point.dot(outward) + solid.radius_wide();
        assert!((on_solid.dot(outward) - height).abs() <= 1e-13 * size, "{}", context());
        let decided = one.lower > 0.0 || one.upper < 0.0;
        assert!(!decided || touching.touching == Some(one.upper < 0.0), "{touching:?} {}", context());
        assert!(!decided || ours.1.is_touching() == (one.upper < 0.0), "{}", context());
        apart += usize::from(one.lower > 0.0);
        deep += usize::from(one.distance < -sphere.radius_wide() - solid.radius_wide());
        closed += usize::from(ours.0.calls == 0);
    }
    assert!(apart > 1000 && deep > 500 && closed > 3800, "{apart} apart, {deep} centres inside, {closed} without a search");
}

#[test]
fn a_sphere_and_a_solid_need_no_search() {
    check::<Vec3>(1901);
    check::<DVec3>(1902);
}

/// Casts that hit, pass and graze, from far and near.
fn casts<V: Kit<Shape = Shape3<V>, Wide = DVec3>>(seed: u64) {
    let (mut hits, mut misses, mut closed) = (0, 0, 0);
    for index in 0..2000 {
        let mut random = Random::of(seed, index);
        let (solid, sphere, _) = random_pair::<V>(&mut random);
        let sphere = if sphere.radius() > V::Scalar::ZERO { sphere } else { Ball::new(V::Scalar::narrow(0.25)).unwrap() };
        let from = random.direction(3) * random.range(4.0, 9.0);
        let motion = random.in_ball(3) * 2.0 - from;
        let swapped = random.chance(0.5);
        let settings = CastSettings {
            target_distance: random.pick(&[0.0, 0.0, 0.2]),
            max_time: random.pick(&[1.0, 1.0, 0.5]),
            ..CastSettings::default()
        };
        let (hidden_sphere, hidden_solid) = (opaque::<_, V::Scalar>(sphere), opaque::<_, V::Scalar>(solid.clone()));
        let (ours, theirs) = if swapped {
            let b_in_a = Pose { translation: -from, ..Pose::IDENTITY };
            let ours = cast(&Pair { a: &sphere, b: &solid, b_in_a }, -motion, &settings, &mut Scratch::new());
            (ours, cast(&Pair { a: &hidden_sphere, b: &hidden_solid, b_in_a }, -motion, &settings, &mut Scratch::new()))
        } else {
            let b_in_a = Pose { translation: from, ..Pose::IDENTITY };
            let ours = cast(&Pair { a: &solid, b: &sphere, b_in_a }, motion, &settings, &mut Scratch::new());
            (ours, cast(&Pair { a: &hidden_solid, b: &hidden_sphere, b_in_a }, motion, &settings, &mut Scratch::new()))
        };
        let context = || format!("{seed}/{index}: {solid:?} {sphere:?} {from} {motion} {settings:?} {swapped}\n{ours:?}\n{theirs:?}");
        match (&ours.outcome, &theirs.outcome) {
            (CastOutcome::Hit(one), CastOutcome::Hit(other)) => {
                // The error of the approach, by the rounding of the support maps.
                let approach = -other.normal.dot(if swapped { -motion } else { motion });
                let rounding = 256.0 * V::Scalar::EPSILON.widen() * from.length();
                assert!((one.time - other.time).abs() * approach <= rounding, "{}", context());
                assert!(one.lower <= one.time, "{}", context());
                assert!((one.separation - settings.target_distance).abs() <= 1e-12, "{}", context());
                hits += 1;
            }
            (CastOutcome::Miss { .. }, CastOutcome::Miss { .. }) => misses += 1,
            _ => panic!("{}", context()),
        }
        closed += usize::from(ours.calls == 0);
    }
    assert!(hits > 500 && misses > 300 && closed > 1900, "{hits} hits, {misses} misses, {closed} without a search");
}

#[test]
fn a_cast_of_a_sphere_at_a_solid_needs_no_search() {
    casts::<Vec3>(1903);
    casts::<DVec3>(1904);
}

/// The squares of some of these lengths underflow or overflow. No search has an answer for the
/// least.
#[test]
fn a_sphere_and_a_cylinder_beyond_the_range_of_squares_have_true_bounds() {
    for size in [1e-170, 1e-140, 1e-100, 1e100, 1e140, 1e150] {
        let cylinder: Shape3<DVec3> = Cylinder::new(size, size).unwrap().into();
        let ball: Shape3<DVec3> = Ball::new(0.5 * size).unwrap().into();
        for swapped in [false, true] {
            let (at, identity) = (Pose::at(DVec3::X * 3.0 * size), Pose::IDENTITY);
            let pair =
                if swapped { Pair::in_world(&ball, &at, &cylinder, &identity) } else { Pair::in_world(&cylinder, &identity, &ball, &at) };
            let (measured, _) = cold(&pair, &Settings::with_margin(f64::MAX));
            let truth = 1.5 * size;
            let Some(found) = near(&measured) else {
                assert!(size == 1e-170 && measured.relation == Relation::Undefined, "{size:e} {swapped}: {measured:?}");
                continue;
            };
            assert!(found.lower <= truth && truth <= found.upper, "{size:e} {swapped}: {found:?}");
        }
    }
}
