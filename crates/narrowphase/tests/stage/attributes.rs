//! The attributes of colliders: filters, sleeping, sensors, bodies, margins and skins, stable ids.

use crate::common::{Stage, messages};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use clinch_composite::TriMesh;
use clinch_contact::Settings;
use clinch_narrowphase::{
    CandidatePairs, Collider, ColliderOf, ColliderOffset, CollisionLayers, ContactMargin, ContactSkin, Contacts, Counters, Diagnostics,
    IgnoredContacts, Placement, Sensor, Sleeping, StableId, StageSettings, Static,
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

/// Two balls that overlap by 0.25 and are candidates in every tick.
fn two() -> (Stage<Vec3>, Entity, Entity) {
    let mut stage = Stage::<Vec3>::new();
    let [a, b] = [0.0, 0.75].map(|x| stage.world.spawn((ball(), at(x))).id());
    stage.add_pair(a, b);
    (stage, a, b)
}

fn counters(stage: &Stage<Vec3>) -> Counters {
    stage.world.resource::<Diagnostics<Vec3>>().counters
}

/// Asserts that the change `ends` ends the contact and the change `starts` starts it again.
fn ends_and_starts(what: &str, ends: impl Fn(&mut Stage<Vec3>, Entity, Entity), starts: impl Fn(&mut Stage<Vec3>, Entity, Entity)) {
    let (mut stage, a, b) = two();
    assert_eq!(stage.tick(), (1, 0), "{what}");
    for round in 0..3 {
        ends(&mut stage, a, b);
        assert_eq!(stage.tick(), (0, 1), "{what}, round {round}");
        assert_eq!(stage.tick(), (0, 0), "{what}, round {round}");
        assert_eq!(counters(&stage).touching, 0, "{what}");
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
fn filtered_pairs_have_no_contact_until_the_filter_allows_it() {
    let ghost = CollisionLayers::new(2, !0);
    ends_and_starts(
        "the layer is not in the filters",
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
        "both static",
        |s, a, b| {
            insert(s, a, Static);
            insert(s, b, Static);
        },
        |s, a, _| remove::<Static>(s, a),
    );
    ends_and_starts("disabled", |s, _, b| insert(s, b, Disabled), |s, _, b| remove::<Disabled>(s, b));
    ends_and_starts("attached to A", |s, a, b| insert(s, b, ColliderOf(a)), |s, _, b| remove::<ColliderOf>(s, b));
}

#[test]
fn an_incremental_broadphase_need_not_add_a_filtered_pair_again() {
    let (mut stage, a, b) = two();
    stage.candidates.clear();
    stage.world.insert_resource(CandidatePairs::<Vec3>::changes());
    let add = |stage: &mut Stage<Vec3>| stage.world.resource_mut::<CandidatePairs<Vec3>>().push(b, a);
    insert(&mut stage, a, CollisionLayers::NONE);
    add(&mut stage);
    assert_eq!((stage.tick(), counters(&stage).rejected), ((0, 0), 1));
    remove::<CollisionLayers>(&mut stage, a);
    assert_eq!((stage.tick(), counters(&stage).rejected), ((1, 0), 0));
    insert(&mut stage, b, IgnoredContacts::of([a]));
    assert_eq!(stage.tick(), (0, 1));
    remove::<IgnoredContacts>(&mut stage, b);
    assert_eq!(stage.tick(), (1, 0));
    assert_eq!((stage.tick(), stage.tick()), ((0, 0), (0, 0)), "a pair stays without being added again");
    stage.world.resource_mut::<CandidatePairs<Vec3>>().remove(a, b);
    assert_eq!((stage.tick(), counters(&stage).pairs), ((0, 1), 0));
    stage.world.resource_mut::<CandidatePairs<Vec3>>().remove(a, b);
    add(&mut stage);
    assert_eq!(stage.tick(), (1, 0), "a pair that is removed and added is added");
    let ball = stage.world.entity_mut(b).take::<Collider<Vec3>>().unwrap();
    assert_eq!(stage.tick(), (0, 1));
    insert(&mut stage, b, ball);
    assert_eq!(stage.tick(), (0, 0), "the pair of a collider that was removed must be added again");
    add(&mut stage);
    assert_eq!(stage.tick(), (1, 0));
}

#[test]
fn pairs_at_rest_stay_without_being_candidates_and_are_not_computed() {
    let (mut stage, a, b) = two();
    insert(&mut stage, b, Static);
    stage.tick();
    insert(&mut stage, a, Sleeping);
    // The broadphase drops the pair in the tick in which the collider falls asleep.
    stage.candidates.clear();
    for _ in 0..3 {
        assert_eq!(stage.tick(), (0, 0));
        let Counters { at_rest, touching, support_calls, points, .. } = counters(&stage);
        assert_eq!((at_rest, touching, support_calls, points), (1, 1, 0, 1));
    }
    // Equal components are written again.
    insert(&mut stage, a, (ball(), at(0.0)));
    assert_eq!((stage.tick(), counters(&stage).at_rest), ((0, 0), 1));
    // A sleeping collider that moves or changes must be found again.
    insert(&mut stage, a, at(-0.1));
    assert_eq!((stage.tick(), counters(&stage).pairs), ((0, 1), 0));
    stage.add_pair(a, b);
    assert_eq!((stage.tick(), counters(&stage).touching), ((1, 0), 1));
    insert(&mut stage, a, Collider::<Vec3>::new(Ball::new(0.1).unwrap()));
    assert_eq!((stage.tick(), counters(&stage).touching), ((0, 1), 0));
}

#[test]
fn waking_changes_nothing() {
    let run = |sleeps: bool| {
        let mut stage = Stage::<Vec3>::new();
        let block = Collider::<Vec3>::new(Cuboid::new(Vec3::new(0.5, 0.25, 0.75)).unwrap());
        let tilted = |x: f32, y: f32| Placement(Pose::new(Quat::from_xyzw(0.01, 0.02, 0.3, 0.9), Vec3::new(x, y, 0.1)));
        let [a, b] = [at(0.0), tilted(0.1, 0.6)].map(|placement| stage.world.spawn((block.clone(), placement)).id());
        stage.add_pair(a, b);
        let mut manifolds = Vec::new();
        for tick in 0..40_u8 {
            if sleeps && tick % 10 == 4 {
                insert(&mut stage, a, Sleeping);
                insert(&mut stage, b, Sleeping);
            }
            if sleeps && tick % 10 == 8 {
                remove::<Sleeping>(&mut stage, a);
                remove::<Sleeping>(&mut stage, b);
            }
            if tick % 10 == 9 {
                insert(&mut stage, b, tilted(0.1, 0.6 - 0.001 * f32::from(tick)));
            }
            stage.tick();
            let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
            let contacts = state.get(&stage.world).unwrap();
            manifolds.push(contacts.between(a, b).unwrap().manifold().clone());
        }
        manifolds
    };
    let (awake, slept) = (run(false), run(true));
    let geometry = |manifolds: &[clinch_contact::Manifold<Vec3>]| -> Vec<_> {
        manifolds
            .iter()
            .map(|m| (m.normal, m.points.iter().map(|p| (p.on_a, p.on_b, p.separation, p.feature)).collect::<Vec<_>>()))
            .collect()
    };
    assert_eq!(geometry(&awake), geometry(&slept));
    assert!(awake.iter().all(|manifold| manifold.points.len() >= 2), "the sample must bite");
}

#[test]
fn new_settings_apply_to_pairs_at_rest() {
    let (mut stage, a, b) = two();
    insert(&mut stage, a, (Sleeping, at(0.0)));
    insert(&mut stage, b, (Sleeping, at(1.05)));
    stage.tick();
    stage.tick();
    assert_eq!((counters(&stage).at_rest, counters(&stage).points), (1, 0));
    stage.world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(0.1)));
    stage.tick();
    assert_eq!((counters(&stage).at_rest, counters(&stage).points), (0, 1));
}

#[test]
fn a_filtered_pair_at_rest_has_no_contact_when_the_settings_change() {
    let (mut stage, a, b) = two();
    stage.candidates.clear();
    stage.world.insert_resource(CandidatePairs::<Vec3>::changes());
    stage.world.resource_mut::<CandidatePairs<Vec3>>().push(a, b);
    insert(&mut stage, a, (Sleeping, CollisionLayers::NONE));
    insert(&mut stage, b, Sleeping);
    assert_eq!((stage.tick(), stage.tick()), ((0, 0), (0, 0)));
    assert_eq!((counters(&stage).at_rest, counters(&stage).rejected), (1, 1));
    stage.world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(0.1)));
    assert_eq!(stage.tick(), (0, 0));
    assert_eq!((counters(&stage).at_rest, counters(&stage).rejected), (0, 1));
}

#[test]
fn sensors_report_overlaps_without_contact_points() {
    for both in [false, true] {
        let (mut stage, a, b) = two();
        stage.world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(0.2)));
        insert(&mut stage, b, Sensor);
        if both {
            insert(&mut stage, a, Sensor);
        }
        assert_eq!(stage.tick(), (1, 0));
        assert_eq!((counters(&stage).touching, counters(&stage).points), (1, 0));
        let started = messages::<Vec3>(&stage.world).0[0];
        assert_eq!((started.touch.normal, started.touch.depth), (Vec3::ZERO, 0.0));
        // The margin does not apply to sensors.
        insert(&mut stage, b, at(1.05));
        assert_eq!((stage.tick(), counters(&stage).speculative), ((0, 1), 0));
        insert(&mut stage, b, at(1.0));
        assert_eq!(stage.tick(), (1, 0), "sets are closed");
        remove::<Sensor>(&mut stage, b);
        remove::<Sensor>(&mut stage, a);
        assert_eq!((stage.tick(), counters(&stage).points), ((0, 0), 1));
    }
}

#[test]
fn colliders_move_with_their_body_and_never_collide_with_each_other() {
    let mut stage = Stage::<Vec3>::new();
    let quarter = Quat::from_xyzw(0.0, 0.0, core::f32::consts::FRAC_1_SQRT_2, core::f32::consts::FRAC_1_SQRT_2);
    let body = stage.world.spawn(Placement::new(Pose::new(quarter, Vec3::new(5.0, 0.0, 0.0)))).id();
    let part = |stage: &mut Stage<Vec3>, x: f32| {
        stage.world.spawn((ball(), ColliderOf(body), ColliderOffset::<Vec3>(Pose::at(Vec3::new(x, 0.0, 0.0))))).id()
    };
    let (one, other) = (part(&mut stage, 3.0), part(&mut stage, 3.5));
    let target = stage.world.spawn((ball(), Placement::at(Vec3::new(5.0, 2.25, 0.0)))).id();
    for (a, b) in [(one, other), (one, target), (other, target)] {
        stage.add_pair(a, b);
    }
    assert_eq!(stage.tick(), (1, 0), "one collider reaches the target, the other does not, and the two belong to one body");
    let started = messages::<Vec3>(&stage.world).0[0];
    let as_part = if started.entity == one { started } else { started.flipped() };
    assert_eq!((as_part.entity, as_part.body, as_part.other, as_part.other_body), (one, body, target, target));
    assert!((as_part.touch.depth - 0.25).abs() < 1e-6 && (as_part.touch.normal + Vec3::X).length() < 1e-6, "{as_part:?}");

    insert(&mut stage, body, Placement::at(Vec3::new(5.0, -9.0, 0.0)));
    assert_eq!(stage.tick(), (0, 1), "colliders move with their body");
    insert(&mut stage, body, Placement::at(Vec3::new(2.0, 2.25, 0.0)));
    assert_eq!(stage.tick(), (2, 0));
    insert(&mut stage, one, Placement::at(Vec3::new(50.0, 0.0, 0.0)));
    assert_eq!(stage.tick(), (0, 1), "a placement of its own overrides the body's");
    insert(&mut stage, body, Disabled);
    assert_eq!(stage.tick(), (0, 1), "the colliders of a disabled body are disabled");
    remove::<Disabled>(&mut stage, one);
    stage.world.entity_mut(body).remove::<Disabled>();
    assert_eq!(stage.tick(), (1, 0));
    stage.world.despawn(body);
    assert_eq!(stage.tick(), (0, 1));
    assert!(stage.world.get_entity(other).is_err(), "colliders are despawned with their body");
}

#[test]
fn components_of_a_body_apply_to_its_colliders() {
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
    insert(&mut stage, a, Static);
    assert_eq!(stage.tick(), (1, 0));
    insert(&mut stage, body, Sleeping);
    stage.tick();
    stage.tick();
    assert_eq!(counters(&stage).at_rest, 1);
    insert(&mut stage, body, Static);
    assert_eq!(stage.tick(), (0, 1));
}

#[test]
fn colliders_can_have_margins_and_skins_of_their_own() {
    let (mut stage, a, b) = two();
    insert(&mut stage, b, at(1.25));
    let mut points = |margin: f32, margin_a: Option<f32>, margin_b: Option<f32>| {
        stage.world.insert_resource(StageSettings::<Vec3>(Settings::with_margin(margin)));
        for (entity, own) in [(a, margin_a), (b, margin_b)] {
            remove::<ContactMargin<Vec3>>(&mut stage, entity);
            if let Some(margin) = own {
                insert(&mut stage, entity, ContactMargin::<Vec3>(margin));
            }
        }
        stage.tick();
        counters(&stage).points
    };
    assert_eq!(points(0.2, None, None), 0);
    assert_eq!(points(0.3, None, None), 1);
    assert_eq!(points(0.3, Some(0.0), None), 0, "B's half of the stage's margin is left");
    assert_eq!(points(0.3, Some(0.11), None), 1);
    assert_eq!(points(0.0, Some(0.2), Some(0.1)), 1);
    assert_eq!(points(9.0, Some(-1.0), Some(f32::NAN)), 0, "a margin that is not positive counts as 0");

    stage.world.insert_resource(StageSettings::<Vec3>::default());
    insert(&mut stage, a, ContactSkin::<Vec3>(0.25));
    insert(&mut stage, b, ContactSkin::<Vec3>(0.125));
    assert_eq!(stage.tick(), (1, 0));
    let mut state = SystemState::<Contacts<'_, Vec3>>::new(&mut stage.world);
    let contact = state.get(&stage.world).unwrap().between(a, b).unwrap();
    let skins = if contact.a() == a { (0.75, 0.625) } else { (0.625, 0.75) };
    let point = contact.manifold().points[0];
    assert_eq!((point.separation, point.on_a.length(), point.on_b.length()), (-0.125, skins.0, skins.1), "the points are on the skins");
}

#[test]
fn contacts_are_sorted_by_stable_id_and_then_by_entity() {
    let mut stage = Stage::<Vec3>::new();
    let bodies: Vec<Entity> = (0..6).map(|_| stage.world.spawn((ball(), at(0.0))).id()).collect();
    for (index, id) in [(0, 30_u64), (1, 10), (2, 20)] {
        insert(&mut stage, bodies[index], StableId(id));
    }
    for a in 0..6 {
        for b in 0..a {
            stage.add_pair(bodies[a], bodies[b]);
        }
    }
    let mut without_id: Vec<Entity> = bodies[3..].to_vec();
    let mut assert_order = |stage: &mut Stage<Vec3>, first: [usize; 3], new: usize| {
        without_id.sort_unstable();
        let expected: Vec<Entity> = first.iter().map(|&index| bodies[index]).chain(without_id.iter().copied()).collect();
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
        let started: Vec<(Entity, Entity)> = messages::<Vec3>(&stage.world).0.iter().map(|m| (m.entity, m.other)).collect();
        assert_eq!(
            started[started.len() - new..],
            pairs.iter().copied().filter(|pair| started[started.len() - new..].contains(pair)).collect::<Vec<_>>()
        );
    };
    assert_eq!(stage.tick(), (15, 0));
    assert_order(&mut stage, [1, 2, 0], 15);
    // A new id makes a new collider.
    insert(&mut stage, bodies[1], StableId(40));
    assert_eq!(stage.tick(), (5, 5));
    assert_order(&mut stage, [2, 0, 1], 5);
    // Colliders with equal ids are sorted by entity.
    insert(&mut stage, bodies[1], StableId(20));
    assert_eq!(stage.tick(), (5, 5));
    let lower_first = if bodies[1] < bodies[2] { [1, 2, 0] } else { [2, 1, 0] };
    assert_order(&mut stage, lower_first, 5);
}

/// A sensor is a pair of bare shapes: a gap that was proved between them is none between their
/// skins.
#[test]
fn a_sensor_that_becomes_solid_touches_with_its_skin() {
    let (mut stage, a, b) = two();
    let block = Collider::<Vec3>::new(Cuboid::new(Vec3::splat(0.5)).unwrap());
    insert(&mut stage, a, (block.clone(), ContactSkin::<Vec3>(0.25), Sensor));
    insert(&mut stage, b, (block, at(1.125)));
    assert_eq!(stage.tick(), (0, 0), "a sensor has no skin");
    remove::<Sensor>(&mut stage, a);
    assert_eq!((stage.tick(), counters(&stage).points), ((1, 0), 4));
    insert(&mut stage, a, Sensor);
    assert_eq!((stage.tick(), counters(&stage).points), ((0, 1), 0));
}

#[test]
fn skins_in_the_settings_apply_to_no_pair() {
    let (mut stage, a, b) = two();
    stage.world.insert_resource(StageSettings::<Vec3>(Settings { skin_a: 0.25, skin_b: 0.25, ..Settings::default() }));
    insert(&mut stage, b, at(1.125));
    assert_eq!(stage.tick(), (0, 0));
    insert(&mut stage, a, Sensor);
    assert_eq!(stage.tick(), (0, 0));
}

/// An incremental broadphase does not know that the collider is a new one.
#[test]
fn a_collider_with_another_stable_id_keeps_its_pairs_under_an_incremental_broadphase() {
    let (mut stage, a, b) = two();
    stage.candidates.clear();
    stage.world.insert_resource(CandidatePairs::<Vec3>::changes());
    stage.world.resource_mut::<CandidatePairs<Vec3>>().push(a, b);
    assert_eq!(stage.tick(), (1, 0));
    for id in [7, 3] {
        insert(&mut stage, b, StableId(id));
        assert_eq!(stage.tick(), (1, 1), "the contact ends and starts");
        assert_eq!(stage.tick(), (0, 0));
    }
    insert(&mut stage, a, StableId(5));
    insert(&mut stage, b, StableId(9));
    assert_eq!((stage.tick(), counters(&stage).pairs), ((1, 1), 1));
    insert(&mut stage, a, StableId(10));
    stage.world.resource_mut::<CandidatePairs<Vec3>>().remove(b, a);
    assert_eq!((stage.tick(), counters(&stage).pairs), ((0, 1), 0), "a pair that is removed in the same tick does not come back");
}

/// A contact is recycled for the margin of this tick, not for the one that it was made with.
#[test]
fn a_pair_beyond_a_margin_that_has_shrunk_has_no_contact() {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vec3::new(x, y, 0.5));
    let plate = TriMesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let slab = Cuboid::new(Vec3::new(1.0, 1.0, 0.5)).unwrap();
    for floor in [Collider::<Vec3>::new(slab), Collider::new(plate)] {
        let mut stage = Stage::<Vec3>::new();
        let block = Collider::<Vec3>::new(Cuboid::new(Vec3::splat(0.25)).unwrap());
        let a = stage.world.spawn((floor, Placement::at(Vec3::ZERO))).id();
        let b = stage.world.spawn((block, Placement::at(Vec3::new(0.0, 0.0, 0.8)))).id();
        stage.add_pair(a, b);
        for (margin, points) in [(0.125, 4), (0.01, 0), (0.125, 4), (0.0625, 4)] {
            let settings = Settings { margin, ..StageSettings::<Vec3>::default().0 };
            stage.world.insert_resource(StageSettings::<Vec3>(settings));
            stage.tick();
            assert_eq!(counters(&stage).points, points, "{margin}");
        }
    }
}
