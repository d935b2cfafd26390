//! Spheres against spheres and boxes: whether they overlap, decided by squares, and the one contact
//! point, kept from tick to tick.

use crate::common::{Kit, cold, near, opaque};
use crate::erased::{collide, measure, overlap};
use clinch_contact::{ContactPoint, FeatureId, Manifold, Memory, Pair, Recycling, Relation, Scratch, Settings};
use clinch_shapes::{Ball, Convex, Core, Cuboid};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::pair_file::{Coords, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

fn wide<V: Vector>(v: DVec3) -> V::Wide {
    V::Wide::from_fn(|axis| v[axis])
}

/// A sphere and a sphere or a box, in either order, `times` as far from each other as they touch;
/// and that distance.
fn pair_of<V: Kit>(random: &mut Random, times: f64) -> (V::Shape, V::Shape, Pose<V::Wide>, f64) {
    let radius = |random: &mut Random| random.pick(&[0.0, 1e-3, 0.5, 1.0]) * random.range(0.5, 1.0);
    let narrow = |x: f64| V::Scalar::narrow(x).widen();
    let (own, rotation) = (narrow(radius(random)), V::turned(random));
    let sphere = V::shape(&ShapeSpec::Sphere { radius: own });
    let (direction, swap) = (random.direction(V::DIM), random.chance(0.5));
    if random.chance(0.5) {
        let other = narrow(radius(random));
        let sum = own + other;
        let b_in_a = Pose { rotation, translation: wide::<V>(direction * (sum * times)) };
        return (sphere, V::shape(&ShapeSpec::Sphere { radius: other }), b_in_a, sum);
    }
    // Next to a face, an edge or a corner: the nearest point of the box, and the direction from it.
    let half = DVec3::from_array([(); 3].map(|()| narrow(random.range(0.1, 1.0))));
    let on = DVec3::from_array([0, 1, 2].map(|axis: usize| half[axis] * if random.chance(0.5) { 1.0 } else { random.range(-0.9, 0.9) }));
    let out =
        DVec3::from_array([0, 1, 2].map(|axis: usize| if on[axis] == half[axis] && axis < V::DIM { direction[axis].abs() } else { 0.0 }));
    let out = if out == DVec3::ZERO { DVec3::ZERO } else { out.normalize() };
    let at = Pose::<V::Wide> { translation: wide::<V>(on + out * (own * times)), rotation };
    let cuboid = V::shape(&ShapeSpec::Box { half: Coords::of(half, V::DIM) });
    if swap { (sphere, cuboid, Pose::<V::Wide>::IDENTITY.relative_to(&at), own) } else { (cuboid, sphere, at, own) }
}

fn overlap_is_consistent<V: Kit>(seed: u64) {
    let (mut touching, mut apart, mut close, mut searched) = (0, 0, 0, 0);
    for index in 0..20_000 {
        let mut random = Random::of(seed, index);
        // Many at the distance at which they touch, or some roundings from it.
        let offset = random.pick(&[0.0, 1.0, 8.0, 30.0, 100.0, 1e4, 1e14]) * random.range(-1.0, 1.0);
        let (a, b, b_in_a, _) = pair_of::<V>(&mut random, 1.0 + offset * f64::EPSILON);
        let pair = Pair { a: &a, b: &b, b_in_a };
        let settings = Settings { skin_a: V::Scalar::narrow(random.pick(&[0.0, 0.0, 0.25])), ..Settings::default() };
        let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
        let answer = overlap(&pair, &settings, &mut memory, &mut scratch);
        let whole = measure(&pair, &settings, &mut Memory::new(), &mut scratch);
        let context = || format!("{seed}/{index}: {answer:?} {whole:?} {a:?} {b:?} {b_in_a:?}");
        let expected = match &whole.relation {
            Relation::Near(near) => near.is_touching(),
            Relation::Beyond { .. } => false,
            Relation::Undefined => panic!("{}", context()),
        };
        assert_eq!(answer.touching, Some(expected), "{}", context());
        // Two points in one place have no normal and are searched.
        assert!(!answer.recycled && answer.calls == whole.calls, "{}", context());
        searched += u32::from(answer.calls > 0);
        *(if expected { &mut touching } else { &mut apart }) += 1;
        close += u32::from(offset.abs() < 200.0);
        if let Relation::Beyond { axis, .. } = whole.relation
            && offset > 1e12
            && is_sphere(&a)
            && is_sphere(&b)
        {
            let axis_found = memory.separating_axis().unwrap_or_else(|| panic!("no axis: {}", context()));
            assert!((axis_found * axis_found.length().recip() - axis).length() < 1e-2, "{axis_found:?}: {}", context());
        }
        // A power of two as a factor changes no bit.
        let larger = Pose { translation: b_in_a.translation * 2.0_f64.powi(30), ..b_in_a };
        let skin = settings.skin_a * V::Scalar::narrow(2.0_f64.powi(30));
        if is_sphere(pair.a) && is_sphere(pair.b) {
            let [a, b] = [pair.a, pair.b]
                .map(Convex::radius_wide)
                .map(|radius| Ball::<V>::new(V::Scalar::narrow(radius * 2.0_f64.powi(30))).unwrap());
            let settings = Settings { skin_a: skin, ..settings };
            let scaled = overlap(&Pair { a: &a, b: &b, b_in_a: larger }, &settings, &mut Memory::new(), &mut scratch);
            assert_eq!(scaled, answer, "{}", context());
        }
    }
    assert!(
        touching > 4000 && apart > 1000 && close > 8000 && searched < 2000,
        "{touching}, {apart} apart, {close} close, {searched} searched"
    );
}

#[test]
fn the_overlap_by_squares_is_that_of_the_distance() {
    overlap_is_consistent::<Vec3>(1001);
    overlap_is_consistent::<DVec3>(1002);
    overlap_is_consistent::<Vec2>(1003);
    overlap_is_consistent::<DVec2>(1004);
}

/// The answer is that of shapes known by their support maps alone.
fn searched<V: Kit>(seed: u64) {
    for index in 0..2000 {
        let mut random = Random::of(seed, index);
        let times = random.pick(&[0.2, 0.9, 1.1, 3.0]);
        let (a, b, b_in_a, _) = pair_of::<V>(&mut random, times);
        let (hidden_a, hidden_b) = (opaque::<_, V::Scalar>(a.clone()), opaque::<_, V::Scalar>(b.clone()));
        let settings = Settings::default();
        let answer = overlap(&Pair { a: &a, b: &b, b_in_a }, &settings, &mut Memory::new(), &mut Scratch::new()).touching;
        let (general, _) = cold(&Pair { a: &hidden_a, b: &hidden_b, b_in_a }, &Settings::with_margin(V::Scalar::INFINITY));
        let general = near(&general).unwrap();
        assert!(general.lower <= 0.0 || answer == Some(false), "{seed}/{index}: {answer:?} {general:?} {a:?} {b:?} {b_in_a:?}");
        assert!(general.upper > 0.0 || answer == Some(true), "{seed}/{index}: {answer:?} {general:?} {a:?} {b:?} {b_in_a:?}");
    }
}

#[test]
fn the_overlap_by_squares_is_that_of_a_search() {
    searched::<Vec3>(1011);
    searched::<DVec3>(1012);
    searched::<Vec2>(1013);
    searched::<DVec2>(1014);
}

#[test]
fn numbers_that_are_not_finite_give_no_overlap() {
    let (sphere, cuboid) = (Ball::<Vec3>::new(0.5).unwrap(), Cuboid::new(Vec3::ONE).unwrap());
    let mut scratch = Scratch::new();
    let mut answer = |b_in_a: Pose<DVec3>| {
        let settings = Settings::default();
        [
            overlap(&Pair { a: &sphere, b: &sphere, b_in_a }, &settings, &mut Memory::new(), &mut scratch).touching,
            overlap(&Pair { a: &sphere, b: &cuboid, b_in_a }, &settings, &mut Memory::new(), &mut scratch).touching,
            overlap(&Pair { a: &cuboid, b: &sphere, b_in_a }, &settings, &mut Memory::new(), &mut scratch).touching,
        ]
    };
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(answer(Pose::at(DVec3::new(0.0, x, 1.0))), [None; 3], "{x}");
    }
    assert_eq!(answer(Pose::IDENTITY), [Some(true); 3], "concentric");
    let infinite_skin = Settings { skin_a: f32::INFINITY, ..Settings::default() };
    let far = Pair { a: &sphere, b: &sphere, b_in_a: Pose::at(DVec3::X * 9.0) };
    assert_eq!(
        overlap(&far, &infinite_skin, &mut Memory::new(), &mut scratch).touching,
        match measure(&far, &infinite_skin, &mut Memory::new(), &mut scratch).relation {
            Relation::Undefined => None,
            other => panic!("{other:?}"),
        }
    );
}

/// The one point is the query's witness. It persists from tick to tick with its user data, and is
/// as exact as a new one, unless the caller has allowed recycling.
fn one_point<V: Kit>(seed: u64) {
    let (mut persisted_count, mut absent) = (0, 0);
    for index in 0..200 {
        let mut random = Random::of(seed, index);
        let (a, b, start, size) = pair_of::<V>(&mut random, 0.9);
        let settings = Settings {
            recycling: Recycling::Proved(V::Scalar::narrow(random.pick(&[0.0, 1e-3]))),
            ..Settings::with_margin(V::Scalar::narrow(0.1 * size))
        };
        let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::<V>::new());
        let away = random.direction(V::DIM) * (random.pick(&[1e-5, 0.1]) * size);
        for tick in 0..12 {
            let b_in_a = Pose { translation: start.translation + wide::<V>(away * f64::from(tick)), ..start };
            let pair = Pair { a: &a, b: &b, b_in_a };
            let before = manifold.points.first().copied();
            let measured = collide(&pair, &settings, &mut memory, &mut scratch, &mut manifold);
            let (fresh, expected) = cold(&pair, &settings);
            let context = || format!("{seed}/{index}, tick {tick}: {measured:?} {fresh:?} {manifold:?} {expected:?}");
            assert_eq!(manifold.points.len(), expected.points.len(), "{}", context());
            let [point] = &mut manifold.points[..] else {
                absent += 1;
                continue;
            };
            assert_eq!((point.feature, point.persisted), (FeatureId::WITNESS, before.is_some()), "{seed}/{index}, tick {tick}");
            assert_eq!(point.user_data, before.map_or([V::Scalar::ZERO; 4], |before| before.user_data), "{seed}/{index}, tick {tick}");
            if measured.calls == 0 && !measured.recycled {
                let ContactPoint { on_a, on_b, separation, touching, .. } = expected.points[0];
                assert_eq!((point.on_a, point.on_b, point.separation, point.touching), (on_a, on_b, separation, touching));
                assert_eq!(measured.relation, fresh.relation);
            }
            point.user_data = [V::Scalar::narrow(f64::from(tick + 1)); 4];
            persisted_count += usize::from(before.is_some());
        }
    }
    assert!(persisted_count > 400 && absent > 50, "{persisted_count} persisted, {absent} absent");
}

#[test]
fn one_point_persists() {
    one_point::<Vec3>(1021);
    one_point::<DVec3>(1022);
    one_point::<Vec2>(1023);
    one_point::<DVec2>(1024);
}

/// A manifold that had many points, such as that of a box which became a sphere: the one point
/// matches the nearest of them if it is in the same place.
#[test]
fn one_point_matches_the_nearest_of_many() {
    let sphere = Ball::<Vec3>::new(0.5).unwrap();
    let pair = Pair { a: &sphere, b: &sphere, b_in_a: Pose::at(DVec3::X * 0.99) };
    let (_, mut manifold) = cold(&pair, &Settings::default());
    let point = manifold.points[0];
    let offset = |by: f32, feature: u64| {
        let mut offset = point;
        (offset.on_a.y, offset.on_b.y) = (by, by);
        (offset.feature, offset.user_data) = (FeatureId(feature), [feature as f32; 4]);
        offset
    };
    for (last, user_data) in [(vec![offset(0.2, 1), offset(0.001, 2), offset(0.002, 3)], Some(2.0)), (vec![offset(0.2, 1)], None)] {
        manifold.points = last.into_iter().collect();
        collide(&pair, &Settings::default(), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        let [point] = manifold.points[..] else { panic!("{manifold:?}") };
        assert_eq!((point.persisted, point.user_data), (user_data.is_some(), [user_data.unwrap_or(0.0); 4]));
    }
}

/// A sphere about the origin of its frame.
fn is_sphere<V: Vector>(shape: &impl Convex<V>) -> bool {
    shape.core() == Core::Origin
}
