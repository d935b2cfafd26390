//! The separating axis test, and the facet that is guessed before it, against GJK and EPA on the
//! same pairs.

use crate::common::{Altered, Kit, about_y, near, opaque};
use crate::erased::{collide, measure};
use clinch_contact::{Manifold, Measured, Memory, Pair, Relation, Scratch, Separation, Settings};
use clinch_shapes::{Aabb, Convex, Core, Cuboid, Face, Hull, Polygon, Triangle};
use clinch_support::{Basis, Difference, Pose, Rotation, Scalar, Support, SupportMap, Vector, VertexId};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// The composition of a sample, so that a test can assert that it bites.
#[derive(Debug, Default)]
struct Mix {
    all: u32,
    /// Answered by the test itself, without a search.
    tested: u32,
    /// With vertex blocks, answered by a guess that is proved.
    guessed: u32,
    apart: u32,
    overlapping: u32,
    beyond: u32,
    worst: f64,
}

impl Mix {
    fn assert_bites(&self, searched_at_most: f64) {
        assert!(10 * self.apart >= self.all && 6 * self.overlapping >= self.all && self.beyond * 20 >= self.all, "{self:?}");
        // Which separated polytopes in 3D are left to the search is a matter of speed.
        assert!(f64::from(self.all - self.tested) <= searched_at_most * f64::from(self.all) + f64::from(self.apart), "{self:?}");
    }
}

/// The same shape without vertex blocks, for which nothing is guessed.
struct WithoutBlocks<'s, S>(&'s S);

impl<V: Vector, S: SupportMap<V>> SupportMap<V> for WithoutBlocks<'_, S> {
    fn support(&self, direction: V) -> Support<V> {
        self.0.support(direction)
    }

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        self.0.support_wide(direction)
    }

    fn vertex(&self, id: VertexId) -> Option<V> {
        self.0.vertex(id)
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.0.vertex_wide(id)
    }

    fn center(&self) -> V {
        self.0.center()
    }

    fn radius_about_center(&self) -> V::Scalar {
        self.0.radius_about_center()
    }

    fn error(&self) -> V::Scalar {
        self.0.error()
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for WithoutBlocks<'_, S> {
    fn radius(&self) -> V::Scalar {
        self.0.radius()
    }

    fn core(&self) -> Core<'_, V> {
        self.0.core()
    }

    fn face(&self, direction: V, face: &mut Face<V>) {
        self.0.face(direction, face);
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        self.0.bounds(pose)
    }
}

fn coords<V: Vector>(v: DVec3) -> V {
    V::from_fn(|axis| V::Scalar::narrow(v[axis]))
}

/// The relative pose of a pair of size about 1: random, aligned, nearly aligned, or on a grid;
/// near, touching, deep.
fn random_pose<V: Kit>(random: &mut Random, sizes: f64) -> Pose<V::Wide> {
    let tiny = random.power(-12.0, -2.0) * random.sign();
    let rotation = match random.below(5) {
        0 | 1 => V::turned(random),
        2 => <V::Wide as Vector>::Rotation::IDENTITY,
        _ => V::turn(tiny),
    };
    let extent = if random.chance(0.3) { sizes } else { 0.6 * sizes };
    let at = random.in_ball(V::DIM) * extent;
    let at = if random.chance(0.3) { (at * 4.0).round() * 0.25 } else { at };
    Pose::new(rotation, V::Wide::from_fn(|axis| at[axis]))
}

/// The answers of the test and of the search must be the same distance, each within its bounds, and
/// the witness points of the test must be as far apart.
fn agree<V: Kit, A: Convex<V> + Clone, B: Convex<V> + Clone>(a: &A, b: &B, b_in_a: Pose<V::Wide>, margin: f64, mix: &mut Mix) {
    let settings = Settings::with_margin(V::Scalar::narrow(margin));
    let mut scratch = Scratch::new();
    let one = measure(&Pair { a: &WithoutBlocks(a), b: &WithoutBlocks(b), b_in_a }, &settings, &mut Memory::new(), &mut scratch);
    let guessed = measure(&Pair { a, b, b_in_a }, &settings, &mut Memory::new(), &mut scratch);
    mix.guessed += u32::from(guessed.calls > 0 && scratch.record.is_empty());
    let (hidden_a, hidden_b): (Altered<A, V::Scalar>, Altered<B, V::Scalar>) = (opaque(a.clone()), opaque(b.clone()));
    let other = measure(&Pair { a: &hidden_a, b: &hidden_b, b_in_a }, &settings, &mut Memory::new(), &mut scratch);
    let size = Difference::new(a, b, &b_in_a).size();
    mix.all += 1;
    mix.tested += u32::from(one.calls == 0);
    mix.beyond += u32::from(matches!(one.relation, Relation::Beyond { .. }));
    if let (Relation::Near(_), Relation::Near(far)) = (&one.relation, &other.relation) {
        mix.apart += u32::from(far.lower > 0.0);
        mix.overlapping += u32::from(far.upper < 0.0);
    }
    let off = [&one, &guessed].map(|one| compare::<V>([one, &other], &b_in_a, margin, size));
    mix.worst = off.into_iter().fold(mix.worst, f64::max);
}

/// How much the distances of both answers differ, relative to the size.
fn compare<V: Kit>([one, other]: [&Measured<V>; 2], b_in_a: &Pose<V::Wide>, margin: f64, size: f64) -> f64 {
    let context = || format!("{one:?}\n{other:?}\n{b_in_a:?}");
    match (&one.relation, &other.relation) {
        (Relation::Beyond { axis, at_least }, _) => {
            assert!(*at_least > margin && (axis.length() - 1.0).abs() < 1e-14, "{}", context());
            assert!(matches!(other.relation, Relation::Beyond { .. }), "{}", context());
            0.0
        }
        (Relation::Near(near), Relation::Near(far)) => {
            let band = 2e-14 * size + 0.3 * V::Scalar::EPSILON.widen() * size;
            let slack = 1e-14 * size;
            assert!(near.lower <= near.distance && near.distance <= near.upper, "{}", context());
            assert!(near.lower <= far.upper + slack && far.lower <= near.upper + slack, "bounds contradict: {}", context());
            assert!(near.upper - near.lower <= band + 3e-12 * size || one.calls > 0, "bounds are apart: {}", context());
            let off = (near.distance - far.distance).abs() / size;
            assert!(off * size <= band + 1e-12 * size + (far.upper - far.lower), "off by {off} of the size: {}", context());
            check_points::<V>(near, b_in_a, size, &context);
            off
        }
        _ => panic!("{}", context()),
    }
}

/// The points are as far apart along the normal as the distance says.
fn check_points<V: Kit>(near: &Separation<V>, b_in_a: &Pose<V::Wide>, size: f64, context: &dyn Fn() -> String) {
    assert!((near.normal.length() - 1.0).abs() < 1e-14, "{}", context());
    let on_b = b_in_a.rotation.basis().rotate(near.point_b) + b_in_a.translation;
    let offset = on_b - near.point_a - near.normal * near.distance;
    let most = (1e-9 + V::Scalar::EPSILON.widen()) * size + (near.upper - near.lower);
    assert!(offset.dot(near.normal).abs() <= most, "points: {offset:?} {}", context());
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

fn check_boxes<V: Kit>(seed: u64, count: u32) {
    let (mut random, mut mix) = (Random::new(seed), Mix::default());
    for _ in 0..count {
        let (a, b) = (cuboid::<V>(&mut random), cuboid::<V>(&mut random));
        let b_in_a = random_pose::<V>(&mut random, 1.4);
        agree::<V, _, _>(&a, &b, b_in_a, 0.2, &mut mix);
    }
    mix.assert_bites(0.03);
    assert!(mix.tested > mix.all - mix.all / 20, "{mix:?}");
}

#[test]
fn boxes_agree_with_the_search() {
    check_boxes::<Vec3>(1, 25_000);
    check_boxes::<DVec3>(2, 25_000);
    check_boxes::<Vec2>(3, 25_000);
    check_boxes::<DVec2>(4, 25_000);
}

pub(crate) fn hull<V: Vector<Wide = DVec3>>(random: &mut Random, most: usize) -> Hull<V> {
    let count = 4 + random.below(most - 3);
    let mut points: Vec<DVec3> = (0..count).map(|_| random.direction(3) * 0.6).collect();
    let kind = random.below(8);
    let flat = random.pick(&[0.0, 1e-6, 1e-3]);
    for point in &mut points {
        match kind {
            // Many coplanar points and parallel faces.
            0 => *point = (*point * 4.0).round() / 4.0,
            // A plate, of any thickness.
            1 => point.z *= flat,
            // A needle.
            2 => (point.y, point.z) = (point.y * 1e-3, point.z * 1e-3),
            // Points inside, too.
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

pub(crate) fn triangle<V: Kit>(random: &mut Random) -> Triangle<V> {
    let [a, mut b, c] = [0, 1, 2].map(|_| random.in_ball(V::DIM));
    if random.chance(0.1) {
        b = a + (c - a) * 0.5 + random.in_ball(V::DIM) * random.power(-9.0, -3.0);
    }
    Triangle::new(coords(a), coords(b), coords(c)).unwrap()
}

fn check_polytopes<V: Kit + Vector<Wide = DVec3>>(seed: u64, count: u32) {
    let mut random = Random::new(seed);
    let mut mixes: [Mix; 5] = Default::default();
    for _ in 0..count {
        let random = &mut random;
        let (small, other) = (hull::<V>(random, 16), hull::<V>(random, 16));
        let (cuboid, other_triangle, large) = (cuboid::<V>(random), triangle::<V>(random), hull::<V>(random, 20));
        let mut pose = |sizes: f64| random_pose::<V>(random, sizes);
        agree::<V, _, _>(&small, &other, pose(1.6), 0.2, &mut mixes[0]);
        agree::<V, _, _>(&cuboid, &small, pose(1.6), 0.2, &mut mixes[1]);
        agree::<V, _, _>(&other_triangle, &cuboid, pose(1.6), 0.2, &mut mixes[2]);
        agree::<V, _, _>(&large, &other_triangle, pose(1.6), 0.2, &mut mixes[3]);
        agree::<V, _, _>(&small, &large, pose(1.6), 0.2, &mut mixes[4]);
    }
    for mix in &mixes {
        mix.assert_bites(0.25);
    }
    // Of pairs with a hull, in `f32`.
    if V::Scalar::EPSILON.widen() > f64::EPSILON {
        assert!([0, 1, 3, 4].iter().all(|&place| 2 * mixes[place].guessed > mixes[place].all), "{mixes:?}");
    }
}

#[test]
fn polytopes_agree_with_the_search() {
    check_polytopes::<Vec3>(11, 5_000);
    check_polytopes::<DVec3>(12, 5_000);
}

pub(crate) fn polygon<V: Kit + Vector<Wide = DVec2>>(random: &mut Random, most: usize) -> Polygon<V> {
    let count = 3 + random.below(most - 2);
    let snap = random.chance(0.3);
    let point = |random: &mut Random| {
        let point = random.direction(2) * 0.6;
        coords(if snap { (point * 4.0).round() / 4.0 } else { point })
    };
    Polygon::hull_of(&(0..count).map(|_| point(random)).collect::<Vec<V>>()).unwrap()
}

fn check_polygons<V: Kit + Vector<Wide = DVec2>>(seed: u64, count: u32) {
    let mut random = Random::new(seed);
    let mut mixes: [Mix; 4] = Default::default();
    for _ in 0..count {
        let random = &mut random;
        let (small, other, large) = (polygon::<V>(random, 8), polygon::<V>(random, 8), polygon::<V>(random, 64));
        let (cuboid, other_triangle) = (cuboid::<V>(random), triangle::<V>(random));
        let mut pose = || random_pose::<V>(random, 1.6);
        agree::<V, _, _>(&small, &other, pose(), 0.2, &mut mixes[0]);
        agree::<V, _, _>(&cuboid, &small, pose(), 0.2, &mut mixes[1]);
        agree::<V, _, _>(&other_triangle, &cuboid, pose(), 0.2, &mut mixes[2]);
        agree::<V, _, _>(&small, &large, pose(), 0.2, &mut mixes[3]);
    }
    for mix in &mixes {
        mix.assert_bites(0.25);
    }
}

#[test]
fn polygons_agree_with_the_search() {
    check_polygons::<Vec2>(21, 10_000);
    check_polygons::<DVec2>(22, 10_000);
}

/// A box on another one, overlapping by `overlap`, and rotated slightly about an axis in the face.
fn stacked(half: f64, overlap: f64, tilt: f64, offset: DVec3) -> (Cuboid<Vec3>, Pose<DVec3>) {
    let axis = DVec3::new(0.6, 0.0, 0.8) * (0.5 * tilt);
    let turn = about_y(0.1).after(DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0));
    (Cuboid::new(Vec3::splat(half as f32)).unwrap(), Pose::new(turn, offset + DVec3::Y * (2.0 * half - overlap)))
}

#[test]
fn resting_boxes_of_any_size_and_tilt_have_four_points() {
    for half in [0.0005, 0.005, 0.5, 50.0] {
        for tilt in [0.0, 1e-9, 1e-7, 1e-5, 1e-4, 1e-3] {
            for overlap in [0.0, 1e-6, 1e-4, 1e-2] {
                let (cuboid, b_in_a) = stacked(half, overlap * half, tilt, DVec3::new(0.1, 0.0, -0.2) * half);
                let settings = Settings::with_margin((0.02 * half) as f32);
                let hull: Vec<Vec3> =
                    (0..8).map(|i| cuboid.half() * Vec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 }))).collect();
                let hull = Hull::new(&hull).unwrap();
                let (mut scratch, mut manifold) = (Scratch::new(), Manifold::new());
                collide(&Pair { a: &cuboid, b: &cuboid, b_in_a }, &settings, &mut Memory::new(), &mut scratch, &mut manifold);
                assert_eq!(manifold.points.len(), 4, "{half} {tilt} {overlap}: {manifold:?}");
                assert!(manifold.normal.y > 0.999, "{half} {tilt} {overlap}: {manifold:?}");
                collide(&Pair { a: &hull, b: &hull, b_in_a }, &settings, &mut Memory::new(), &mut scratch, &mut manifold);
                assert_eq!(manifold.points.len(), 4, "hulls: {half} {tilt} {overlap}: {manifold:?}");
            }
        }
    }
}

#[test]
fn small_cubes_are_as_deep_as_large_ones() {
    let mut random = Random::new(41);
    for _ in 0..2000 {
        let b_in_a = random_pose::<DVec3>(&mut random, 1.2);
        let depth = |half: f64| {
            let cube = Cuboid::new(DVec3::splat(half)).unwrap();
            let at = Pose::new(b_in_a.rotation, b_in_a.translation * (2.0 * half));
            let measured = measure(
                &Pair { a: &cube, b: &cube, b_in_a: at },
                &Settings::with_margin(4.0 * half),
                &mut Memory::new(),
                &mut Scratch::new(),
            );
            near(&measured).unwrap().distance / half
        };
        let truth = depth(1.0);
        for half in [0.005, 0.0005, 1e-6, 1e6] {
            assert!((depth(half) - truth).abs() < 1e-13, "{half}: {} {truth}", depth(half));
        }
    }
}

/// Edges that cross at almost no angle, and boxes rotated by as little about any axis.
#[test]
fn nearly_parallel_edges_hide_no_axis() {
    let mut random = Random::new(42);
    let (mut mix, mut hulls) = (Mix::default(), Mix::default());
    for _ in 0..20_000 {
        let (a, b) = (cuboid::<DVec3>(&mut random), cuboid::<DVec3>(&mut random));
        let quarter = DQuat::from_xyzw(0.0, 0.0, libm::sin(0.125 * core::f64::consts::PI), libm::cos(0.125 * core::f64::consts::PI));
        let axis = random.direction(3) * (0.5 * random.power(-15.0, -2.0));
        let tiny = DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0);
        let rotation = if random.chance(0.7) { quarter.after(tiny) } else { tiny };
        let at = DVec3::new(random.range(-0.9, 0.9), random.range(-0.9, 0.9), random.range(-0.5, 0.5));
        // Edge on edge along z, overlapping by at most what the tilt removes at the ends.
        let on_edge = random.chance(0.4);
        let shallow = random.power(-1.0, 0.5) * axis.length();
        let on = DVec3::new(a.half().x + b.half().x - shallow, a.half().y + b.half().y - shallow, at.z * 0.1);
        let b_in_a = if on_edge { Pose::new(tiny, on) } else { Pose::new(rotation, at) };
        agree::<DVec3, _, _>(&a, &b, b_in_a, 0.1, &mut mix);
        let as_hull = |cuboid: &Cuboid<DVec3>| {
            let corner = |i: usize| cuboid.half() * DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 }));
            Hull::new(&(0..8).map(corner).collect::<Vec<_>>()).unwrap()
        };
        agree::<DVec3, _, _>(&as_hull(&a), &as_hull(&b), b_in_a, 0.1, &mut hulls);
    }
    assert!(mix.overlapping > 5000 && mix.tested > 19_000 && hulls.tested > 9000, "{mix:?} {hulls:?}");
}

/// A cube as deep in another one along x as along y: rounding changes the order each tick, and the
/// normal must not follow.
#[test]
fn a_normal_does_not_flip_between_axes_that_are_equally_deep() {
    let cube = Cuboid::new(Vec3::splat(0.5)).unwrap();
    for start in [DVec3::new(0.9, 0.8, 0.1), DVec3::new(0.8, 0.9, 0.1)] {
        let mut memory = Memory::new();
        let mut random = Random::new(43);
        let mut query = |at: DVec3| {
            let measured =
                measure(&Pair { a: &cube, b: &cube, b_in_a: Pose::at(at) }, &Settings::default(), &mut memory, &mut Scratch::new());
            *near(&measured).unwrap()
        };
        let first = query(start).normal;
        assert_eq!(first, if start.x > start.y { DVec3::X } else { DVec3::Y });
        let mut others = 0;
        for _ in 0..200 {
            let noise = DVec3::new(random.range(-1e-8, 1e-8), random.range(-1e-8, 1e-8), 0.0);
            let at = DVec3::new(0.9, 0.9, 0.1) + noise;
            others += u32::from((at.x > at.y) != (start.x > start.y));
            let near = query(at);
            assert_eq!(near.normal, first);
            assert!((near.distance + 0.1).abs() < 2e-7 && near.lower <= near.distance && near.distance <= near.upper, "{near:?}");
        }
        assert!(others > 50, "the other axis was never the deeper one");
        // An axis that is clearly better is taken, whatever the last one was.
        let clear = query(if start.x > start.y { DVec3::new(0.9, 0.91, 0.1) } else { DVec3::new(0.91, 0.9, 0.1) });
        assert_eq!(clear.normal, if start.x > start.y { DVec3::Y } else { DVec3::X });
    }
}

/// The order of the vertices and of the shapes changes no distance; lengths times 2^k change no
/// bit.
#[test]
fn permuted_swapped_and_scaled_polytopes_are_the_same() {
    let mut random = Random::new(44);
    let mut tested = 0;
    for _ in 0..3000 {
        let (a, b) = (hull::<DVec3>(&mut random, 14), hull::<DVec3>(&mut random, 14));
        let b_in_a = random_pose::<DVec3>(&mut random, 1.0);
        let query = |a: &Hull<DVec3>, b: &Hull<DVec3>, b_in_a: Pose<DVec3>, margin: f64| {
            let measured = measure(&Pair { a, b, b_in_a }, &Settings::with_margin(margin), &mut Memory::new(), &mut Scratch::new());
            (*near(&measured).unwrap(), measured.calls)
        };
        let (one, calls) = query(&a, &b, b_in_a, 9.0);
        tested += u32::from(calls == 0);
        let reversed = Hull::new(&a.vertices().iter().rev().copied().collect::<Vec<_>>()).unwrap();
        let (other, _) = query(&reversed, &b, b_in_a, 9.0);
        assert!((one.distance - other.distance).abs() < 1e-12, "{one:?} {other:?}");
        let (swapped, _) = query(&b, &a, Pose::<DVec3>::IDENTITY.relative_to(&b_in_a), 9.0);
        assert!((one.distance - swapped.distance).abs() < 1e-12, "{one:?} {swapped:?}");
        for k in [-40, -3, 1, 40] {
            let by = 2.0_f64.powi(k);
            let scaled_hull =
                |hull: &Hull<DVec3>| Hull::new(&hull.vertices().iter().map(|&vertex| vertex * by).collect::<Vec<_>>()).unwrap();
            let (scaled, same) = query(&scaled_hull(&a), &scaled_hull(&b), Pose::new(b_in_a.rotation, b_in_a.translation * by), 9.0 * by);
            assert_eq!((scaled.normal, scaled.distance, same), (one.normal, one.distance * by, calls));
            assert_eq!(
                (scaled.lower, scaled.upper, scaled.point_a, scaled.point_b),
                (one.lower * by, one.upper * by, one.point_a * by, one.point_b * by)
            );
        }
    }
    assert!(tested > 1200, "{tested}");
}

/// A walk with its memory, and each of its steps without.
#[test]
fn a_warm_start_changes_no_distance() {
    let mut random = Random::new(45);
    for _ in 0..200 {
        let (a, b) = (hull::<Vec3>(&mut random, 14), cuboid::<Vec3>(&mut random));
        let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
        let (mut at, offset) = (random.in_ball(3) * 1.2, random.in_ball(3) * 0.05);
        for tick in 0..60 {
            at += offset;
            let at = if tick < 30 { at } else { at - offset * (2.0 * f64::from(tick - 30)) };
            let pair = Pair { a: &a, b: &b, b_in_a: Pose::new(about_y(0.02 * f64::from(tick)), at) };
            let settings = Settings::with_margin(0.1);
            let warm = measure(&pair, &settings, &mut memory, &mut scratch);
            let cold = measure(&pair, &settings, &mut Memory::new(), &mut scratch);
            match (near(&warm), near(&cold)) {
                (Some(warm), Some(cold)) => assert!((warm.distance - cold.distance).abs() < 3e-7, "{warm:?} {cold:?}"),
                (None, None) => {}
                _ => panic!("{warm:?} {cold:?}"),
            }
        }
    }
}

/// Of axes that tie, one may prove a gap where another has an overlap: whether the shapes touch
/// must not depend on the margin.
#[test]
fn boxes_that_almost_touch_do_so_with_any_margin() {
    let mut random = Random::new(46);
    let (mut touching, mut apart) = (0, 0);
    for _ in 0..20_000 {
        let (a, b) = (cuboid::<Vec3>(&mut random), cuboid::<Vec3>(&mut random));
        let tiny = random.direction(3) * random.power(-9.0, -7.0);
        let up = (a.half() + b.half()).as_dvec3().y + random.range(-2e-8, 2e-8);
        let b_in_a =
            Pose::new(DQuat::from_xyzw(tiny.x, tiny.y, tiny.z, 1.0), DVec3::new(random.range(-0.2, 0.2), up, random.range(-0.2, 0.2)));
        let query = |margin: f32| {
            let measured = measure(&Pair { a: &a, b: &b, b_in_a }, &Settings::with_margin(margin), &mut Memory::new(), &mut Scratch::new());
            near(&measured).is_some_and(Separation::is_touching)
        };
        let touches = query(0.0);
        assert_eq!(touches, query(1.0), "{a:?} {b:?} {b_in_a:?}");
        (touching, apart) = (touching + u32::from(touches), apart + u32::from(!touches));
    }
    assert!(touching > 4000 && apart > 4000, "{touching} touching, {apart} apart");
}
