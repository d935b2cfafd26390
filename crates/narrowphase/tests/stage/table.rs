//! The table without an ECS: bit-identical for any order and number of threads, equal to direct
//! calls of `collide`, with the changes of a naive model.

use std::collections::BTreeMap;

use clinch_composite::ColliderShape;
use clinch_contact::{Manifold, Memory, Pair, Relation, Scratch, Settings, collide};
use clinch_narrowphase::{
    Attributes, Candidates, Change, Changes, ColliderInput, CollisionLayers, ContactTable, Counters, EventFlags, PairKey, Placed,
    Placement, Placements, Row, Workers,
};
use clinch_shapes::{Ball, Capsule, Cuboid, Hull, Shape3};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

type Body = (Shape3<Vec3>, Placement<Vec3>);

/// Balls, boxes, capsules and hulls that move and rotate a little each tick.
struct Scene {
    bodies: Vec<Body>,
    motion: Vec<(Vec3, Vec3)>,
}

fn vector(random: &mut Random, size: f64) -> Vec3 {
    (random.in_ball(3) * size).as_vec3()
}

impl Scene {
    fn new(seed: u64, count: usize, radius: f64) -> Self {
        let mut random = Random::new(seed);
        let shape = |random: &mut Random, index: usize| -> Shape3<Vec3> {
            let size = |random: &mut Random| random.range(0.2, 0.6) as f32;
            match index % 4 {
                0 => Ball::new(size(random)).unwrap().into(),
                1 => Capsule::new(size(random), 0.5 * size(random)).unwrap().into(),
                2 => Cuboid::new(Vec3::new(size(random), size(random), size(random))).unwrap().into(),
                _ => Hull::new(&(0..12).map(|_| vector(random, 0.7)).collect::<Vec<_>>()).unwrap().into(),
            }
        };
        let bodies = (0..count)
            .map(|index| {
                let rotation = Quat::from_array(random.quaternion().map(|x| x as f32));
                (shape(&mut random, index), Placement(Pose::new(rotation, vector(&mut random, radius))))
            })
            .collect();
        let motion = (0..count).map(|_| (vector(&mut random, 0.02), vector(&mut random, 0.02))).collect();
        Self { bodies, motion }
    }

    fn step(&mut self) {
        for ((_, Placement(pose)), (velocity, spin)) in self.bodies.iter_mut().zip(&self.motion) {
            pose.translation += *velocity;
            let q = pose.rotation;
            // To first order; the length of a quaternion does not matter.
            pose.rotation = Quat::from_xyzw(q.x + spin.x * q.w, q.y + spin.y * q.w, q.z + spin.z * q.w, q.w - spin.dot(q.xyz()));
        }
    }

    /// All pairs of bodies whose centers are nearer than `distance`.
    fn pairs(&self, distance: f32) -> Vec<(usize, usize)> {
        let at = |i: usize| self.bodies[i].1.0.translation;
        let all = (0..self.bodies.len()).flat_map(|a| (a + 1..self.bodies.len()).map(move |b| (a, b)));
        all.filter(|&(a, b)| at(a).distance_squared(at(b)) < distance * distance).collect()
    }
}

/// Inserts all bodies.
fn sync(table: &mut ContactTable<usize, Vec3>, placements: &mut Placements<Placement<Vec3>>, bodies: &[Body]) {
    sync_some(table, placements, bodies, |_| true);
}

fn sync_some(
    table: &mut ContactTable<usize, Vec3>,
    placements: &mut Placements<Placement<Vec3>>,
    bodies: &[Body],
    exists: impl Fn(usize) -> bool,
) {
    let mut sync = table.sync_colliders(placements);
    for (key, (shape, placement)) in bodies.iter().enumerate().filter(|(key, _)| exists(*key)) {
        sync.insert(
            key,
            ColliderInput { shape: &shape.clone().into(), shape_changed: true, placement: *placement, attributes: Attributes::default() },
        );
    }
}

type Ticks = Vec<(Vec<Row<usize, Vec3>>, Changes<usize, Vec3>, Counters)>;

fn run(mut workers: Workers<Vec3>, disturb: impl Fn(&mut Vec<(usize, usize)>, u64)) -> Ticks {
    let mut scene = Scene::new(1, 420, 4.0);
    let (mut table, mut placements) = (ContactTable::new(), Placements::new());
    let settings = Settings::with_margin(0.05);
    (0..6)
        .map(|tick| {
            scene.step();
            let mut pairs = scene.pairs(1.6);
            disturb(&mut pairs, tick);
            sync(&mut table, &mut placements, &scene.bodies);
            table.update_pairs(Candidates::All(&mut pairs));
            let counters = table.update_contacts(&placements, &(), &settings, &mut workers);
            let changes = table.publish().clone();
            (table.rows().cloned().collect(), changes, counters)
        })
        .collect()
}

#[test]
fn any_number_of_threads_and_any_order_give_the_same_bits() {
    let alone = run(Workers::with_threads(1), |_, _| {});
    let counters = alone[5].2;
    assert!(counters.pairs >= 2000 && counters.touching >= 400 && counters.pairs - counters.touching >= 400, "{counters:?}");
    assert!(alone[1..].iter().any(|(_, changes, _)| !changes.started.is_empty() && !changes.ended.is_empty()));
    for threads in [0, 2, 3, 8] {
        assert!(run(Workers::with_threads(threads), |_, _| {}) == alone, "{threads} threads");
    }
    assert!(run(Workers::shared(), |_, _| {}) == alone, "the shared pool");
    let disturbed = run(Workers::with_threads(3), |pairs, tick| {
        let mut random = Random::of(2, tick);
        for index in 0..pairs.len() {
            let other = random.below(index + 1);
            pairs.swap(index, other);
            if random.chance(0.5) {
                pairs[index] = (pairs[index].1, pairs[index].0);
            }
            if random.chance(0.2) {
                let again = pairs[index];
                pairs.extend([again, (again.1, again.0), (again.0, again.0)]);
            }
        }
    });
    assert!(disturbed == alone, "shuffled, swapped, duplicated, and paired with themselves");
}

#[test]
fn rows_equal_direct_calls_of_collide() {
    let mut scene = Scene::new(3, 150, 2.5);
    let (mut table, mut placements, mut workers) = (ContactTable::new(), Placements::new(), Workers::with_threads(2));
    let settings = Settings::with_margin(0.05);
    let mut direct: BTreeMap<(usize, usize), (Memory<Vec3>, Manifold<Vec3>)> = BTreeMap::new();
    let mut scratch = Scratch::new();
    for _ in 0..8 {
        scene.step();
        let pairs = scene.pairs(1.4);
        sync(&mut table, &mut placements, &scene.bodies);
        table.update_pairs(Candidates::All(&mut pairs.clone()));
        table.update_contacts(&placements, &(), &settings, &mut workers);
        table.publish();
        assert_eq!(table.len(), pairs.len());
        direct.retain(|pair, _| pairs.contains(pair));
        for ((a, b), row) in pairs.iter().copied().zip(table.rows()) {
            assert_eq!(row.key(), PairKey { a, b });
            let (memory, manifold) = direct.entry((a, b)).or_default();
            let ((shape_a, at_a), (shape_b, at_b)) = (&scene.bodies[a], &scene.bodies[b]);
            let pair = Pair { a: shape_a, b: shape_b, b_in_a: at_b.pose_in(at_a) };
            let measured = collide(&pair, &settings, memory, &mut scratch, manifold);
            assert_eq!(row.manifold(), manifold);
            let touching = matches!(measured.relation, Relation::Near(near) if near.is_touching());
            assert_eq!(row.is_touching(), touching);
            assert!(core::ptr::eq(row, table.row(b, a).unwrap()));
        }
    }
}

#[test]
fn changes_under_churn_equal_those_of_a_naive_model() {
    let mut random = Random::new(4);
    let mut scene = Scene::new(4, 60, 1.6);
    let (mut table, mut placements, mut workers) = (ContactTable::new(), Placements::new(), Workers::with_threads(1));
    let mut removed = vec![false; scene.bodies.len()];
    let mut model: BTreeMap<(usize, usize), Vec3> = BTreeMap::new();
    let (mut starts, mut ends) = (0, 0);
    for tick in 0..200 {
        scene.step();
        for (body, removed) in removed.iter_mut().enumerate() {
            if random.chance(0.03) {
                *removed = !*removed;
            }
            // To another position, or to none.
            if random.chance(0.02) {
                let far = if random.chance(0.2) { f32::NAN } else { 1.0 };
                scene.bodies[body].1.0.translation = vector(&mut random, 1.6) * far;
            }
        }
        let mut pairs: Vec<(usize, usize)> = (0..60).flat_map(|a| (a + 1..60).map(move |b| (a, b))).collect();
        let dropped = random.range(0.0, 0.4);
        pairs.retain(|_| !random.chance(dropped));
        if tick % 17 == 16 {
            pairs.clear();
        }
        let expected: Vec<_> = pairs.iter().copied().filter(|&(a, b)| !removed[a] && !removed[b]).collect();
        sync_some(&mut table, &mut placements, &scene.bodies, |body| !removed[body]);
        table.update_pairs(Candidates::All(&mut pairs));
        table.update_contacts(&placements, &(), &Settings::default(), &mut workers);
        let changes = table.publish();

        let now: BTreeMap<(usize, usize), Vec3> = expected
            .into_iter()
            .filter_map(|(a, b)| {
                let ((shape_a, Placement(at_a)), (shape_b, Placement(at_b))) = (&scene.bodies[a], &scene.bodies[b]);
                let (mut manifold, mut scratch) = (Manifold::new(), Scratch::new());
                let pair = Pair::in_world(shape_a, at_a, shape_b, at_b);
                collide(&pair, &Settings::default(), &mut Memory::new(), &mut scratch, &mut manifold);
                manifold.is_touching().then_some(((a, b), manifold.normal))
            })
            .collect();
        let keys = |changes: &[Change<usize, Vec3>]| -> Vec<(usize, usize)> {
            changes.iter().map(|change| (change.key.a, change.key.b)).collect()
        };
        let started: Vec<_> = now.keys().filter(|pair| !model.contains_key(pair)).copied().collect();
        let ended: Vec<_> = model.keys().filter(|pair| !now.contains_key(pair)).copied().collect();
        assert_eq!((keys(&changes.started), keys(&changes.ended)), (started, ended), "tick {tick}");
        starts += changes.started.len();
        ends += changes.ended.len();
        model = now;
    }
    assert!(starts > 2000 && starts - ends == model.len(), "the sample must bite: {starts} starts, {ends} ends");
}

#[test]
fn a_pair_dropped_and_found_between_two_publications_ends_and_starts() {
    let ball = Shape3::from(Ball::<Vec3>::new(0.5).unwrap());
    let bodies = [0.0_f32, 0.75].map(|x| (ball.clone(), Placement(Pose::at(Vec3::new(x, 0.0, 0.0)))));
    let (mut table, mut placements, mut workers) = (ContactTable::new(), Placements::new(), Workers::with_threads(1));
    let mut tick = |table: &mut ContactTable<usize, Vec3>, pairs: &[(usize, usize)]| {
        sync(table, &mut placements, &bodies);
        table.update_pairs(Candidates::All(&mut pairs.to_vec()));
        table.update_contacts(&placements, &(), &Settings::default(), &mut workers);
    };
    tick(&mut table, &[(0, 1)]);
    table.publish();
    tick(&mut table, &[]);
    tick(&mut table, &[(0, 1)]);
    let changes = table.publish();
    assert_eq!((changes.started.len(), changes.ended.len()), (1, 1));
    let changes = table.publish();
    assert_eq!((changes.started.len(), changes.ended.len()), (0, 0), "publishing again reports nothing");
}

/// With empty placements, or those of another table, the next sync sets all that are needed.
#[test]
fn placements_of_another_table_do_not_panic() {
    let ball = Shape3::from(Ball::<Vec3>::new(0.5).unwrap());
    let bodies = [0.0_f32, 0.75, 1.5].map(|x| (ball.clone(), Placement(Pose::at(Vec3::new(x, 0.0, 0.0)))));
    let (mut table, mut workers) = (ContactTable::new(), Workers::with_threads(1));
    let mut foreign = Placements::new();
    sync(&mut ContactTable::new(), &mut foreign, &bodies[..1]);
    for mut placements in [Placements::new(), Placements::new(), foreign] {
        sync(&mut table, &mut placements, &bodies);
        table.update_pairs(Candidates::All(&mut vec![(0, 1), (1, 2)]));
        assert_eq!(table.update_contacts(&placements, &(), &Settings::default(), &mut workers).touching, 2);
    }
    // No collider was inserted with these.
    table.update_pairs(Candidates::All(&mut vec![(0, 1), (1, 2)]));
    assert_eq!(table.update_contacts(&Placements::<Placement<Vec3>>::new(), &(), &Settings::default(), &mut workers).rejected, 2);
}

/// Why a contact ends.
#[derive(Clone, Copy, Debug)]
enum Cause {
    Distance,
    NotANumber,
    NotACandidate,
    ColliderRemoved,
    Reject,
    Edit,
    NoRequest,
}

#[test]
fn a_collider_inserted_twice_in_a_tick_and_moved_by_the_first_is_computed() {
    let ball = ColliderShape::from(Ball::<Vec3>::new(0.5).unwrap());
    let (mut table, mut placements) = (ContactTable::<usize, Vec3>::new(), Placements::new());
    // The positions of the second body in each of its insertions.
    let mut depth = |positions: &[f32]| {
        let mut sync = table.sync_colliders(&mut placements);
        for (key, x) in [(0, 0.0)].into_iter().chain(positions.iter().map(|&x| (1, x))) {
            let attributes = Attributes { sleeping: true, ..Attributes::default() };
            sync.insert(
                key,
                ColliderInput { shape: &ball, shape_changed: false, placement: Placement::at(Vec3::new(x, 0.0, 0.0)), attributes },
            );
        }
        drop(sync);
        table.update_pairs(Candidates::All(&mut vec![(0, 1)]));
        let counters = table.update_contacts(&placements, &(), &Settings::default(), &mut Workers::default());
        (counters.at_rest, table.row(0, 1).unwrap().manifold().points[0].separation)
    };
    assert_eq!(depth(&[0.75]), (0, -0.25));
    assert_eq!(depth(&[0.75]), (1, -0.25));
    assert_eq!(depth(&[0.5, 0.5]), (0, -0.5));
    assert_eq!(depth(&[0.5, 0.5]), (1, -0.5));
}

#[test]
fn of_several_inputs_of_a_collider_the_last_one_counts() {
    let [small, large] = [0.5, 1.0].map(|radius| ColliderShape::from(Ball::<Vec3>::new(radius).unwrap()));
    let (mut table, mut placements) = (ContactTable::<usize, Vec3>::new(), Placements::new());
    let mut touches = |inputs: &[(&ColliderShape<Vec3>, bool)]| {
        let mut sync = table.sync_colliders(&mut placements);
        for (key, x, (shape, shape_changed)) in [(0, 0.0, (&small, false))].into_iter().chain(inputs.iter().map(|&input| (1, 1.25, input)))
        {
            let placement = Placement::at(Vec3::new(x, 0.0, 0.0));
            sync.insert(key, ColliderInput { shape, shape_changed, placement, attributes: Attributes::default() });
        }
        drop(sync);
        table.update_pairs(Candidates::All(&mut vec![(0, 1)]));
        table.update_contacts(&placements, &(), &Settings::default(), &mut Workers::default());
        table.row(0, 1).unwrap().is_touching()
    };
    assert!(touches(&[(&small, false), (&large, false)]), "both are new");
    assert!(!touches(&[(&small, true)]));
    assert!(!touches(&[(&large, true), (&small, false)]), "it has the shape of the last tick");
}

/// The filter is applied by `update_pairs`. Its input may have changed in a tick that leaves it
/// out, as an engine may whose incremental broadphase has found nothing new.
#[test]
fn a_pair_filter_that_is_applied_a_tick_late_is_applied() {
    let ball = ColliderShape::from(Ball::<Vec3>::new(0.5).unwrap());
    let (mut table, mut placements) = (ContactTable::<usize, Vec3>::new(), Placements::new());
    let mut touches = |layers: CollisionLayers, sleeping: bool, added: Option<(usize, usize)>, update_pairs: bool| {
        let mut sync = table.sync_colliders(&mut placements);
        for (key, x) in [0.0, 0.75].into_iter().enumerate() {
            let attributes = Attributes { layers, sleeping, ..Attributes::default() };
            sync.insert(
                key,
                ColliderInput { shape: &ball, shape_changed: false, placement: Placement::at(Vec3::new(x, 0.0, 0.0)), attributes },
            );
        }
        drop(sync);
        if update_pairs {
            let mut added: Vec<_> = added.into_iter().collect();
            table.update_pairs(Candidates::Changes { added: &mut added, removed: &mut vec![] });
        }
        table.update_contacts(&placements, &(), &Settings::default(), &mut Workers::default());
        table.publish();
        table.row(0, 1).unwrap().is_touching()
    };
    for sleeping in [false, true] {
        assert!(touches(CollisionLayers::ALL, sleeping, Some((0, 1)), true));
        assert!(touches(CollisionLayers::NONE, sleeping, None, false), "not yet");
        assert!(!touches(CollisionLayers::NONE, sleeping, None, true));
        assert!(!touches(CollisionLayers::ALL, sleeping, None, false), "not yet");
        assert!(touches(CollisionLayers::ALL, sleeping, None, true));
    }
}

#[test]
fn an_end_reports_the_contact_published_last_whatever_the_cause() {
    use Cause::{ColliderRemoved, Distance, Edit, NoRequest, NotACandidate, NotANumber, Reject};

    let ball = ColliderShape::from(Ball::<Vec3>::new(0.5).unwrap());
    for (cause, sleeping) in [Distance, NotANumber, NotACandidate, ColliderRemoved, Reject, Edit, NoRequest]
        .map(|cause| [(cause, false), (cause, true)])
        .as_flattened()
    {
        let (mut table, mut placements, mut workers) = (ContactTable::<usize, Vec3>::new(), Placements::new(), Workers::with_threads(1));
        let mut tick = |x: f32, cause: Option<Cause>| {
            let x = if matches!(cause, Some(NotANumber)) { f32::NAN } else { x };
            let mut sync = table.sync_colliders(&mut placements);
            for (key, x) in [0.0, x].into_iter().enumerate().take(if matches!(cause, Some(ColliderRemoved)) { 1 } else { 2 }) {
                let events = if matches!(cause, Some(NoRequest)) { EventFlags::default() } else { EventFlags::ALL };
                let attributes = Attributes { sleeping: *sleeping, events, ..Attributes::default() };
                sync.insert(
                    key,
                    ColliderInput { shape: &ball, shape_changed: false, placement: Placement::at(Vec3::new(x, 0.0, 0.0)), attributes },
                );
            }
            drop(sync);
            let mut pairs = if matches!(cause, Some(NotACandidate)) { vec![] } else { vec![(0, 1)] };
            if matches!(cause, Some(NotACandidate)) {
                let mut removed = vec![(1, 0)];
                table.update_pairs(Candidates::Changes { added: &mut pairs, removed: &mut removed });
            } else {
                table.update_pairs(Candidates::All(&mut pairs));
            }
            table.update_contacts(&placements, &(), &Settings::default(), &mut workers);
            match (cause, table.row_mut(0, 1)) {
                (Some(Reject), Some(row)) => row.reject(),
                (Some(Edit), Some(row)) => row.edit(|manifold| manifold.points.clear()),
                _ => {}
            }
            let Changes { started, persisted, ended, .. } = table.publish();
            [started, persisted, ended].map(|changes| changes.iter().map(|change| change.touch).collect::<Vec<_>>())
        };
        let [started, ..] = tick(0.5, None);
        let [_, persisted, _] = tick(0.75, None);
        let [_, again, _] = tick(0.75, None);
        assert!(persisted[0] != started[0] && again.len() == 1, "{started:?} {persisted:?} {again:?}");
        let [none, nothing, ended] = tick(if matches!(cause, Distance) { 1.5 } else { 0.75 }, Some(*cause));
        assert!(none.is_empty() && nothing.is_empty(), "{cause:?}: {none:?} {nothing:?}");
        assert_eq!(ended, again, "{cause:?}, sleeping: {sleeping}");
    }
}
