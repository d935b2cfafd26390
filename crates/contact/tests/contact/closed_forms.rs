//! Closed forms against the general path: the same shapes with their cores hidden must give the
//! same answers.

use crate::common::{Kit, cold, near, opaque};
use clinch_contact::{Pair, Relation, Settings};
use clinch_shapes::{Ball, Capsule, Cuboid, Point};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Two capsules, of which one may be a point, in random, parallel, nearly parallel, crossing,
/// collinear and end-to-end configurations.
fn capsules<V: Kit>(random: &mut Random) -> (Capsule<V>, Capsule<V>, Pose<V::Wide>, bool) {
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
    // Some radii are 0; some capsules overlap by less than their radii, some by more.
    let radius = |random: &mut Random| V::Scalar::narrow(if random.chance(0.3) { 0.0 } else { random.range(0.0, 0.6) });
    let (a, b) = (Capsule::between(a[0], a[1], radius(random)), Capsule::between(b[0], b[1], radius(random)));
    (a.unwrap(), b.unwrap(), Pose { translation: translation.widen(), ..Pose::IDENTITY }, point)
}

fn check<V: Kit>(seed: u64, count: u64) {
    let (mut apart, mut overlapping, mut degenerate, mut searched) = (0, 0, 0, 0);
    for index in 0..count {
        let (a, b, b_in_a, point) = capsules::<V>(&mut Random::of(seed, index));
        let settings = Settings::with_margin(V::Scalar::narrow(10.0));
        let (closed, manifold) = cold(&Pair { a: &a, b: &b, b_in_a }, &settings);
        let (hidden_a, hidden_b) = (opaque::<_, V::Scalar>(a), opaque::<_, V::Scalar>(b));
        let (general, general_manifold) = cold(&Pair { a: &hidden_a, b: &hidden_b, b_in_a }, &settings);
        let context = || format!("{seed}/{index}: {a:?} {b:?} {b_in_a:?}\n{closed:?}\n{general:?}\n{manifold:?}\n{general_manifold:?}");
        let (Some(one), Some(other)) = (near(&closed), near(&general)) else { panic!("not near: {}", context()) };

        // Both bounds contain the true distance, so they overlap.
        assert!(one.lower <= other.upper && other.lower <= one.upper, "bounds contradict: {}", context());
        assert!(one.lower <= one.distance && one.distance <= one.upper, "{}", context());
        let band = (other.upper - other.lower) + 1e-14;
        assert!((one.distance - other.distance).abs() <= band, "distances: {}", context());
        // The search allows for the support maps' rounding and may be undecided; where it decides,
        // both agree.
        let decided = other.lower > 0.0 || other.upper < 0.0;
        // The uncertainty of the normal: the gap between the bounds relative to the cores'
        // distance.
        let core = one.distance + a.radius().widen() + b.radius().widen();
        if core > 1e-9 && decided {
            // Both normals separate the cores; they are on opposite sides only if both are equally
            // good.
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
fn closed_forms_in_3d_agree_with_the_search() {
    check::<Vec3>(201, 6000);
    check::<DVec3>(202, 6000);
}

#[test]
fn closed_forms_in_2d_agree_with_the_search() {
    check::<Vec2>(203, 6000);
    check::<DVec2>(204, 6000);
}

/// A sphere about its origin has an algorithm of its own; a capsule of no length is a point or a
/// segment.
fn check_spheres<V: Kit>(seed: u64) {
    let mut touching = 0;
    for index in 0..2000 {
        let mut random = Random::of(seed, index);
        let [one, other] = [(); 2].map(|()| V::Scalar::narrow(random.pick(&[0.0, 1e-3, 0.5, 1.0]) * random.range(0.5, 1.0)));
        let at = random.in_ball(V::DIM) * random.pick(&[2.5, 1e-3, 1e-12]);
        let b_in_a = Pose { rotation: V::turned(&mut random), translation: V::Wide::from_fn(|axis| at[axis]) };
        let skin = V::Scalar::narrow(random.pick(&[0.0, 0.1]));
        let settings = Settings { skin_b: skin, ..Settings::with_margin(V::Scalar::narrow(0.5)) };
        let [sphere_a, sphere_b] = [one, other].map(|radius| Ball::<V>::new(radius).unwrap());
        let [capsule_a, capsule_b] = [one, other].map(|radius| V::capsule(V::ZERO, V::ZERO, radius));
        let (ours, points) = cold(&Pair { a: &sphere_a, b: &sphere_b, b_in_a }, &settings);
        let (theirs, expected) = cold(&Pair { a: &capsule_a, b: &capsule_b, b_in_a }, &settings);
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
fn spheres_agree_with_capsules_of_no_length() {
    check_spheres::<Vec3>(206);
    check_spheres::<DVec3>(207);
    check_spheres::<Vec2>(208);
    check_spheres::<DVec2>(209);
}

#[test]
fn capsules_that_cross_at_a_small_angle_overlap() {
    for index in 0..2000 {
        let mut random = Random::of(205, index);
        let (angle, along) = (random.power(-9.0, -3.0), random.range(-0.9, 0.9));
        let capsule = Capsule::between(DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0), 0.25).unwrap();
        let direction = DVec3::new(1.0, angle, -0.5 * angle);
        let other = Capsule::between(-direction * 1.5, direction, 0.25).unwrap();
        let pair = Pair { a: &capsule, b: &other, b_in_a: Pose::<DVec3>::at(DVec3::new(along, 0.0, 0.0)) };
        let (measured, manifold) = cold(&pair, &Settings::default());
        let near = near(&measured).unwrap();
        assert!(near.lower <= -0.5 && near.upper >= -0.5 - 1e-15, "angle {angle}, {along}: {near:?}");
        // At the ends of the shared interval the capsules are beside each other by as much as the
        // angle, and less deep by its square. That is reported once it is a millionth of the size.
        assert!(manifold.is_touching() && (manifold.separation() + 0.5).abs() < 1e-12 + 5e-6_f64.min(4.0 * angle * angle), "{manifold:?}");
    }
}

#[test]
fn a_capsule_beyond_the_range_of_squares_has_no_normal_of_length_zero() {
    let point = Point::new(DVec2::new(-4.7565, 1.057e-5)).expect("finite");
    for far in [1.2e301, 1e200, 1e160, 1e155] {
        let capsule = Capsule::between(DVec2::new(-far, -3.9e-5), DVec2::splat(-5.609375), 7.3).expect("finite");
        let pair = Pair { a: &point, b: &capsule, b_in_a: Pose::at(DVec2::new(3.1785714e-5, 3.75537109375)) };
        let (measured, manifold) = cold(&pair, &Settings::with_margin(f64::INFINITY));
        match measured.relation {
            Relation::Near(near) => assert!((near.normal.length() - 1.0).abs() < 1e-6, "{far}: {near:?}"),
            Relation::Beyond { .. } => panic!("{far}: beyond infinity"),
            Relation::Undefined => assert!(manifold.points.is_empty()),
        }
    }
}

#[test]
fn a_sphere_of_the_largest_radius_touches_a_point_in_it() {
    let (sphere, point) = (Ball::<DVec2>::new(f64::MAX).expect("a size"), Point::new(DVec2::ONE).expect("finite"));
    for b_in_a in [Pose::IDENTITY, Pose::at(DVec2::new(-6.0, 3.0))] {
        let (measured, manifold) = cold(&Pair { a: &sphere, b: &point, b_in_a }, &Settings::default());
        let touching = matches!(measured.relation, Relation::Near(near) if near.is_touching());
        assert!(!touching || manifold.points.len() == 1, "{measured:?} {manifold:?}");
    }
}

#[test]
fn radii_whose_sum_overflows_are_undefined() {
    let (sphere, capsule) = (Ball::new(f64::MAX).expect("a size"), Capsule::new(1.0, f64::MAX).expect("sizes"));
    let swept = Settings { skin_a: f64::MAX, ..Settings::default() };
    let (cuboid, b_in_a) = (Cuboid::new(DVec3::ONE).expect("sizes"), Pose::<DVec3>::at(DVec3::new(9.0, 0.0, 0.0)));
    assert_eq!(cold(&Pair { a: &sphere, b: &sphere, b_in_a }, &Settings::default()).0.relation, Relation::Undefined);
    assert_eq!(cold(&Pair { a: &capsule, b: &capsule, b_in_a }, &Settings::default()).0.relation, Relation::Undefined);
    assert_eq!(cold(&Pair { a: &cuboid, b: &sphere, b_in_a }, &swept).0.relation, Relation::Undefined);
    assert_eq!(cold(&Pair { a: &cuboid, b: &capsule, b_in_a }, &swept).0.relation, Relation::Undefined);
}

#[test]
fn distances_beyond_the_margin_are_beyond_it_for_large_radii() {
    let (cuboid, sphere) = (Cuboid::new(Vec3::ONE).expect("sizes"), Capsule::new(2.0, 1000.0_f32).expect("sizes"));
    // An ulp of the radius is 6e-5.
    for gap in [1e-5, 3e-5, 1e-4] {
        let pair = Pair { a: &cuboid, b: &sphere, b_in_a: Pose::at(DVec3::new(1001.0 + gap, 0.0, 0.0)) };
        let (measured, manifold) = cold(&pair, &Settings::default());
        assert!(matches!(measured.relation, Relation::Beyond { at_least, .. } if at_least > 0.5 * gap), "{gap}: {measured:?}");
        assert!(manifold.points.is_empty());
    }
}

/// A sphere and a box: at any place, at the centre, on the surface but for rounding, and beside an
/// edge.
fn sphere_and_box<V: Kit>(random: &mut Random) -> (Ball<V>, Cuboid<V>, V::Wide) {
    let sizes = [(); 3].map(|()| random.pick(&[0.5, 1.0, 0.3, 0.0]));
    let half = V::narrow(V::Wide::from_fn(|axis| sizes[axis]));
    let sphere = Ball::new(V::Scalar::narrow(random.pick(&[0.25, 0.0, 0.01]))).unwrap();
    let tiny = random.power(-17.0, -2.0);
    let at = V::Wide::from_fn(|axis| {
        let anywhere = random.range(-1.5, 1.5);
        let surface = half.get(axis).widen() * random.pick(&[-1.0, 1.0]);
        random.pick(&[anywhere, 0.3 * anywhere, surface, surface + tiny, surface - tiny, 0.0])
    });
    (sphere, Cuboid::new(half).unwrap(), at)
}

fn check_spheres_and_boxes<V: Kit>(seed: u64) {
    let (mut inside, mut outside, mut unique) = (0, 0, 0);
    for index in 0..4000 {
        let mut random = Random::of(seed, index);
        let (sphere, cuboid, at) = sphere_and_box::<V>(&mut random);
        let settings = Settings::with_margin(V::Scalar::narrow(10.0));
        let hidden = opaque::<_, V::Scalar>(cuboid);
        let pose = Pose { translation: at, ..Pose::IDENTITY };
        let back = Pose { translation: -at, ..Pose::IDENTITY };
        let (closed, manifold) = cold(&Pair { a: &cuboid, b: &sphere, b_in_a: pose }, &settings);
        let (general, _) = cold(&Pair { a: &hidden, b: &sphere, b_in_a: pose }, &settings);
        let (swapped, _) = cold(&Pair { a: &sphere, b: &cuboid, b_in_a: back }, &settings);
        let context = || format!("{seed}/{index}: {sphere:?} {cuboid:?} {at:?}\n{closed:?}\n{general:?}\n{swapped:?}");
        let (Some(one), Some(other), Some(third)) = (near(&closed), near(&general), near(&swapped)) else {
            panic!("not near: {}", context())
        };
        assert!(closed.calls == 0 && swapped.calls == 0 && manifold.points.len() == 1, "{}", context());
        assert!(one.lower <= other.upper && other.lower <= one.upper, "bounds contradict: {}", context());
        assert!((one.distance - third.distance).abs() <= one.upper - one.lower, "swapped: {}", context());
        // The points are on the surfaces, and as far apart as the distance says.
        let between = at + one.point_b - one.point_a;
        assert!((between - one.normal * one.distance).length() <= 1e-12, "points: {}", context());
        // Computed in another way, by the heights above the faces: a face gives the normal only if
        // no other is as near.
        let heights: Vec<f64> = (0..V::DIM).map(|axis| at.get(axis).abs() - cuboid.half().get(axis).widen()).collect();
        let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties = heights.iter().filter(|&&height| height > highest - 1e-9).count();
        if highest < -1e-9 && ties == 1 && (0..V::DIM).all(|axis| heights[axis] < highest || at.get(axis).abs() > 1e-9) {
            assert!((one.normal + third.normal).length() < 1e-12 && (one.normal - other.normal).length() < 1e-6, "normals: {}", context());
            unique += 1;
        }
        inside += usize::from(highest < 0.0);
        outside += usize::from(highest > 0.0);
    }
    assert!(inside > 200 && outside > 1000 && unique > 100, "{inside} {outside} {unique}");
}

#[test]
fn spheres_and_boxes_agree_with_the_search() {
    check_spheres_and_boxes::<Vec3>(206);
    check_spheres_and_boxes::<DVec3>(207);
    check_spheres_and_boxes::<Vec2>(208);
    check_spheres_and_boxes::<DVec2>(209);
}
