//! What is answered before anything is recalled or computed in full: yes or no by squares, and the one point of a ball that is held in place.

use crate::asked::{collide, measure, overlap};
use crate::common::{Kit, cold, near, opaque};
use clinch_contact::{ContactPoint, FeatureId, Manifold, Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Ball, Convex, Core, Cuboid};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::pair_file::{Coords, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

fn wide<V: Vector>(v: DVec3) -> V::Wide {
    V::Wide::from_fn(|axis| v[axis])
}

/// A ball at a ball or at a box, either way round, from `times` as far as they touch at; and how far that is.
fn pair_of<V: Kit>(random: &mut Random, times: f64) -> (V::Shape, V::Shape, Pose<V::Wide>, f64) {
    let radius = |random: &mut Random| random.pick(&[0.0, 1e-3, 0.5, 1.0]) * random.range(0.5, 1.0);
    let narrow = |x: f64| V::Scalar::narrow(x).widen();
    let (own, rotation) = (narrow(radius(random)), V::turned(random));
    let ball = V::shape(&ShapeSpec::Sphere { radius: own });
    let (direction, swap) = (random.direction(V::DIM), random.chance(0.5));
    if random.chance(0.5) {
        let other = narrow(radius(random));
        let sum = own + other;
        let b_in_a = Pose { rotation, translation: wide::<V>(direction * (sum * times)) };
        return (ball, V::shape(&ShapeSpec::Sphere { radius: other }), b_in_a, sum);
    }
    // Beside a face, an edge or a corner: the point of the box that is nearest, and the way there.
    let half = DVec3::from_array([(); 3].map(|()| narrow(random.range(0.1, 1.0))));
    let on = DVec3::from_array([0, 1, 2].map(|axis: usize| half[axis] * if random.chance(0.5) { 1.0 } else { random.range(-0.9, 0.9) }));
    let out =
        DVec3::from_array([0, 1, 2].map(|axis: usize| if on[axis] == half[axis] && axis < V::DIM { direction[axis].abs() } else { 0.0 }));
    let out = if out == DVec3::ZERO { DVec3::ZERO } else { out.normalize() };
    let at = Pose::<V::Wide> { translation: wide::<V>(on + out * (own * times)), rotation };
    let block = V::shape(&ShapeSpec::Box { half: Coords::of(half, V::DIM) });
    if swap { (ball, block, Pose::<V::Wide>::IDENTITY.relative_to(&at), own) } else { (block, ball, at, own) }
}

fn yes_or_no<V: Kit>(seed: u64) {
    let (mut touching, mut apart, mut close, mut searched) = (0, 0, 0, 0);
    for index in 0..20_000 {
        let mut random = Random::of(seed, index);
        // Many at the distance at which they touch, and a few roundings beside it.
        let beside = random.pick(&[0.0, 1.0, 8.0, 30.0, 100.0, 1e4, 1e14]) * random.range(-1.0, 1.0);
        let (a, b, b_in_a, _) = pair_of::<V>(&mut random, 1.0 + beside * f64::EPSILON);
        let pair = Pair { a: &a, b: &b, b_in_a };
        let settings = Settings { skin_a: V::Scalar::narrow(random.pick(&[0.0, 0.0, 0.25])), ..Settings::default() };
        let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
        let told = overlap(&pair, &settings, &mut memory, &mut scratch);
        let whole = measure(&pair, &settings, &mut Memory::new(), &mut scratch);
        let context = || format!("{seed}/{index}: {told:?} {whole:?} {a:?} {b:?} {b_in_a:?}");
        let expected = match &whole.relation {
            Relation::Near(near) => near.is_touching(),
            Relation::Beyond { .. } => false,
            Relation::Undefined => panic!("{}", context()),
        };
        assert_eq!(told.touching, Some(expected), "{}", context());
        // Two points in one place are searched for a normal.
        assert!(!told.recycled && told.calls == whole.calls, "{}", context());
        searched += u32::from(told.calls > 0);
        *(if expected { &mut touching } else { &mut apart }) += 1;
        close += u32::from(beside.abs() < 200.0);
        if let Relation::Beyond { axis, .. } = whole.relation
            && beside > 1e12
            && is_ball(&a)
            && is_ball(&b)
        {
            let parting = memory.separating_axis().unwrap_or_else(|| panic!("no axis: {}", context()));
            assert!((parting * parting.length().recip() - axis).length() < 1e-2, "{parting:?}: {}", context());
        }
        // Multiplied by a power of two nothing changes.
        let larger = Pose { translation: b_in_a.translation * 2.0_f64.powi(30), ..b_in_a };
        let skin = settings.skin_a * V::Scalar::narrow(2.0_f64.powi(30));
        if is_ball(pair.a) && is_ball(pair.b) {
            let [a, b] = [pair.a, pair.b]
                .map(Convex::radius_wide)
                .map(|radius| Ball::<V>::new(V::Scalar::narrow(radius * 2.0_f64.powi(30))).unwrap());
            let settings = Settings { skin_a: skin, ..settings };
            let grown = overlap(&Pair { a: &a, b: &b, b_in_a: larger }, &settings, &mut Memory::new(), &mut scratch);
            assert_eq!(grown, told, "{}", context());
        }
    }
    assert!(
        touching > 4000 && apart > 1000 && close > 8000 && searched < 2000,
        "{touching}, {apart} apart, {close} close, {searched} searched"
    );
}

#[test]
fn yes_or_no_by_squares_is_that_of_how_far() {
    yes_or_no::<Vec3>(1001);
    yes_or_no::<DVec3>(1002);
    yes_or_no::<Vec2>(1003);
    yes_or_no::<DVec2>(1004);
}

/// Against shapes of which nothing is known but their support maps.
fn searched<V: Kit>(seed: u64) {
    for index in 0..2000 {
        let mut random = Random::of(seed, index);
        let times = random.pick(&[0.2, 0.9, 1.1, 3.0]);
        let (a, b, b_in_a, _) = pair_of::<V>(&mut random, times);
        let (hidden_a, hidden_b) = (opaque::<_, V::Scalar>(a.clone()), opaque::<_, V::Scalar>(b.clone()));
        let settings = Settings::default();
        let told = overlap(&Pair { a: &a, b: &b, b_in_a }, &settings, &mut Memory::new(), &mut Scratch::new()).touching;
        let (general, _) = cold(&Pair { a: &hidden_a, b: &hidden_b, b_in_a }, &Settings::with_margin(V::Scalar::INFINITY));
        let general = near(&general).unwrap();
        assert!(general.lower <= 0.0 || told == Some(false), "{seed}/{index}: {told:?} {general:?} {a:?} {b:?} {b_in_a:?}");
        assert!(general.upper > 0.0 || told == Some(true), "{seed}/{index}: {told:?} {general:?} {a:?} {b:?} {b_in_a:?}");
    }
}

#[test]
fn yes_or_no_by_squares_is_that_of_a_search() {
    searched::<Vec3>(1011);
    searched::<DVec3>(1012);
    searched::<Vec2>(1013);
    searched::<DVec2>(1014);
}

#[test]
fn what_is_not_finite_is_neither_yes_nor_no() {
    let (ball, block) = (Ball::<Vec3>::new(0.5).unwrap(), Cuboid::new(Vec3::ONE).unwrap());
    let mut scratch = Scratch::new();
    let mut told = |b_in_a: Pose<DVec3>| {
        let settings = Settings::default();
        [
            overlap(&Pair { a: &ball, b: &ball, b_in_a }, &settings, &mut Memory::new(), &mut scratch).touching,
            overlap(&Pair { a: &ball, b: &block, b_in_a }, &settings, &mut Memory::new(), &mut scratch).touching,
            overlap(&Pair { a: &block, b: &ball, b_in_a }, &settings, &mut Memory::new(), &mut scratch).touching,
        ]
    };
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(told(Pose::at(DVec3::new(0.0, x, 1.0))), [None; 3], "{x}");
    }
    assert_eq!(told(Pose::IDENTITY), [Some(true); 3], "about one place");
    let without_end = Settings { skin_a: f32::INFINITY, ..Settings::default() };
    let far = Pair { a: &ball, b: &ball, b_in_a: Pose::at(DVec3::X * 9.0) };
    assert_eq!(
        overlap(&far, &without_end, &mut Memory::new(), &mut scratch).touching,
        match measure(&far, &without_end, &mut Memory::new(), &mut scratch).relation {
            Relation::Undefined => None,
            other => panic!("{other:?}"),
        }
    );
}

/// The one point is the query's own, it goes on from tick to tick with what it carries, and is as exact as a new one, unless the caller has it recalled.
fn one_point<V: Kit>(seed: u64) {
    let (mut held, mut gone) = (0, 0);
    for index in 0..200 {
        let mut random = Random::of(seed, index);
        let (a, b, start, size) = pair_of::<V>(&mut random, 0.9);
        let settings =
            Settings { recycling: V::Scalar::narrow(random.pick(&[0.0, 1e-3])), ..Settings::with_margin(V::Scalar::narrow(0.1 * size)) };
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
                gone += 1;
                continue;
            };
            assert_eq!((point.feature, point.kept), (FeatureId::WITNESS, before.is_some()), "{seed}/{index}, tick {tick}");
            assert_eq!(point.carried, before.map_or([V::Scalar::ZERO; 4], |before| before.carried), "{seed}/{index}, tick {tick}");
            if measured.calls == 0 && !measured.recycled {
                let ContactPoint { on_a, on_b, separation, touching, .. } = expected.points[0];
                assert_eq!((point.on_a, point.on_b, point.separation, point.touching), (on_a, on_b, separation, touching));
                assert_eq!(measured.relation, fresh.relation);
            }
            point.carried = [V::Scalar::narrow(f64::from(tick + 1)); 4];
            held += usize::from(before.is_some());
        }
    }
    assert!(held > 400 && gone > 50, "{held} held, {gone} gone");
}

#[test]
fn one_point_goes_on_where_it_is() {
    one_point::<Vec3>(1021);
    one_point::<DVec3>(1022);
    one_point::<Vec2>(1023);
    one_point::<DVec2>(1024);
}

/// A manifold that was of many points, as of a block that became a ball: the one goes on from the nearest of them, if it is in the same place, and from none that is not.
#[test]
fn one_point_goes_on_from_the_nearest_of_many() {
    let ball = Ball::<Vec3>::new(0.5).unwrap();
    let pair = Pair { a: &ball, b: &ball, b_in_a: Pose::at(DVec3::X * 0.99) };
    let (_, mut manifold) = cold(&pair, &Settings::default());
    let point = manifold.points[0];
    let beside = |by: f32, feature: u64| {
        let mut beside = point;
        (beside.on_a.y, beside.on_b.y) = (by, by);
        (beside.feature, beside.carried) = (FeatureId(feature), [feature as f32; 4]);
        beside
    };
    for (last, carried) in [(vec![beside(0.2, 1), beside(0.001, 2), beside(0.002, 3)], Some(2.0)), (vec![beside(0.2, 1)], None)] {
        manifold.points = last.into_iter().collect();
        collide(&pair, &Settings::default(), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        let [point] = manifold.points[..] else { panic!("{manifold:?}") };
        assert_eq!((point.kept, point.carried), (carried.is_some(), [carried.unwrap_or(0.0); 4]));
    }
}

/// A ball about the origin of its frame.
fn is_ball<V: Vector>(shape: &impl Convex<V>) -> bool {
    matches!(shape.core(), Core::Point(point) if point == V::Wide::ZERO)
}
