//! Entities that are despawned during a tick or after it: no contact contains them, and the end of
//! their contacts is still reported.

use std::sync::Arc;

use crate::common::Stage;
use bevy_ecs::prelude::*;
use clinch_narrowphase::{
    Collider, ColliderOf, ColliderOffset, CollidingEntities, Contact, Contacts, ContactsMut, NarrowphaseSystems, Placement,
};
use clinch_shapes::{Ball, Convex, Custom};
use clinch_support::{Pose, Support, SupportMap};
use glam::Vec3;

/// The entities that `despawn` despawns.
#[derive(Resource, Default)]
struct ToDespawn(Vec<Entity>);

/// The bodies of each contact that `solve` has read.
#[derive(Resource, Default)]
struct Solved(Vec<[Entity; 2]>);

fn despawn(mut commands: Commands<'_, '_>, mut entities: ResMut<'_, ToDespawn>) {
    for entity in entities.0.drain(..) {
        commands.entity(entity).despawn();
    }
}

/// Looks up each entity of a contact, as a solver does, and panics if one is missing.
fn bodies_of(contact: Contact<'_, Vec3>, shapes: &Query<'_, '_, &Collider<Vec3>>, bodies: &Query<'_, '_, &Placement<Vec3>>) -> [Entity; 2] {
    shapes.get_many([contact.a(), contact.b()]).unwrap();
    let pair = contact.bodies();
    bodies.get_many([pair.a, pair.b]).unwrap();
    [pair.a, pair.b]
}

fn edit(mut contacts: ContactsMut<'_, Vec3>, shapes: Query<'_, '_, &Collider<Vec3>>, bodies: Query<'_, '_, &Placement<Vec3>>) {
    contacts.for_each(|contact| {
        bodies_of(contact.contact(), &shapes, &bodies);
    });
}

fn solve(
    contacts: Contacts<'_, Vec3>,
    shapes: Query<'_, '_, &Collider<Vec3>>,
    bodies: Query<'_, '_, &Placement<Vec3>>,
    mut solved: ResMut<'_, Solved>,
) {
    solved.0 = contacts.touching().map(|contact| bodies_of(contact, &shapes, &bodies)).collect();
    // Here all candidate pairs touch.
    for all in [contacts.pairs().collect::<Vec<_>>(), contacts.iter().collect()] {
        assert_eq!(all.into_iter().map(|contact| bodies_of(contact, &shapes, &bodies)).collect::<Vec<_>>(), solved.0);
    }
}

/// A chain of balls, each touching the next. The last is attached to a body that is elsewhere.
struct Chain {
    stage: Stage<Vec3>,
    balls: [Entity; 4],
    body: Entity,
}

impl Chain {
    /// `place` adds `despawn` to the schedule.
    fn new(place: fn(&mut Schedule)) -> Self {
        let mut stage = Stage::<Vec3>::new();
        stage.world.init_resource::<ToDespawn>();
        stage.world.init_resource::<Solved>();
        place(&mut stage.schedule);
        stage.schedule.add_systems((edit.in_set(NarrowphaseSystems::EditContacts), solve.after(NarrowphaseSystems::Publish)));
        let ball = || Collider::<Vec3>::new(Ball::new(0.5).unwrap());
        let at = |x: f32| Placement(Pose::at(Vec3::X * x));
        let [a, b, c] = [0.0, 0.75, 1.5].map(|x| stage.world.spawn((ball(), at(x), CollidingEntities::<Vec3>::default())).id());
        let body = stage.world.spawn(at(3.0)).id();
        let offset = ColliderOffset::<Vec3>(Pose::at(Vec3::X * -0.75));
        let d = stage.world.spawn((ball(), ColliderOf(body), offset, CollidingEntities::<Vec3>::default())).id();
        let balls = [a, b, c, d];
        balls.windows(2).for_each(|pair| stage.add_pair(pair[0], pair[1]));
        Self { stage, balls, body }
    }

    fn solved(&self) -> usize {
        self.stage.world.resource::<Solved>().0.len()
    }

    /// The number of contacts of this ball.
    fn contacts_of(&mut self, ball: Entity) -> usize {
        let mut state = bevy_ecs::system::SystemState::<Contacts<'_, Vec3>>::new(&mut self.stage.world);
        let contacts = state.get(&self.stage.world).unwrap();
        let between = self.balls.iter().filter_map(|&other| contacts.between(ball, other)).count();
        assert_eq!(contacts.of(ball).count(), between);
        between
    }
}

/// Despawns a ball, or the body of one, in the first tick and in a later one. `listed`: after
/// `CollidingEntities` has been updated.
fn check(place: fn(&mut Schedule), listed: bool) {
    for ticks_before in [0, 2] {
        for despawn_body in [false, true] {
            let mut chain = Chain::new(place);
            let [a, b, c, _] = chain.balls;
            for tick in 0..ticks_before {
                assert_eq!((chain.stage.tick(), chain.solved()), ((if tick == 0 { 3 } else { 0 }, 0), 3));
            }
            let (entity, left) = if despawn_body { (chain.body, 2) } else { (b, 1) };
            chain.stage.world.resource_mut::<ToDespawn>().0.push(entity);
            let started = chain.stage.tick().0;
            assert_eq!((started, chain.solved()), (if ticks_before == 0 { 3 } else { 0 }, left), "in the tick");
            assert_eq!([a, c].map(|ball| chain.contacts_of(ball)), if despawn_body { [1, 1] } else { [0, 1] });
            let lists = [a, c].map(|ball| chain.stage.world.get::<CollidingEntities<Vec3>>(ball).unwrap().len());
            let after = if despawn_body { [1, 1] } else { [0, 1] };
            assert_eq!(lists, if listed { [1, 2] } else { after }, "lists are those of Publish");
            assert_eq!((chain.stage.tick(), chain.solved()), ((0, 3 - left), left), "each start ends");
            assert_eq!([a, c].map(|ball| chain.stage.world.get::<CollidingEntities<Vec3>>(ball).unwrap().len()), after);
            assert_eq!((chain.stage.tick(), chain.solved()), ((0, 0), left));
        }
    }
}

#[test]
fn entities_despawned_before_update_contacts_are_in_no_contact() {
    check(
        |schedule| {
            schedule.add_systems(despawn.after(NarrowphaseSystems::UpdatePairs).before(NarrowphaseSystems::UpdateContacts));
        },
        false,
    );
}

#[test]
fn entities_despawned_before_edit_contacts_are_in_no_contact() {
    check(
        |schedule| {
            schedule.add_systems(despawn.after(NarrowphaseSystems::UpdateContacts).before(NarrowphaseSystems::EditContacts));
        },
        false,
    );
}

#[test]
fn entities_despawned_after_the_tick_are_in_no_contact() {
    check(
        |schedule| {
            schedule.add_systems(despawn.after(NarrowphaseSystems::Publish).before(solve));
        },
        true,
    );
}

#[test]
fn a_collider_that_left_a_despawned_body_is_in_no_contact_until_the_next_tick() {
    let mut chain = Chain::new(|schedule| {
        schedule.add_systems(despawn.after(NarrowphaseSystems::Publish).before(solve));
    });
    let [_, _, c, d] = chain.balls;
    let world = &mut chain.stage.world;
    let other = world.spawn(Placement::<Vec3>(Pose::at(Vec3::X * 3.0))).id();
    assert_eq!((chain.stage.tick(), chain.solved()), ((3, 0), 3));
    chain.stage.world.entity_mut(d).insert(ColliderOf(other));
    chain.stage.world.despawn(chain.body);
    assert_eq!([c, d].map(|ball| chain.contacts_of(ball)), [1, 0]);
    assert_eq!((chain.stage.tick(), chain.solved()), ((0, 0), 3));
}

/// A point that owns something.
struct Owner(#[expect(dead_code, reason = "it is only owned")] Arc<()>);

impl SupportMap<Vec3> for Owner {
    fn support(&self, _: Vec3) -> Support<Vec3> {
        Support { point: Vec3::ZERO, id: None }
    }
}

impl Convex<Vec3> for Owner {}

/// A world that streams its terrain drops what it unloads.
#[test]
fn the_shape_of_a_collider_that_is_gone_is_dropped() {
    let owned = Arc::new(());
    let mut stage = Stage::<Vec3>::new();
    let shape = Custom::new(Owner(owned.clone()));
    let [a, b] = [Collider::<Vec3>::new(shape), Collider::new(Ball::new(0.5).unwrap())]
        .map(|collider| stage.world.spawn((collider, Placement::<Vec3>::default())).id());
    stage.add_pair(a, b);
    assert_eq!(stage.tick(), (1, 0));
    stage.world.despawn(a);
    assert_eq!(stage.tick(), (0, 1));
    assert_eq!(Arc::strong_count(&owned), 1);
}
