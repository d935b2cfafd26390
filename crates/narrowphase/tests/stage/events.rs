//! Contact events: messages and triggers, each sent once, in order, from the right point of view,
//! and only on request.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::message::{MessageCursor, Messages};
use bevy_ecs::prelude::*;
use clinch_narrowphase::{
    CandidatePairs, Collider, CollidingEntities, ContactEnded, ContactEvents, ContactPersisted, ContactStarted, Placement, StableId, Touch,
    install,
};
use clinch_shapes::{Ball, Cuboid};
use clinch_support::Pose;
use glam::{Quat, Vec3};

const SILENT: Option<ContactEvents> = None;
const MESSAGES: Option<ContactEvents> = Some(ContactEvents { persisting: false, triggers: false });
const TRIGGERS: Option<ContactEvents> = Some(ContactEvents::TRIGGERS);
const ALL: Option<ContactEvents> = Some(ContactEvents { persisting: true, triggers: true });

/// Triggered events: their kind, the entity they were triggered on, the other entity.
#[derive(Resource, Default)]
struct Triggered(Vec<(&'static str, Entity, Entity, Touch<Vec3>)>);

struct Scene {
    world: World,
    schedule: Schedule,
    balls: Vec<Entity>,
    started: MessageCursor<ContactStarted<Vec3>>,
    persisted: MessageCursor<ContactPersisted<Vec3>>,
    ended: MessageCursor<ContactEnded<Vec3>>,
}

impl Scene {
    /// Balls in a row, each overlapping the next by 0.25, in the order of their ids, with these
    /// events.
    fn new(events: &[Option<ContactEvents>]) -> Self {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        install::<Vec3, Placement<Vec3>>(&mut world, &mut schedule);
        world.init_resource::<Triggered>();
        world.add_observer(|on: On<'_, '_, ContactStarted<Vec3>>, mut triggered: ResMut<'_, Triggered>| {
            triggered.0.push(("started", on.entity, on.other, on.touch));
        });
        world.add_observer(|on: On<'_, '_, ContactPersisted<Vec3>>, mut triggered: ResMut<'_, Triggered>| {
            triggered.0.push(("persisted", on.entity, on.other, on.touch));
        });
        world.add_observer(|on: On<'_, '_, ContactEnded<Vec3>>, mut triggered: ResMut<'_, Triggered>| {
            triggered.0.push(("ended", on.entity, on.other, on.touch));
        });
        let balls = events.iter().enumerate().map(|(index, events)| {
            let placement = Placement::at(Vec3::new(index as f32 * 0.75, 0.0, 0.0));
            let mut ball = world.spawn((
                Collider::<Vec3>::new(Ball::new(0.5).unwrap()),
                placement,
                StableId(index as u64),
                CollidingEntities::<Vec3>::default(),
            ));
            if let Some(events) = events {
                ball.insert(*events);
            }
            ball.id()
        });
        let balls = balls.collect();
        Self { world, schedule, balls, started: Default::default(), persisted: Default::default(), ended: Default::default() }
    }

    /// Runs one tick. Returns its messages and triggers, as their kind and the indices of the two
    /// balls.
    fn tick(&mut self) -> (Vec<String>, Vec<String>) {
        let mut pairs = self.world.resource_mut::<CandidatePairs<Vec3>>();
        for pair in self.balls.windows(2) {
            pairs.push(pair[1], pair[0]);
        }
        self.schedule.run(&mut self.world);
        let name = |kind: &str, one: Entity, other: Entity| {
            let index = |ball: Entity| self.balls.iter().position(|&known| known == ball).map_or("?".to_owned(), |index| index.to_string());
            format!("{kind} {} {}", index(one), index(other))
        };
        let Self { started, persisted, ended, .. } = self;
        let mut messages = Vec::new();
        let world = &self.world;
        messages.extend(started.read(world.resource::<Messages<ContactStarted<Vec3>>>()).map(|m| name("started", m.entity, m.other)));
        messages.extend(persisted.read(world.resource::<Messages<ContactPersisted<Vec3>>>()).map(|m| name("persisted", m.entity, m.other)));
        messages.extend(ended.read(world.resource::<Messages<ContactEnded<Vec3>>>()).map(|m| name("ended", m.entity, m.other)));
        let triggers = world.resource::<Triggered>().0.iter().map(|&(kind, one, other, _)| name(kind, one, other)).collect();
        self.world.resource_mut::<Triggered>().0.clear();
        (messages, triggers)
    }

    fn move_to(&mut self, ball: usize, x: f32) {
        self.world.entity_mut(self.balls[ball]).insert(Placement::at(Vec3::new(x, 0.0, 0.0)));
    }

    fn colliding(&self, ball: usize) -> Vec<usize> {
        let list = self.world.get::<CollidingEntities<Vec3>>(self.balls[ball]).unwrap();
        list.iter().map(|other| self.balls.iter().position(|&known| known == other).unwrap()).collect()
    }
}

#[test]
fn events_on_request_are_sent_once() {
    let mut scene = Scene::new(&[SILENT, SILENT, MESSAGES, SILENT, TRIGGERS, ALL, SILENT]);
    let (messages, triggers) = scene.tick();
    assert_eq!(messages, ["started 1 2", "started 2 3", "started 3 4", "started 4 5", "started 5 6"], "neither 0 nor 1 requests events");
    assert_eq!(triggers, ["started 4 3", "started 4 5", "started 5 4", "started 5 6"]);
    for _ in 0..2 {
        let (messages, triggers) = scene.tick();
        assert_eq!(messages, ["persisted 4 5", "persisted 5 6"]);
        assert_eq!(triggers, ["persisted 5 4", "persisted 5 6"], "4 does not request persisting contacts");
    }
    scene.move_to(3, 100.0);
    scene.move_to(6, 100.0);
    let (messages, triggers) = scene.tick();
    assert_eq!(messages, ["persisted 4 5", "ended 2 3", "ended 3 4", "ended 5 6"]);
    assert_eq!(triggers, ["ended 4 3", "ended 5 6", "persisted 5 4"], "what starts again has ended before");
}

#[test]
fn the_end_of_a_contact_with_a_despawned_collider_is_sent() {
    let mut scene = Scene::new(&[ALL, ALL, ALL]);
    scene.tick();
    let gone = scene.balls[1];
    scene.world.despawn(gone);
    scene.balls[1] = Entity::PLACEHOLDER;
    let (messages, triggers) = scene.tick();
    assert_eq!(
        (messages, triggers),
        (vec!["ended 0 ?".to_owned(), "ended ? 2".to_owned()], vec!["ended 0 ?".to_owned(), "ended 2 ?".to_owned()])
    );
    let ended: Vec<_> = scene.world.resource::<Messages<ContactEnded<Vec3>>>().iter_current_update_messages().copied().collect();
    assert!(ended[0].other == gone && ended[0].touch.depth == 0.25 && ended[0].touch.normal == Vec3::X, "the last contact: {ended:?}");
    assert_eq!((ended[0].body, ended[0].other_body), (ended[0].entity, gone));
}

#[test]
fn requesting_events_late_sends_a_start_and_dropping_the_request_an_end() {
    let mut scene = Scene::new(&[SILENT, SILENT]);
    assert_eq!(scene.tick(), (vec![], vec![]));
    scene.world.entity_mut(scene.balls[1]).insert(ContactEvents::TRIGGERS);
    assert_eq!(scene.tick(), (vec!["started 0 1".to_owned()], vec!["started 1 0".to_owned()]));
    assert_eq!(scene.tick(), (vec![], vec![]));
    scene.world.entity_mut(scene.balls[1]).remove::<ContactEvents>();
    assert_eq!(scene.tick(), (vec!["ended 0 1".to_owned()], vec![]), "without a request there is no trigger");
    assert_eq!(scene.tick(), (vec![], vec![]));
}

#[test]
fn triggers_are_in_the_frame_of_their_collider() {
    let mut scene = Scene::new(&[TRIGGERS, TRIGGERS]);
    let rotation = |x: f32, y: f32, z: f32| Quat::from_xyzw(x, y, z, 0.9).normalize();
    let (low, high) =
        (Pose::new(rotation(0.3, -0.2, 0.1), Vec3::new(1.0, 2.0, 3.0)), Pose::new(rotation(-0.1, 0.3, 0.4), Vec3::new(1.6, 2.5, 3.3)));
    let motion = Vec3::new(-0.01, 0.02, 0.005);
    let before = Pose { translation: high.translation - motion, ..high };
    let block = Collider::<Vec3>::new(Cuboid::new(Vec3::new(0.5, 0.4, 0.6)).unwrap());
    scene.world.entity_mut(scene.balls[0]).insert((block.clone(), Placement(low)));
    scene.world.entity_mut(scene.balls[1]).insert((block, Placement(before)));
    scene.tick();
    scene.world.entity_mut(scene.balls[1]).insert(Placement(high));
    scene.world.entity_mut(scene.balls[1]).insert(ContactEvents { persisting: true, triggers: true });
    scene.world.entity_mut(scene.balls[0]).insert(ContactEvents { persisting: true, triggers: true });
    let mut pairs = scene.world.resource_mut::<CandidatePairs<Vec3>>();
    pairs.push(scene.balls[0], scene.balls[1]);
    scene.schedule.run(&mut scene.world);
    let triggered = &scene.world.resource::<Triggered>().0;
    let [(.., one), (.., other)] = triggered[..] else { panic!("{triggered:?}") };
    let near = |p: glam::DVec3, q: glam::DVec3| assert!((p - q).length() < 1e-6, "{p} is not {q}: {triggered:?}");
    let wide = |v: Vec3| v.as_dvec3();
    assert!(one.depth > 0.01 && one.depth == other.depth);
    near(low.vector(one.normal), -high.vector(other.normal));
    // Each point is in the frame of its own shape.
    assert_eq!((one.point, one.other_point), (other.other_point, other.point));
    near(low.vector(one.motion), wide(motion));
    near(high.vector(other.motion), -wide(motion));
    near(low.point(one.other_pose.translation), wide(high.translation));
    near(high.point(other.other_pose.translation), wide(low.translation));
    // The two points are the depth apart along the normal.
    near(low.point(one.point) - low.vector(one.normal) * f64::from(one.depth), high.point(one.other_point));
    let again = one.flipped().flipped();
    near(wide(again.normal), wide(one.normal));
    near(wide(again.motion), wide(one.motion));
}

#[test]
fn colliding_entities_are_updated_when_they_change() {
    let mut scene = Scene::new(&[SILENT, SILENT, SILENT]);
    scene.tick();
    assert_eq!([0, 1, 2].map(|ball| scene.colliding(ball)), [vec![1], vec![0, 2], vec![1]]);
    let changed = |scene: &mut Scene| -> usize {
        let mut lists = scene.world.query_filtered::<(), Changed<CollidingEntities<Vec3>>>();
        let count = lists.iter(&scene.world).count();
        scene.world.clear_trackers();
        count
    };
    changed(&mut scene);
    scene.tick();
    assert_eq!(changed(&mut scene), 0);
    scene.move_to(2, 50.0);
    scene.tick();
    assert_eq!([0, 1, 2].map(|ball| scene.colliding(ball)), [vec![1], vec![0], vec![]]);
    assert_eq!(changed(&mut scene), 2);
    let list = scene.world.get::<CollidingEntities<Vec3>>(scene.balls[1]).unwrap();
    assert!(list.contains(scene.balls[0]) && !list.contains(scene.balls[2]) && list.len() == 1 && !list.is_empty());
}

#[test]
fn the_end_of_a_contact_is_triggered_on_a_collider_that_was_disabled() {
    let mut scene = Scene::new(&[TRIGGERS, SILENT]);
    scene.tick();
    scene.world.entity_mut(scene.balls[0]).insert(Disabled);
    assert_eq!(scene.tick(), (vec!["ended 0 1".to_owned()], vec!["ended 0 1".to_owned()]));
    assert_eq!([0, 1].map(|ball| scene.colliding(ball).len()), [0, 0], "it touches nothing");
    assert_eq!(scene.tick(), (vec![], vec![]));
}

#[test]
fn observers_see_the_colliding_entities_of_their_tick() {
    #[derive(Resource, Default)]
    struct Seen(Vec<usize>);
    let mut scene = Scene::new(&[TRIGGERS, SILENT]);
    scene.world.init_resource::<Seen>();
    let see = |list: &CollidingEntities<Vec3>, seen: &mut Seen| seen.0.push(list.len());
    scene.world.add_observer(
        move |on: On<'_, '_, ContactStarted<Vec3>>, lists: Query<'_, '_, &CollidingEntities<Vec3>>, mut seen: ResMut<'_, Seen>| {
            see(lists.get(on.entity).unwrap(), &mut seen);
        },
    );
    scene.world.add_observer(
        move |on: On<'_, '_, ContactEnded<Vec3>>, lists: Query<'_, '_, &CollidingEntities<Vec3>>, mut seen: ResMut<'_, Seen>| {
            see(lists.get(on.entity).unwrap(), &mut seen);
        },
    );
    scene.tick();
    scene.move_to(1, 50.0);
    scene.tick();
    assert_eq!(scene.world.resource::<Seen>().0, [1, 0]);
}
