//! What a collider may say of itself: whom it meets, that it rests, that it only senses, how far it sees, which place it has in the order.

use crate::common::{Stage, messages};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use clinch_contact::Settings;
use clinch_narrowphase::{
    Asleep, CandidatePairs, Collider, ColliderOf, ColliderOffset, CollisionLayers, ContactMargin, ContactSkin, Contacts, Diagnostics,
    Fixed, IgnoredContacts, Placement, Sensor, StableId, StageSettings, Tally,
};
use clinch_shapes::{Ball, Cuboid};
use clinch_support::Pose;
use glam::{Quat, Vec3};

fn ball() -> Collider<Vec3> {
    Collider::new(Ball::new(0.5).unwrap())
}

fn at(x: f32) -> Placement<Vec3> {
    Placement::at(Vec3::new(x, 0.0, 0.0))
}

/// Two balls that overlap by a quarter, found by the broadphase in each tick.
fn two() -> (Stage<Vec3>, Entity, Entity) {
    let mut stage = Stage::<Vec3>::new();
    let [a, b] = [0.0, 0.75].map(|x| stage.world.spawn((ball(), at(x))).id());
    stage.keep(a, b);
    (stage, a, b)
}

fn tally(stage: &Stage<Vec3>) -> Tally {
    stage.world.resource::<Diagnostics<Vec3>>().tally
}

/// A change that ends the contact, and one that takes it back, so that it starts again.
fn ends_and_starts(what: &str, ends: impl Fn(&mut Stage<Vec3>, Entity, Entity), starts: impl Fn(&mut Stage<Vec3>, Entity, Entity)) {
    let (mut stage, a, b) = two();
    assert_eq!(stage.tick(), (1, 0), "{what}");
    for round in 0..3 {
        ends(&mut stage, a, b);
        assert_eq!(stage.tick(), (0, 1), "{what}, round {round}");
        assert_eq!(stage.tick(), (0, 0), "{what}, round {round}");
        assert_eq!(tally(&stage).touching, 0, "{what}");
        starts(&mut stage, a, b);
        assert_eq!(stage.tick(), (1, 0), "{what}, round {round}");
        assert_eq!(stage.tick(), (0, 0), "{what}, round {round}");
    }
}

fn insert(stage: &mut Stage<Vec3>, entity: Entity, bundle: impl Bundle) {
    stage.world.entity_mut(entity).insert(bundle);
}

fn remove<B: Bundle>(stage: &mut Stage<Vec3>, entity: Entity) {
    stage.world.entity_mut(entity).remove::<B>();
}

#[test]
fn what_must_not_meet_has_no_contact_until_it_may() {
    let ghost = CollisionLayers::new(2, !0);
    ends_and_starts(
        "another layer is not in the mask",
        |s, a, b| {
            insert(s, a, CollisionLayers::new(1, 1));
            insert(s, b, ghost);
        },
        |s, a, _| insert(s, a, CollisionLayers::new(1, 3)),
    );
    ends_and_starts("in no layer", |s, a, _| insert(s, a, CollisionLayers::NONE), |s, a, _| remove::<CollisionLayers>(s, a));
    ends_and_starts("A ignores B", |s, a, b| insert(s, a, IgnoredContacts::of([b])), |s, a, _| remove::<IgnoredContacts>(s, a));
    ends_and_starts("B ignores A", |s, a, b| insert(s, b, IgnoredContacts::of([a])), |s, _, b| insert(s, b, IgnoredContacts::default()));
    ends_and_starts(
        "both fixed",
        |s, a, b| {
            insert(s, a, Fixed);
            insert(s, b, Fixed);
        },
        |s, a, _| remove::<Fixed>(s, a),
    );
    ends_and_starts("disabled", |s, _, b| insert(s, b, Disabled), |s, _, b| remove::<Disabled>(s, b));
    ends_and_starts("part of it", |s, a, b| insert(s, b, ColliderOf(a)), |s, _, b| remove::<ColliderOf>(s, b));
}

#[test]
fn a_source_of_changes_need_not_name_a_pair_again_that_may_meet_after_all() {
    let (mut stage, a, b) = two();
    stage.kept.clear();
    stage.world.insert_resource(CandidatePairs::<Vec3>::changes());
    let add = |stage: &mut Stage<Vec3>| stage.world.resource_mut::<CandidatePairs<Vec3>>().push(b, a);
    insert(&mut stage, a, CollisionLayers::NONE);
    add(&mut stage);
    assert_eq!((stage.tick(), tally(&stage).rejected), ((0, 0), 1));
    remove::<CollisionLayers>(&mut stage, a);
    assert_eq!((stage.tick(), tally(&stage).rejected), ((1, 0), 0));
    insert(&mut stage, b, IgnoredContacts::of([a]));
    assert_eq!(stage.tick(), (0, 1));
    remove::<IgnoredContacts>(&mut stage, b);
    assert_eq!(stage.tick(), (1, 0));
    assert_eq!((stage.tick(), stage.tick()), ((0, 0), (0, 0)), "it stays without being named");
    stage.world.resource_mut::<CandidatePairs<Vec3>>().remove(a, b);
    assert_eq!((stage.tick(), tally(&stage).pairs), ((0, 1), 0));
    stage.world.resource_mut::<CandidatePairs<Vec3>>().remove(a, b);
    add(&mut stage);
    assert_eq!(stage.tick(), (1, 0), "both removed and added is added");
    let ball = stage.world.entity_mut(b).take::<Collider<Vec3>>().unwrap();
    assert_eq!(stage.tick(), (0, 1));
    insert(&mut stage, b, ball);
    assert_eq!(stage.tick(), (0, 0), "who left is not found until it is named again");
    add(&mut stage);
    assert_eq!(stage.tick(), (1, 0));
}

#[test]
fn pairs_at_rest_stay_without_being_found_and_are_not_looked_at() {
    let (mut stage, a, b) = two();
    insert(&mut stage, b, Fixed);
    stage.tick();
    insert(&mut stage, a, Asleep);
    // The broadphase looks away in the very tick in which it falls asleep.
    stage.kept.clear();
    for _ in 0..3 {
        assert_eq!(stage.tick(), (0, 0));
        let Tally { at_rest, touching, support_calls, points, .. } = tally(&stage);
        assert_eq!((at_rest, touching, support_calls, points), (1, 1, 0, 1));
    }
    // Written again, but the same.
    insert(&mut stage, a, (ball(), at(0.0)));
    assert_eq!((stage.tick(), tally(&stage).at_rest), ((0, 0), 1));
    // Moved or edited in its sleep, it must be found again.
    insert(&mut stage, a, at(-0.1));
    assert_eq!((stage.tick(), tally(&stage).pairs), ((0, 1), 0));
    stage.keep(a, b);
    assert_eq!((stage.tick(), tally(&stage).touching), ((1, 0), 1));
    insert(&mut stage, a, Collider::<Vec3>::new(Ball::new(0.1).unwrap()));
    assert_eq!((stage.tick(), tally(&stage).touching), ((0, 1), 0));
}

#[test]
fn waking_changes_nothing() {
    let run = |sleeps: bool| {
        let mut stage = Stage::<Vec3>::new();
        let block = Collider::<Vec3>::new(Cuboid::new(Vec3::new(0.5, 0.25, 0.75)).unwrap());
        let tilted = |x: f32, y: f32| Placement(Pose::new(Quat::from_xyzw(0.01, 0.02, 0.3, 0.9), Vec3::new(x, y, 0.1)));
        let [a, b] = [at(0.0), tilted(0.1, 0.6)].map(|place| stage.world.spawn((block.clone(), place)).id());
        stage.keep(a, b);
        let mut seen = Vec::new();
        for tick in 0..40_u8 {
            if sleeps && tick % 10 == 4 {
                insert(&mut stage, a, Asleep);
                insert(&mut stage, b, Asleep);
            }
            if sleeps && tick % 10 == 8 {
                remove::<Asleep>(&mut stage, a);
                remove::<Asleep>(&mut stage, b);
            }
            if tick % 10 == 9 {
                insert(&mut stage, b, tilted(0.1, 0.6 - 0.001 * f32::from(tick)));
            }
            stage.tick();
            let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
            let contacts = state.get(&stage.world).unwrap();
            seen.push(contacts.between(a, b).unwrap().manifold().clone());
        }
        seen
    };
    let (awake, slept) = (run(false), run(true));
    let places = |seen: &[clinch_contact::Manifold<Vec3>]| -> Vec<_> {
        seen.iter().map(|m| (m.normal, m.points.iter().map(|p| (p.on_a, p.on_b, p.separation, p.feature)).collect::<Vec<_>>())).collect()
    };
    assert_eq!(places(&awake), places(&slept));
    assert!(awake.iter().all(|manifold| manifold.points.len() >= 2), "the sample must bite");
}

#[test]
fn settings_reach_what_is_at_rest() {
    let (mut stage, a, b) = two();
    insert(&mut stage, a, (Asleep, at(0.0)));
    insert(&mut stage, b, (Asleep, at(1.05)));
    stage.tick();
    stage.tick();
    assert_eq!((tally(&stage).at_rest, tally(&stage).points), (1, 0));
    stage.world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(0.1)));
    stage.tick();
    assert_eq!((tally(&stage).at_rest, tally(&stage).points), (0, 1));
}

#[test]
fn sensors_tell_that_and_no_more() {
    for both in [false, true] {
        let (mut stage, a, b) = two();
        stage.world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(0.2)));
        insert(&mut stage, b, Sensor);
        if both {
            insert(&mut stage, a, Sensor);
        }
        assert_eq!(stage.tick(), (1, 0));
        assert_eq!((tally(&stage).touching, tally(&stage).points), (1, 0));
        let started = messages::<Vec3>(&stage.world).0[0];
        assert_eq!((started.touch.normal, started.touch.depth), (Vec3::ZERO, 0.0));
        // Within the margin is not in the sensor.
        insert(&mut stage, b, at(1.05));
        assert_eq!((stage.tick(), tally(&stage).speculative), ((0, 1), 0));
        insert(&mut stage, b, at(1.0));
        assert_eq!(stage.tick(), (1, 0), "sets are closed");
        remove::<Sensor>(&mut stage, b);
        remove::<Sensor>(&mut stage, a);
        assert_eq!((stage.tick(), tally(&stage).points), ((0, 0), 1));
    }
}

#[test]
fn colliders_of_a_body_are_where_it_is_and_never_meet() {
    let mut stage = Stage::<Vec3>::new();
    let quarter = Quat::from_xyzw(0.0, 0.0, core::f32::consts::FRAC_1_SQRT_2, core::f32::consts::FRAC_1_SQRT_2);
    let body = stage.world.spawn(Placement::new(Pose::new(quarter, Vec3::new(5.0, 0.0, 0.0)))).id();
    let part = |stage: &mut Stage<Vec3>, x: f32| {
        stage.world.spawn((ball(), ColliderOf(body), ColliderOffset::<Vec3>(Pose::at(Vec3::new(x, 0.0, 0.0))))).id()
    };
    let (one, other) = (part(&mut stage, 3.0), part(&mut stage, 3.5));
    let target = stage.world.spawn((ball(), Placement::at(Vec3::new(5.0, 2.25, 0.0)))).id();
    for (a, b) in [(one, other), (one, target), (other, target)] {
        stage.keep(a, b);
    }
    assert_eq!(stage.tick(), (1, 0), "one reaches it, its brother does not, and the two are one body");
    let started = messages::<Vec3>(&stage.world).0[0];
    let as_part = if started.entity == one { started } else { started.flipped() };
    assert_eq!((as_part.entity, as_part.body, as_part.other, as_part.other_body), (one, body, target, target));
    assert!((as_part.touch.depth - 0.25).abs() < 1e-6 && (as_part.touch.normal + Vec3::X).length() < 1e-6, "{as_part:?}");

    insert(&mut stage, body, Placement::at(Vec3::new(5.0, -9.0, 0.0)));
    assert_eq!(stage.tick(), (0, 1), "the body moves, and takes its colliders along");
    insert(&mut stage, body, Placement::at(Vec3::new(2.0, 2.25, 0.0)));
    assert_eq!(stage.tick(), (2, 0));
    insert(&mut stage, one, Placement::at(Vec3::new(50.0, 0.0, 0.0)));
    assert_eq!(stage.tick(), (0, 1), "a place of its own counts");
    insert(&mut stage, body, Disabled);
    assert_eq!(stage.tick(), (0, 1), "with the body its colliders are disabled");
    remove::<Disabled>(&mut stage, one);
    stage.world.entity_mut(body).remove::<Disabled>();
    assert_eq!(stage.tick(), (1, 0));
    stage.world.despawn(body);
    assert_eq!(stage.tick(), (0, 1));
    assert!(stage.world.get_entity(other).is_err(), "they go with the body");
}

#[test]
fn the_body_speaks_for_its_colliders() {
    let (mut stage, a, b) = two();
    let body = stage.world.spawn_empty().id();
    insert(&mut stage, b, ColliderOf(body));
    assert_eq!(stage.tick(), (1, 0));
    insert(&mut stage, body, IgnoredContacts::of([a]));
    assert_eq!(stage.tick(), (0, 1));
    remove::<IgnoredContacts>(&mut stage, body);
    assert_eq!(stage.tick(), (1, 0));
    insert(&mut stage, a, IgnoredContacts::of([body]));
    assert_eq!(stage.tick(), (0, 1));
    remove::<IgnoredContacts>(&mut stage, a);
    insert(&mut stage, a, Fixed);
    assert_eq!(stage.tick(), (1, 0));
    insert(&mut stage, body, Asleep);
    stage.tick();
    stage.tick();
    assert_eq!(tally(&stage).at_rest, 1);
    insert(&mut stage, body, Fixed);
    assert_eq!(stage.tick(), (0, 1));
}

#[test]
fn margins_and_skins_are_a_colliders_own() {
    let (mut stage, a, b) = two();
    insert(&mut stage, b, at(1.25));
    let mut points = |margin: f32, a_says: Option<f32>, b_says: Option<f32>| {
        stage.world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(margin)));
        for (entity, says) in [(a, a_says), (b, b_says)] {
            remove::<ContactMargin<Vec3>>(&mut stage, entity);
            if let Some(margin) = says {
                insert(&mut stage, entity, ContactMargin::<Vec3>(margin));
            }
        }
        stage.tick();
        tally(&stage).points
    };
    assert_eq!(points(0.2, None, None), 0);
    assert_eq!(points(0.3, None, None), 1);
    assert_eq!(points(0.3, Some(0.0), None), 0, "half of the stage's is left");
    assert_eq!(points(0.3, Some(0.11), None), 1);
    assert_eq!(points(0.0, Some(0.2), Some(0.1)), 1);
    assert_eq!(points(9.0, Some(-1.0), Some(f32::NAN)), 0, "no margin");

    stage.world.insert_resource(StageSettings::<Vec3>::default());
    insert(&mut stage, a, ContactSkin::<Vec3>(0.25));
    insert(&mut stage, b, ContactSkin::<Vec3>(0.125));
    assert_eq!(stage.tick(), (1, 0));
    let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
    let contact = state.get(&stage.world).unwrap().between(a, b).unwrap();
    let skins = if contact.a() == a { (0.75, 0.625) } else { (0.625, 0.75) };
    let point = contact.points()[0];
    assert_eq!((point.separation, point.on_a.length(), point.on_b.length()), (-0.125, skins.0, skins.1), "the points are on the skins");
}

#[test]
fn stable_ids_are_the_order_and_entities_come_after() {
    let mut stage = Stage::<Vec3>::new();
    let bodies: Vec<Entity> = (0..6).map(|_| stage.world.spawn((ball(), at(0.0))).id()).collect();
    for (index, id) in [(0, 30_u64), (1, 10), (2, 20)] {
        insert(&mut stage, bodies[index], StableId(id));
    }
    for a in 0..6 {
        for b in 0..a {
            stage.keep(bodies[a], bodies[b]);
        }
    }
    let mut rest: Vec<Entity> = bodies[3..].to_vec();
    let mut order = |stage: &mut Stage<Vec3>, first: [usize; 3], news: usize| {
        rest.sort_unstable();
        let expected: Vec<Entity> = first.iter().map(|&index| bodies[index]).chain(rest.iter().copied()).collect();
        let pairs: Vec<(Entity, Entity)> =
            (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b))).map(|(a, b)| (expected[a], expected[b])).collect();
        let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
        let contacts = state.get(&stage.world).unwrap();
        assert_eq!(contacts.pairs().map(|contact| (contact.a(), contact.b())).collect::<Vec<_>>(), pairs);
        for &body in &bodies {
            let of: Vec<Entity> = contacts.of(body).map(|contact| contact.other(body).unwrap()).collect();
            let others: Vec<Entity> = expected.iter().copied().filter(|&other| other != body).collect();
            assert_eq!(of, others);
        }
        let told: Vec<(Entity, Entity)> = messages::<Vec3>(&stage.world).0.iter().map(|m| (m.entity, m.other)).collect();
        assert_eq!(
            told[told.len() - news..],
            pairs.iter().copied().filter(|pair| told[told.len() - news..].contains(pair)).collect::<Vec<_>>()
        );
    };
    assert_eq!(stage.tick(), (15, 0));
    order(&mut stage, [1, 2, 0], 15);
    // Another id is another collider.
    insert(&mut stage, bodies[1], StableId(40));
    assert_eq!(stage.tick(), (5, 5));
    order(&mut stage, [2, 0, 1], 5);
    // Two of one id are told apart by their entities.
    insert(&mut stage, bodies[1], StableId(20));
    assert_eq!(stage.tick(), (5, 5));
    let lower_first = if bodies[1] < bodies[2] { [1, 2, 0] } else { [2, 1, 0] };
    order(&mut stage, lower_first, 5);
}
