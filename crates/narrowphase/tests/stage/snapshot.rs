//! Rollback: the stage taken, stepped, put back and stepped again gives the same bits, and messages.

use crate::common::{Stage, messages};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use clinch_contact::Settings;
use clinch_narrowphase::{Asleep, Collider, Contacts, ContactsMut, Placement, Snapshot, StageSettings};
use clinch_shapes::{Ball, Capsule, Cuboid, Shape3};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

/// Sixty bodies in a heap.
pub(crate) fn heap() -> (Stage<Vec3>, Vec<Entity>) {
    let mut stage = Stage::<Vec3>::new();
    let settings = Settings { margin: 0.05, ..StageSettings::<Vec3>::default().0 };
    stage.world.insert_resource(StageSettings::<Vec3>(settings));
    let mut random = Random::new(7);
    let bodies: Vec<Entity> = (0..60)
        .map(|index| {
            let shape: Shape3<Vec3> = match index % 3 {
                0 => Ball::new(0.4).unwrap().into(),
                1 => Capsule::new(0.4, 0.2).unwrap().into(),
                _ => Cuboid::new(Vec3::new(0.5, 0.2, 0.3)).unwrap().into(),
            };
            let turn = Quat::from_array(random.quaternion().map(|x| x as f32));
            let place = Placement(Pose::new(turn, random.in_ball(3).as_vec3() * 1.5));
            stage.world.spawn((Collider::<Vec3>(shape), place)).id()
        })
        .collect();
    for (index, &a) in bodies.iter().enumerate() {
        for &b in &bodies[..index] {
            stage.keep(a, b);
        }
    }
    (stage, bodies)
}

/// Tick number `tick` moves some by a lot, most by next to nothing, and a few not at all.
pub(crate) fn advance(stage: &mut Stage<Vec3>, bodies: &[Entity], tick: u64) {
    let mut random = Random::of(8, tick);
    for &body in bodies {
        let pace = random.pick(&[0.0, 1e-7, 1e-6, 1e-5, 1e-2]);
        let mut place = stage.world.get_mut::<Placement<Vec3>>(body).unwrap();
        place.0.translation += random.in_ball(3).as_vec3() * pace as f32;
    }
    if tick.is_multiple_of(4) {
        let sleeper = bodies[random.below(bodies.len())];
        stage.world.entity_mut(sleeper).insert(Asleep);
    }
    stage.tick();
}

pub(crate) type Bits = Vec<(Entity, Entity, [u32; 3], Vec<([u32; 7], u64, bool, [f32; 4])>)>;

pub(crate) fn bits(stage: &mut Stage<Vec3>) -> Bits {
    let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
    let contacts = state.get(&stage.world).unwrap();
    let of = |v: Vec3| v.to_array().map(f32::to_bits);
    let rows = contacts.pairs().map(|contact| {
        let points = contact.points().iter().map(|point| {
            let ([a, b, c], [d, e, f]) = (of(point.on_a), of(point.on_b));
            ([a, b, c, d, e, f, point.separation.to_bits()], point.feature.0, point.kept, point.carried)
        });
        (contact.a(), contact.b(), of(contact.manifold().normal), points.collect())
    });
    rows.collect()
}

/// A solver that leaves something on each point.
pub(crate) fn solve(stage: &mut Stage<Vec3>) {
    let mut state = SystemState::<ContactsMut<'_, Vec3>>::new(&mut stage.world);
    let mut contacts = state.get_mut(&mut stage.world).unwrap();
    contacts.for_each(|mut contact| contact.carried().for_each(|carried| carried[0] += 1.0));
}

#[test]
fn a_step_from_a_snapshot_gives_the_same_bits() {
    let (mut stage, bodies) = heap();
    for tick in 0..30 {
        advance(&mut stage, &bodies, tick);
        solve(&mut stage);
    }
    let snapshot = Snapshot::<Vec3, Placement<Vec3>>::take(&stage.world).unwrap();
    let components: Vec<_> = bodies
        .iter()
        .map(|&body| {
            let entity = stage.world.entity(body);
            (entity.get::<Collider<Vec3>>().unwrap().clone(), *entity.get::<Placement<Vec3>>().unwrap(), entity.contains::<Asleep>())
        })
        .collect();
    let play = |stage: &mut Stage<Vec3>| -> Vec<(Bits, usize)> {
        (30..60)
            .map(|tick| {
                advance(stage, &bodies, tick);
                solve(stage);
                (bits(stage), messages::<Vec3>(&stage.world).0.len())
            })
            .collect()
    };
    let once = play(&mut stage);
    // Rollback writes every component again.
    for (&body, (collider, place, asleep)) in bodies.iter().zip(&components) {
        let mut entity = stage.world.entity_mut(body);
        entity.insert((collider.clone(), *place));
        if !asleep {
            entity.remove::<Asleep>();
        }
    }
    snapshot.clone().restore(&mut stage.world);
    let again = play(&mut stage);
    for (tick, (once, again)) in once.iter().zip(&again).enumerate() {
        assert!(once.0 == again.0, "tick {tick} after the snapshot has other bits");
        // The first tick after it still shows the messages of the tick before.
        assert!(tick == 0 || once.1 == again.1, "tick {tick} after the snapshot has other messages");
    }
    let carried = once.iter().flat_map(|(rows, _)| rows).flat_map(|row| &row.3).filter(|point| point.3[0] > 10.0).count();
    assert!(carried > 1000 && once[29].0 != once[0].0, "the sample must bite: {carried}");
}

#[test]
fn without_its_memory_the_stage_gives_other_bits() {
    // So that the test above could fail.
    let (mut stage, bodies) = heap();
    for tick in 0..30 {
        advance(&mut stage, &bodies, tick);
    }
    let (mut fresh, others) = heap();
    for (&body, &other) in bodies.iter().zip(&others) {
        let place = *stage.world.get::<Placement<Vec3>>(body).unwrap();
        fresh.world.entity_mut(other).insert(place);
    }
    advance(&mut stage, &bodies, 30);
    advance(&mut fresh, &others, 30);
    let points =
        |bits: Bits| -> Vec<_> { bits.into_iter().map(|row| row.3.into_iter().map(|point| point.0).collect::<Vec<_>>()).collect() };
    assert!(points(bits(&mut stage)) != points(bits(&mut fresh)));
}

#[test]
fn a_world_without_the_stage_has_no_snapshot() {
    assert!(Snapshot::<Vec3, Placement<Vec3>>::take(&World::new()).is_none());
}
