//! Closed forms against the general path: the same shapes with their cores hidden must give the same answers.

use crate::common::{Kit, cold, near, opaque};
use clinch_contact::{Pair, Relation, Settings};
use clinch_shapes::{Ball, Capsule, Cuboid, Point};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A rod, possibly a point, and how it lies to another: anyhow, parallel, nearly parallel, crossing, collinear, end to end.
fn rods<V: Kit>(random: &mut Random) -> (Capsule<V>, Capsule<V>, Pose<V::Wide>, bool) {
    let vector = |random: &mut Random, size: f64| {
        let v = random.in_ball(V::DIM) * size;
        V::narrow(V::Wide::from_fn(|axis| v[axis]))
    };
    let half = vector(random, 1.0);
    let point = random.chance(0.1);
    let a = if point { [V::ZERO, V::ZERO] } else { [-half, half] };
    let (other, shift) = (vector(random, 1.0), vector(random, 1.5));
    let length = V::Scalar::narrow(random.range(0.2, 1.5));
    let tiny = V::Scalar::narrow(random.power(-9.0, -2.0));
    let (b, translation) = match random.below(6) {
        0 => ([-half * length, half * length], shift),
        1 => ([-half * length - other * tiny, half * length + other * tiny], shift * tiny),
        2 => ([-half * length - other * tiny, half * length + other * tiny], shift),
        3 => ([-half, half], half * length * V::Scalar::narrow(2.0)),
        4 => ([-other, other], V::ZERO),
        _ => ([-other, other], shift),
    };
    // A tenth of the radii are 0; some rods overlap by less than their radii, some by more.
    let radius = |random: &mut Random| V::Scalar::narrow(if random.chance(0.3) { 0.0 } else { random.range(0.0, 0.6) });
    let (a, b) = (Capsule::between(a[0], a[1], radius(random)), Capsule::between(b[0], b[1], radius(random)));
    (a.unwrap(), b.unwrap(), Pose { translation: translation.widen(), ..Pose::IDENTITY }, point)
}

fn check<V: Kit>(seed: u64, count: u64) {
    let (mut apart, mut overlapping, mut degenerate, mut searched) = (0, 0, 0, 0);
    for index in 0..count {
        let (a, b, b_in_a, point) = rods::<V>(&mut Random::of(seed, index));
        let settings = Settings::with_margin(V::Scalar::narrow(10.0));
        let (closed, manifold) = cold(&Pair { a: &a, b: &b, b_in_a }, &settings);
        let (hidden_a, hidden_b) = (opaque::<_, V::Scalar>(a), opaque::<_, V::Scalar>(b));
        let (general, general_manifold) = cold(&Pair { a: &hidden_a, b: &hidden_b, b_in_a }, &settings);
        let context = || format!("{seed}/{index}: {a:?} {b:?} {b_in_a:?}\n{closed:?}\n{general:?}\n{manifold:?}\n{general_manifold:?}");
        let (Some(one), Some(other)) = (near(&closed), near(&general)) else { panic!("not near: {}", context()) };

        // Each must hold the truth, so they must share something.
        assert!(one.lower <= other.upper && other.lower <= one.upper, "bounds contradict: {}", context());
        assert!(one.lower <= one.distance && one.distance <= one.upper, "{}", context());
        let band = (other.upper - other.lower) + 1e-14;
        assert!((one.distance - other.distance).abs() <= band, "distances: {}", context());
        // The search allows for the support maps' rounding and may not be able to tell; where it can, both say the same.
        let decided = other.lower > 0.0 || other.upper < 0.0;
        // How far a normal is from being determined: the gap between bounds, per length of the cores' distance.
        let core = one.distance + a.radius().widen() + b.radius().widen();
        if core > 1e-9 && decided {
            // Both normals separate the cores; on different sides only if that is all the same.
            let unsure = (2.0 * band.max(1e-13) / core).sqrt() * 4.0;
            assert!((one.normal - other.normal).length() <= unsure, "normals, allowed {unsure}: {}", context());
        }
        assert!(!decided || manifold.is_touching() == general_manifold.is_touching(), "{}", context());
        apart += usize::from(one.lower > 0.0);
        overlapping += usize::from(one.upper < 0.0);
        degenerate += usize::from(point);
        searched += usize::from(closed.calls > 0);
    }
    let count = count as usize;
    assert!(5 * apart >= count && 5 * overlapping >= count, "{apart} apart, {overlapping} overlapping");
    assert!(20 * degenerate >= count && 50 * searched >= count, "{degenerate} points, {searched} meeting cores");
}

#[test]
fn closed_forms_agree_with_the_search_in_space() {
    check::<Vec3>(201, 6000);
    check::<DVec3>(202, 6000);
}

#[test]
fn closed_forms_agree_with_the_search_in_the_plane() {
    check::<Vec2>(203, 6000);
    check::<DVec2>(204, 6000);
}

/// A ball about its origin is asked for its radius and nothing else; as a capsule without length it is any rod.
fn check_balls<V: Kit>(seed: u64) {
    let mut touching = 0;
    for index in 0..2000 {
        let mut random = Random::of(seed, index);
        let [one, other] = [(); 2].map(|()| V::Scalar::narrow(random.pick(&[0.0, 1e-3, 0.5, 1.0]) * random.range(0.5, 1.0)));
        let at = random.in_ball(V::DIM) * random.pick(&[2.5, 1e-3, 1e-12]);
        let b_in_a = Pose { rotation: V::turned(&mut random), translation: V::Wide::from_fn(|axis| at[axis]) };
        let skin = V::Scalar::narrow(random.pick(&[0.0, 0.1]));
        let settings = Settings { skin_b: skin, ..Settings::with_margin(V::Scalar::narrow(0.5)) };
        let [ball_a, ball_b] = [one, other].map(|radius| Ball::<V>::new(radius).unwrap());
        let [rod_a, rod_b] = [one, other].map(|radius| V::capsule(V::ZERO, V::ZERO, radius));
        let (ours, points) = cold(&Pair { a: &ball_a, b: &ball_b, b_in_a }, &settings);
        let (theirs, expected) = cold(&Pair { a: &rod_a, b: &rod_b, b_in_a }, &settings);
        let context = || format!("{seed}/{index}: {one} {other} {b_in_a:?}\n{ours:?}\n{theirs:?}\n{points:?}\n{expected:?}");
        assert_eq!(points.points.len(), expected.points.len(), "{}", context());
        if let (Some(ours), Some(theirs)) = (near(&ours), near(&theirs)) {
            assert_eq!(ours.is_touching(), theirs.is_touching(), "{}", context());
            let off = (ours.normal - theirs.normal).length() + (ours.distance - theirs.distance).abs();
            let apart = (ours.point_a - theirs.point_a).length() + (ours.point_b - theirs.point_b).length();
            assert!(off + apart < 1e-13, "{}", context());
            touching += usize::from(ours.is_touching());
        } else {
            assert!(matches!((&ours.relation, &theirs.relation), (Relation::Beyond { .. }, Relation::Beyond { .. })), "{}", context());
        }
    }
    assert!(touching > 400, "{touching}");
}

#[test]
fn balls_are_rods_without_length() {
    check_balls::<Vec3>(206);
    check_balls::<DVec3>(207);
    check_balls::<Vec2>(208);
    check_balls::<DVec2>(209);
}

#[test]
fn rods_that_cross_at_a_small_angle_do_not_seem_apart() {
    for index in 0..2000 {
        let mut random = Random::of(205, index);
        let (angle, along) = (random.power(-9.0, -3.0), random.range(-0.9, 0.9));
        let rod = Capsule::between(DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0), 0.25).unwrap();
        let turned = DVec3::new(1.0, angle, -0.5 * angle);
        let other = Capsule::between(-turned * 1.5, turned, 0.25).unwrap();
        let pair = Pair { a: &rod, b: &other, b_in_a: Pose::<DVec3>::at(DVec3::new(along, 0.0, 0.0)) };
        let (measured, manifold) = cold(&pair, &Settings::default());
        let near = near(&measured).unwrap();
        assert!(near.lower <= -0.5 && near.upper >= -0.5 - 1e-15, "angle {angle}, {along}: {near:?}");
        // At the ends of what they share the rods lie beside each other by as much as the angle, and are less deep by the square of that. It is told once it is a
        // millionth of the size.
        assert!(manifold.is_touching() && (manifold.separation() + 0.5).abs() < 1e-12 + 5e-6_f64.min(4.0 * angle * angle), "{manifold:?}");
    }
}

#[test]
fn a_rod_beyond_the_range_of_squares_has_no_normal_of_length_zero() {
    let point = Point::new(DVec2::new(-4.7565, 1.057e-5)).expect("finite");
    for far in [1.2e301, 1e200, 1e160, 1e155] {
        let rod = Capsule::between(DVec2::new(-far, -3.9e-5), DVec2::splat(-5.609375), 7.3).expect("finite");
        let pair = Pair { a: &point, b: &rod, b_in_a: Pose::at(DVec2::new(3.1785714e-5, 3.75537109375)) };
        let (measured, manifold) = cold(&pair, &Settings::with_margin(f64::INFINITY));
        match measured.relation {
            Relation::Near(near) => assert!((near.normal.length() - 1.0).abs() < 1e-6, "{far}: {near:?}"),
            Relation::Beyond { .. } => panic!("{far}: beyond infinity"),
            Relation::Undefined => assert!(manifold.points.is_empty()),
        }
    }
}

#[test]
fn a_ball_as_large_as_there_are_numbers_touches_what_is_in_it() {
    let (ball, point) = (Ball::<DVec2>::new(f64::MAX).expect("a size"), Point::new(DVec2::ONE).expect("finite"));
    for b_in_a in [Pose::IDENTITY, Pose::at(DVec2::new(-6.0, 3.0))] {
        let (measured, manifold) = cold(&Pair { a: &ball, b: &point, b_in_a }, &Settings::default());
        let touching = matches!(measured.relation, Relation::Near(near) if near.is_touching());
        assert!(!touching || manifold.points.len() == 1, "{measured:?} {manifold:?}");
    }
}

#[test]
fn radii_whose_sum_is_no_number_are_undefined_and_nothing_else() {
    let (ball, rod) = (Ball::new(f64::MAX).expect("a size"), Capsule::new(1.0, f64::MAX).expect("sizes"));
    let swept = Settings { skin_a: f64::MAX, ..Settings::default() };
    let (block, b_in_a) = (Cuboid::new(DVec3::ONE).expect("sizes"), Pose::<DVec3>::at(DVec3::new(9.0, 0.0, 0.0)));
    assert_eq!(cold(&Pair { a: &ball, b: &ball, b_in_a }, &Settings::default()).0.relation, Relation::Undefined);
    assert_eq!(cold(&Pair { a: &rod, b: &rod, b_in_a }, &Settings::default()).0.relation, Relation::Undefined);
    assert_eq!(cold(&Pair { a: &block, b: &ball, b_in_a }, &swept).0.relation, Relation::Undefined);
    assert_eq!(cold(&Pair { a: &block, b: &rod, b_in_a }, &swept).0.relation, Relation::Undefined);
}

#[test]
fn what_is_proved_to_be_beyond_the_margin_is_beyond_it_however_large_the_radii() {
    let (block, ball) = (Cuboid::new(Vec3::ONE).expect("sizes"), Capsule::new(2.0, 1000.0_f32).expect("sizes"));
    // An ulp of the radius is 6e-5.
    for gap in [1e-5, 3e-5, 1e-4] {
        let pair = Pair { a: &block, b: &ball, b_in_a: Pose::at(DVec3::new(1001.0 + gap, 0.0, 0.0)) };
        let (measured, manifold) = cold(&pair, &Settings::default());
        assert!(matches!(measured.relation, Relation::Beyond { at_least, .. } if at_least > 0.5 * gap), "{gap}: {measured:?}");
        assert!(manifold.points.is_empty());
    }
}

/// A ball at a block: anywhere, in the middle, on the surface but for rounding, and beside an edge.
fn ball_at_block<V: Kit>(random: &mut Random) -> (Ball<V>, Cuboid<V>, V::Wide) {
    let sizes = [(); 3].map(|()| random.pick(&[0.5, 1.0, 0.3, 0.0]));
    let half = V::narrow(V::Wide::from_fn(|axis| sizes[axis]));
    let ball = Ball::new(V::Scalar::narrow(random.pick(&[0.25, 0.0, 0.01]))).unwrap();
    let tiny = random.power(-17.0, -2.0);
    let at = V::Wide::from_fn(|axis| {
        let anywhere = random.range(-1.5, 1.5);
        let surface = half.get(axis).widen() * random.pick(&[-1.0, 1.0]);
        random.pick(&[anywhere, 0.3 * anywhere, surface, surface + tiny, surface - tiny, 0.0])
    });
    (ball, Cuboid::new(half).unwrap(), at)
}

fn check_balls_at_blocks<V: Kit>(seed: u64) {
    let (mut inside, mut outside, mut unique) = (0, 0, 0);
    for index in 0..4000 {
        let mut random = Random::of(seed, index);
        let (ball, block, at) = ball_at_block::<V>(&mut random);
        let settings = Settings::with_margin(V::Scalar::narrow(10.0));
        let hidden = opaque::<_, V::Scalar>(block);
        let pose = Pose { translation: at, ..Pose::IDENTITY };
        let back = Pose { translation: -at, ..Pose::IDENTITY };
        let (closed, manifold) = cold(&Pair { a: &block, b: &ball, b_in_a: pose }, &settings);
        let (general, _) = cold(&Pair { a: &hidden, b: &ball, b_in_a: pose }, &settings);
        let (swapped, _) = cold(&Pair { a: &ball, b: &block, b_in_a: back }, &settings);
        let context = || format!("{seed}/{index}: {ball:?} {block:?} {at:?}\n{closed:?}\n{general:?}\n{swapped:?}");
        let (Some(one), Some(other), Some(third)) = (near(&closed), near(&general), near(&swapped)) else {
            panic!("not near: {}", context())
        };
        assert!(closed.calls == 0 && swapped.calls == 0 && manifold.points.len() == 1, "{}", context());
        assert!(one.lower <= other.upper && other.lower <= one.upper, "bounds contradict: {}", context());
        assert!((one.distance - third.distance).abs() <= one.upper - one.lower, "swapped: {}", context());
        // The points are on the surfaces, and as far apart as is said.
        let way = at + one.point_b - one.point_a;
        assert!((way - one.normal * one.distance).length() <= 1e-12, "points: {}", context());
        // By the heights over the faces, in other words than the program's: one face is the way out only if no other is as near.
        let heights: Vec<f64> = (0..V::DIM).map(|axis| at.get(axis).abs() - block.half().get(axis).widen()).collect();
        let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let rivals = heights.iter().filter(|&&height| height > highest - 1e-9).count();
        if highest < -1e-9 && rivals == 1 && (0..V::DIM).all(|axis| heights[axis] < highest || at.get(axis).abs() > 1e-9) {
            assert!((one.normal + third.normal).length() < 1e-12 && (one.normal - other.normal).length() < 1e-6, "normals: {}", context());
            unique += 1;
        }
        inside += usize::from(highest < 0.0);
        outside += usize::from(highest > 0.0);
    }
    assert!(inside > 200 && outside > 1000 && unique > 100, "{inside} {outside} {unique}");
}

#[test]
fn balls_at_blocks_agree_with_the_search() {
    check_balls_at_blocks::<Vec3>(206);
    check_balls_at_blocks::<DVec3>(207);
    check_balls_at_blocks::<Vec2>(208);
    check_balls_at_blocks::<DVec2>(209);
}
