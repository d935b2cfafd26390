//! Pairs that have hardly moved: skipped only with proof, kept only within the allowed motion, and
//! computed again in time.

use crate::common::{Case, Kit, about_y, cold};
use crate::erased::collide;
use clinch_contact::{Manifold, Measured, Memory, Pair, Recycling, Relation, Scratch, Settings};
use clinch_shapes::{Ball, Convex, Cuboid, HalfSpace, Shape3};
use clinch_support::{Pose, Rotation, Scalar, SupportMap, Vector};
use clinch_testkit::generate;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

pub(crate) struct PairState<V: Kit> {
    memory: Memory<V>,
    scratch: Scratch<V>,
    pub(crate) manifold: Manifold<V>,
}

impl<V: Kit> PairState<V> {
    pub(crate) fn new() -> Self {
        Self { memory: Memory::new(), scratch: Scratch::new(), manifold: Manifold::new() }
    }

    pub(crate) fn tick<A: Convex<V>, B: Convex<V>>(&mut self, pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>) -> Measured<V> {
        collide(pair, settings, &mut self.memory, &mut self.scratch, &mut self.manifold)
    }
}

const RECYCLING: f64 = 1e-3;

fn settings<S: Scalar>(margin: f64) -> Settings<S> {
    Settings { recycling: Recycling::Proved(S::narrow(RECYCLING)), ..Settings::with_margin(S::narrow(margin)) }
}

/// Moves B in any direction by up to `stride`, and turns it by as much at the rim of the pair.
pub(crate) fn displace<V: Kit>(case: &mut Case<V>, random: &mut Random, stride: f64) {
    let toss = random.in_ball(V::DIM);
    case.b_in_a.translation = case.b_in_a.translation + V::Wide::from_fn(|axis| toss[axis]) * stride;
    case.b_in_a.rotation = V::turn(random.range(-1.0, 1.0) * stride / case.size()).after(case.b_in_a.rotation);
}

/// Random walks with steps of all sizes. A recycled answer is that of a new query to within the
/// allowed motion, and whether the shapes touch is the same.
fn recycled_answers_are_right<V: Kit>(seed: u64, walks: u64) {
    let (mut skipped, mut recycled, mut computed) = (0, 0, 0);
    for index in 0..walks {
        let mut random = Random::of(seed, index);
        let mut case = Case::<V>::of(&generate::pair(V::DIM, seed, index).query);
        let size = case.size();
        let radius = |shape: &V::Shape| shape.radius_about_center().widen() + shape.radius_wide();
        let least = radius(&case.a).min(radius(&case.b));
        let settings = settings::<V::Scalar>(random.pick(&[0.0, 0.01, 0.2]) * size);
        let mut state = PairState::<V>::new();
        for tick in 0..16 {
            let stride = least * 1e-3 * random.power(-3.0, 0.5);
            displace(&mut case, &mut random, stride);
            let warm = state.tick(&case.pair(), &settings);
            let (fresh, first) = cold(&case.pair(), &settings);
            let context = || format!("{seed}/{index}, tick {tick}: {warm:?}\n{fresh:?}\n{:?}\n{first:?}", state.manifold);
            if !warm.recycled {
                computed += 1;
                continue;
            }
            match (&warm.relation, &fresh.relation) {
                (Relation::Near(warm), Relation::Near(fresh)) => {
                    recycled += 1;
                    let band = 2.0 * RECYCLING * least + 4e-6 * size;
                    assert!((warm.distance - fresh.distance).abs() <= band, "{}", context());
                    assert!(warm.lower <= fresh.upper && fresh.lower <= warm.upper, "bounds contradict: {}", context());
                    assert_eq!(warm.is_touching(), fresh.is_touching(), "{}", context());
                    assert_eq!(state.manifold.is_touching(), warm.is_touching(), "{}", context());
                    assert!(state.manifold.points.iter().all(|point| point.persisted), "{}", context());
                }
                (Relation::Beyond { at_least: proved, .. }, Relation::Beyond { .. }) => {
                    skipped += 1;
                    assert!(state.manifold.points.is_empty() && *proved > settings.margin.widen(), "{}", context());
                    let (truth, _) = cold(&case.pair(), &Settings::with_margin(V::Scalar::INFINITY));
                    let Relation::Near(truth) = truth.relation else { panic!("{}", context()) };
                    assert!(*proved <= truth.upper, "proved {proved}, but the distance is {}: {}", truth.upper, context());
                }
                _ => panic!("one is near, one is not: {}", context()),
            }
        }
    }
    assert!(
        10 * skipped > computed && 4 * recycled > computed,
        "the sample must bite: {skipped} skipped, {recycled} recycled, {computed} computed"
    );
}

#[test]
fn recycled_answers_are_right_in_3d() {
    recycled_answers_are_right::<Vec3>(801, 400);
    recycled_answers_are_right::<DVec3>(802, 400);
}

#[test]
fn recycled_answers_are_right_in_2d() {
    recycled_answers_are_right::<Vec2>(803, 800);
    recycled_answers_are_right::<DVec2>(804, 800);
}

/// A pair that creeps by a hundredth of the allowed motion in each tick is computed again after
/// about a hundred ticks.
#[test]
fn small_steps_add_up() {
    let cuboid = Cuboid::<Vec3>::new(Vec3::splat(0.5)).unwrap();
    let mut state = PairState::<Vec3>::new();
    let step = 0.01 * RECYCLING * f64::from(cuboid.radius_about_center());
    let computed: Vec<u32> = (0..1000)
        .filter(|&tick| {
            let pair = Pair { a: &cuboid, b: &cuboid, b_in_a: Pose::at(DVec3::new(step * f64::from(tick), 0.995, 0.0)) };
            !state.tick(&pair, &settings(0.0)).recycled
        })
        .collect();
    assert!((9..=12).contains(&computed.len()), "{computed:?}");
}

/// rapier #372: the contact must not be frozen to a rolling sphere. If it rolls slowly, the contact
/// lags by at most the allowed motion.
#[test]
fn the_contact_of_a_slowly_rolling_sphere_stays_below_it() {
    let (floor, sphere) = (Cuboid::<Vec3>::new(Vec3::new(64.0, 1.0, 64.0)).unwrap(), Ball::<Vec3>::new(0.5).unwrap());
    let mut state = PairState::<Vec3>::new();
    let (mut recycled_count, mut farthest) = (0, 0.0_f64);
    for tick in 0..4000 {
        let angle = 2e-5 * f64::from(tick);
        let (sin, cos) = libm::sincos(0.5 * angle);
        let pose = Pose::new(DQuat::from_xyzw(0.0, 0.0, sin, cos), DVec3::new(-0.5 * angle, 1.499, 0.0));
        let measured = state.tick(&Pair { a: &floor, b: &sphere, b_in_a: pose }, &settings(0.01));
        recycled_count += u32::from(measured.recycled);
        let point = state.manifold.points[0];
        assert!((point.separation + 1e-3).abs() < 1e-6, "tick {tick}: {point:?}");
        farthest = farthest.max((f64::from(point.on_a.x) + 0.5 * angle).abs());
    }
    assert!(recycled_count > 3000 && farthest > 1e-5 && farthest < RECYCLING * 0.5 + 1e-6, "{recycled_count} recycled, {farthest} behind");
}

/// A half-space as A and as B: a shape that rotates about it far away has moved far.
#[test]
fn half_spaces_are_recycled_in_either_order() {
    let floor = Shape3::from(HalfSpace::new(Vec3::Y, 0.0).unwrap());
    let cuboid = Shape3::from(Cuboid::new(Vec3::splat(0.5)).unwrap());
    for far in [0.0, 100.0] {
        let (mut one, mut other) = (PairState::<Vec3>::new(), PairState::<Vec3>::new());
        let mut recycled_count = [0; 2];
        for tick in 0..200 {
            let turn = about_y(1e-5 * f64::from(tick));
            let at = Pose::<DVec3>::new(turn, DVec3::new(far, 0.499, 0.0));
            let back = Pose::IDENTITY.relative_to(&at);
            let pairs = [(&floor, &cuboid, at, &mut one), (&cuboid, &floor, back, &mut other)];
            for (side, (a, b, b_in_a, state)) in pairs.into_iter().enumerate() {
                let measured = state.tick(&Pair { a, b, b_in_a }, &settings(0.0));
                recycled_count[side] += u32::from(measured.recycled);
                assert!(state.manifold.points.len() == 4 && (state.manifold.separation() + 1e-3).abs() < 1e-5, "{measured:?}");
            }
        }
        assert!(recycled_count.iter().all(|&count| count > 100 && count < 200), "{far}: {recycled_count:?}");
    }
}

/// The axis of an earlier tick does not separate a half-space B that has turned: it is unbounded
/// along any axis but its normal.
#[test]
fn a_half_space_that_turned_is_not_skipped_by_its_old_axis() {
    let floor = HalfSpace::<Vec3>::new(Vec3::Y, 0.0).unwrap();
    let cuboid = Cuboid::<Vec3>::new(Vec3::splat(0.5)).unwrap();
    let mut state = PairState::<Vec3>::new();
    for tick in 0..20 {
        let b_in_a = Pose::new(DQuat::from_rotation_z(1e-3 * f64::from(tick)), DVec3::Y * -3.0);
        let measured = state.tick(&Pair { a: &cuboid, b: &floor, b_in_a }, &settings(0.01));
        let Relation::Beyond { axis, .. } = measured.relation else { panic!("{measured:?}") };
        assert!((axis + b_in_a.rotation.mul_vec3(DVec3::Y)).length() < 1e-6, "tick {tick}: {axis:?}");
    }
}

#[test]
fn recycled_answers_scale_by_powers_of_two_bit_for_bit() {
    let walk = |power: i32| {
        let scale = libm::ldexp(1.0, power);
        let mut state = PairState::<DVec3>::new();
        let cuboid = Cuboid::new(DVec3::new(0.5, 0.25, 0.75) * scale).unwrap();
        let rotation = |tick: f64| DQuat::from_xyzw(1e-5 * tick, 0.1, 0.0, 0.99);
        (0..60)
            .map(|tick| {
                let tick = f64::from(tick);
                let at = DVec3::new(0.1, 0.49 + if tick > 30.0 { 0.3 } else { 0.0 }, 1e-5 * tick) * scale;
                let measured = state.tick(&Pair { a: &cuboid, b: &cuboid, b_in_a: Pose::new(rotation(tick), at) }, &settings(0.01 * scale));
                let points: Vec<_> = state.manifold.points.iter().map(|p| (p.on_a / scale, p.on_b / scale, p.separation / scale)).collect();
                (measured.recycled, points)
            })
            .collect::<Vec<_>>()
    };
    let plain = walk(0);
    assert!(plain.iter().filter(|(recycled_count, _)| *recycled_count).count() > 40);
    for power in [-40, -7, 13, 40] {
        assert_eq!(walk(power), plain, "2^{power}");
    }
}

/// A margin that grows, as with the speed of a body, includes points that were too far away before.
#[test]
fn a_larger_margin_is_computed_again() {
    let cuboid = Cuboid::<Vec3>::new(Vec3::splat(0.5)).unwrap();
    let mut state = PairState::<Vec3>::new();
    let tilted = Pose::new(DQuat::from_xyzw(0.0, 0.0, 0.05, 1.0), DVec3::new(0.0, 1.08, 0.0));
    let mut points = |margin: f64| {
        let measured = state.tick(&Pair { a: &cuboid, b: &cuboid, b_in_a: tilted }, &settings(margin));
        (state.manifold.points.len(), measured.recycled)
    };
    let counts = [0.06, 0.06, 0.2, 0.2, 0.06].map(&mut points);
    assert_eq!(counts, [(2, false), (2, true), (4, false), (4, true), (4, true)]);
}

/// Without recycling only the warm start is taken over: another shape in place of the first gets
/// its own answer.
#[test]
fn nothing_is_recycled_unless_the_caller_allows_it() {
    // The bounding sphere of the flat one does not prove that it is apart.
    let [small, large] = [0.1, 0.9].map(|x| Cuboid::new(Vec3::new(x, 0.9, 0.9)).unwrap());
    let mut state = PairState::<Vec3>::new();
    let far = Pose::at(DVec3::X);
    for settings in [
        Settings::default(),
        Settings { recycling: Recycling::Proved(f32::NAN), ..Settings::default() },
        Settings { recycling: Recycling::Proved(-1.0), ..Settings::default() },
    ] {
        assert!(matches!(state.tick(&Pair { a: &small, b: &small, b_in_a: far }, &settings).relation, Relation::Beyond { .. }));
        let measured = state.tick(&Pair { a: &large, b: &large, b_in_a: far }, &settings);
        assert!(!measured.recycled && state.manifold.is_touching());
    }
    let with_recycling = settings::<f32>(0.0);
    state.tick(&Pair { a: &large, b: &large, b_in_a: far }, &with_recycling);
    assert!(state.tick(&Pair { a: &large, b: &large, b_in_a: far }, &with_recycling).recycled);
    state.tick(&Pair { a: &small, b: &small, b_in_a: far }, &settings::<f32>(0.0));
    let recycled_with = state.tick(&Pair { a: &small, b: &small, b_in_a: far }, &with_recycling).recycled;
    let recycled_without = state.tick(&Pair { a: &large, b: &large, b_in_a: far }, &Settings::default()).recycled;
    assert!(recycled_with && !recycled_without, "what is stored with recycling is not used without it");
    state.tick(&Pair { a: &large, b: &large, b_in_a: far }, &with_recycling);
    state.memory.invalidate();
    assert!(!state.tick(&Pair { a: &large, b: &large, b_in_a: far }, &with_recycling).recycled);
}

/// Of the eight corners of two rotated faces, last tick's four stay while they are nearly as deep
/// as the deepest. The bounds of a recycled contact include what was dropped.
#[test]
fn bounds_include_a_deeper_point_that_was_dropped() {
    let cuboid = Cuboid::<Vec3>::new(Vec3::splat(0.5)).unwrap();
    let settings = Settings { recycling: Recycling::Proved(1e-5), ..Settings::with_margin(0.02) };
    let mut dropped = 0;
    for direction in 0..64 {
        let (sin, cos) = libm::sincos(0.1 * f64::from(direction));
        let mut state = PairState::<Vec3>::new();
        let tilted = |tilt: f64| {
            let tilt = DQuat::from_xyzw(0.5 * tilt * cos, 0.0, 0.5 * tilt * sin, 1.0);
            let pose = Pose::new(tilt.mul_quat(about_y(0.3)), DVec3::Y * 0.98);
            Pair { a: &cuboid, b: &cuboid, b_in_a: pose }
        };
        state.tick(&tilted(0.0), &settings);
        assert!(!state.tick(&tilted(5e-4), &settings).recycled);
        let recycled = state.tick(&tilted(5e-4), &settings);
        let (fresh, _) = cold(&tilted(5e-4), &settings);
        let (true, Relation::Near(recycled), Relation::Near(fresh)) = (recycled.recycled, &recycled.relation, &fresh.relation) else {
            panic!("{recycled:?} {fresh:?}")
        };
        assert!(recycled.lower <= fresh.upper && fresh.lower <= recycled.upper, "{recycled:?} {fresh:?}");
        dropped += u32::from(recycled.distance - fresh.distance > 1.8e-5);
    }
    assert!(dropped > 0, "the sample must bite: {dropped}");
}
