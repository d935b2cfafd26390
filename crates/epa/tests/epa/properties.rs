//! Changes of a scene that must not change the answer, and changes that must change it exactly. GJK
//! and EPA together, in four vector types.

use clinch_epa::{Depth, EpaSpace, EpaVector, Limits, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Difference, Pose, Record, Scalar, Vector};
use clinch_testkit::cloud::{Cloud, Space, block};
use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The signed distance, its bounds, and the normal.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Signed<W> {
    distance: f64,
    lower: f64,
    upper: f64,
    normal: W,
    support_calls: usize,
}

fn measure<V: EpaSpace>(a: &Cloud<V>, b: &Cloud<V>, pose: &Pose<V::Wide>, within: V::Scalar) -> Option<Signed<V::Wide>> {
    let difference = Difference::new(a, b, pose);
    let mut record = Record::new();
    let answer = distance(&difference, &Start::cold(), &clinch_gjk::Limits::within(within), &mut record);
    let (simplex, apart) = match answer.outcome {
        Outcome::Apart(s) => {
            let (distance, lower, upper, normal) = (s.distance, s.lower, s.upper, s.normal);
            return Some(Signed { distance, lower, upper, normal, support_calls: record.len() });
        }
        Outcome::Touching(touch) => (touch.simplex, touch.upper),
        Outcome::Overlapping(simplex) => (simplex, 0.0),
        Outcome::Beyond { .. } => return None,
        Outcome::Undefined => panic!("finite clouds"),
    };
    let mut polytope = <V::Wide as EpaVector>::Polytope::default();
    let (distance, lower, upper, normal) = match depth(&difference, &simplex, &Limits::default(), &mut record, &mut polytope) {
        Depth::Overlapping(p) => (-p.depth, -p.upper, if p.lower > 0.0 { -p.lower } else { apart }, p.normal),
        Depth::Apart { axis, at_least } => (at_least, at_least, apart, axis),
        Depth::Undefined => panic!("finite clouds"),
    };
    Some(Signed { distance, lower, upper, normal, support_calls: record.len() })
}

struct Scene<V> {
    a: Cloud<V>,
    b: Cloud<V>,
    at: PoseSpec,
}

/// Boxes and clouds, some flat, some repeated; apart, near and deep.
fn scene<V: Space>(random: &mut Random) -> Scene<V> {
    let dim = V::DIM;
    let cloud = |random: &mut Random| {
        let flat = if random.chance(0.15) { DVec3::new(1.0, 0.0, 1.0) } else { DVec3::ONE };
        if random.chance(0.4) {
            return block::<V>(flat * DVec3::new(random.range(0.2, 1.0), random.range(0.2, 1.0), random.range(0.2, 1.0)));
        }
        let count = 1 + random.below(12);
        Cloud((0..count).map(|_| V::at(flat * random.in_ball(dim))).collect())
    };
    let (a, b) = (cloud(random), cloud(random));
    let rotation = match (random.below(3), dim) {
        (0, _) => RotationSpec::Identity,
        (_, 2) => RotationSpec::Angle(random.range(-3.0, 3.0)),
        _ => RotationSpec::Quaternion(random.quaternion()),
    };
    let far = random.pick(&[0.5, 2.0, 3.0]);
    // Half of the time a vertex on a vertex.
    let turn = PoseSpec { t: Some(Coords::zero(dim)), rotation };
    let meet = |random: &mut Random| a.0[random.below(a.0.len())].lift() - turn.point(b.0[random.below(b.0.len())].lift());
    let t = if random.chance(0.5) { meet(random) } else { random.in_ball(dim) * far };
    Scene { a, b, at: PoseSpec { t: Some(Coords::of(t, dim)), rotation } }
}

fn scenes<V: Space + EpaSpace>(count: u64, each: impl Fn(&Scene<V>, &mut Random, Signed<V::Wide>)) {
    let mut mix = [0; 3];
    for index in 0..count {
        let mut random = Random::of(21, index);
        let scene = scene::<V>(&mut random);
        let answer = measure(&scene.a, &scene.b, &V::pose(&scene.at), V::Scalar::INFINITY).expect("within any distance");
        mix[if answer.distance > 1e-4 { 0 } else { 1 + usize::from(answer.distance < -1e-4) }] += 1;
        each(&scene, &mut random, answer);
    }
    assert!(mix.iter().all(|&n| n * 5 >= count), "apart, touching, overlapping: {mix:?}");
}

/// The bounds of both answers contain a common value.
fn agree<W: Vector<Scalar = f64>>(one: &Signed<W>, other: &Signed<W>, context: &str) {
    let slack = 1e-13;
    assert!(one.lower <= other.upper + slack && other.lower <= one.upper + slack, "{context}: {one:?} {other:?}");
}

fn swapped<V: Space + EpaSpace>() {
    scenes::<V>(1_000, |scene, _, answer| {
        let back = V::pose(&scene.at).inverse();
        let other = measure(&scene.b, &scene.a, &back, V::Scalar::INFINITY).expect("within any distance");
        agree(&answer, &other, "swapped");
        assert!((answer.distance - other.distance).abs() < 8.0 * V::Scalar::EPSILON.widen(), "{answer:?} {other:?}");
    });
}

fn permuted<V: Space + EpaSpace>() {
    scenes::<V>(1_000, |scene, random, answer| {
        let mut a = scene.a.clone();
        for place in (1..a.0.len()).rev() {
            a.0.swap(place, random.below(place + 1));
        }
        a.0.push(a.0[0]);
        let other = measure(&a, &scene.b, &V::pose(&scene.at), V::Scalar::INFINITY).expect("within any distance");
        agree(&answer, &other, "permuted");
    });
}

/// Signs flipped and axes renamed on both shapes: exact motions (or reflections) that move the
/// answer along.
fn turned<V: Space + EpaSpace>() {
    scenes::<V>(1_000, |scene, _, answer| {
        let turn = |p: DVec3| if V::DIM == 2 { DVec3::new(-p.y, p.x, 0.0) } else { DVec3::new(-p.z, p.x, -p.y) };
        let move_all = |cloud: &Cloud<V>| Cloud(cloud.0.iter().map(|p| V::at(turn(p.lift()))).collect::<Vec<V>>());
        // B is moved in its own frame and its pose is conjugated. Without a rotation only the
        // translation turns.
        if scene.at.rotation != RotationSpec::Identity {
            return;
        }
        let at = PoseSpec { t: Some(Coords::of(turn(scene.at.translation()), V::DIM)), ..scene.at };
        let other = measure(&move_all(&scene.a), &move_all(&scene.b), &V::pose(&at), V::Scalar::INFINITY).expect("within any distance");
        agree(&answer, &other, "turned");
    });
}

/// Lengths times 2^k give answers times 2^k, bit for bit, in the same steps.
fn scaled<V: Space + EpaSpace>() {
    scenes::<V>(250, |scene, random, _| {
        let within = random.pick(&[0.25, 1.0, f64::INFINITY]);
        let at = V::pose(&scene.at);
        let plain = measure(&scene.a, &scene.b, &at, V::Scalar::narrow(within));
        for k in -40..=40 {
            let factor = 2.0_f64.powi(k);
            let cloud = |cloud: &Cloud<V>| Cloud(cloud.0.iter().map(|&p| p * V::Scalar::narrow(factor)).collect::<Vec<V>>());
            let pose = Pose::new(at.rotation, at.translation * factor);
            let large = measure(&cloud(&scene.a), &cloud(&scene.b), &pose, V::Scalar::narrow(within * factor));
            let expected = plain.map(|s| Signed { distance: s.distance * factor, lower: s.lower * factor, upper: s.upper * factor, ..s });
            assert_eq!(large, expected, "2^{k}");
        }
    });
}

macro_rules! for_all {
    ($($property:ident: $name:ident),+) => {$(
        #[test]
        fn $name() {
            $property::<Vec2>();
            $property::<Vec3>();
            $property::<DVec2>();
            $property::<DVec3>();
        }
    )+};
}

for_all!(
    swapped: swapping_the_shapes_changes_no_distance,
    permuted: the_order_of_vertices_and_repeated_ones_change_nothing,
    turned: an_exact_motion_of_both_changes_nothing,
    scaled: a_power_of_two_scales_every_answer_bit_for_bit
);
