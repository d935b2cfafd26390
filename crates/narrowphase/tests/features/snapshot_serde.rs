//! Serialised snapshots: restored in another world with equal entities they give the same bits, and
//! no file makes the stage panic.

use std::sync::{Arc, Mutex};

use crate::common::Stage;
use crate::common::heap::{Bits, advance, bits, heap, solve};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use clinch_narrowphase::ecs::install_with_rules;
use clinch_narrowphase::{
    CandidatePairs, Collider, CollisionLayers, Diagnostics, NarrowphaseSystems, PairKey, PairRules, Placement, Sleeping, Snapshot,
};
use clinch_shapes::{Ball, Custom};
use clinch_testkit::random::Random;
use glam::Vec3;
use serde_json::{Value, from_value, json, to_value};

type Saved = Snapshot<Vec3, Placement<Vec3>>;

fn file(snapshot: &Saved) -> Vec<u8> {
    let mut file = Vec::new();
    ciborium::into_writer(snapshot, &mut file).unwrap();
    file
}

/// The heap after thirty ticks.
fn played() -> (Stage<Vec3>, Vec<Entity>) {
    let (mut stage, bodies) = heap();
    // Removed bodies leave slots and rows that are not in the order of the keys.
    let removed: Vec<Entity> =
        (0..8).map(|_| stage.world.spawn((Collider::<Vec3>::new(Ball::new(0.4).unwrap()), Placement::<Vec3>::default())).id()).collect();
    for tick in 0..30 {
        advance(&mut stage, &bodies, tick);
        solve(&mut stage);
        if tick == 12 {
            for &body in &removed {
                stage.world.despawn(body);
            }
        }
        if tick == 20 {
            stage.world.entity_mut(bodies[7]).remove::<Collider<Vec3>>();
        }
        if tick == 23 {
            stage.world.entity_mut(bodies[7]).insert(Collider::<Vec3>::new(Ball::new(0.6).unwrap()));
        }
    }
    (stage, bodies)
}

/// A new world with the entities and components of another.
fn copy_of(other: &Stage<Vec3>) -> Stage<Vec3> {
    let (mut stage, bodies) = heap();
    stage.candidates.clone_from(&other.candidates);
    for body in bodies {
        let from = other.world.entity(body);
        let mut to = stage.world.entity_mut(body);
        to.insert((from.get::<Collider<Vec3>>().unwrap().clone(), *from.get::<Placement<Vec3>>().unwrap()));
        if from.contains::<Sleeping>() {
            to.insert(Sleeping);
        }
    }
    stage
}

fn play(stage: &mut Stage<Vec3>, bodies: &[Entity]) -> Vec<Bits> {
    let tick = |tick| {
        advance(stage, bodies, tick);
        solve(stage);
        bits(stage)
    };
    (30..60).map(tick).collect()
}

#[test]
fn a_snapshot_from_a_file_gives_the_same_bits_in_another_world() {
    let (mut stage, bodies) = played();
    let saved = file(&Saved::take(&stage.world).unwrap());
    let (mut other, mut without) = (copy_of(&stage), copy_of(&stage));
    ciborium::from_reader::<Saved, _>(&saved[..]).unwrap().restore(&mut other.world);
    assert!(bits(&mut stage) == bits(&mut other), "contacts can be read before the first tick");
    assert_eq!(file(&Saved::take(&other.world).unwrap()), saved, "a second file equals the first");

    let first = play(&mut stage, &bodies);
    let (second, fresh) = (play(&mut other, &bodies), play(&mut without, &bodies));
    for (tick, (first, second)) in first.iter().zip(&second).enumerate() {
        assert!(first == second, "tick {tick} after the restore has different bits");
    }
    assert!(first[0] != fresh[0] && first[29] != fresh[29], "the sample must bite: without the file the bits differ");
    let carried = first.iter().flatten().flat_map(|row| &row.2).filter(|point| point.3[0] > 10.0).count();
    assert!(carried > 1000, "{carried}");
}

#[test]
fn contacts_of_a_file_end_exactly_once() {
    let (mut stage, bodies) = played();
    let mut other = copy_of(&stage);
    let saved = Saved::take(&stage.world).unwrap();
    ciborium::from_reader::<Saved, _>(&file(&saved)[..]).unwrap().restore(&mut other.world);
    for stage in [&mut stage, &mut other] {
        for &body in &bodies {
            stage.world.despawn(body);
        }
        stage.candidates.clear();
    }
    let (ended, ended_too) = (stage.tick().1, other.tick().1);
    assert!(ended > 30 && ended == ended_too, "{ended} and {ended_too}");
    assert_eq!(other.tick(), (0, 0));
}

/// A broadphase that reports changes, and adds no pair twice; without any the pairs are not
/// updated.
#[test]
fn a_filtered_pair_of_a_file_stays_filtered() {
    let mut stage = Stage::<Vec3>::new();
    stage.world.insert_resource(CandidatePairs::<Vec3>::changes());
    let has_changes = |candidates: Res<'_, CandidatePairs<Vec3>>| !candidates.pairs.is_empty();
    stage.schedule.configure_sets(NarrowphaseSystems::UpdatePairs.run_if(has_changes));
    let ball = || (Collider::<Vec3>::new(Ball::new(0.5).unwrap()), Placement::<Vec3>::default());
    let [a, b] = [stage.world.spawn((ball(), CollisionLayers::NONE)).id(), stage.world.spawn(ball()).id()];
    stage.add_pair(a, b);
    assert_eq!(stage.tick(), (0, 0));
    stage.candidates.clear();
    let saved = file(&Saved::take(&stage.world).unwrap());
    ciborium::from_reader::<Saved, _>(&saved[..]).unwrap().restore(&mut stage.world);
    assert_eq!(stage.tick(), (0, 0));
}

/// Takes the snapshot of a tick between two of its steps.
fn snapshot_between(
    stage: &mut Stage<Vec3>,
    after: NarrowphaseSystems,
    before: NarrowphaseSystems,
) -> impl FnMut(&mut Stage<Vec3>) -> Saved + use<> {
    let taken = Arc::new(Mutex::new(None));
    let shared = taken.clone();
    let take = move |world: &mut World| *shared.lock().unwrap() = Saved::take(world);
    stage.schedule.add_systems(take.after(after).before(before));
    move |stage| {
        stage.tick();
        taken.lock().unwrap().take().unwrap()
    }
}

#[test]
fn unpublished_ends_of_a_file_are_published_after_the_restore() {
    let (mut stage, bodies) = heap();
    stage.tick();
    stage.world.despawn(bodies[0]);
    let mut saved = snapshot_between(&mut stage, NarrowphaseSystems::UpdatePairs, NarrowphaseSystems::Publish);
    let saved = file(&saved(&mut stage));
    let (mut other, bodies) = heap();
    other.world.despawn(bodies[0]);
    ciborium::from_reader::<Saved, _>(&saved[..]).unwrap().restore(&mut other.world);
    let (started, ended) = other.tick();
    assert!(started == 0 && ended > 2, "{started} and {ended}");
}

#[test]
fn snapshots_that_cannot_be_serialised_say_why() {
    let (mut stage, bodies) = heap();
    stage.tick();
    stage.world.despawn(bodies[0]);
    let mut saved = snapshot_between(&mut stage, NarrowphaseSystems::SyncColliders, NarrowphaseSystems::UpdatePairs);
    let error = to_value(saved(&mut stage)).unwrap_err().to_string();
    assert!(error.contains("between SyncColliders and UpdatePairs"), "{error}");

    let (mut stage, bodies) = heap();
    stage.world.entity_mut(bodies[3]).insert(Collider::<Vec3>::new(Custom::new(Ball::<Vec3>::new(0.5).unwrap())));
    stage.tick();
    let error = to_value(Saved::take(&stage.world).unwrap()).unwrap_err().to_string();
    assert!(error.contains("a custom shape cannot be serialised"), "{error}");
}

#[test]
fn inconsistent_files_are_refused() {
    let (stage, _) = played();
    let form = to_value(Saved::take(&stage.world).unwrap()).unwrap();
    assert!(from_value::<Saved>(form.clone()).is_ok());
    let refused = |message: &str, change: &dyn Fn(&mut Value)| {
        let mut form = form.clone();
        change(&mut form);
        let error = from_value::<Saved>(form).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    refused("pair 0 has the colliders 4000000000", &|form| form["pairs"][0]["colliders"] = json!([4_000_000_000_u32, 4_000_000_001_u32]));
    refused("the colliders 3 and 3", &|form| form["pairs"][0]["colliders"] = json!([3, 3]));
    refused("the colliders 5 and 2", &|form| form["pairs"][0]["colliders"] = json!([5, 2]));
    refused("out of order", &|form| form["pairs"].as_array_mut().unwrap().swap(0, 1));
    refused("pair 1 is a duplicate", &|form| form["pairs"][1]["colliders"] = form["pairs"][0]["colliders"].clone());
    refused("collider 1 is a duplicate or out of order", &|form| form["colliders"].as_array_mut().unwrap().swap(0, 1));
    refused("collider 5 is a duplicate", &|form| form["colliders"][5]["entity"] = form["colliders"][4]["entity"].clone());
    // In order, but with the entity of another collider.
    refused("collider 59 is a duplicate", &|form| {
        form["colliders"][0]["entity"] = form["colliders"][59]["entity"].clone();
        form["colliders"][0]["attributes"]["order"] = json!(1);
    });
    refused("unknown variant `free`", &|form| form["pairs"][0]["state"] = json!("free"));
    refused("radius is negative", &|form| form["colliders"][0]["shape"] = json!({"convex": {"ball": {"radius": -1.0}}}));
    refused("missing field `colliders`", &|form| drop(form.as_object_mut().unwrap().remove("colliders")));
}

fn corrupt(form: &mut Value, random: &mut Random) {
    match form {
        Value::Array(items) if !items.is_empty() => {
            let index = random.below(items.len());
            match random.below(60) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => corrupt(&mut items[index], random),
            }
        }
        Value::Object(fields) => {
            let index = random.below(fields.len());
            fields.iter_mut().nth(index).into_iter().for_each(|(_, field)| corrupt(field, random));
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::String(state) => *form = json!(random.pick(&["new", "apart", "rejected", "speculative", "touching", "undefined", state])),
        Value::Number(number) if number.is_u64() => *form = json!(random.pick(&[0, 1, 2, 59, 60, 1 << 20, u64::from(u32::MAX), u64::MAX])),
        Value::Number(_) => *form = json!(random.pick(&[0.0, -1.0, 1e-30, 1e30, 3e38, -3e38, 0.5])),
        Value::Null => *form = json!(0.5),
        _ => {}
    }
}

#[test]
fn the_stage_survives_corrupted_files() {
    let (mut stage, bodies) = heap();
    (0..5).for_each(|tick| advance(&mut stage, &bodies, tick));
    let form = to_value(Saved::take(&stage.world).unwrap()).unwrap();
    let (mut random, mut read) = (Random::new(4), 0);
    for round in 0..150 {
        let mut changed = form.clone();
        for _ in 0..1 + random.below(10) {
            corrupt(&mut changed, &mut random);
        }
        // With an incremental broadphase the pairs of the file stay.
        if random.below(2) == 0 {
            changed["candidates"]["changes"] = json!(true);
        }
        let Ok(saved) = from_value::<Saved>(changed) else { continue };
        read += 1;
        saved.restore(&mut stage.world);
        bits(&mut stage);
        (0..2).for_each(|tick| advance(&mut stage, &bodies, 100 + round + tick));
        assert_eq!(stage.world.resource::<CandidatePairs<Vec3>>().pairs.len(), 0);
        assert!(Saved::take(&stage.world).is_some_and(|saved| !file(&saved).is_empty()));
    }
    assert!((30..140).contains(&read), "the sample must bite: {read} of 150 files were read");
}

/// A constant rule, so that pairs that have not moved keep their contacts.
#[derive(SystemParam)]
struct NoPairs;

impl PairRules<Entity, f32> for NoPairs {
    const CONSTANT: bool = true;

    fn allows(&self, _: PairKey<Entity>) -> bool {
        false
    }
}

#[test]
fn a_file_that_is_restored_to_a_world_with_other_rules_keeps_no_contact_of_its_own() {
    let two = || {
        let mut stage = Stage::<Vec3>::new();
        let ball = |x: f32| (Collider::<Vec3>::new(Ball::new(0.5).unwrap()), Placement::at(Vec3::X * x), Sleeping);
        let [a, b] = [0.0, 0.75].map(|x| stage.world.spawn(ball(x)).id());
        stage.add_pair(a, b);
        stage
    };
    let (mut stage, mut other) = (two(), two());
    assert_eq!((stage.tick(), stage.tick()), ((1, 0), (0, 0)));
    let saved = file(&Saved::take(&stage.world).unwrap());
    other.schedule = Schedule::default();
    install_with_rules::<Vec3, Placement<Vec3>, NoPairs>(&mut other.world, &mut other.schedule);
    let mut rejected_after = |ticks: usize| {
        ciborium::from_reader::<Saved, _>(&saved[..]).unwrap().restore(&mut other.world);
        (0..ticks).for_each(|_| {
            other.tick();
        });
        other.world.resource::<Diagnostics<Vec3>>().counters.rejected
    };
    assert_eq!([rejected_after(1), rejected_after(2)], [1; 2]);
}
