//! The separating axis test against GJK and EPA on the same pairs, and what it must not do.

mod common;

use clinch_contact::{Manifold, Memory, Pair, Relation, Scratch, Separation, Settings, collide, measure};
use clinch_shapes::{Convex, Cuboid, Hull, Polygon, Triangle};
use clinch_support::{Basis, Difference, Pose, Rotation, Scalar, Vector};
use clinch_testkit::random::Random;
use common::{Altered, Kit, about_y, near, opaque};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// What a sample was made of, so that a test can say that it bites.
#[derive(Debug, Default)]
struct Mix {
    all: u32,
    /// Answered by the test itself, and not handed on.
    tested: u32,
    apart: u32,
    overlapping: u32,
    beyond: u32,
    worst: f64,
}

impl Mix {
    fn assert_bites(&self, handed_on_at_most: f64) {
        assert!(10 * self.apart >= self.all && 4 * self.overlapping >= self.all && self.beyond * 20 >= self.all, "{self:?}");
        assert!(f64::from(self.all - self.tested) <= handed_on_at_most * f64::from(self.all), "{self:?}");
    }
}

fn coords<V: Vector>(v: DVec3) -> V {
    V::from_fn(|axis| V::Scalar::narrow(v[axis]))
}

/// The relative pose of a pair about the size of 1: anyhow, alike, alike but for next to nothing, on a grid; near, touching, deep.
fn place<V: Kit>(random: &mut Random, sizes: f64) -> Pose<V::Wide> {
    let tiny = random.power(-12.0, -2.0) * random.sign();
    let rotation = match random.below(5) {
        0 | 1 => V::turned(random),
        2 => <V::Wide as Vector>::Rotation::IDENTITY,
        _ => V::turn(tiny),
    };
    let reach = if random.chance(0.3) { sizes } else { 0.6 * sizes };
    let at = random.in_ball(V::DIM) * reach;
    let at = if random.chance(0.3) { (at * 4.0).round() * 0.25 } else { at };
    Pose::new(rotation, V::Wide::from_fn(|axis| at[axis]))
}

/// The test's answer and the search's must be the same distance, each within its bounds, and the test's points must carry it.
fn agree<V: Kit, A: Convex<V> + Clone, B: Convex<V> + Clone>(a: &A, b: &B, b_in_a: Pose<V::Wide>, margin: f64, mix: &mut Mix) {
    let settings = Settings::with_margin(V::Scalar::narrow(margin));
    let (mut scratch, pair) = (Scratch::new(), Pair { a, b, b_in_a });
    let one = measure(&pair, &settings, &mut Memory::new(), &mut scratch);
    let (hidden_a, hidden_b): (Altered<A, V::Scalar>, Altered<B, V::Scalar>) = (opaque(a.clone()), opaque(b.clone()));
    let other = measure(&Pair { a: &hidden_a, b: &hidden_b, b_in_a }, &settings, &mut Memory::new(), &mut scratch);
    let size = Difference::new(a, b, &b_in_a).size();
    let context = || format!("{one:?}\n{other:?}\n{b_in_a:?}");
    mix.all += 1;
    mix.tested += u32::from(one.calls == 0);
    match (&one.relation, &other.relation) {
        (Relation::Beyond { axis, at_least }, _) => {
            mix.beyond += 1;
            assert!(*at_least > margin && (axis.length() - 1.0).abs() < 1e-14, "{}", context());
            assert!(matches!(other.relation, Relation::Beyond { .. }), "{}", context());
        }
        (Relation::Near(near), Relation::Near(far)) => {
            mix.apart += u32::from(far.lower > 0.0);
            mix.overlapping += u32::from(far.upper < 0.0);
            let band = 2e-14 * size + 0.3 * V::Scalar::EPSILON.widen() * size;
            let slack = 1e-14 * size;
            assert!(near.lower <= near.distance && near.distance <= near.upper, "{}", context());
            assert!(near.lower <= far.upper + slack && far.lower <= near.upper + slack, "bounds contradict: {}", context());
            assert!(near.upper - near.lower <= band + 1e-12 * size || one.calls > 0, "bounds are apart: {}", context());
            let off = (near.distance - far.distance).abs() / size;
            mix.worst = mix.worst.max(off);
            assert!(off * size <= band + 1e-12 * size + (far.upper - far.lower), "off by {off} of the size: {}", context());
            carries::<V>(near, &b_in_a, size, &context);
        }
        _ => panic!("{}", context()),
    }
}

/// The points are as far apart along the normal as the distance says.
fn carries<V: Kit>(near: &Separation<V>, b_in_a: &Pose<V::Wide>, size: f64, context: &dyn Fn() -> String) {
    assert!((near.normal.length() - 1.0).abs() < 1e-14, "{}", context());
    let on_b = b_in_a.rotation.basis().rotate(near.point_b) + b_in_a.translation;
    let way = on_b - near.point_a - near.normal * near.distance;
    let most = (1e-9 + V::Scalar::EPSILON.widen()) * size + (near.upper - near.lower);
    assert!(way.dot(near.normal).abs() <= most, "points: {way:?} {}", context());
}

fn cuboid<V: Kit>(random: &mut Random) -> Cuboid<V> {
    let mut half = DVec3::from_array([0, 1, 2].map(|_| random.range(0.1, 0.6)));
    if random.chance(0.3) {
        half = (half * 8.0).ceil() / 8.0;
    }
    if random.chance(0.1) {
        half[random.below(V::DIM)] *= random.pick(&[0.0, 1e-4, 1e-8]);
    }
    Cuboid::new(coords(half)).unwrap()
}

fn boxes<V: Kit>(seed: u64, count: u32) {
    let (mut random, mut mix) = (Random::new(seed), Mix::default());
    for _ in 0..count {
        let (a, b) = (cuboid::<V>(&mut random), cuboid::<V>(&mut random));
        let b_in_a = place::<V>(&mut random, 1.4);
        agree::<V, _, _>(&a, &b, b_in_a, 0.2, &mut mix);
    }
    println!("boxes in {} dimensions: {mix:?}", V::DIM);
    mix.assert_bites(0.2);
}

#[test]
fn boxes_agree_with_the_search() {
    boxes::<Vec3>(1, 25_000);
    boxes::<DVec3>(2, 25_000);
    boxes::<Vec2>(3, 25_000);
    boxes::<DVec2>(4, 25_000);
}

fn hull<V: Vector<Wide = DVec3>>(random: &mut Random, most: usize) -> Hull<V> {
    let count = 4 + random.below(most - 3);
    let mut points: Vec<DVec3> = (0..count).map(|_| random.direction(3) * 0.6).collect();
    let kind = random.below(8);
    let flat = random.pick(&[0.0, 1e-6, 1e-3]);
    for point in &mut points {
        match kind {
            // Many coplanar and parallel.
            0 => *point = (*point * 4.0).round() / 4.0,
            // A plate, thick or not.
            1 => point.z *= flat,
            // A needle.
            2 => (point.y, point.z) = (point.y * 1e-3, point.z * 1e-3),
            // Inside, too.
            3 => *point *= random.unit(),
            _ => {}
        }
    }
    if kind == 4 {
        let turn = Vec3::turned(random).basis();
        points = (0..8).map(|i| turn.rotate(DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 0.7 - 0.35)).collect();
    }
    Hull::new(&points.into_iter().map(coords).collect::<Vec<V>>()).unwrap()
}

fn triangle<V: Kit>(random: &mut Random) -> Triangle<V> {
    let [a, mut b, c] = [0, 1, 2].map(|_| random.in_ball(V::DIM));
    if random.chance(0.1) {
        b = a + (c - a) * 0.5 + random.in_ball(V::DIM) * random.power(-9.0, -3.0);
    }
    Triangle::new(coords(a), coords(b), coords(c)).unwrap()
}

fn solids<V: Kit + Vector<Wide = DVec3>>(seed: u64, count: u32) {
    let mut random = Random::new(seed);
    let mut mixes: [Mix; 5] = Default::default();
    for _ in 0..count {
        let random = &mut random;
        let (small, other) = (hull::<V>(random, 16), hull::<V>(random, 16));
        let (block, sail, large) = (cuboid::<V>(random), triangle::<V>(random), hull::<V>(random, 64));
        let mut put = |sizes: f64| place::<V>(random, sizes);
        agree::<V, _, _>(&small, &other, put(1.6), 0.2, &mut mixes[0]);
        agree::<V, _, _>(&block, &small, put(1.6), 0.2, &mut mixes[1]);
        agree::<V, _, _>(&sail, &block, put(1.6), 0.2, &mut mixes[2]);
        agree::<V, _, _>(&large, &sail, put(1.6), 0.2, &mut mixes[3]);
        agree::<V, _, _>(&small, &large, put(1.6), 0.2, &mut mixes[4]);
    }
    println!("polytopes: {mixes:?}");
    for mix in &mixes {
        mix.assert_bites(0.4);
    }
}

#[test]
fn polytopes_agree_with_the_search() {
    solids::<Vec3>(11, 5_000);
    solids::<DVec3>(12, 5_000);
}

fn polygon<V: Kit + Vector<Wide = DVec2>>(random: &mut Random, most: usize) -> Polygon<V> {
    let count = 3 + random.below(most - 2);
    let snap = random.chance(0.3);
    let point = |random: &mut Random| {
        let point = random.direction(2) * 0.6;
        coords(if snap { (point * 4.0).round() / 4.0 } else { point })
    };
    Polygon::hull_of(&(0..count).map(|_| point(random)).collect::<Vec<V>>()).unwrap()
}

fn plane<V: Kit + Vector<Wide = DVec2>>(seed: u64, count: u32) {
    let mut random = Random::new(seed);
    let mut mixes: [Mix; 4] = Default::default();
    for _ in 0..count {
        let random = &mut random;
        let (small, other, large) = (polygon::<V>(random, 8), polygon::<V>(random, 8), polygon::<V>(random, 64));
        let (block, sail) = (cuboid::<V>(random), triangle::<V>(random));
        let mut put = || place::<V>(random, 1.6);
        agree::<V, _, _>(&small, &other, put(), 0.2, &mut mixes[0]);
        agree::<V, _, _>(&block, &small, put(), 0.2, &mut mixes[1]);
        agree::<V, _, _>(&sail, &block, put(), 0.2, &mut mixes[2]);
        agree::<V, _, _>(&small, &large, put(), 0.2, &mut mixes[3]);
    }
    println!("polygons: {mixes:?}");
    for mix in &mixes {
        mix.assert_bites(0.4);
    }
}

#[test]
fn polygons_agree_with_the_search() {
    plane::<Vec2>(21, 10_000);
    plane::<DVec2>(22, 10_000);
}
