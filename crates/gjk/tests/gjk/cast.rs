//! Casts of polytopes against an oracle that has no casts. It measures the distance before, at and
//! after the impact, and along the whole way of a miss.

use clinch_gjk::{Arrival, Cast, CastLimits, CastOutcome, GjkSpace, cast};
use clinch_support::{Difference, Pose, Record, Scalar, Support, SupportMap, Vector};
use clinch_testkit::cloud::{Cloud, Egg, Space, block};
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

fn run<V: GjkSpace, A: SupportMap<V>, B: SupportMap<V>>(
    a: &A,
    b: &B,
    pose: &Pose<V::Wide>,
    motion: V::Wide,
    limits: &CastLimits,
) -> Cast<V> {
    cast(&Difference::new(a, b, pose), motion, limits, &mut Record::new())
}

fn hit<V: Vector>(cast: &Cast<V>) -> Arrival<V> {
    let CastOutcome::Hit(arrival) = &cast.outcome else { panic!("{cast:?}") };
    *arrival
}

/// Two point clouds, and a motion of B: towards A, past it, along a face, or away.
struct Scene<V: Vector> {
    a: Cloud<V>,
    b: Cloud<V>,
    pose: PoseSpec,
    motion: DVec3,
    target: f64,
    scale: f64,
}

impl<V: Space> Scene<V> {
    fn new(seed: u64, index: u64) -> Self {
        let mut random = Random::of(seed, index);
        let (size, other) = (random.power(-2.0, 2.0), random.power(-1.0, 1.0));
        let cloud = |random: &mut Random, size: f64| match random.below(3) {
            0 => block::<V>(DVec3::new(random.range(0.2, 1.0), random.range(0.2, 1.0), random.range(0.2, 1.0)) * size),
            1 => Cloud((0..2).map(|_| V::at(random.in_ball(V::DIM) * size)).collect()),
            _ => Cloud((0..8).map(|_| V::at(random.in_ball(V::DIM) * size)).collect()),
        };
        let (a, b) = (cloud(&mut random, size), cloud(&mut random, size * other));
        let rotation = match (random.chance(0.3), V::DIM) {
            (true, _) => RotationSpec::Identity,
            (_, 2) => RotationSpec::Angle(random.range(-3.0, 3.0)),
            _ => RotationSpec::Quaternion(random.quaternion()),
        };
        let sizes = size + size * other;
        let at = random.direction(V::DIM) * sizes * random.range(1.7, 4.0);
        // Aimed at the middle of A, at its border, or past it.
        let aim = random.in_ball(V::DIM) * sizes * random.pick(&[0.3, 1.0, 1.5]);
        let motion = if random.chance(0.1) { random.direction(V::DIM) } else { (aim - at) * random.power(-3.0, 3.0) };
        let target = if random.chance(0.5) { 0.0 } else { sizes * random.power(-6.0, -0.5) };
        let pose = PoseSpec { t: Some(Coords::of(at, V::DIM)), rotation };
        Self { a, b, pose, motion, target, scale: sizes + at.length() }
    }

    /// The true distance at a parameter.
    fn distance(&self, time: f64) -> f64 {
        let at = self.pose.translation() + self.motion * time;
        let pose = PoseSpec { t: Some(Coords::of(at, V::DIM)), ..self.pose };
        Pairing::of(&V::query(&self.a, &self.b, &pose)).unwrap().truth().sd
    }

    fn cast(&self, until: f64) -> Cast<V>
    where
        V: GjkSpace,
    {
        let motion = V::Wide::from_fn(|axis| self.motion[axis]);
        run(&self.a, &self.b, &V::pose(&self.pose), motion, &CastLimits { target: self.target, until, ..CastLimits::default() })
    }
}

fn agrees_with_the_oracle<V: Space + GjkSpace>(seed: u64, count: u64) {
    let (mut hits, mut misses, mut starts, mut worst, mut steps) = (0, 0, 0, 0.0_f64, 0);
    for index in 0..count {
        let scene = Scene::<V>::new(seed, index);
        let speed = scene.motion.length();
        let answer = scene.cast(f64::INFINITY);
        let context = || format!("{seed}/{index}: {answer:?}");
        steps = steps.max(answer.steps);
        match &answer.outcome {
            CastOutcome::Within(_) => {
                starts += 1;
                assert!(scene.distance(0.0) <= scene.target + 1e-12 * scene.scale, "{}", context());
            }
            CastOutcome::Hit(arrival) => {
                hits += 1;
                assert!(arrival.lower <= arrival.time, "{}", context());
                let at = scene.distance(arrival.time) - scene.target;
                worst = worst.max(at.abs() / scene.scale);
                assert!(at.abs() <= 1e-13 * scene.scale, "off by {at}: {}", context());
                assert!(scene.distance(arrival.lower) >= scene.target - 1e-14 * scene.scale, "{}", context());
                // The proof ends before the touch by the declared error of `f32` maps. At a slant
                // that is a longer way.
                let slope = -arrival.normal.dot(V::Wide::from_fn(|axis| scene.motion[axis])) / speed;
                let early = (arrival.time - arrival.lower) * speed;
                assert!(early * slope <= (64.0 * V::Scalar::EPSILON.widen()) * scene.scale, "{early} {slope}: {}", context());
                assert!(slope > 0.0, "{}", context());
                // A limit before the impact gives a miss, a limit after it the same hit.
                assert!(matches!(scene.cast(arrival.time * 0.999).outcome, CastOutcome::Miss { .. }), "{}", context());
                assert_eq!(hit(&scene.cast(arrival.time * 1.001)).time, arrival.time);
            }
            CastOutcome::Miss { .. } => {
                misses += 1;
                // The distance is convex along the way. Ternary search finds its least value.
                let (mut low, mut high) = (0.0, 8.0 * scene.scale / speed);
                for _ in 0..60 {
                    let third = (high - low) / 3.0;
                    if scene.distance(low + third) < scene.distance(high - third) { high -= third } else { low += third }
                }
                let least = scene.distance(low);
                assert!(least > scene.target - 1e-13 * scene.scale, "as near as {least}: {}", context());
            }
            CastOutcome::Exhausted { .. } | CastOutcome::Undefined => panic!("{}", context()),
        }
    }
    let least = count / 5;
    assert!(hits >= least && misses >= least, "{hits} hits, {misses} misses, {starts} starts of {count}");
    assert!(steps <= 16, "{steps} steps; worst {worst:e}");
}

#[test]
fn casts_in_space_agree_with_the_oracle() {
    agrees_with_the_oracle::<Vec3>(401, 300);
    agrees_with_the_oracle::<DVec3>(402, 300);
}

#[test]
fn casts_in_the_plane_agree_with_the_oracle() {
    agrees_with_the_oracle::<Vec2>(403, 600);
    agrees_with_the_oracle::<DVec2>(404, 600);
}

/// A point cast at an ellipsoid. In coordinates in which the ellipsoid is a ball, the impact is the
/// root of a quadratic equation.
fn ellipsoids<V: Space + GjkSpace>(seed: u64, tolerance: f64) {
    let (mut hits, mut misses) = (0, 0);
    for index in 0..400 {
        let mut random = Random::of(seed, index);
        let radii = DVec3::new(random.range(0.3, 2.0), random.range(0.3, 2.0), random.range(0.3, 2.0));
        let (egg, point) = (Egg(V::at(radii)), Cloud(vec![V::ZERO]));
        let radii = egg.0.lift() + if V::DIM == 2 { DVec3::Z } else { DVec3::ZERO };
        let from = random.direction(V::DIM) * random.range(2.5, 9.0);
        let aim = random.in_ball(V::DIM) * 2.0;
        let (p, m) = (from / radii, (aim - from) / radii);
        let (a, b, c) = (m.dot(m), p.dot(m), p.dot(p) - 1.0);
        let root = b * b - a * c;
        let motion = V::Wide::from_fn(|axis| (aim - from)[axis]);
        let answer = run(&egg, &point, &Pose::at(V::Wide::from_fn(|axis| from[axis])), motion, &CastLimits::default());
        if root.abs() < 1e-3 * b * b {
            continue;
        }
        if root < 0.0 {
            misses += 1;
            assert!(matches!(answer.outcome, CastOutcome::Miss { .. }), "{seed}/{index}: {answer:?}");
            continue;
        }
        hits += 1;
        let (time, arrival) = ((-b - root.sqrt()) / a, hit(&answer));
        let off = (arrival.time - time) * (aim - from).length();
        assert!(off.abs() <= tolerance * 10.0, "{seed}/{index}: off by {off}: {answer:?}");
        assert!(arrival.lower <= time + 1e-14, "{seed}/{index}: {answer:?}, {time}");
        let at = from + (aim - from) * time;
        let normal = (at / radii / radii).normalize();
        let turned = (0..V::DIM).map(|axis| (arrival.normal.get(axis) - normal[axis]).abs()).fold(0.0, f64::max);
        assert!(turned < 1e-4_f64.max(tolerance.sqrt()), "{seed}/{index}: normal off by {turned}: {answer:?}");
        assert!(answer.steps <= 24, "{} steps", answer.steps);
    }
    assert!(hits > 100 && misses > 50, "{hits} {misses}");
}

#[test]
fn points_cast_at_ellipsoids_hit_at_the_root_of_the_quadratic() {
    ellipsoids::<DVec3>(411, 1e-11);
    ellipsoids::<DVec2>(412, 1e-11);
    ellipsoids::<Vec3>(413, 1.2e-5);
    ellipsoids::<Vec2>(414, 1.2e-5);
}

/// The same scene in other units, or at another speed, gives the same bits.
fn scales_by_powers_of_two<V: Space + GjkSpace>(seed: u64) {
    for index in 0..200 {
        let scene = Scene::<V>::new(seed, index);
        let pose = V::pose(&scene.pose);
        let motion = V::Wide::from_fn(|axis| scene.motion[axis]);
        let query = |lengths: f64, speed: f64| {
            let scaled = |cloud: &Cloud<V>| Cloud(cloud.0.iter().map(|&p| p * V::Scalar::narrow(lengths)).collect());
            let pose = Pose::new(pose.rotation, pose.translation * lengths);
            let limits = CastLimits { target: scene.target * lengths, until: 3.0 / speed, ..CastLimits::default() };
            run(&scaled(&scene.a), &scaled(&scene.b), &pose, motion * (lengths * speed), &limits)
        };
        let one = query(1.0, 1.0);
        for k in [-40, -1, 40] {
            let by = 2.0_f64.powi(k);
            for (lengths, speed) in [(by, 1.0), (1.0, by), (by, 1.0 / by)] {
                let two = query(lengths, speed);
                match (&one.outcome, &two.outcome) {
                    (CastOutcome::Hit(p), CastOutcome::Hit(q)) => {
                        assert_eq!((p.time / speed, p.lower / speed, p.distance * lengths), (q.time, q.lower, q.distance));
                        assert_eq!((p.normal, p.point_a * lengths, p.point_b * lengths), (q.normal, q.point_a, q.point_b));
                    }
                    (CastOutcome::Miss { axis: p, proven }, CastOutcome::Miss { axis: q, proven: also }) => {
                        assert_eq!((p, proven), (q, also));
                    }
                    (CastOutcome::Within(_), CastOutcome::Within(_)) => {}
                    other => panic!("{seed}/{index}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn casts_scale_by_powers_of_two_bit_for_bit() {
    scales_by_powers_of_two::<Vec3>(421);
    scales_by_powers_of_two::<DVec3>(422);
    scales_by_powers_of_two::<Vec2>(423);
    scales_by_powers_of_two::<DVec2>(424);
}

/// A and B exchanged, with A moving the other way, hit at the same time.
fn swapping_agrees<V: Space + GjkSpace>(seed: u64) {
    for index in 0..400 {
        let scene = Scene::<V>::new(seed, index);
        let (pose, motion) = (V::pose(&scene.pose), V::Wide::from_fn(|axis| scene.motion[axis]));
        let limits = CastLimits { target: scene.target, ..CastLimits::default() };
        let one = run(&scene.a, &scene.b, &pose, motion, &limits);
        let seen = Pose::<V::Wide>::IDENTITY.relative_to(&pose);
        let back = Pose::<V::Wide>::new(seen.rotation, V::Wide::ZERO).point(-motion);
        let two = run(&scene.b, &scene.a, &seen, back, &limits);
        match (&one.outcome, &two.outcome) {
            (CastOutcome::Hit(p), CastOutcome::Hit(q)) => {
                let slope = -p.normal.dot(motion) / motion.length();
                let off = (p.time - q.time) * motion.length() * slope;
                assert!(off.abs() <= 1e-12 * scene.scale, "{seed}/{index}: off by {off}, slope {slope}: {one:?} {two:?}");
            }
            (CastOutcome::Miss { .. }, CastOutcome::Miss { .. }) | (CastOutcome::Within(_), CastOutcome::Within(_)) => {}
            other => panic!("{seed}/{index}: {other:?}"),
        }
    }
}

#[test]
fn a_cast_and_its_swap_agree() {
    swapping_agrees::<Vec3>(431);
    swapping_agrees::<DVec3>(432);
    swapping_agrees::<Vec2>(433);
    swapping_agrees::<DVec2>(434);
}

fn cubes<V: Space + GjkSpace>(at: DVec3, motion: DVec3, limits: CastLimits) -> Cast<V> {
    let cube = block::<V>(DVec3::splat(0.5));
    let wide = |v: DVec3| V::Wide::from_fn(|axis| v[axis]);
    run(&cube, &cube, &Pose::at(wide(at)), wide(motion), &limits)
}

fn special_cases<V: Space + GjkSpace>() {
    let unlimited = CastLimits::default();
    let miss = |cast: Cast<V>| assert!(matches!(cast.outcome, CastOutcome::Miss { proven: true, .. }), "{cast:?}");
    // The declared error of an `f32` map is more than a billionth, so these misses are not proved.
    let passes = |cast: Cast<V>| assert!(matches!(cast.outcome, CastOutcome::Miss { .. }), "{cast:?}");
    let within = |cast: Cast<V>| assert!(matches!(cast.outcome, CastOutcome::Within(_)), "{cast:?}");
    // Straight on, up to and including the limit.
    let (three, left) = (DVec3::new(3.0, 0.0, 0.0), DVec3::new(-0.5, 0.0, 0.0));
    let straight = hit(&cubes::<V>(three, left, unlimited));
    assert_eq!((straight.time, straight.normal), (4.0, V::Wide::unit(0)));
    assert_eq!(hit(&cubes::<V>(three, left, CastLimits { until: 4.0, ..unlimited })).time, 4.0);
    miss(cubes(three, left, CastLimits { until: 3.99, ..unlimited }));
    assert_eq!(hit(&cubes::<V>(three, left, CastLimits { target: 0.5, ..unlimited })).time, 3.0);
    // Away, not moving, and starting inside.
    miss(cubes(three, -left, unlimited));
    miss(cubes(three, DVec3::ZERO, unlimited));
    within(cubes(DVec3::new(0.3, 0.1, 0.0), left, unlimited));
    within(cubes(DVec3::new(0.3, 0.1, 0.0), DVec3::ZERO, unlimited));
    within(cubes(DVec3::X, left, unlimited));
    within(cubes(DVec3::X, -left, unlimited));
    within(cubes(DVec3::X * 1.5, DVec3::Y, CastLimits { target: 0.5, ..unlimited }));
    // Along a face, a little above it, without end; and a little below its height, towards its
    // side.
    passes(cubes(DVec3::new(-40.0, 1.0 + 1e-9, 0.0), DVec3::X, unlimited));
    passes(cubes(DVec3::new(-40.0, 1.0 + 1e-9, 0.0), DVec3::X * 1e12, unlimited));
    assert!((hit(&cubes::<V>(DVec3::new(-40.0, 1.0 - 1e-9, 0.0), DVec3::X, unlimited)).time - 39.0).abs() < 1e-12);
    // Slightly downward: it touches before it has passed, or after.
    assert!((hit(&cubes::<V>(DVec3::new(0.0, 1.0 + 1e-9, 0.0), DVec3::new(1.0, -2e-9, 0.0), unlimited)).time - 0.5).abs() < 1e-5);
    passes(cubes(DVec3::new(0.0, 1.0 + 1e-9, 0.0), DVec3::new(1.0, -0.9e-9, 0.0), unlimited));
    // Numbers that are not finite, and NaN as a limit.
    for non_finite in [f64::NAN, f64::INFINITY] {
        assert_eq!(cubes::<V>(three, left * non_finite, unlimited).outcome, CastOutcome::Undefined);
        assert_eq!(cubes::<V>(three * non_finite, left, unlimited).outcome, CastOutcome::Undefined);
    }
    miss(cubes(three, left, CastLimits { until: f64::NAN, ..unlimited }));
    assert_eq!(hit(&cubes::<V>(three, left, CastLimits { target: f64::NAN, ..unlimited })).time, 4.0);
    // Motions whose squares overflow or underflow.
    for speed in [1e-200, 1e200] {
        assert!((hit(&cubes::<V>(three, left * speed, unlimited)).time * speed - 4.0).abs() < 1e-14);
    }
}

#[test]
fn starts_inside_grazing_limits_and_non_finite_numbers() {
    special_cases::<Vec2>();
    special_cases::<Vec3>();
    special_cases::<DVec2>();
    special_cases::<DVec3>();
}

/// From a million lengths away, and grazing.
fn long_casts<V: Space + GjkSpace>() {
    for (distance, lateral) in [(1e6, 0.3), (1e7, 0.999), (1e9, -0.5), (1e6, 0.999_999)] {
        let arrival = hit(&cubes::<V>(DVec3::new(distance, lateral, 0.0), DVec3::new(-1.0, 0.0, 0.0), CastLimits::default()));
        assert!((arrival.time - (distance - 1.0)).abs() <= 4.0 * f64::EPSILON * distance, "{arrival:?}");
        assert_eq!(arrival.normal, V::Wide::unit(0));
        let beside = cubes::<V>(DVec3::new(distance, 1.0 + 1e-6, 0.0), DVec3::new(-1.0, 0.0, 0.0), CastLimits::default());
        assert!(matches!(beside.outcome, CastOutcome::Miss { .. }), "{beside:?}");
    }
}

#[test]
fn casts_of_a_million_lengths_keep_their_precision() {
    long_casts::<Vec2>();
    long_casts::<Vec3>();
    long_casts::<DVec2>();
    long_casts::<DVec3>();
}

/// Points with a target distance, which are balls, pass each other ever nearer to a touch. Every
/// cast ends, and the answer changes once.
#[test]
fn grazing_casts_end_and_the_answer_changes_once() {
    let point = Cloud(vec![DVec3::ZERO]);
    let query = |height: f64| {
        let limits = CastLimits { target: 1.0, ..CastLimits::default() };
        run(&point, &point, &Pose::at(DVec3::new(-5.0, height, 0.0)), DVec3::X, &limits)
    };
    let mut most = 0;
    for exponent in 1..=16 {
        let off = 10.0_f64.powi(-exponent);
        let (hits, passes) = (query(1.0 - off), query(1.0 + off));
        most = most.max(hits.steps).max(passes.steps);
        if exponent <= 13 {
            let (time, below) = (hit(&hits).time, 1.0 - off);
            let exact = 5.0 - ((1.0 - below) * (1.0 + below)).sqrt();
            // A height of one ulp moves the impact by its square root.
            assert!((time - exact).abs() * (2.0 * off).sqrt() < 1e-13, "1e-{exponent}: {time} {exact}");
            assert!(matches!(passes.outcome, CastOutcome::Miss { .. }), "1e-{exponent}: {passes:?}");
        }
        assert!(!matches!(passes.outcome, CastOutcome::Exhausted { .. } | CastOutcome::Undefined), "1e-{exponent}: {passes:?}");
    }
    assert!(most <= 40, "{most} steps");
}

/// A support map that returns random points gets some answer in bounded steps.
#[test]
fn casts_of_random_support_maps_end() {
    struct RandomMap(core::cell::RefCell<Random>);
    impl SupportMap<DVec3> for RandomMap {
        fn support(&self, _: DVec3) -> Support<DVec3> {
            Support { point: self.0.borrow_mut().in_ball(3), id: None }
        }
    }
    for seed in 0..200 {
        let (a, b) = (RandomMap(Random::new(seed).into()), RandomMap(Random::new(seed + 1000).into()));
        let answer = run::<DVec3, _, _>(&a, &b, &Pose::at(DVec3::X * 2.5), -DVec3::X, &CastLimits::default());
        assert!(answer.steps <= 128, "{answer:?}");
    }
}

/// Single support calls advance B as far as distance queries would. A hit takes one query more, and
/// most misses none.
fn one_query_ends_a_cast<V: Space + GjkSpace>(seed: u64) {
    let (mut hits, mut misses) = ([0; 2], [0; 2]);
    for index in 0..600 {
        let answer = Scene::<V>::new(seed, index).cast(f64::INFINITY);
        match &answer.outcome {
            CastOutcome::Hit(_) => hits = [hits[0] + 1, hits[1] + answer.steps],
            CastOutcome::Miss { .. } => misses = [misses[0] + 1, misses[1] + answer.steps],
            _ => {}
        }
    }
    assert!(hits[0] > 100 && misses[0] > 100, "{hits:?} {misses:?}");
    assert!(4 * hits[1] <= 5 * hits[0] && 10 * misses[1] <= misses[0], "{hits:?} {misses:?}");
}

#[test]
fn a_hit_takes_one_distance_query_and_a_miss_none() {
    one_query_ends_a_cast::<Vec3>(441);
    one_query_ends_a_cast::<DVec3>(442);
    one_query_ends_a_cast::<Vec2>(443);
    one_query_ends_a_cast::<DVec2>(444);
}

/// A time that is beyond all numbers is none at which they meet.
#[test]
fn a_motion_too_slow_for_any_time_is_a_miss() {
    let cube = block::<DVec3>(DVec3::ONE);
    let pose = Pose::at(DVec3::X * 6.0);
    for (speed, arrives) in [(1e-300, true), (1e-307, true), (1e-309, false), (f64::from_bits(1), false)] {
        let found = run::<DVec3, _, _>(&cube, &cube, &pose, DVec3::X * -speed, &CastLimits::default());
        match found.outcome {
            CastOutcome::Hit(arrival) => assert!(arrives && arrival.time < f64::INFINITY, "{speed:e}: {arrival:?}"),
            outcome => assert!(!arrives && matches!(outcome, CastOutcome::Miss { .. }), "{speed:e}: {outcome:?}"),
        }
    }
}
