//! Pair rules and edits: what an engine decides about a pair before and after its contact is
//! computed.

use crate::common::Stage;
use bevy_ecs::message::Messages;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use clinch_narrowphase::ecs::install_with_rules;
use clinch_narrowphase::{
    CandidatePairs, Collider, ContactEvents, ContactStarted, Contacts, ContactsMut, Diagnostics, NarrowphaseSystems, PairKey, PairRules,
    Placement, Sleeping, StableId,
};
use clinch_shapes::{Ball, Cuboid};
use glam::Vec3;

#[derive(Component)]
struct Velocity(f32);

#[derive(Component)]
struct Ghost;

/// The margin is how far two bodies can approach each other in a tick; ghosts pass through each
/// other.
#[derive(bevy_ecs::system::SystemParam)]
struct SpeculativeRules<'w, 's> {
    velocities: Query<'w, 's, &'static Velocity>,
    ghosts: Query<'w, 's, (), With<Ghost>>,
}

impl PairRules<Entity, f32> for SpeculativeRules<'_, '_> {
    fn allows(&self, pair: PairKey<Entity>) -> bool {
        !(self.ghosts.contains(pair.a) && self.ghosts.contains(pair.b))
    }

    fn margin(&self, pair: PairKey<Entity>, margin: f32) -> f32 {
        let speed = |entity| self.velocities.get(entity).map_or(0.0, |velocity| velocity.0.abs());
        margin + (speed(pair.a) + speed(pair.b)) / 60.0
    }
}

#[test]
fn rules_read_the_world() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    install_with_rules::<Vec3, Placement<Vec3>, SpeculativeRules<'static, 'static>>(&mut world, &mut schedule);
    let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let [a, b] = [0.0, 1.25].map(|x| world.spawn((ball.clone(), Placement::at(Vec3::new(x, 0.0, 0.0)))).id());
    let mut tick = |world: &mut World| {
        world.resource_mut::<CandidatePairs<Vec3>>().push(a, b);
        schedule.run(world);
        let counters = world.resource::<Diagnostics<Vec3>>().counters;
        (counters.points, counters.rejected)
    };
    assert_eq!(tick(&mut world), (0, 0));
    world.entity_mut(a).insert(Velocity(6.0));
    assert_eq!(tick(&mut world), (0, 0), "0.1 per tick");
    world.entity_mut(b).insert(Velocity(-12.0));
    assert_eq!(tick(&mut world), (1, 0), "0.3 per tick");
    world.entity_mut(a).insert(Ghost);
    assert_eq!(tick(&mut world), (1, 0));
    world.entity_mut(b).insert(Ghost);
    assert_eq!(tick(&mut world), (0, 1));
    world.entity_mut(b).remove::<Ghost>();
    assert_eq!(tick(&mut world), (1, 0));
}

/// A pair that is rejected has no contact that is undefined.
#[test]
fn the_motion_after_an_undefined_pose_is_zero_also_if_the_pair_was_rejected() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    install_with_rules::<Vec3, Placement<Vec3>, SpeculativeRules<'static, 'static>>(&mut world, &mut schedule);
    let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
    let events = ContactEvents { persisting: false, triggers: false };
    let [a, b] = [0.0, f32::NAN].map(|x| world.spawn((ball.clone(), Placement::at(Vec3::X * x), Ghost, events)).id());
    let mut tick = |world: &mut World| {
        world.resource_mut::<CandidatePairs<Vec3>>().push(a, b);
        schedule.run(world);
    };
    tick(&mut world);
    world.entity_mut(b).insert(Placement::at(Vec3::X * 0.5)).remove::<Ghost>();
    tick(&mut world);
    let started = world.resource::<Messages<ContactStarted<Vec3>>>();
    let motions: Vec<Vec3> = started.get_cursor().read(started).map(|start| start.touch.motion).collect();
    assert!(!motions.is_empty() && motions.iter().all(|motion| *motion == Vec3::ZERO), "{motions:?}");
}

/// Ten blocks side by side on a floor.
fn shelf() -> (Stage<Vec3>, Entity, Vec<Entity>) {
    let mut stage = Stage::<Vec3>::new();
    let floor = Collider::<Vec3>::new(Cuboid::new(Vec3::new(20.0, 0.5, 1.0)).unwrap());
    let block = Collider::<Vec3>::new(Cuboid::new(Vec3::splat(0.5)).unwrap());
    let floor = stage.world.spawn((floor, Placement::at(Vec3::ZERO), StableId(0))).id();
    let blocks: Vec<Entity> = (0..10)
        .map(|i| stage.world.spawn((block.clone(), Placement::at(Vec3::new(2.0 * i as f32, 0.99, 0.0)), StableId(10 - i))).id())
        .collect();
    for &block in &blocks {
        stage.add_pair(block, floor);
    }
    (stage, floor, blocks)
}

#[derive(Resource, Default)]
struct Visited(Vec<Entity>);

#[test]
fn edits_run_in_the_order_of_the_pairs_and_before_events_are_sent() {
    let (mut stage, floor, blocks) = shelf();
    stage.world.init_resource::<Visited>();
    let rejected = blocks[3];
    let halved = blocks[5];
    let emptied = blocks[7];
    let edit = move |mut contacts: ContactsMut<'_, Vec3>, mut visited: ResMut<'_, Visited>| {
        contacts.for_each(|mut contact| {
            let block = contact.contact().other(floor).unwrap();
            visited.0.push(block);
            assert!(contact.is_fresh());
            if block == rejected {
                contact.reject();
            } else if block == halved {
                contact.edit(|manifold| manifold.points.truncate(2));
            } else if block == emptied {
                contact.edit(|manifold| manifold.points.clear());
            }
        });
    };
    stage.schedule.add_systems(edit.in_set(NarrowphaseSystems::EditContacts));
    for tick in 0..3 {
        assert_eq!(stage.tick(), (if tick == 0 { 8 } else { 0 }, 0), "contacts that are rejected or left without points never start");
        let visited = core::mem::take(&mut stage.world.resource_mut::<Visited>().0);
        assert_eq!(visited, blocks.iter().rev().copied().collect::<Vec<_>>());
        let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
        let contacts = state.get(&stage.world).unwrap();
        for &block in &blocks {
            let contact = contacts.between(floor, block).unwrap();
            let expected = if block == rejected || block == emptied {
                0
            } else if block == halved {
                2
            } else {
                4
            };
            assert_eq!((contact.points().count(), contact.is_touching()), (expected, expected > 0));
        }
        assert_eq!(contacts.of(floor).count(), 8);
    }
}

#[test]
fn pairs_at_rest_keep_their_edits() {
    let (mut stage, floor, blocks) = shelf();
    let remove_point = move |mut contacts: ContactsMut<'_, Vec3>| {
        contacts.for_each(|mut contact| {
            // Without this test pairs at rest would lose another point in each tick.
            if contact.is_fresh() {
                contact.edit(|manifold| {
                    manifold.points.pop();
                });
            }
        });
    };
    stage.schedule.add_systems(remove_point.in_set(NarrowphaseSystems::EditContacts));
    stage.tick();
    for &entity in blocks.iter().chain([&floor]) {
        stage.world.entity_mut(entity).insert(Sleeping);
    }
    for _ in 0..4 {
        stage.tick();
        let counters = stage.world.resource::<Diagnostics<Vec3>>().counters;
        assert_eq!(counters.touching, 10);
        let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
        assert!(state.get(&stage.world).unwrap().iter().all(|contact| contact.points().count() == 3));
    }
    assert_eq!(stage.world.resource::<Diagnostics<Vec3>>().counters.at_rest, 10);
}

#[test]
fn data_of_a_point_stays_with_its_feature() {
    let (mut stage, floor, blocks) = shelf();
    stage.tick();
    let point_data = |stage: &mut Stage<Vec3>, write: bool| -> Vec<(u64, [f32; 4])> {
        let mut state = SystemState::<ContactsMut<'_, Vec3>>::new(&mut stage.world);
        let mut contacts = state.get_mut(&mut stage.world).unwrap();
        let mut contact = contacts.between(blocks[0], floor).unwrap();
        let features: Vec<u64> = contact.contact().points().map(|(_, point)| point.feature.0).collect();
        if write {
            for (index, user_data) in contact.user_data().enumerate() {
                *user_data = [index as f32 + 1.0, 2.0, 3.0, 4.0];
            }
        }
        features.into_iter().zip(contact.user_data().map(|user_data| *user_data)).collect()
    };
    assert!(point_data(&mut stage, false).iter().all(|(_, user_data)| *user_data == [0.0; 4]));
    let written = point_data(&mut stage, true);
    for tick in 0..5 {
        let placement = Placement::at(Vec3::new(0.01 * tick as f32, 0.99, 0.0));
        stage.world.entity_mut(blocks[0]).insert(placement);
        stage.tick();
        assert_eq!(point_data(&mut stage, false), written, "tick {tick}");
    }
    // The data is lost when the contact ends.
    stage.world.entity_mut(blocks[0]).insert(Placement::at(Vec3::new(0.0, 5.0, 0.0)));
    stage.tick();
    stage.world.entity_mut(blocks[0]).insert(Placement::at(Vec3::new(0.0, 0.99, 0.0)));
    stage.tick();
    assert!(point_data(&mut stage, false).iter().all(|(_, user_data)| *user_data == [0.0; 4]));
}

/// Before they are published, the lists are those of the last tick, and their contacts of this one.
#[test]
fn the_contacts_of_a_collider_that_have_ended_are_not_listed_while_contacts_are_edited() {
    let (mut stage, floor, blocks) = shelf();
    let check = move |contacts: Contacts<'_, Vec3>| {
        let all: Vec<Entity> = contacts.iter().filter_map(|contact| contact.other(floor)).collect();
        assert!(contacts.of(floor).all(|contact| all.contains(&contact.other(floor).unwrap())), "{all:?}");
    };
    stage.schedule.add_systems(check.in_set(NarrowphaseSystems::EditContacts));
    stage.tick();
    let placement = &mut stage.world.get_mut::<Placement<Vec3>>(blocks[3]).unwrap().0;
    placement.translation.y += 10.0;
    stage.tick();
}
