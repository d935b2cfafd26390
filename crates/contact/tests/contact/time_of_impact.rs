//! Times of impact against the oracle, which has no motion: it measures along the way up to the
//! impact, and there.

use crate::common::{Case, Kit};
use crate::erased::{cast, time_of_impact};
use clinch_contact::{Cast, CastOutcome, CastSettings, Impact, MovingShape, Pair, Scratch, Space, TimeOfImpactSettings};
use clinch_shapes::{Ball, Capsule, Convex, Core, Cuboid};
use clinch_support::{Pose, Scalar, Support, SupportMap, Sweep, Vector};
use clinch_testkit::generate::{self, Kind};
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, RotationSpec};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

fn impact_of<V: Space, A: Convex<V>, B: Convex<V>>(a: (&A, &Sweep<V>), b: (&B, &Sweep<V>), settings: &TimeOfImpactSettings) -> Cast<V> {
    time_of_impact(MovingShape { shape: a.0, sweep: a.1 }, MovingShape { shape: b.0, sweep: b.1 }, settings, &mut Scratch::new())
}

fn hit<V: Vector>(cast: &Cast<V>) -> Impact<V> {
    let CastOutcome::Hit(impact) = cast.outcome else { panic!("{cast:?}") };
    impact
}

/// A vector whose rotations tests build from numbers in 3D.
trait Spin: Kit {
    fn by(turn: DVec3) -> Self::Turn;
    /// A pose in the form of the oracle.
    fn spec(pose: &Pose<Self::Wide>) -> PoseSpec;
}

macro_rules! spin {
    (2, $vector:ty, $scalar:ty) => {
        impl Spin for $vector {
            fn by(turn: DVec3) -> $scalar {
                turn.z as $scalar
            }

            fn spec(pose: &Pose<DVec2>) -> PoseSpec {
                let rotation = RotationSpec::CosSin(pose.rotation.cos, pose.rotation.sin);
                PoseSpec { t: Some(Coords::of(pose.translation.extend(0.0), 2)), rotation }
            }
        }
    };
    (3, $vector:ty) => {
        impl Spin for $vector {
            fn by(turn: DVec3) -> $vector {
                Vector::narrow(turn)
            }

            fn spec(pose: &Pose<DVec3>) -> PoseSpec {
                PoseSpec { t: Some(Coords::of(pose.translation, 3)), rotation: RotationSpec::Quaternion(pose.rotation.to_array()) }
            }
        }
    };
}

spin!(2, Vec2, f32);
spin!(2, DVec2, f64);
spin!(3, Vec3);
spin!(3, DVec3);

fn narrow<V: Vector>(v: DVec3) -> V {
    V::from_fn(|axis| V::Scalar::narrow(v[axis]))
}

/// The true distance at a time.
fn distance<V: Spin>(query: &Query, a: &Sweep<V>, b: &Sweep<V>, time: f64) -> f64 {
    let at_time = Query { pose_a: V::spec(&a.pose_at(time)), pose_b: V::spec(&b.pose_at(time)), ..query.clone() };
    Pairing::of(&at_time).unwrap().truth().sd
}

/// Tumbling pairs of every kind: before the impact none is nearer than the target, and at it they
/// are that near.
fn agrees_with_the_oracle<V: Spin>(seed: u64, count: u64) {
    let (mut hits, mut misses, mut most, mut total) = (0, 0, 0, 0);
    let kinds = [Kind::Segment, Kind::Triangle, Kind::Box, Kind::Box, Kind::Hull, Kind::Ball, Kind::Capsule, Kind::Rounded];
    for index in 0..count {
        let mut random = Random::of(seed + 1, index);
        let mut query = generate::pair_of(V::DIM, seed, index, &kinds).query;
        let sizes = query.a.bounding_radius() + query.b.as_ref().unwrap().bounding_radius();
        let (from, aim) =
            (random.direction(V::DIM) * sizes * random.range(0.8, 2.0), random.in_ball(V::DIM) * sizes * random.pick(&[0.5, 1.0]));
        query.pose_b.t = Some(Coords::of(query.pose_a.translation() + from, V::DIM).rounded());
        let target = if random.chance(0.6) { 0.0 } else { sizes * random.power(-4.0, -1.5) };
        let case = Case::<V>::of(&query);
        let sweep = |random: &mut Random, start: Pose<V>, motion: DVec3| Sweep {
            start,
            center: narrow(random.in_ball(V::DIM) * sizes * random.pick(&[0.0, 0.0, 0.3])),
            motion: narrow(motion),
            turn: V::by(random.in_ball(3) * random.pick(&[0.0, 0.1, 1.0, 6.0])),
        };
        let own = random.in_ball(V::DIM) * sizes * random.pick(&[0.0, 1.0]);
        let a = sweep(&mut random, V::pose(&query.pose_a), own);
        let motion_of_b = own + (aim - from) * random.range(0.5, 1.5);
        let b = sweep(&mut random, V::pose(&query.pose_b), motion_of_b);
        if distance(&query, &a, &b, 0.0) <= target + 1e-3 * sizes || sizes == 0.0 {
            continue;
        }
        let answer =
            impact_of((&case.a, &a), (&case.b, &b), &TimeOfImpactSettings { target_distance: target, ..TimeOfImpactSettings::default() });
        let context = || format!("{seed}/{index} {query:?}\n{a:?}\n{b:?}\n{answer:?}");
        // Hulls, and shapes in f32, differ from those of the file by rounding.
        let scale = sizes + from.length() + query.pose_a.translation().length() * f64::from(u8::from(V::Scalar::EPSILON.widen() < 1e-10));
        let band = 1e-13 * scale + 8.0 * V::Scalar::EPSILON.widen() * sizes;
        let until = match answer.outcome {
            CastOutcome::Hit(impact) => {
                hits += 1;
                let off = distance(&query, &a, &b, impact.time) - target;
                assert!(-band <= off && off <= 4.0 * band, "off by {off}: {}", context());
                assert!((impact.separation - target).abs() <= 4.0 * band && impact.lower <= impact.time, "{}", context());
                impact.lower
            }
            CastOutcome::Miss { .. } => {
                misses += 1;
                1.0
            }
            _ => panic!("{}", context()),
        };
        for sample in 0..=40 {
            let time = until * f64::from(sample) / 40.0;
            let before = distance(&query, &a, &b, time) - target;
            assert!(before >= -band, "{before} at {time}: {}", context());
        }
        most = most.max(answer.steps);
        total += answer.steps;
    }
    assert!(4 * hits >= count && 10 * misses >= count, "{hits} hits, {misses} misses of {count}");
    let mean = f64::from(total) / (hits + misses) as f64;
    assert!(mean < 7.0 && most <= 40, "{mean} steps on average, {most} at most");
}

#[test]
fn tumbling_shapes_in_3d_agree_with_the_oracle() {
    agrees_with_the_oracle::<Vec3>(601, 250);
    agrees_with_the_oracle::<DVec3>(602, 250);
}

#[test]
fn tumbling_shapes_in_2d_agree_with_the_oracle() {
    agrees_with_the_oracle::<Vec2>(603, 500);
    agrees_with_the_oracle::<DVec2>(604, 500);
}

/// Without rotations it is the linear cast.
#[test]
fn a_sweep_without_rotation_is_a_cast() {
    let (mut hits, cuboid, capsule) = (0, Cuboid::new(DVec3::new(1.0, 0.5, 2.0)).unwrap(), Capsule::new(0.5, 0.25).unwrap());
    for index in 0..200 {
        let mut random = Random::of(611, index);
        let start = Pose::<DVec3>::new(DQuat::from_array(random.quaternion()), random.direction(3) * random.range(3.5, 6.0));
        let motion = (random.in_ball(3) - start.translation) * random.range(0.5, 2.0);
        let linear = cast(
            &Pair { a: &cuboid, b: &capsule, b_in_a: start },
            motion,
            &CastSettings { max_time: 1.0, ..CastSettings::default() },
            &mut Scratch::new(),
        );
        // The motion is divided between the two.
        let own = random.in_ball(3) * 3.0;
        let (resting, moving) = (Sweep::along(Pose::<DVec3>::IDENTITY, own), Sweep::along(start, motion + own));
        let swept = impact_of((&cuboid, &resting), (&capsule, &moving), &TimeOfImpactSettings::default());
        match (linear.outcome, swept.outcome) {
            (CastOutcome::Hit(one), CastOutcome::Hit(other)) => {
                let slope = -one.normal.dot(motion);
                assert!((one.time - other.time) * slope < 1e-12 && (one.normal - other.normal).length() < 1e-6, "{one:?} {other:?}");
                hits += 1;
            }
            (CastOutcome::Miss { .. }, CastOutcome::Miss { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(hits > 50, "{hits}");
}

/// A needle that spins through more than a turn: its tip touches the sphere at one time, which no
/// sample of the oracle is before.
#[test]
fn a_spinning_needle_hits_where_its_tip_touches() {
    let (needle, sphere) = (Capsule::new(2.0, 0.0).unwrap(), Ball::new(0.5).unwrap());
    let at_rest = Sweep::still(Pose::at(DVec2::new(2.25, 0.0)));
    let spin = |turn: f64| Sweep { turn, ..Sweep::still(Pose::<DVec2>::IDENTITY) };
    // The needle points along y. It must rotate until its end, at distance 2, is within 0.5 of
    // (2.25, 0).
    let exact = {
        // |2 (cos, sin) − (2.25, 0)| = 0.5 with the angle from the x axis; the end is nearer than
        // any other point of the needle.
        let cos = (4.0 + 2.25 * 2.25 - 0.25) / (2.0 * 2.0 * 2.25);
        core::f64::consts::FRAC_PI_2 - acos(cos)
    };
    for turn in [-3.0, -20.0, -200.0] {
        let impact = hit(&impact_of((&needle, &spin(turn)), (&sphere, &at_rest), &TimeOfImpactSettings::default()));
        let time = exact / -turn;
        assert!((impact.time - time).abs() * -turn < 1e-12, "{turn}: {impact:?}, {time}");
    }
    // Slightly too far for any rotation.
    let beyond = Sweep::still(Pose::at(DVec2::new(2.5 + 1e-6, 0.0)));
    let miss = impact_of((&needle, &spin(-20.0)), (&sphere, &beyond), &TimeOfImpactSettings::default());
    assert!(matches!(miss.outcome, CastOutcome::Miss { .. }), "{miss:?}");
}

/// By bisection, which is exact enough here.
fn acos(cos: f64) -> f64 {
    let (mut low, mut high) = (0.0, core::f64::consts::PI);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if clinch_support::Rotation2::<f64>::from_angle(middle).cos > cos { low = middle } else { high = middle }
    }
    low
}

/// Edges that rotate about the line between them: the axis changes sides when they are parallel.
#[test]
fn an_axis_that_flips_while_edges_rotate_past_each_other_is_no_impact() {
    let capsule = Capsule::<DVec3>::between(-DVec3::X, DVec3::X, 0.0).unwrap();
    for gap in [1e-1, 1e-3, 1e-6] {
        let resting = Sweep::still(Pose::<DVec3>::IDENTITY);
        let turning =
            Sweep { turn: DVec3::Z * 3.0, ..Sweep::still(Pose::<DVec3>::new(DQuat::from_xyzw(0.0, 0.0, -0.5, 1.0), DVec3::Z * gap)) };
        let answer = impact_of((&capsule, &resting), (&capsule, &turning), &TimeOfImpactSettings::default());
        assert!(matches!(answer.outcome, CastOutcome::Miss { .. }), "{gap}: {answer:?}");
        // If one also moves down, they meet at the exact time.
        let down = Sweep { motion: DVec3::Z * (-2.0 * gap), ..turning };
        let impact = hit(&impact_of((&capsule, &resting), (&capsule, &down), &TimeOfImpactSettings::default()));
        assert!((impact.time - 0.5).abs() * gap < 1e-12 && impact.normal.z.abs() > 0.999, "{gap}: {impact:?}");
    }
}

#[test]
fn boxes_that_tumble_onto_each_other_take_few_steps() {
    let cuboid = Cuboid::new(Vec3::ONE).unwrap();
    let resting = Sweep::still(Pose::IDENTITY);
    for turn in [Vec3::X, Vec3::new(1.0, 2.0, -1.0), Vec3::Z * 6.0] {
        let start = Pose::new(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9), Vec3::new(0.3, 4.0, 0.2));
        let falling = Sweep { motion: Vec3::Y * -3.0, turn, ..Sweep::still(start) };
        let answer = impact_of((&cuboid, &resting), (&cuboid, &falling), &TimeOfImpactSettings::default());
        assert!(!hit(&answer).at_start && answer.steps <= 12, "{answer:?}");
        // A coarse tolerance saves steps and is respected.
        let coarse = impact_of(
            (&cuboid, &resting),
            (&cuboid, &falling),
            &TimeOfImpactSettings { tolerance: 0.01, ..TimeOfImpactSettings::default() },
        );
        assert!(coarse.steps <= answer.steps && hit(&coarse).time <= hit(&answer).time && hit(&coarse).separation <= 0.011, "{coarse:?}");
    }
}

#[derive(Clone, Debug)]
struct HalfSpace<V: Vector>(V, V::Scalar);

impl<V: Vector> SupportMap<V> for HalfSpace<V> {
    fn support(&self, _: V) -> Support<V> {
        Support { point: self.0 * self.1, id: None }
    }
}

impl<V: Vector> Convex<V> for HalfSpace<V> {
    fn core(&self) -> Core<'_, V> {
        Core::HalfSpace { normal: self.0.widen(), offset: self.1.widen() }
    }
}

/// A half-space that tilts like a drawbridge below a box, and a box that tumbles onto a half-space,
/// in either order.
#[test]
fn floors_that_tilt_and_boxes_that_tumble_meet() {
    let (floor, cuboid) = (HalfSpace(DVec3::Y, 0.0), Cuboid::new(DVec3::new(1.0, 0.5, 0.25)).unwrap());
    let settings = TimeOfImpactSettings::default();
    let lowest = |floor: &Sweep<DVec3>, cuboid: &Sweep<DVec3>, time: f64| {
        let (floor, pose) = (floor.pose_at(time), cuboid.pose_at(time));
        let corner =
            |i: usize| DVec3::from_array([0, 1, 2].map(|axis| [1.0, 0.5, 0.25][axis] * if i >> axis & 1 == 1 { 1.0 } else { -1.0 }));
        let height = |i: usize| pose.relative_to(&floor).point(corner(i)).y;
        (0..8).map(height).fold(f64::INFINITY, f64::min)
    };
    let rest = Sweep::still(Pose::<DVec3>::IDENTITY);
    let tumbling = |motion: DVec3, turn: DVec3| Sweep { motion, turn, center: DVec3::X * 0.25, start: Pose::at(DVec3::new(2.0, 3.0, 0.0)) };
    let tilting = Sweep { turn: DVec3::Z * 1.5, ..rest };
    for (ground, falling) in [
        (rest, tumbling(DVec3::Y * -3.0, DVec3::new(2.0, 1.0, 9.0))),
        (tilting, tumbling(DVec3::ZERO, DVec3::ZERO)),
        (tilting, tumbling(DVec3::new(1.0, -1.0, 0.0), DVec3::new(0.0, 1.0, 5.0))),
        (Sweep { motion: DVec3::Y * 3.0, ..tilting }, tumbling(DVec3::X, DVec3::Y)),
    ] {
        let (one, other) =
            (impact_of((&floor, &ground), (&cuboid, &falling), &settings), impact_of((&cuboid, &falling), (&floor, &ground), &settings));
        let (one, other) = (hit(&one), hit(&other));
        assert!((one.time - other.time).abs() < 1e-12, "{one:?} {other:?}");
        assert!(lowest(&ground, &falling, one.time).abs() < 1e-12, "{one:?}");
        for sample in 0..=200 {
            let time = one.lower * f64::from(sample) / 200.0;
            assert!(lowest(&ground, &falling, time) >= 0.0, "{time}: {one:?}");
        }
    }
    let up = impact_of((&floor, &rest), (&cuboid, &tumbling(DVec3::Y, DVec3::Z * 9.0)), &settings);
    assert!(matches!(up.outcome, CastOutcome::Miss { .. }), "{up:?}");
    assert!(hit(&impact_of((&floor, &rest), (&cuboid, &Sweep::still(Pose::at(DVec3::Y * 0.25))), &settings)).at_start);
    // Two opposite half-spaces meet as soon as one rotates.
    let ceiling = HalfSpace(-DVec3::Y, -5.0);
    assert!(matches!(impact_of((&floor, &rest), (&ceiling, &rest), &settings).outcome, CastOutcome::Miss { .. }));
    assert_eq!(hit(&impact_of((&floor, &tilting), (&ceiling, &rest), &settings)).time, 0.0);
    let falls = impact_of((&floor, &rest), (&ceiling, &Sweep { motion: DVec3::Y * -10.0, ..rest }), &settings);
    assert!((hit(&falls).time - 0.5).abs() < 1e-14, "{falls:?}");
}

#[test]
fn starts_and_numbers_that_are_not_finite() {
    let cuboid = Cuboid::new(DVec2::ONE).unwrap();
    let resting = Sweep::still(Pose::<DVec2>::IDENTITY);
    let at = |x: f64| Sweep { turn: 3.0, motion: DVec2::X, ..Sweep::still(Pose::at(DVec2::new(x, 0.0))) };
    let settings = TimeOfImpactSettings::default();
    for (x, depth) in [(2.0, 0.0), (1.5, 0.5)] {
        let impact = hit(&impact_of((&cuboid, &resting), (&cuboid, &at(x)), &settings));
        assert!(
            impact.at_start && impact.time == 0.0 && (impact.separation + depth).abs() < 1e-14 && impact.normal == DVec2::X,
            "{impact:?}"
        );
    }
    assert!(hit(&impact_of((&cuboid, &resting), (&cuboid, &at(2.5)), &TimeOfImpactSettings { target_distance: 0.5, ..settings })).at_start);
    assert_eq!(impact_of((&cuboid, &resting), (&cuboid, &at(f64::NAN)), &settings).outcome, CastOutcome::Undefined);
    let wild = Sweep { turn: f64::NAN, ..at(5.0) };
    assert!(!matches!(impact_of((&cuboid, &resting), (&cuboid, &wild), &settings).outcome, CastOutcome::Miss { .. }));
    // At the step limit the answer is the proved part.
    let fast = Sweep { turn: 1e6, ..at(3.0) };
    let limited = impact_of((&cuboid, &resting), (&cuboid, &fast), &TimeOfImpactSettings { steps: 4, ..settings });
    assert!(matches!(limited.outcome, CastOutcome::Exhausted { lower } if 0.0 < lower && lower < 1.0), "{limited:?}");
}

/// Lengths times a power of two, the same bits of time.
#[test]
fn times_do_not_change_with_the_unit_of_length() {
    for index in 0..60 {
        let mut random = Random::of(621, index);
        let half = DVec3::new(random.range(0.2, 1.0), random.range(0.2, 1.0), random.range(0.2, 1.0));
        let start = Pose::<DVec3>::new(DQuat::from_array(random.quaternion()), random.direction(3) * random.range(2.5, 4.0));
        let (motion, turn) = (-start.translation + random.in_ball(3), random.in_ball(3) * 4.0);
        let impact_of = |by: f64| {
            let cuboid = Cuboid::new(half * by).unwrap();
            let start = Pose::<DVec3>::new(start.rotation, start.translation * by);
            let moving = Sweep { start, center: half * 0.5 * by, motion: motion * by, turn };
            impact_of((&cuboid, &Sweep::still(Pose::IDENTITY)), (&cuboid, &moving), &TimeOfImpactSettings::default())
        };
        let one = impact_of(1.0);
        for k in [-40, 40] {
            match (one.outcome, impact_of(2.0_f64.powi(k)).outcome) {
                (CastOutcome::Hit(p), CastOutcome::Hit(q)) => assert_eq!((p.time, p.normal), (q.time, q.normal)),
                (CastOutcome::Miss { .. }, CastOutcome::Miss { .. }) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Boxes of 2, 5 mm apart, of which B moves by this.
fn boxes_near<V: Space<Wide = DVec3>>(motion: DVec3, tolerance: f64) -> CastOutcome<V> {
    let block = Cuboid::<V>::new(V::narrow(DVec3::ONE)).unwrap();
    let (still, moves) = (Sweep::still(Pose::IDENTITY), Sweep::along(Pose::at(V::narrow(DVec3::X * 2.005)), V::narrow(motion)));
    impact_of((&block, &still), (&block, &moves), &TimeOfImpactSettings { tolerance, ..TimeOfImpactSettings::default() }).outcome
}

#[test]
fn a_body_that_leaves_another_is_not_stopped_by_the_tolerance() {
    for tolerance in [0.0, 0.01] {
        for motion in [DVec3::X, DVec3::ZERO, DVec3::Y * 3.0, DVec3::new(1e-3, 5.0, 0.0)] {
            let (wide, narrow) = (boxes_near::<DVec3>(motion, tolerance), boxes_near::<Vec3>(motion, tolerance));
            assert!(matches!(wide, CastOutcome::Miss { proven: true, .. }), "{motion}, {tolerance}: {wide:?}");
            assert!(matches!(narrow, CastOutcome::Miss { proven: true, .. }), "{motion}, {tolerance}: {narrow:?}");
        }
        let CastOutcome::Hit(impact) = boxes_near::<DVec3>(-DVec3::X, tolerance) else { panic!("it approaches") };
        assert_eq!((impact.time == 0.0, impact.at_start), (tolerance > 0.0, tolerance > 0.0));
    }
}

#[test]
fn a_motion_whose_square_overflows_misses_what_it_passes() {
    let outcome = boxes_near::<DVec3>(DVec3::Y * 1e160, 0.0);
    assert!(matches!(outcome, CastOutcome::Miss { proven: true, .. }), "{outcome:?}");
}

/// The axis of a miss is that of A at the start, however A has turned since.
#[test]
fn the_axis_of_a_miss_does_not_turn_with_a() {
    let (bar, block) = (Cuboid::new(DVec2::new(2.0, 0.25)).unwrap(), Cuboid::new(DVec2::splat(0.25)).unwrap());
    let turning = Sweep { turn: std::f64::consts::FRAC_PI_2, ..Sweep::still(Pose::<DVec2>::IDENTITY) };
    let above = Sweep::still(Pose::at(DVec2::new(0.0, 2.3)));
    let CastOutcome::Miss { axis, proven: true } = impact_of((&bar, &turning), (&block, &above), &TimeOfImpactSettings::default()).outcome
    else {
        panic!("the bar does not reach the block")
    };
    // The last axis separates them when the bar is nearly upright.
    assert!(axis.y > 0.999, "{axis}");
}

/// Its points do not approach the floor, however fast it turns: each step is as long as if it slid.
#[test]
fn a_capsule_that_rolls_just_above_the_floor_takes_few_steps() {
    let (floor, capsule) =
        (Cuboid::new(DVec3::new(50.0, 1.0, 50.0)).unwrap(), Capsule::between(DVec3::Z * -0.5, DVec3::Z * 0.5, 0.25).unwrap());
    for gap in [1e-12, 3e-8, 1e-6, 1e-3] {
        let rolls = Sweep { turn: DVec3::Z * -0.67, motion: DVec3::X * 0.17, ..Sweep::still(Pose::at(DVec3::Y * (1.25 + gap))) };
        for turned in [false, true] {
            let still = Sweep::still(Pose::IDENTITY);
            let settings = TimeOfImpactSettings::default();
            let cast = if turned {
                impact_of((&capsule, &rolls), (&floor, &still), &settings)
            } else {
                impact_of((&floor, &still), (&capsule, &rolls), &settings)
            };
            assert!(matches!(cast.outcome, CastOutcome::Miss { proven: true, .. }), "{gap}: {cast:?}");
            assert!(cast.steps <= 4, "{gap}: {cast:?}");
        }
    }
}
