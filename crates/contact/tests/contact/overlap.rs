//! Whether shapes overlap, against how deep they do: never at odds, cheaper, and what is recalled of it is right.

use crate::asked::{distance, measure, overlap};
use crate::common::{Case, InDouble, Kit, about_y, cold};
use clinch_contact::{Memory, Overlap, Pair, Relation, Scratch, Settings};
use clinch_shapes::{Ball, Cylinder, Shape3};
use clinch_support::{Pose, Rotation, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::generate::{self, Kind};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// What `measure` says, asked of nothing else.
fn measured<V: Kit>(case: &Case<V>) -> Option<bool> {
    match measure(&case.pair(), &Settings::default(), &mut Memory::new(), &mut Scratch::new()).relation {
        Relation::Beyond { .. } => Some(false),
        Relation::Near(near) => Some(near.is_touching()),
        Relation::Undefined => None,
    }
}

/// A pair of shapes of any kind.
fn some_case<V: Kit + InDouble>(seed: u64, index: u64) -> Option<Case<V>> {
    let query = generate::sketch(V::DIM, seed, index, &Kind::all(V::DIM));
    let shape = |spec| <V as Build>::shape(spec).ok();
    let b_in_a = <V as Build>::pose(&query.pose_b).relative_to(&<V as Build>::pose(&query.pose_a));
    Some(Case { a: shape(&query.a)?, b: shape(query.b.as_ref()?)?, b_in_a })
}

/// Each pair cold, and then in a walk with all its memory.
fn agrees<V: Kit + InDouble>(seed: u64, walks: u64) {
    let (mut overlapping, mut apart, mut skipped, mut held) = (0, 0, 0, 0);
    for index in 0..walks {
        let mut random = Random::of(seed, index);
        let Some(mut case) = some_case::<V>(seed, index) else { continue };
        let settings = Settings { recycling: V::Scalar::narrow(1e-4), ..Settings::default() };
        let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
        for tick in 0..6 {
            let told = overlap(&case.pair(), &settings, &mut memory, &mut scratch);
            let expected = measured(&case);
            assert_eq!(told.touching, expected, "{seed}/{index}, tick {tick}: {told:?} {:?}", cold(&case.pair(), &Settings::default()));
            overlapping += u32::from(expected == Some(true));
            apart += u32::from(expected == Some(false));
            skipped += u32::from(told.recycled && expected == Some(false));
            held += u32::from(told.recycled && expected == Some(true));
            let (toss, stride) = (random.in_ball(V::DIM), case.size() * random.power(-6.0, -1.0));
            case.b_in_a.translation = case.b_in_a.translation + V::Wide::from_fn(|axis| toss[axis]) * stride;
            case.b_in_a.rotation = V::turn(random.range(-1.0, 1.0) * stride / case.size()).after(case.b_in_a.rotation);
        }
    }
    let bites = overlapping > apart / 4 && apart > overlapping / 4 && 20 * skipped > apart && 20 * held > overlapping;
    assert!(bites, "the sample must bite: {overlapping} overlapping, {held} of them recalled; {apart} apart, {skipped} of them recalled");
}

#[test]
fn whether_is_never_at_odds_with_how_deep_in_space() {
    agrees::<Vec3>(901, 1500);
    agrees::<DVec3>(902, 1500);
}

#[test]
fn whether_is_never_at_odds_with_how_deep_in_the_plane() {
    agrees::<Vec2>(903, 3000);
    agrees::<DVec2>(904, 3000);
}

/// How far apart without how deep: what `measure` says, and of shapes that overlap that they do, for less.
fn gaps_agree<V: Kit + InDouble>(seed: u64) {
    let (mut apart, mut overlapping, mut saved) = (0, 0, 0);
    let endless = Settings::with_margin(V::Scalar::INFINITY);
    for index in 0..1500 {
        let Some(case) = some_case::<V>(seed, index) else { continue };
        let gap = distance(&case.pair(), &endless, &mut Memory::new(), &mut Scratch::new());
        let whole = measure(&case.pair(), &endless, &mut Memory::new(), &mut Scratch::new());
        let context = || format!("{seed}/{index}: {gap:?}\n{whole:?}");
        match (&gap.relation, &whole.relation) {
            (Relation::Near(gap), Relation::Near(whole)) => {
                assert_eq!(gap.is_touching(), whole.is_touching(), "{}", context());
                assert!(gap.lower <= whole.upper && whole.lower <= gap.upper, "bounds contradict: {}", context());
                if whole.lower > 0.0 {
                    let band = (gap.upper - gap.lower) + (whole.upper - whole.lower);
                    assert!((gap.distance - whole.distance).abs() <= band, "{}", context());
                    let way = case.b_in_a.point(gap.point_b) - gap.point_a;
                    assert!((way.length() - gap.distance).abs() <= band + 1e-13 * case.size(), "points: {}", context());
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
fn how_far_apart_needs_no_depth() {
    gaps_agree::<Vec3>(905);
    gaps_agree::<DVec3>(906);
    gaps_agree::<Vec2>(907);
    gaps_agree::<DVec2>(908);
}

fn deep_in() -> (Shape3<Vec3>, Shape3<Vec3>) {
    (Cylinder::new(2.0, 3.0).unwrap().into(), Cylinder::new(0.5, 0.25).unwrap().into())
}

#[test]
fn round_shapes_deep_in_each_other_take_a_few_calls_and_at_rest_none() {
    let (zone, body) = deep_in();
    let pair = Pair { a: &zone, b: &body, b_in_a: Pose::new(about_y(0.7), DVec3::new(0.5, 0.3, 0.9)) };
    let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
    let settings = Settings { recycling: 1e-4, ..Settings::default() };
    let deep = measure(&pair, &settings, &mut Memory::new(), &mut scratch);
    let told = overlap(&pair, &settings, &mut memory, &mut scratch);
    assert!(told.touching == Some(true) && told.calls <= 6 && deep.calls > 2 * told.calls, "{told:?} {deep:?}");
    let still = overlap(&pair, &settings, &mut memory, &mut scratch);
    assert_eq!(still, Overlap { touching: Some(true), calls: 0, unfinished: false, slow_steps: 0, recycled: true });
    let nowhere = Pair { b_in_a: Pose::at(DVec3::NAN), ..pair };
    assert_eq!(overlap(&nowhere, &settings, &mut memory, &mut scratch).touching, None);
    let away = Pair { b_in_a: Pose::at(DVec3::X * 9.0), ..pair };
    assert_eq!(overlap(&away, &settings, &mut memory, &mut scratch).touching, Some(false));
}

#[test]
fn a_margin_has_no_meaning_and_a_skin_has() {
    let ball = Ball::<Vec3>::new(0.5).unwrap();
    let pair = Pair { a: &ball, b: &ball, b_in_a: Pose::at(DVec3::X * 1.25) };
    let told = |settings: Settings<f32>| overlap(&pair, &settings, &mut Memory::new(), &mut Scratch::new()).touching;
    assert_eq!(told(Settings::with_margin(f32::INFINITY)), Some(false));
    assert_eq!(told(Settings { skin_a: 0.125, skin_b: 0.25, ..Settings::default() }), Some(true));
}
