//! What the stage saves on pairs that do not change: beside a table that saves nothing.

use clinch_contact::{Recycling, Settings};
use clinch_narrowphase::{
    Attributes, Candidates, Changes, ColliderInput, CollisionLayers, ContactTable, Counters, EventFlags, PairKey, PairRules, Placement,
    Placements, Row, Workers,
};
use clinch_shapes::{Ball, Capsule, Cuboid, Shape3};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

/// As no rules, but not known to be constant: every pair is computed.
struct Changing;

impl PairRules<usize, f32> for Changing {}

struct Body {
    shape: Shape3<Vec3>,
    placement: Placement<Vec3>,
    attributes: Attributes<usize, f32>,
    exists: bool,
}

impl Body {
    fn new(random: &mut Random, index: usize) -> Self {
        let shape: Shape3<Vec3> = match index % 3 {
            0 => Ball::new(0.5).unwrap().into(),
            1 => Capsule::new(0.4, 0.2).unwrap().into(),
            _ => Cuboid::new(Vec3::new(0.4, 0.5, 0.3)).unwrap().into(),
        };
        let events = [EventFlags::ALL, EventFlags::CHANGES, EventFlags::default()][index % 3];
        let attributes = Attributes { events, is_static: index.is_multiple_of(5), ..Attributes::default() };
        let mut body = Self { shape, placement: Placement::at(Vec3::ZERO), attributes, exists: true };
        body.move_by(random, 1.2);
        body
    }

    fn move_by(&mut self, random: &mut Random, distance: f64) {
        let rotation = Quat::from_array(random.quaternion().map(|x| x as f32));
        let at = self.placement.0.translation + (random.in_ball(3) * distance).as_vec3();
        self.placement = Placement(Pose::new(rotation, at));
    }

    /// One of the changes that a collider can go through.
    fn change(&mut self, random: &mut Random) {
        match random.below(6) {
            0 => self.exists = !self.exists,
            1 => self.attributes.sleeping = !self.attributes.sleeping,
            2 => self.attributes.layers = [CollisionLayers::default(), CollisionLayers::NONE][random.below(2)],
            3 => self.attributes.sensor = !self.attributes.sensor,
            4 => self.attributes.events = [EventFlags::ALL, EventFlags::CHANGES, EventFlags::default()][random.below(3)],
            _ => self.move_by(random, 0.3),
        }
    }
}

/// A table and its placements.
struct Tables {
    table: ContactTable<usize, Vec3>,
    placements: Placements<Placement<Vec3>>,
}

impl Tables {
    fn new() -> Self {
        Self { table: ContactTable::new(), placements: Placements::new() }
    }

    fn tick(
        &mut self,
        bodies: &[Body],
        candidates: Candidates<'_, usize>,
        rules: &impl PairRules<usize, f32>,
        settings: &Settings<f32>,
    ) -> Counters {
        let Self { table, placements } = self;
        let mut sync = table.sync_colliders(placements);
        for (key, Body { shape, placement, attributes, .. }) in bodies.iter().enumerate().filter(|(_, body)| body.exists) {
            let (shape, attributes) = (&shape.clone().into(), attributes.clone());
            sync.insert(key, ColliderInput { shape, shape_changed: false, placement: *placement, attributes });
        }
        drop(sync);
        table.update_pairs(candidates);
        table.update_contacts(placements, rules, settings, &mut Workers::with_threads(1))
    }

    /// Edits or rejects some pairs, the same ones for the same seed.
    fn edit(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        self.table.for_each_mut(|row| {
            row.user_data().for_each(|data| data[0] += 1.0);
            if random.chance(0.05) {
                row.edit(|manifold| manifold.normal = -manifold.normal);
            }
        });
        for _ in 0..20 {
            let (a, b) = (random.below(24), random.below(24));
            if let Some(row) = self.table.row_mut(a, b)
                && random.chance(0.2)
            {
                row.reject();
            }
        }
    }

    /// Publishes, and returns all that can be read of the table. A number is the same if it is
    /// equal to within rounding: a pair that is computed again starts where it ended.
    fn published(&mut self, bodies: usize) -> (Vec<String>, Vec<f32>) {
        let (mut words, mut numbers) = (Vec::new(), Vec::new());
        let Changes { started, persisted, ended, .. } = self.table.publish();
        for (name, change) in [("start", started), ("stay", persisted), ("end", ended)]
            .into_iter()
            .flat_map(|(name, changes)| changes.iter().map(move |change| (name, change)))
        {
            words.push(format!("{name} {:?} {:?}", change.key, change.touch.other_pose));
            let touch = &change.touch;
            numbers.extend([touch.normal, touch.point, touch.other_point, touch.motion].iter().flat_map(Vec3::to_array));
        }
        for row in self.table.rows() {
            let states = (row.is_touching(), row.is_undefined(), row.is_fresh(), row.bodies());
            words.push(format!("{:?} {states:?} {:?}", row.key(), row.b_in_a()));
            for (normal, point) in row.points() {
                words.push(format!("{:?} {} {:?} {}", point.feature, point.persisted, point.user_data, point.touching));
                numbers.extend([normal, point.on_a, point.on_b].iter().flat_map(Vec3::to_array));
                numbers.push(point.separation);
            }
        }
        for key in 0..bodies {
            words.push(format!("{key}: {:?}", self.table.rows_of(key).map(Row::key).collect::<Vec<_>>()));
        }
        (words, numbers)
    }
}

#[test]
fn pairs_that_do_not_change_are_as_if_they_were_found_and_computed_anew() {
    for (seed, incremental, recycling) in
        [(1, false, Recycling::Off), (2, false, Recycling::Proved(1e-4)), (3, true, Recycling::Off), (4, true, Recycling::Proved(1e-4))]
    {
        let mut random = Random::new(seed);
        let mut bodies: Vec<Body> = (0..24).map(|index| Body::new(&mut random, index)).collect();
        let (mut saving, mut computing) = (Tables::new(), Tables::new());
        let settings = Settings { recycling, ..Settings::with_margin(0.1) };
        let mut all: Vec<(usize, usize)> = (0..24).flat_map(|a| (a + 1..24).map(move |b| (a, b))).collect();
        let (mut unmoved, mut at_rest, mut changes) = (0, 0, 0);
        for tick in 0..300 {
            // In most ticks nothing changes, or one body does.
            for _ in 0..random.below(3).saturating_sub(1) + usize::from(random.chance(0.05)) * 5 {
                let body = random.below(24);
                bodies[body].change(&mut random);
            }
            let changed = random.chance(0.2);
            if changed {
                let index = random.below(all.len());
                let pair = all.swap_remove(index);
                if random.chance(0.5) {
                    all.push((pair.1, pair.0));
                }
            }
            // The other table gets them in another order, so that it has to sort and merge them.
            let mut shuffled = all.clone();
            shuffled.rotate_left(1 + tick % (all.len() - 1));
            let counters = if incremental {
                // Adding an existing pair forces a merge that does not change the table.
                let (mut added, mut again) = (if changed || tick % 7 == 0 { all.clone() } else { Vec::new() }, Vec::new());
                again.extend(if added.is_empty() {
                    saving.table.rows().take(1).map(|row| (row.key().a, row.key().b)).collect()
                } else {
                    shuffled
                });
                let (removed, none) = (&mut Vec::new(), &mut Vec::new());
                [
                    saving.tick(&bodies, Candidates::Changes { added: &mut added, removed }, &(), &settings),
                    computing.tick(&bodies, Candidates::Changes { added: &mut again, removed: none }, &Changing, &settings),
                ]
            } else {
                [
                    saving.tick(&bodies, Candidates::All(&mut all.clone()), &(), &settings),
                    computing.tick(&bodies, Candidates::All(&mut shuffled), &Changing, &settings),
                ]
            };
            unmoved += counters[0].unmoved;
            at_rest += counters[0].at_rest;
            assert_eq!((counters[1].unmoved, counters[0].at_rest), (0, counters[1].at_rest));
            let results =
                counters.map(|counters| [counters.pairs, counters.touching, counters.speculative, counters.rejected, counters.points]);
            assert_eq!(results[0], results[1], "seed {seed}, tick {tick}");
            if random.chance(0.3) {
                saving.edit(tick as u64);
                computing.edit(tick as u64);
            }
            if random.chance(0.9) {
                let (one, other) = (saving.published(24), computing.published(24));
                for (one, other) in one.0.iter().zip(&other.0) {
                    assert_eq!(one, other, "seed {seed}, tick {tick}");
                }
                assert!(one.1.iter().zip(&other.1).all(|(one, other)| (one - other).abs() < 1e-6), "seed {seed}, tick {tick}");
                assert_eq!([one.0.len(), one.1.len()], [other.0.len(), other.1.len()], "seed {seed}, tick {tick}");
                changes += one.0.iter().filter(|word| word.starts_with("start") || word.starts_with("end")).count();
            }
        }
        assert!(unmoved > 10_000 && at_rest > 500 && changes > 100, "the sample must bite: {unmoved} {at_rest} {changes}");
    }
}

/// Balls of radius 0.5 on the x axis, by key.
fn balls(places: &[(usize, f32)]) -> Vec<(usize, Body)> {
    let ball = |&(key, x): &(usize, f32)| {
        let placement = Placement::at(Vec3::new(x, 0.0, 0.0));
        let attributes = Attributes { events: EventFlags::ALL, ..Attributes::default() };
        (key, Body { shape: Ball::new(0.5).unwrap().into(), placement, attributes, exists: true })
    };
    places.iter().map(ball).collect()
}

impl Tables {
    fn sync(&mut self, places: &[(usize, f32)]) {
        let mut sync = self.table.sync_colliders(&mut self.placements);
        for (key, Body { shape, placement, attributes, .. }) in balls(places) {
            sync.insert(key, ColliderInput { shape: &shape.into(), shape_changed: false, placement, attributes });
        }
    }

    fn update(&mut self, pairs: &[(usize, usize)], rules: &impl PairRules<usize, f32>) -> Counters {
        self.table.update_pairs(Candidates::All(&mut pairs.to_vec()));
        self.table.update_contacts(&self.placements, rules, &Settings::default(), &mut Workers::with_threads(1))
    }

    fn depth(&self, one: usize, other: usize) -> Option<f32> {
        self.table.row(one, other).unwrap().points().next().map(|(_, point)| -point.separation)
    }
}

#[test]
fn a_collider_that_moved_in_an_earlier_sync_is_computed() {
    let mut tables = Tables::new();
    tables.sync(&[(0, 0.0), (1, 0.75)]);
    tables.update(&[(0, 1)], &());
    tables.sync(&[(0, 0.0), (1, 0.5)]);
    tables.sync(&[(0, 0.0), (1, 0.5)]);
    assert_eq!((tables.update(&[(0, 1)], &()).unmoved, tables.depth(0, 1)), (0, Some(0.5)));
    tables.sync(&[(0, 0.0), (1, 0.5)]);
    assert_eq!((tables.update(&[(0, 1)], &()).unmoved, tables.depth(0, 1)), (1, Some(0.5)));
}

/// Allows no pair, in any tick.
struct Nothing;

impl PairRules<usize, f32> for Nothing {
    const CONSTANT: bool = true;

    fn allows(&self, _: PairKey<usize>) -> bool {
        false
    }
}

#[test]
fn other_rules_and_other_placements_have_unmoved_pairs_computed() {
    let (mut tables, places) = (Tables::new(), [(0, 0.0), (1, 0.75)]);
    let mut tick = |rules: &dyn Fn(&mut Tables) -> Counters| {
        tables.sync(&places);
        let counters = rules(&mut tables);
        (counters.touching, counters.rejected)
    };
    for _ in 0..2 {
        assert_eq!(tick(&|tables| tables.update(&[(0, 1)], &())), (1, 0));
        assert_eq!(tick(&|tables| tables.update(&[(0, 1)], &Nothing)), (0, 1));
        assert_eq!(tick(&|tables| tables.update(&[(0, 1)], &Nothing)), (0, 1));
        assert_eq!(tick(&|tables| tables.update(&[(0, 1)], &())), (1, 0));
        let without = |tables: &mut Tables| {
            let placements = Placements::<Placement<Vec3>>::new();
            tables.table.update_contacts(&placements, &(), &Settings::default(), &mut Workers::with_threads(1))
        };
        assert_eq!(tick(&without), (0, 1));
    }
}

#[test]
fn rows_are_found_by_their_colliders_at_any_time() {
    let mut tables = Tables::new();
    tables.sync(&[(1, 0.0), (2, 0.75), (3, -0.75), (4, 0.5)]);
    tables.update(&[(1, 2), (1, 3)], &());
    tables.table.publish();
    // Collider 0 comes and 3 goes: others have their ranks.
    tables.sync(&[(0, 9.0), (1, 0.0), (2, 0.75), (4, 0.5)]);
    assert_eq!(tables.table.row(2, 1).map(Row::key), Some(PairKey { a: 1, b: 2 }));
    assert_eq!(tables.table.row(1, 3).map(Row::key), None);
    // The rows of both pairs are given to others before the next publication.
    tables.update(&[(2, 4), (0, 4)], &());
    for key in [0, 1, 2, 3, 4] {
        let foreign = tables.table.rows_of(key).find(|row| ![row.key().a, row.key().b].contains(&key));
        assert!(foreign.is_none(), "{key}: {foreign:?}");
    }
}

#[test]
fn the_pairs_of_a_collider_are_those_published_last_wherever_their_rows_are() {
    let mut tables = Tables::new();
    let places = [(0, 0.0), (1, 0.75), (2, -0.75), (3, 0.5)];
    tables.sync(&places);
    tables.update(&[(0, 1), (0, 2)], &());
    tables.table.publish();
    // The row of the first pair is given to another one of the same collider.
    tables.sync(&places);
    tables.update(&[(0, 2), (0, 3)], &());
    let pairs = |tables: &Tables| tables.table.rows_of(0).map(Row::key).collect::<Vec<_>>();
    assert_eq!(pairs(&tables), [PairKey { a: 0, b: 2 }]);
    tables.table.publish();
    assert_eq!(pairs(&tables), [PairKey { a: 0, b: 2 }, PairKey { a: 0, b: 3 }]);
}

#[test]
fn a_pair_that_was_undefined_has_not_moved() {
    let mut tables = Tables::new();
    for x in [0.75, f32::NAN, 0.5] {
        tables.sync(&[(0, 0.0), (1, x)]);
        tables.update(&[(0, 1)], &());
        let changes = tables.table.publish();
        assert!(changes.started.iter().all(|start| start.touch.motion == Vec3::ZERO), "{changes:?}");
    }
}
