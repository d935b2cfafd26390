//! Rollback: after a restore, the ticks that follow give the same bits and messages as the first
//! time.

use crate::common::heap::{Bits, advance, bits, heap, solve};
use crate::common::{Stage, messages};
use bevy_ecs::prelude::*;
use clinch_narrowphase::{Collider, Placement, Sleeping, Snapshot};
use clinch_shapes::Ball;
use glam::Vec3;

#[test]
fn ticks_after_a_restore_give_the_same_bits() {
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
            (entity.get::<Collider<Vec3>>().unwrap().clone(), *entity.get::<Placement<Vec3>>().unwrap(), entity.contains::<Sleeping>())
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
    let first = play(&mut stage);
    // A rollback writes every component again.
    for (&body, (collider, placement, sleeping)) in bodies.iter().zip(&components) {
        let mut entity = stage.world.entity_mut(body);
        entity.insert((collider.clone(), *placement));
        if !sleeping {
            entity.remove::<Sleeping>();
        }
    }
    snapshot.clone().restore(&mut stage.world);
    let second = play(&mut stage);
    for (tick, (first, second)) in first.iter().zip(&second).enumerate() {
        assert!(first.0 == second.0, "tick {tick} after the restore has different bits");
        // In the first tick the messages of the tick before the restore are still readable.
        assert!(tick == 0 || first.1 == second.1, "tick {tick} after the restore has different messages");
    }
    let carried = first.iter().flat_map(|(rows, _)| rows).flat_map(|row| &row.2).filter(|point| point.3[0] > 10.0).count();
    assert!(carried > 1000 && first[29].0 != first[0].0, "the sample must bite: {carried}");
}

#[test]
fn without_its_memory_the_stage_gives_different_bits() {
    // Otherwise the test above could not fail.
    let (mut stage, bodies) = heap();
    for tick in 0..30 {
        advance(&mut stage, &bodies, tick);
    }
    let (mut fresh, others) = heap();
    for (&body, &other) in bodies.iter().zip(&others) {
        let placement = *stage.world.get::<Placement<Vec3>>(body).unwrap();
        fresh.world.entity_mut(other).insert(placement);
    }
    advance(&mut stage, &bodies, 30);
    advance(&mut fresh, &others, 30);
    let points =
        |bits: Bits| -> Vec<_> { bits.into_iter().map(|row| row.2.into_iter().map(|point| point.0).collect::<Vec<_>>()).collect() };
    assert!(points(bits(&mut stage)) != points(bits(&mut fresh)));
}

#[test]
fn a_world_without_the_stage_has_no_snapshot() {
    assert!(Snapshot::<Vec3, Placement<Vec3>>::take(&World::new()).is_none());
}

/// The component was written after the last sync before the snapshot, so that it is equal at the
/// restore and is not written again.
#[test]
fn a_shape_that_was_changed_before_the_snapshot_is_read_after_the_restore() {
    let mut stage = Stage::<Vec3>::new();
    let ball = |radius: f32| Collider::<Vec3>::new(Ball::new(radius).unwrap());
    let [a, b] = [0.0, 0.75].map(|x| stage.world.spawn((ball(0.5), Placement::at(Vec3::new(x, 0.0, 0.0)))).id());
    stage.add_pair(a, b);
    assert_eq!(stage.tick(), (1, 0));
    stage.world.entity_mut(b).insert(ball(0.1));
    let snapshot = Snapshot::<Vec3, Placement<Vec3>>::take(&stage.world).unwrap();
    assert_eq!(stage.tick(), (0, 1));
    snapshot.restore(&mut stage.world);
    assert_eq!(stage.tick(), (0, 1));
}
