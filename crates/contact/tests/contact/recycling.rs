//! Pairs that have hardly moved: skipped only with proof, kept only within what was asked for, and asked again in time.

use crate::asked::collide;
use crate::common::{Case, Kit, about_y, cold};
use clinch_contact::{Manifold, Measured, Memory, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Ball, Convex, Cuboid, HalfSpace, Shape3};
use clinch_support::{Pose, Rotation, Scalar, SupportMap, Vector};
use clinch_testkit::generate;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

struct Held<V: Kit> {
    memory: Memory<V>,
    scratch: Scratch<V>,
    manifold: Manifold<V>,
}

impl<V: Kit> Held<V> {
    fn new() -> Self {
        Self { memory: Memory::new(), scratch: Scratch::new(), manifold: Manifold::new() }
    }

    fn tick<A: Convex<V>, B: Convex<V>>(&mut self, pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>) -> Measured<V> {
        collide(pair, settings, &mut self.memory, &mut self.scratch, &mut self.manifold)
    }
}

const RECYCLING: f64 = 1e-3;

fn settings<S: Scalar>(margin: f64) -> Settings<S> {
    Settings { recycling: S::narrow(RECYCLING), ..Settings::with_margin(S::narrow(margin)) }
}

/// Walks in steps of all sizes: what is recalled is what asking the shapes gives, to within what may have been moved; and whether they touch is the same.
fn recalled_is_right<V: Kit>(seed: u64, walks: u64) {
    let (mut skipped, mut recycled, mut asked) = (0, 0, 0);
    for index in 0..walks {
        let mut random = Random::of(seed, index);
        let mut case = Case::<V>::of(&generate::pair(V::DIM, seed, index).query);
        let size = case.size();
        let reach = |shape: &V::Shape| shape.radius_about_center().widen() + shape.radius_wide();
        let least = reach(&case.a).min(reach(&case.b));
        let settings = settings::<V::Scalar>(random.pick(&[0.0, 0.01, 0.2]) * size);
        let mut held = Held::<V>::new();
        for tick in 0..16 {
            let stride = least * 1e-3 * random.power(-3.0, 0.5);
            let toss = random.in_ball(V::DIM);
            case.b_in_a.translation = case.b_in_a.translation + V::Wide::from_fn(|axis| toss[axis]) * stride;
            case.b_in_a.rotation = V::turn(random.range(-1.0, 1.0) * stride / size).after(case.b_in_a.rotation);
            let warm = held.tick(&case.pair(), &settings);
            let (fresh, first) = cold(&case.pair(), &settings);
            let context = || format!("{seed}/{index}, tick {tick}: {warm:?}\n{fresh:?}\n{:?}\n{first:?}", held.manifold);
            if !warm.recycled {
                asked += 1;
                continue;
            }
            match (&warm.relation, &fresh.relation) {
                (Relation::Near(warm), Relation::Near(fresh)) => {
                    recycled += 1;
                    let band = 2.0 * RECYCLING * least + 4e-6 * size;
                    assert!((warm.distance - fresh.distance).abs() <= band, "{}", context());
                    assert!(warm.lower <= fresh.upper && fresh.lower <= warm.upper, "bounds contradict: {}", context());
                    assert_eq!(warm.is_touching(), fresh.is_touching(), "{}", context());
                    assert_eq!(held.manifold.is_touching(), warm.is_touching(), "{}", context());
                    assert!(held.manifold.points.iter().all(|point| point.kept), "{}", context());
                }
                (Relation::Beyond { at_least: proved, .. }, Relation::Beyond { .. }) => {
                    skipped += 1;
                    assert!(held.manifold.points.is_empty() && *proved > settings.margin.widen(), "{}", context());
                    let (truth, _) = cold(&case.pair(), &Settings::with_margin(V::Scalar::INFINITY));
                    let Relation::Near(truth) = truth.relation else { panic!("{}", context()) };
                    assert!(*proved <= truth.upper, "proved {proved}, and it is {}: {}", truth.upper, context());
                }
                _ => panic!("one is near, one is not: {}", context()),
            }
        }
    }
    assert!(10 * skipped > asked && 4 * recycled > asked, "the sample must bite: {skipped} skipped, {recycled} recycled, {asked} asked");
}

#[test]
fn what_is_recalled_is_right_in_space() {
    recalled_is_right::<Vec3>(801, 400);
    recalled_is_right::<DVec3>(802, 400);
}

#[test]
fn what_is_recalled_is_right_in_the_plane() {
    recalled_is_right::<Vec2>(803, 800);
    recalled_is_right::<DVec2>(804, 800);
}

/// Creeping by a hundredth of what is allowed in each tick, a pair is asked again after about a hundred ticks, not never.
#[test]
fn small_steps_add_up() {
    let block = Cuboid::<Vec3>::new(Vec3::splat(0.5)).unwrap();
    let mut held = Held::<Vec3>::new();
    let step = 0.01 * RECYCLING * f64::from(block.radius_about_center());
    let asked: Vec<u32> = (0..1000)
        .filter(|&tick| {
            let pair = Pair { a: &block, b: &block, b_in_a: Pose::at(DVec3::new(step * f64::from(tick), 0.995, 0.0)) };
            !held.tick(&pair, &settings(0.0)).recycled
        })
        .collect();
    assert!((9..=12).contains(&asked.len()), "{asked:?}");
}

/// rapier #372: the anchors of a ball that rolls must not be frozen to it. Rolling slowly, the contact lags behind by no more than is asked for.
#[test]
fn the_contact_of_a_ball_that_rolls_slowly_stays_below_it() {
    let (floor, ball) = (Cuboid::<Vec3>::new(Vec3::new(64.0, 1.0, 64.0)).unwrap(), Ball::<Vec3>::new(0.5).unwrap());
    let mut held = Held::<Vec3>::new();
    let (mut recalled, mut farthest) = (0, 0.0_f64);
    for tick in 0..4000 {
        let angle = 2e-5 * f64::from(tick);
        let (sin, cos) = libm::sincos(0.5 * angle);
        let pose = Pose::new(DQuat::from_xyzw(0.0, 0.0, sin, cos), DVec3::new(-0.5 * angle, 1.499, 0.0));
        let measured = held.tick(&Pair { a: &floor, b: &ball, b_in_a: pose }, &settings(0.01));
        recalled += u32::from(measured.recycled);
        let point = held.manifold.points[0];
        assert!((point.separation + 1e-3).abs() < 1e-6, "tick {tick}: {point:?}");
        farthest = farthest.max((f64::from(point.on_a.x) + 0.5 * angle).abs());
    }
    assert!(recalled > 3000 && farthest > 1e-5 && farthest < RECYCLING * 0.5 + 1e-6, "{recalled} recalled, {farthest} behind");
}

/// A plane without end, on either side: what turns about it far away has moved far.
#[test]
fn half_spaces_are_recalled_on_either_side() {
    let floor = Shape3::from(HalfSpace::new(Vec3::Y, 0.0).unwrap());
    let block = Shape3::from(Cuboid::new(Vec3::splat(0.5)).unwrap());
    for far in [0.0, 100.0] {
        let (mut one, mut other) = (Held::<Vec3>::new(), Held::<Vec3>::new());
        let mut recalled = [0; 2];
        for tick in 0..200 {
            let turn = about_y(1e-5 * f64::from(tick));
            let at = Pose::<DVec3>::new(turn, DVec3::new(far, 0.499, 0.0));
            let back = Pose::IDENTITY.relative_to(&at);
            let pairs = [(&floor, &block, at, &mut one), (&block, &floor, back, &mut other)];
            for (side, (a, b, b_in_a, held)) in pairs.into_iter().enumerate() {
                let measured = held.tick(&Pair { a, b, b_in_a }, &settings(0.0));
                recalled[side] += u32::from(measured.recycled);
                assert!(held.manifold.points.len() == 4 && (held.manifold.separation() + 1e-3).abs() < 1e-5, "{measured:?}");
            }
        }
        assert!(recalled.iter().all(|&count| count > 100 && count < 200), "{far}: {recalled:?}");
    }
}

#[test]
fn what_is_recalled_scales_by_powers_of_two_bit_for_bit() {
    let walk = |power: i32| {
        let scale = libm::ldexp(1.0, power);
        let mut held = Held::<DVec3>::new();
        let block = Cuboid::new(DVec3::new(0.5, 0.25, 0.75) * scale).unwrap();
        let turned = |tick: f64| DQuat::from_xyzw(1e-5 * tick, 0.1, 0.0, 0.99);
        (0..60)
            .map(|tick| {
                let tick = f64::from(tick);
                let at = DVec3::new(0.1, 0.49 + if tick > 30.0 { 0.3 } else { 0.0 }, 1e-5 * tick) * scale;
                let measured = held.tick(&Pair { a: &block, b: &block, b_in_a: Pose::new(turned(tick), at) }, &settings(0.01 * scale));
                let points: Vec<_> = held.manifold.points.iter().map(|p| (p.on_a / scale, p.on_b / scale, p.separation / scale)).collect();
                (measured.recycled, points)
            })
            .collect::<Vec<_>>()
    };
    let plain = walk(0);
    assert!(plain.iter().filter(|(recalled, _)| *recalled).count() > 40);
    for power in [-40, -7, 13, 40] {
        assert_eq!(walk(power), plain, "2^{power}");
    }
}

/// A margin that grows, as it does with the speed of a body, reaches points that were too far away before.
#[test]
fn a_larger_margin_is_asked_again() {
    let block = Cuboid::<Vec3>::new(Vec3::splat(0.5)).unwrap();
    let mut held = Held::<Vec3>::new();
    let tilted = Pose::new(DQuat::from_xyzw(0.0, 0.0, 0.05, 1.0), DVec3::new(0.0, 1.08, 0.0));
    let mut points = |margin: f64| {
        let measured = held.tick(&Pair { a: &block, b: &block, b_in_a: tilted }, &settings(margin));
        (held.manifold.points.len(), measured.recycled)
    };
    let counts = [0.06, 0.06, 0.2, 0.2, 0.06].map(&mut points);
    assert_eq!(counts, [(2, false), (2, true), (4, false), (4, true), (4, true)]);
}

/// Without the promise nothing is taken over: another shape in the place of the first is the one that is asked.
#[test]
fn nothing_is_recalled_unless_it_is_asked_for() {
    // Of the flat one no ball proves that it is apart.
    let [small, large] = [0.1, 0.9].map(|x| Cuboid::new(Vec3::new(x, 0.9, 0.9)).unwrap());
    let mut held = Held::<Vec3>::new();
    let far = Pose::at(DVec3::X);
    for settings in
        [Settings::default(), Settings { recycling: f32::NAN, ..Settings::default() }, Settings { recycling: -1.0, ..Settings::default() }]
    {
        assert!(matches!(held.tick(&Pair { a: &small, b: &small, b_in_a: far }, &settings).relation, Relation::Beyond { .. }));
        let measured = held.tick(&Pair { a: &large, b: &large, b_in_a: far }, &settings);
        assert!(!measured.recycled && held.manifold.is_touching());
    }
    let asks = settings::<f32>(0.0);
    held.tick(&Pair { a: &large, b: &large, b_in_a: far }, &asks);
    assert!(held.tick(&Pair { a: &large, b: &large, b_in_a: far }, &asks).recycled);
    held.tick(&Pair { a: &small, b: &small, b_in_a: far }, &settings::<f32>(0.0));
    let promised = held.tick(&Pair { a: &small, b: &small, b_in_a: far }, &asks).recycled;
    let not_promised = held.tick(&Pair { a: &large, b: &large, b_in_a: far }, &Settings::default()).recycled;
    assert!(promised && !not_promised, "what was noted with the promise is not used without");
    held.tick(&Pair { a: &large, b: &large, b_in_a: far }, &asks);
    held.memory.invalidate();
    assert!(!held.tick(&Pair { a: &large, b: &large, b_in_a: far }, &asks).recycled);
}
