//! The checks after every tick and the faults that they find.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::message::{MessageCursor, Messages};
use bevy_ecs::system::SystemState;
use bevy_ecs::world::World;
use clinch::composite::ColliderShape;
use clinch::composite_contact::{
    ColliderMemory, ColliderPair, CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, collide as collide_composite,
    collide_composites,
};
use clinch::contact::{Manifold, Measured, Memory, Pair, Relation, Scratch, Settings, collide};
use clinch::d3::{Collider, ColliderOffset, ContactEnded, ContactStarted, Contacts, Placement, Shape, Snapshot, StageSettings, Vector};
use clinch::narrowphase::{Attached, Placed};
use clinch::shapes::Convex;
use clinch::support::SupportMap;
use clinch::{ColliderOf, CollisionLayers, IgnoredContacts, Sensor, Static};
use glam::DVec3;

use super::test_world::TestWorld;

/// The rows of each tick that are compared with a cold query.
const COMPARED_ROWS: usize = 60;
/// The colliders of each tick that are compared with all others near them.
const COMPARED_COLLIDERS: usize = 3;
/// One tick in this many is repeated from a snapshot.
const REPEATED: u64 = 25;

/// The counts of checks and the faults.
#[derive(Default)]
pub(crate) struct Audit {
    pub(crate) ticks: u64,
    pub(crate) pairs: u64,
    pub(crate) faults: Vec<String>,
    touching: u64,
    compared: u64,
    /// Of these, pairs with a composite shape.
    composites: u64,
    recycled: u64,
    at_rest: u64,
    compared_with_all: u64,
    repeated: u64,
    /// Pairs that started and have not ended.
    reported: BTreeSet<(Entity, Entity)>,
    started: MessageCursor<ContactStarted>,
    ended: MessageCursor<ContactEnded>,
}

/// A collider with its body and placement, read from the world.
struct Participant<'w> {
    entity: Entity,
    body: Entity,
    shape: &'w ColliderShape<Vector>,
    place: Attached<Vector, Placement>,
}

/// `None` if the entity takes no part in collisions.
fn participant(world: &World, entity: Entity) -> Option<Participant<'_>> {
    let here = world.get_entity(entity).ok().filter(|entity| !entity.contains::<Disabled>())?;
    let shape = &here.get::<Collider>()?.0;
    let part_of = here.get::<ColliderOf>().map(|of| of.0);
    let body = match part_of {
        Some(body) => world.get_entity(body).ok().filter(|body| !body.contains::<Disabled>())?,
        None => here,
    };
    let place = match here.get::<Placement>() {
        Some(place) => Attached { body: *place, offset: None },
        None => Attached { body: *body.get::<Placement>()?, offset: here.get::<ColliderOffset>().map(|offset| offset.0) },
    };
    Some(Participant { entity, body: body.id(), shape, place })
}

fn may_collide(world: &World, a: &Participant<'_>, b: &Participant<'_>) -> bool {
    let has_static = |of: &Participant<'_>| [of.entity, of.body].iter().any(|&entity| world.get::<Static>(entity).is_some());
    let layers = |of: &Participant<'_>| world.get::<CollisionLayers>(of.entity).copied().unwrap_or_default();
    let ignores = |of: &Participant<'_>, other: &Participant<'_>| {
        let lists = [of.entity, of.body].map(|entity| world.get::<IgnoredContacts>(entity));
        lists.into_iter().flatten().any(|list| list.0.contains(&other.entity) || list.0.contains(&other.body))
    };
    a.body != b.body && !(has_static(a) && has_static(b)) && layers(a).interacts_with(layers(b)) && !ignores(a, b) && !ignores(b, a)
}

/// The contact of two convex colliders without a memory and at any distance.
fn cold([a, b]: [&Shape; 2], b_in_a: clinch::support::Pose<DVec3>) -> Measured<Vector> {
    let settings = Settings::with_margin(f32::INFINITY);
    collide(&Pair { a, b, b_in_a }, &settings, &mut Memory::new(), &mut Scratch::new(), &mut Manifold::new())
}

/// Whether two colliders touch, at least one of which is composite, and their separation if it is
/// within the margin.
fn cold_composite(a: &Participant<'_>, b: &Participant<'_>, margin: f64) -> (bool, Option<f64>) {
    let (settings, scratch, manifolds) = (Settings::with_margin(margin as f32), &mut CompositeScratch::new(), &mut Vec::new());
    let relation = match (a.shape, b.shape) {
        (ColliderShape::Composite(one), ColliderShape::Composite(other)) => {
            let pair = Pair { a: one, b: other, b_in_a: b.place.pose_in(&a.place) };
            collide_composites(&pair, &settings, scratch, manifolds)
        }
        (ColliderShape::Composite(shape), ColliderShape::Convex(body)) => {
            let pair = Pair { a: shape, b: body, b_in_a: b.place.pose_in(&a.place) };
            collide_composite(&pair, &settings, &mut CompositeMemory::new(), scratch, manifolds)
        }
        (ColliderShape::Convex(body), ColliderShape::Composite(shape)) => {
            let pair = Pair { a: shape, b: body, b_in_a: a.place.pose_in(&b.place) };
            collide_composite(&pair, &settings, &mut CompositeMemory::new(), scratch, manifolds)
        }
        (ColliderShape::Convex(_), ColliderShape::Convex(_)) => CompositeRelation::Undefined,
    };
    let touches = manifolds.iter().any(|manifold: &CompositeManifold<Vector>| manifold.manifold.is_touching());
    match relation {
        CompositeRelation::Near { separation, .. } => (touches, Some(separation.distance)),
        _ => (touches, None),
    }
}

/// Whether two colliders overlap as sets of points, for sensors; with `skin` around the first.
fn cold_overlap(a: &Participant<'_>, b: &Participant<'_>, skin: f64) -> bool {
    let pair = ColliderPair { a: a.shape, b: b.shape, b_in_a: b.place.pose_in(&a.place) };
    let settings = Settings { skin_a: skin as f32, ..Settings::default() };
    pair.overlap(&settings, &mut ColliderMemory::new(), &mut CompositeScratch::new()) == Some(true)
}

/// The radius of a ball about the origin of its frame that contains a shape.
fn reach(shape: &ColliderShape<Vector>) -> f64 {
    match shape {
        ColliderShape::Convex(shape) => f64::from(shape.radius_about_center() + shape.center().length() + shape.radius()),
        ColliderShape::Composite(_) => {
            let bounds = shape.bounds(&clinch::support::Pose::IDENTITY);
            bounds.min.abs().max(bounds.max.abs()).length()
        }
    }
}

/// The hash of every bit of every contact, in order.
fn bits(test: &mut TestWorld) -> u64 {
    let mut hash = DefaultHasher::new();
    each_contact(test, |contact| {
        (contact.a(), contact.b(), contact.is_touching()).hash(&mut hash);
        contact.manifold().normal.to_array().map(f32::to_bits).hash(&mut hash);
        for (normal, point) in contact.points() {
            normal.to_array().map(f32::to_bits).hash(&mut hash);
            let numbers = [point.on_a, point.on_b].map(|point| point.to_array().map(f32::to_bits));
            (numbers, point.separation.to_bits(), point.feature, point.touching).hash(&mut hash);
        }
    });
    hash.finish()
}

fn each_contact(test: &mut TestWorld, mut visit: impl FnMut(clinch::d3::Contact<'_>)) {
    let mut state = SystemState::<Contacts<'_>>::new(&mut test.world);
    if let Ok(contacts) = state.get(&test.world) {
        contacts.pairs().for_each(&mut visit);
    }
}

impl Audit {
    /// Checks the world after a tick.
    pub(crate) fn check(&mut self, test: &mut TestWorld) {
        self.ticks += 1;
        self.read_events(&test.world);
        let rows = self.rows(test);
        self.compare_rows(test, &rows);
        self.compare_colliders(test);
        if self.ticks.is_multiple_of(REPEATED) {
            self.repeat(test);
        }
    }

    fn fault(&mut self, what: String) {
        self.faults.push(format!("tick {}: {what}", self.ticks));
    }

    fn read_events(&mut self, world: &World) {
        let (started, ended) = (world.resource::<Messages<ContactStarted>>(), world.resource::<Messages<ContactEnded>>());
        let ended: Vec<_> = self.ended.read(ended).map(|ended| (ended.entity, ended.other)).collect();
        let started: Vec<_> = self.started.read(started).map(|started| (started.entity, started.other)).collect();
        for pair in ended {
            if !self.reported.remove(&pair) {
                self.fault(format!("{pair:?} ended and had not started"));
            }
        }
        for pair in started {
            if !self.reported.insert(pair) {
                self.fault(format!("{pair:?} started twice"));
            }
        }
    }

    /// Checks that every row is of two colliders that may collide, and that the pairs that touch
    /// are those whose contact has started and not ended. Returns the rows.
    fn rows(&mut self, test: &mut TestWorld) -> Vec<(Entity, Entity)> {
        let (mut rows, mut touching) = (Vec::new(), BTreeSet::new());
        each_contact(test, |contact| {
            rows.push((contact.a(), contact.b()));
            if contact.is_touching() {
                touching.insert((contact.a(), contact.b()));
            }
        });
        let counters = test.world.resource::<clinch::d3::Diagnostics>().counters;
        self.pairs += rows.len() as u64;
        self.touching += touching.len() as u64;
        self.recycled += counters.recycled + counters.skipped;
        self.at_rest += counters.at_rest;
        if touching != self.reported {
            let other: Vec<_> = touching.symmetric_difference(&self.reported).take(3).copied().collect();
            self.fault(format!("the pairs that touch are not those that were reported: {other:?}"));
        }
        for &(a, b) in &rows {
            let may = participant(&test.world, a).zip(participant(&test.world, b)).is_some_and(|(a, b)| may_collide(&test.world, &a, &b));
            if !may {
                self.fault(format!("a stale row: {a}, {b}"));
            }
        }
        rows
    }

    /// Compares some rows with cold queries.
    fn compare_rows(&mut self, test: &mut TestWorld, rows: &[(Entity, Entity)]) {
        for _ in 0..COMPARED_ROWS.min(rows.len()) {
            let (a, b) = rows[test.random.below(rows.len())];
            self.compare(test, a, b);
        }
    }

    /// Compares some colliders with all others near them.
    fn compare_colliders(&mut self, test: &mut TestWorld) {
        let all = test.colliders();
        for _ in 0..COMPARED_COLLIDERS {
            let one = all[test.random.below(all.len())];
            for &other in &all {
                let near = participant(&test.world, one).zip(participant(&test.world, other)).is_some_and(|(a, b)| {
                    let apart = b.place.pose_in(&a.place).translation.length();
                    one != other && apart < reach(a.shape) + reach(b.shape) && may_collide(&test.world, &a, &b)
                });
                if near {
                    self.compared_with_all += 1;
                    self.compare(test, one, other);
                }
            }
        }
    }

    /// Compares the row of a pair, or its absence, with a cold query.
    fn compare(&mut self, test: &mut TestWorld, a: Entity, b: Entity) {
        let mut state = SystemState::<Contacts<'_>>::new(&mut test.world);
        let Ok(contacts) = state.get(&test.world) else { return };
        let (Some(one), Some(other)) = (participant(&test.world, a), participant(&test.world, b)) else { return };
        self.compared += 1;
        let row = contacts.between(a, b);
        let touches = row.is_some_and(|row| row.is_touching());
        let recycling = test.world.resource::<StageSettings>().0.recycling.limit();
        let sensor = [a, b].iter().any(|&entity| test.world.get::<Sensor>(entity).is_some());
        let (Some(shape_a), Some(shape_b)) = (one.shape.as_convex(), other.shape.as_convex()) else {
            // Of two composite shapes the first is the surface.
            let (one, other) = if row.is_some_and(|row| row.a() == b) { (other, one) } else { (one, other) };
            let [least, size] = [reach(one.shape).min(reach(other.shape)), reach(one.shape) + reach(other.shape)];
            let band = 2.0 * recycling * least + 4e-6 * size;
            self.composites += 1;
            if sensor {
                let [touching, near] = [0.0, band].map(|skin| cold_overlap(&one, &other, skin));
                if touches != touching && touches != near {
                    self.fault(format!("{a}, {b}: a sensor, touching is {touches}"));
                }
                return;
            }
            let (touching, separation) = cold_composite(&one, &other, band);
            if touches != touching && !separation.is_some_and(|separation| separation.abs() <= band) {
                self.fault(format!("{a}, {b}: touching is {touches}, at a separation of {separation:?}"));
            }
            return;
        };
        let measured = cold([shape_a, shape_b], other.place.pose_in(&one.place));
        let Relation::Near(near) = measured.relation else {
            if touches {
                self.fault(format!("{a}, {b} touch, but the query gives {measured:?}"));
            }
            return;
        };
        // Twice the motion below which a contact is recycled, and rounding.
        let size = f64::from(shape_a.radius_about_center() + shape_b.radius_about_center()) + near.distance.abs();
        let least = f64::from(shape_a.radius_about_center().min(shape_b.radius_about_center()) + shape_a.radius().min(shape_b.radius()));
        let band = 2.0 * recycling * least + 4e-6 * size;
        let touching = near.distance <= 0.0;
        if touches != touching && near.distance.abs() > 4e-6 * size {
            self.fault(format!("{a}, {b}: touching is {touches} at a distance of {}", near.distance));
        }
        if let Some(row) = row.filter(|row| row.is_touching() && !sensor) {
            let separation = f64::from(row.manifold().separation());
            if (separation - near.distance).abs() > band {
                self.fault(format!("{a}, {b}: a separation of {separation} instead of {}", near.distance));
            }
        }
    }

    /// Runs the next tick twice from one snapshot and compares the bits.
    fn repeat(&mut self, test: &mut TestWorld) {
        self.repeated += 1;
        let Some(snapshot) = Snapshot::take(&test.world) else { return self.fault("no snapshot".to_owned()) };
        test.tick();
        let once = bits(test);
        self.read_events(&test.world);
        snapshot.restore(&mut test.world);
        test.tick();
        if bits(test) != once {
            self.fault("a tick from a snapshot gave other bits".to_owned());
        }
        // The messages of the repeated tick were read before.
        self.started.clear(test.world.resource::<Messages<ContactStarted>>());
        self.ended.clear(test.world.resource::<Messages<ContactEnded>>());
    }

    /// Every kind of pair and of check occurred.
    #[cfg(test)]
    pub(crate) fn covers_all(&self) -> bool {
        [self.touching, self.compared, self.composites, self.recycled, self.at_rest, self.compared_with_all, self.repeated]
            .iter()
            .all(|&count| count > 0)
    }

    pub(crate) fn summary(&self) -> String {
        let ticks = self.ticks.max(1);
        format!(
            "per tick: {} pairs, {} touching, {} recycled or skipped, {} at rest; {} compared with cold queries, {} of them of composite shapes, {} of one collider with all; {} ticks repeated",
            self.pairs / ticks,
            self.touching / ticks,
            self.recycled / ticks,
            self.at_rest / ticks,
            self.compared,
            self.composites,
            self.compared_with_all,
            self.repeated
        )
    }
}
