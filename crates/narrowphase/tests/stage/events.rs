//! What the stage tells: messages and triggers, each once, in order, with the right side first, and to nobody who did not ask.

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

/// What was triggered, on whom, about whom.
#[derive(Resource, Default)]
struct Heard(Vec<(&'static str, Entity, Entity, Touch<Vec3>)>);

struct Scene {
    world: World,
    schedule: Schedule,
    balls: Vec<Entity>,
    started: MessageCursor<ContactStarted<Vec3>>,
    persisted: MessageCursor<ContactPersisted<Vec3>>,
    ended: MessageCursor<ContactEnded<Vec3>>,
}

impl Scene {
    /// Balls in a row, each overlapping the next by a quarter, in the order of their ids.
    fn new(wanted: &[Option<ContactEvents>]) -> Self {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        install::<Vec3, Placement<Vec3>>(&mut world, &mut schedule);
        world.init_resource::<Heard>();
        world.add_observer(|on: On<'_, '_, ContactStarted<Vec3>>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(("started", on.entity, on.other, on.touch));
        });
        world.add_observer(|on: On<'_, '_, ContactPersisted<Vec3>>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(("persisted", on.entity, on.other, on.touch));
        });
        world.add_observer(|on: On<'_, '_, ContactEnded<Vec3>>, mut heard: ResMut<'_, Heard>| {
            heard.0.push(("ended", on.entity, on.other, on.touch));
        });
        let balls = wanted.iter().enumerate().map(|(index, wanted)| {
            let place = Placement::at(Vec3::new(index as f32 * 0.75, 0.0, 0.0));
            let mut ball =
                world.spawn((Collider::<Vec3>::new(Ball::new(0.5).unwrap()), place, StableId(index as u64), CollidingEntities::default()));
            if let Some(wanted) = wanted {
                ball.insert(*wanted);
            }
            ball.id()
        });
        let balls = balls.collect();
        Self { world, schedule, balls, started: Default::default(), persisted: Default::default(), ended: Default::default() }
    }

    /// The messages and the triggers of one tick, as their kind and the places of the two in the row.
    fn tick(&mut self) -> (Vec<String>, Vec<String>) {
        let mut pairs = self.world.resource_mut::<CandidatePairs<Vec3>>();
        for pair in self.balls.windows(2) {
            pairs.push(pair[1], pair[0]);
        }
        self.schedule.run(&mut self.world);
        let name = |kind: &str, one: Entity, other: Entity| {
            let place = |ball: Entity| self.balls.iter().position(|&known| known == ball).map_or("?".to_owned(), |place| place.to_string());
            format!("{kind} {} {}", place(one), place(other))
        };
        let Self { started, persisted, ended, .. } = self;
        let mut told = Vec::new();
        let world = &self.world;
        told.extend(started.read(world.resource::<Messages<ContactStarted<Vec3>>>()).map(|m| name("started", m.entity, m.other)));
        told.extend(persisted.read(world.resource::<Messages<ContactPersisted<Vec3>>>()).map(|m| name("persisted", m.entity, m.other)));
        told.extend(ended.read(world.resource::<Messages<ContactEnded<Vec3>>>()).map(|m| name("ended", m.entity, m.other)));
        let heard = world.resource::<Heard>().0.iter().map(|&(kind, one, other, _)| name(kind, one, other)).collect();
        self.world.resource_mut::<Heard>().0.clear();
        (told, heard)
    }

    fn put(&mut self, ball: usize, x: f32) {
        self.world.entity_mut(self.balls[ball]).insert(Placement::at(Vec3::new(x, 0.0, 0.0)));
    }

    fn colliding(&self, ball: usize) -> Vec<usize> {
        let list = self.world.get::<CollidingEntities>(self.balls[ball]).unwrap();
        list.iter().map(|other| self.balls.iter().position(|&known| known == other).unwrap()).collect()
    }
}

#[test]
fn who_asks_is_told_each_thing_once() {
    let mut scene = Scene::new(&[SILENT, SILENT, MESSAGES, SILENT, TRIGGERS, ALL, SILENT]);
    let (told, heard) = scene.tick();
    assert_eq!(told, ["started 1 2", "started 2 3", "started 3 4", "started 4 5", "started 5 6"], "nobody asks about 0 and 1");
    assert_eq!(heard, ["started 4 3", "started 4 5", "started 5 4", "started 5 6"]);
    for _ in 0..2 {
        let (told, heard) = scene.tick();
        assert_eq!(told, ["persisted 4 5", "persisted 5 6"]);
        assert_eq!(heard, ["persisted 5 4", "persisted 5 6"], "4 does not want to hear that it goes on");
    }
    scene.put(3, 100.0);
    scene.put(6, 100.0);
    let (told, heard) = scene.tick();
    assert_eq!(told, ["persisted 4 5", "ended 2 3", "ended 3 4", "ended 5 6"]);
    assert_eq!(heard, ["persisted 5 4", "ended 4 3", "ended 5 6"]);
}

#[test]
fn an_end_survives_a_despawn_and_the_survivor_hears_it() {
    let mut scene = Scene::new(&[ALL, ALL, ALL]);
    scene.tick();
    let gone = scene.balls[1];
    scene.world.despawn(gone);
    scene.balls[1] = Entity::PLACEHOLDER;
    let (told, heard) = scene.tick();
    assert_eq!((told, heard), (vec!["ended 0 ?".to_owned(), "ended ? 2".to_owned()], vec!["ended 0 ?".to_owned(), "ended 2 ?".to_owned()]));
    let ended: Vec<_> = scene.world.resource::<Messages<ContactEnded<Vec3>>>().iter_current_update_messages().copied().collect();
    assert!(
        ended[0].other == gone && ended[0].touch.depth == 0.25 && ended[0].touch.normal == Vec3::X,
        "the last touch there was: {ended:?}"
    );
    assert_eq!((ended[0].body, ended[0].other_body), (ended[0].entity, gone));
}

#[test]
fn who_asks_late_or_no_longer_gets_a_start_and_an_end() {
    let mut scene = Scene::new(&[SILENT, SILENT]);
    assert_eq!(scene.tick(), (vec![], vec![]));
    scene.world.entity_mut(scene.balls[1]).insert(ContactEvents::TRIGGERS);
    assert_eq!(scene.tick(), (vec!["started 0 1".to_owned()], vec!["started 1 0".to_owned()]));
    assert_eq!(scene.tick(), (vec![], vec![]));
    scene.world.entity_mut(scene.balls[1]).remove::<ContactEvents>();
    assert_eq!(scene.tick(), (vec!["ended 0 1".to_owned()], vec![]), "who does not ask is not triggered");
    assert_eq!(scene.tick(), (vec![], vec![]));
}

#[test]
fn each_sees_the_touch_from_its_own_side() {
    let mut scene = Scene::new(&[TRIGGERS, TRIGGERS]);
    let turn = |x: f32, y: f32, z: f32| Quat::from_xyzw(x, y, z, 0.9).normalize();
    let (low, high) =
        (Pose::new(turn(0.3, -0.2, 0.1), Vec3::new(1.0, 2.0, 3.0)), Pose::new(turn(-0.1, 0.3, 0.4), Vec3::new(1.6, 2.5, 3.3)));
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
    let heard = &scene.world.resource::<Heard>().0;
    let [(.., one), (.., other)] = heard[..] else { panic!("{heard:?}") };
    let near = |p: glam::DVec3, q: glam::DVec3| assert!((p - q).length() < 1e-6, "{p} is not {q}: {heard:?}");
    let wide = |v: Vec3| v.as_dvec3();
    assert!(one.depth > 0.01 && one.depth == other.depth);
    near(low.vector(one.normal), -high.vector(other.normal));
    // Each in the frame of the shape that it is on.
    assert_eq!((one.point, one.other_point), (other.other_point, other.point));
    near(low.vector(one.motion), wide(motion));
    near(high.vector(other.motion), -wide(motion));
    near(low.point(one.other_pose.translation), wide(high.translation));
    near(high.point(other.other_pose.translation), wide(low.translation));
    // From the point on the one to the point on the other lies the depth along the normal.
    near(low.point(one.point) - low.vector(one.normal) * f64::from(one.depth), high.point(one.other_point));
    let again = one.flipped().flipped();
    near(wide(again.normal), wide(one.normal));
    near(wide(again.motion), wide(one.motion));
}

#[test]
fn colliding_entities_are_those_that_touch_and_written_only_when_they_change() {
    let mut scene = Scene::new(&[SILENT, SILENT, SILENT]);
    scene.tick();
    assert_eq!([0, 1, 2].map(|ball| scene.colliding(ball)), [vec![1], vec![0, 2], vec![1]]);
    let changed = |scene: &mut Scene| -> usize {
        let mut lists = scene.world.query_filtered::<(), Changed<CollidingEntities>>();
        let count = lists.iter(&scene.world).count();
        scene.world.clear_trackers();
        count
    };
    changed(&mut scene);
    scene.tick();
    assert_eq!(changed(&mut scene), 0);
    scene.put(2, 50.0);
    scene.tick();
    assert_eq!([0, 1, 2].map(|ball| scene.colliding(ball)), [vec![1], vec![0], vec![]]);
    assert_eq!(changed(&mut scene), 2);
    let list = scene.world.get::<CollidingEntities>(scene.balls[1]).unwrap();
    assert!(list.contains(scene.balls[0]) && !list.contains(scene.balls[2]) && list.len() == 1 && !list.is_empty());
}
