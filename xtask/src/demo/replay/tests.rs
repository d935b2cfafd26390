//! The committed scenes: the same bits for any number of threads, other bits for another scene, and
//! the pairs that touch in the recording.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use clinch::d3::{Workers, contact};
use clinch_testkit::fnv::Fnv;
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, ShapeSpec};
use clinch_testkit::recording::{Recording, Tick};
use glam::DVec3;

use super::Replay;
use crate::demo::scene::{bodies, pose};

/// Every `stride`-th tick of a committed scene, from the middle of the first `stride`.
fn scene(name: &str, stride: usize) -> Recording {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes").join(name).with_extension("clinch");
    let mut scene = Recording::open(path).unwrap();
    scene.ticks = scene.ticks.into_iter().skip(stride / 2).step_by(stride).collect();
    scene
}

fn pile(stride: usize) -> Recording {
    scene("pile", stride)
}

fn terrain(stride: usize) -> Recording {
    scene("terrain", stride)
}

fn hash(recording: &Recording, threads: usize) -> u64 {
    let mut replay = Replay::new(recording, Workers::with_threads(threads), |_, _| ()).unwrap();
    let mut hash = Fnv::new();
    for tick in &recording.ticks {
        replay.tick(&tick.poses);
        replay.read(|state| state.hash(&mut hash)).unwrap();
    }
    hash.value()
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for scene in [pile(20), terrain(20)] {
        let alone = hash(&scene, 1);
        assert_eq!(hash(&scene, 2), alone, "2 threads");
        assert_eq!(hash(&scene, 4), alone, "4 threads");
    }
}

/// A short part of the scene with many contacts.
fn excerpt() -> Recording {
    let mut pile = pile(1);
    pile.ticks = pile.ticks[80..86].to_vec();
    pile
}

#[test]
fn one_body_less_changes_the_hash() {
    let whole = excerpt();
    let (_, touched) = whole.ticks[3].touching[0];
    let mut less = whole.clone();
    less.bodies.remove(touched as usize);
    for tick in &mut less.ticks {
        tick.poses.remove(touched as usize);
    }
    assert_ne!(hash(&less, 1), hash(&whole, 1));
}

#[test]
fn one_bit_of_one_pose_changes_the_hash() {
    let whole = excerpt();
    let (_, touched) = whole.ticks[3].touching[0];
    let mut moved = whole.clone();
    let x = &mut moved.ticks[3].poses[touched as usize].translation[0];
    *x = f32::from_bits(x.to_bits() ^ 1);
    assert_ne!(hash(&moved, 1), hash(&whole, 1));
}

#[test]
fn pairs_come_in_the_order_of_the_bodies() {
    let mut recording = excerpt();
    recording.ticks.truncate(1);
    let mut replay = Replay::new(&recording, Workers::with_threads(1), |_, _| ()).unwrap();
    replay.tick(&recording.ticks[0].poses);
    let pairs: Vec<(u32, u32)> = replay.read(|state| state.pairs().map(|pair| (pair.a, pair.b)).collect()).unwrap();
    assert!(pairs.len() > 100 && pairs.is_sorted() && pairs.iter().all(|(a, b)| a < b), "{pairs:?}");
}

#[test]
fn what_started_and_has_not_ended_touches() {
    for recording in [pile(20), terrain(20)] {
        events_are_those_of(&recording);
    }
}

fn events_are_those_of(recording: &Recording) {
    let mut replay = Replay::new(recording, Workers::with_threads(1), |_, _| ()).unwrap();
    let mut touching = BTreeSet::new();
    for tick in &recording.ticks {
        replay.tick(&tick.poses);
        let now: BTreeSet<_> = replay
            .read(|mut state| {
                for started in state.started.read() {
                    assert!(touching.insert((started.entity, started.other)), "started twice: {started:?}");
                }
                for ended in state.ended.read() {
                    assert!(touching.remove(&(ended.entity, ended.other)), "ended and never started: {ended:?}");
                }
                state.contacts.touching().map(|contact| (contact.a(), contact.b())).collect()
            })
            .unwrap();
        assert_eq!(touching, now);
    }
}

/// The largest distance, in metres, at which the two lists may differ: the stage reports as
/// touching what `f32` support points cannot prove apart. Over all ticks they differ on 158 pairs,
/// all of them apart by less than half of it. (The documentation of the recording promises only
/// 1e-4.)
const BAND: f64 = 1e-6;

/// The largest percentage of the touching pairs on which stage and recording may differ within the
/// band.
const UNDECIDED: f64 = 0.1;

#[test]
fn the_pairs_that_touch_are_those_of_the_recording() {
    // All ticks in release builds, every fifth in debug builds.
    let stride = if cfg!(debug_assertions) { 5 } else { 1 };
    assert!(have_the_recorded_pairs(&pile(stride)) > 100_000);
    assert!(have_the_recorded_pairs(&terrain(stride)) > 100_000);
}

/// The number of touching pairs of a scene.
fn have_the_recorded_pairs(scene: &Recording) -> usize {
    let mut replay = Replay::new(scene, Workers::shared(), |_, _| ()).unwrap();
    let (mut touching, mut undecided) = (0, 0);
    let mut wrong = String::new();
    for (index, tick) in scene.ticks.iter().enumerate() {
        replay.tick(&tick.poses);
        let ours: BTreeSet<(u32, u32)> =
            replay.read(|state| state.pairs().filter(|pair| pair.contact.is_touching()).map(|pair| (pair.a, pair.b)).collect()).unwrap();
        let theirs: BTreeSet<(u32, u32)> = tick.touching.iter().copied().collect();
        touching += theirs.len();
        for &pair in ours.symmetric_difference(&theirs) {
            if truth(scene, tick, pair).abs() <= BAND {
                undecided += 1;
            } else {
                writeln!(wrong, "tick {index}, listed: {}, {}", theirs.contains(&pair), described(scene, tick, pair)).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{} pairs:\n{wrong}", wrong.lines().count());
    let share = 100.0 * f64::from(undecided) / touching as f64;
    assert!(share < UNDECIDED, "{undecided} of {touching} pairs are undecided, {share:.3} of a hundred");
    touching
}

/// The largest error of a depth, in metres. Coordinates of the scene are below 16 m, so they are
/// rounded by less than 1 µm.
const ROUNDED: f64 = 2e-6;

#[test]
fn contacts_are_as_deep_as_the_oracle_says() {
    let pile = pile(40);
    let mut replay = Replay::new(&pile, Workers::shared(), |_, _| ()).unwrap();
    let mut compared = 0;
    for tick in &pile.ticks {
        replay.tick(&tick.poses);
        let some: Vec<((u32, u32), f32)> = replay
            .read(|state| {
                state
                    .pairs()
                    .step_by(if cfg!(debug_assertions) { 41 } else { 7 })
                    .map(|pair| ((pair.a, pair.b), pair.contact.manifold().separation()))
                    .collect()
            })
            .unwrap();
        for (pair, separation) in some {
            let truth = truth(&pile, tick, pair);
            compared += 1;
            assert!((f64::from(separation) - truth).abs() < ROUNDED, "{separation} is {truth}: {}", described(&pile, tick, pair));
        }
    }
    assert!(compared > 400, "only {compared} pairs were compared");
}

/// The signed distance by the oracle, which shares no code with the stage. Of a height field or a
/// mesh that of the nearest or deepest of all triangles near the body.
fn truth(recording: &Recording, tick: &Tick, (a, b): (u32, u32)) -> f64 {
    let (body, other) = (&recording.bodies[a as usize], spec(recording, tick, b));
    if !body.is_composite() {
        return convex_truth(spec(recording, tick, a), other);
    }
    let (vertices, triangles) = body.surface();
    let at = tick.poses[a as usize].spec();
    let (middle, reach) = (other.1.translation(), other.0.bounding_radius() + 0.1);
    let truth = |corners: [u32; 3]| {
        let corners = corners.map(|corner| DVec3::from_array(vertices[corner as usize]));
        let [low, high] = [DVec3::min, DVec3::max].map(|of| corners.into_iter().map(|corner| at.point(corner)).reduce(of).unwrap());
        let [a, b, c] = corners.map(Coords::from);
        let is_near = (middle.clamp(low, high) - middle).length() < reach;
        is_near.then(|| convex_truth((ShapeSpec::Triangle { a, b, c }, at), other.clone()))
    };
    triangles.into_iter().filter_map(truth).fold(f64::INFINITY, f64::min)
}

fn convex_truth(a: (ShapeSpec, PoseSpec), b: (ShapeSpec, PoseSpec)) -> f64 {
    let truth = Pairing::of(&Query::contact(3, a, b)).unwrap().truth();
    assert!(truth.err < 1e-9, "{truth:?}");
    truth.sd
}

fn spec(recording: &Recording, tick: &Tick, body: u32) -> (ShapeSpec, PoseSpec) {
    (recording.bodies[body as usize].spec(), tick.poses[body as usize].spec())
}

/// A pair with its true distance and the answer, for the text of an error.
fn described(recording: &Recording, tick: &Tick, (a, b): (u32, u32)) -> String {
    let [one, other] = [a, b].map(|body| (&recording.bodies[body as usize], tick.poses[body as usize]));
    let shapes = bodies(recording).unwrap();
    let shape = |body: u32| &shapes[body as usize].shape;
    let answer = contact(shape(a), &pose(&one.1), shape(b), &pose(&other.1));
    format!("the truth is {}: {a} {one:?}, {b} {other:?}: {answer:?}", truth(recording, tick, (a, b)))
}
