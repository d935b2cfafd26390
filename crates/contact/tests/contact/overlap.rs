//! `overlap` and `distance` against `measure`: they never contradict it, cost less, and recycle
//! only right answers.

use crate::common::{Case, InDouble, Kit, about_y, cold};
use crate::erased::{distance, measure, overlap};
use clinch_contact::{Memory, Overlap, Pair, Recycling, Relation, Scratch, Settings};
use clinch_shapes::{Ball, Cylinder, Shape3};
use clinch_support::{Pose, Rotation, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::generate::{self, Kind};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Whether the shapes touch by `measure`, without a warm start.
fn measured<V: Kit>(case: &Case<V>) -> Option<bool> {
    match measure(&case.pair(), &Settings::default(), &mut Memory::new(), &mut Scratch::new()).relation {
        Relation::Beyond { .. } => Some(false),
        Relation::Near(near) => Some(near.is_touching()),
        Relation::Undefined => None,
    }
}

/// A pair of random shapes.
pub(crate) fn some_case<V: Kit + InDouble>(seed: u64, index: u64) -> Option<Case<V>> {
    let query = generate::sketch(V::DIM, seed, index, &Kind::all(V::DIM));
    let shape = |spec| <V as Build>::shape(spec).ok();
    let b_in_a = <V as Build>::pose(&query.pose_b).relative_to(&<V as Build>::pose(&query.pose_a));
    Some(Case { a: shape(&query.a)?, b: shape(query.b.as_ref()?)?, b_in_a })
}

/// Each pair without a warm start, and then in a random walk with its memory.
fn agrees<V: Kit + InDouble>(seed: u64, walks: u64) {
    let (mut overlapping, mut apart, mut skipped, mut recycled) = (0, 0, 0, 0);
    for index in 0..walks {
        let mut random = Random::of(seed, index);
        let Some(mut case) = some_case::<V>(seed, index) else { continue };
        let settings = Settings { recycling: Recycling::Proved(V::Scalar::narrow(1e-4)), ..Settings::default() };
        let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
        for tick in 0..6 {
            let answer = overlap(&case.pair(), &settings, &mut memory, &mut scratch);
            let expected = measured(&case);
            assert_eq!(answer.touching, expected, "{seed}/{index}, tick {tick}: {answer:?} {:?}", cold(&case.pair(), &Settings::default()));
            overlapping += u32::from(expected == Some(true));
            apart += u32::from(expected == Some(false));
            skipped += u32::from(answer.recycled && expected == Some(false));
            recycled += u32::from(answer.recycled && expected == Some(true));
            let (toss, stride) = (random.in_ball(V::DIM), case.size() * random.power(-6.0, -1.0));
            case.b_in_a.translation = case.b_in_a.translation + V::Wide::from_fn(|axis| toss[axis]) * stride;
            case.b_in_a.rotation = V::turn(random.range(-1.0, 1.0) * stride / case.size()).after(case.b_in_a.rotation);
        }
    }
    let bites = overlapping > apart / 4 && apart > overlapping / 4 && 20 * skipped > apart && 20 * recycled > overlapping;
    assert!(
        bites,
        "the sample must bite: {overlapping} overlapping, {recycled} of them recycled; {apart} apart, {skipped} of them skipped"
    );
}

/// Pairs of points, segments, spheres, capsules and boxes, moved to where they touch but for
/// a few units of rounding. Squares of lengths must not decide what the distance leaves open.
fn agrees_at_rounding<V: Kit + InDouble>(seed: u64, pairs: u64) {
    let kinds = [Kind::Point, Kind::Segment, Kind::Ball, Kind::Capsule, Kind::Box];
    let (mut touching, mut apart) = (0, 0);
    for index in 0..pairs {
        let mut random = Random::of(seed, index);
        let query = generate::sketch(V::DIM, seed, index, &kinds);
        let shape = |spec| <V as Build>::shape(spec).ok();
        let b_in_a = <V as Build>::pose(&query.pose_b).relative_to(&<V as Build>::pose(&query.pose_a));
        let (Some(a), Some(b)) = (shape(&query.a), query.b.as_ref().and_then(shape)) else { continue };
        let mut case: Case<V> = Case { a, b, b_in_a };
        for step in 0..8 {
            let settings = Settings::default();
            let answer = overlap(&case.pair(), &settings, &mut Memory::new(), &mut Scratch::new());
            let expected = measured(&case);
            assert_eq!(answer.touching, expected, "{seed}/{index}, step {step}: {answer:?} {case:?}");
            touching += u32::from(expected == Some(true));
            apart += u32::from(expected == Some(false));
            let settings = Settings { margin: V::Scalar::INFINITY, ..settings };
            let found = measure(&case.pair(), &settings, &mut Memory::new(), &mut Scratch::new()).relation;
            let Relation::Near(near) = found else { break };
            let rounding = f64::EPSILON * case.size() * random.sign() * random.power(-1.0, 4.0);
            case.b_in_a.translation = case.b_in_a.translation - near.normal * (near.distance + rounding);
        }
    }
    assert!(touching > apart / 4 && apart > touching / 4, "the sample must bite: {touching} touching, {apart} apart");
}

#[test]
fn yes_or_no_by_squares_never_contradicts_the_distance() {
    agrees_at_rounding::<Vec3>(911, 3000);
    agrees_at_rounding::<DVec3>(912, 3000);
    agrees_at_rounding::<Vec2>(913, 3000);
    agrees_at_rounding::<DVec2>(914, 3000);
}

#[test]
fn overlap_never_contradicts_the_depth_in_3d() {
    agrees::<Vec3>(901, 1500);
    agrees::<DVec3>(902, 1500);
}

#[test]
fn overlap_never_contradicts_the_depth_in_2d() {
    agrees::<Vec2>(903, 3000);
    agrees::<DVec2>(904, 3000);
}

/// The distance without the depth: that of `measure` for shapes that are apart, and an overlap for
/// those that overlap, for less.
fn gaps_agree<V: Kit + InDouble>(seed: u64) {
    let (mut apart, mut overlapping, mut saved) = (0, 0, 0);
    let unbounded = Settings::with_margin(V::Scalar::INFINITY);
    for index in 0..1500 {
        let Some(case) = some_case::<V>(seed, index) else { continue };
        let gap = distance(&case.pair(), &unbounded, &mut Memory::new(), &mut Scratch::new());
        let whole = measure(&case.pair(), &unbounded, &mut Memory::new(), &mut Scratch::new());
        let context = || format!("{seed}/{index}: {gap:?}\n{whole:?}");
        match (&gap.relation, &whole.relation) {
            (Relation::Near(gap), Relation::Near(whole)) => {
                assert_eq!(gap.is_touching(), whole.is_touching(), "{}", context());
                assert!(gap.lower <= whole.upper && whole.lower <= gap.upper, "bounds contradict: {}", context());
                if whole.lower > 0.0 {
                    let band = (gap.upper - gap.lower) + (whole.upper - whole.lower);
                    assert!((gap.distance - whole.distance).abs() <= band, "{}", context());
                    let between = case.b_in_a.point(gap.point_b) - gap.point_a;
                    assert!((between.length() - gap.distance).abs() <= band + 1e-13 * case.size(), "points: {}", context());
                    apart += 1;
                } else {
                    overlapping += 1;
                }
            }
            (gap, whole) => assert_eq!(gap, whole, "{}", context()),
        }
        saved += u32::from(whole.calls > gap.calls);
    }
    assert!(apart > 300 && overlapping > 300 && saved > 100, "{apart} apart, {overlapping} overlapping, {saved} for less");
}

#[test]
fn the_distance_needs_no_depth() {
    gaps_agree::<Vec3>(905);
    gaps_agree::<DVec3>(906);
    gaps_agree::<Vec2>(907);
    gaps_agree::<DVec2>(908);
}

fn nested_cylinders() -> (Shape3<Vec3>, Shape3<Vec3>) {
    (Cylinder::new(2.0, 3.0).unwrap().into(), Cylinder::new(0.5, 0.25).unwrap().into())
}

#[test]
fn round_shapes_that_overlap_deeply_take_few_calls_and_none_at_rest() {
    let (outer, inner) = nested_cylinders();
    let pair = Pair { a: &outer, b: &inner, b_in_a: Pose::new(about_y(0.7), DVec3::new(0.5, 0.3, 0.9)) };
    let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
    let settings = Settings { recycling: Recycling::Proved(1e-4), ..Settings::default() };
    let deep = measure(&pair, &settings, &mut Memory::new(), &mut scratch);
    let answer = overlap(&pair, &settings, &mut memory, &mut scratch);
    assert!(answer.touching == Some(true) && answer.calls <= 6 && deep.calls > 2 * answer.calls, "{answer:?} {deep:?}");
    let resting = overlap(&pair, &settings, &mut memory, &mut scratch);
    assert_eq!(resting, Overlap { touching: Some(true), calls: 0, unfinished: false, slow_steps: 0, recycled: true });
    let not_finite = Pair { b_in_a: Pose::at(DVec3::NAN), ..pair };
    assert_eq!(overlap(&not_finite, &settings, &mut memory, &mut scratch).touching, None);
    let away = Pair { b_in_a: Pose::at(DVec3::X * 9.0), ..pair };
    assert_eq!(overlap(&away, &settings, &mut memory, &mut scratch).touching, Some(false));
}

#[test]
fn the_margin_is_ignored_and_the_skin_is_not() {
    let sphere = Ball::<Vec3>::new(0.5).unwrap();
    let pair = Pair { a: &sphere, b: &sphere, b_in_a: Pose::at(DVec3::X * 1.25) };
    let answer = |settings: Settings<f32>| overlap(&pair, &settings, &mut Memory::new(), &mut Scratch::new()).touching;
    assert_eq!(answer(Settings::with_margin(f32::INFINITY)), Some(false));
    assert_eq!(answer(Settings { skin_a: 0.125, skin_b: 0.25, ..Settings::default() }), Some(true));
}
