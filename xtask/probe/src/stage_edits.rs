//! What must be true of the stage while its colliders are edited.
//!
//! * The same edits again give the same bits; so does a snapshot of the table, wherever it is
//!   continued from.
//! * After each tick a touching pair has points, all of them finite, and both of its colliders; no
//!   pair of removed colliders is left, and what was published agrees with the rows.

use std::collections::{BTreeMap, BTreeSet};

use clinch::composite::{ColliderShape, CompositeShape3};
use clinch::contact::{Recycling, Settings};
use clinch::narrowphase::{
    Attributes, Candidates, Changes, ColliderInput, ContactTable, EventFlags, PairKey, Placement, Placements, Row, Workers,
};
use clinch::shapes::{Scaled, Shape3};
use clinch::support::{Pose, Scalar};
use glam::{DVec3, Vec3};

use crate::api::hash_of;
use crate::bodies::{Solid, body, length, point, pose};
use crate::bytes::Bytes;
use crate::composite_shapes::solid;
use crate::outcome::{Outcome, is_unit};

/// More colliders than this are not inserted: each tick has all pairs of them.
const MOST_COLLIDERS: usize = 6;

/// More ticks than this add time and no situations.
const MOST_TICKS: usize = 12;

/// The fuzz target `stage_edits`.
pub fn stage_edits(data: &[u8]) -> Outcome {
    let mut bytes = Bytes::new(data);
    let kind = bytes.byte();
    bytes.wild = kind % 8 == 7;
    if kind & 16 == 0 { both_runs::<Vec3>(&bytes) } else { both_runs::<DVec3>(&bytes) }
}

fn both_runs<V: Solid>(bytes: &Bytes<'_>) -> Outcome {
    let (mut outcome, mut again) = (Outcome::default(), Outcome::default());
    let ticks = run::<V>(bytes.clone(), &mut outcome);
    let same = ticks == run::<V>(bytes.clone(), &mut again);
    outcome.unless(same, || "another run of the same edits has other bits".into());
    outcome.with_input(bytes)
}

/// The hashes of all ticks.
fn run<V: Solid>(mut bytes: Bytes<'_>, outcome: &mut Outcome) -> Vec<u64> {
    let mut settings = Settings::with_margin(V::Scalar::narrow(length(&mut bytes) * 0.125));
    let choice = bytes.byte();
    let limit = V::Scalar::narrow(f64::from(choice % 4) * 0.01);
    settings.recycling = if choice % 8 < 4 { Recycling::Proved(limit) } else { Recycling::Within(limit) };
    let (mut world, mut saved) = (World::<V>::new(settings, !bytes.wild), None);
    let mut ticks = Vec::new();
    for _ in 0..2 {
        world.insert(&mut bytes);
    }
    while !bytes.is_empty() && ticks.len() < MOST_TICKS {
        for _ in 0..1 + bytes.below(3) {
            world.edit(&mut bytes, &mut saved);
        }
        // A copy of the world continues as the world does.
        let mut copy = (ticks.len() % 4 == 2).then(|| world.clone());
        let hash = world.tick(outcome);
        if let Some(copy) = &mut copy {
            outcome.unless(copy.tick(&mut Outcome::default()) == hash, || "a snapshot has other bits".into());
        }
        ticks.push(hash);
    }
    ticks
}

/// A collider with its motion in each tick.
#[derive(Clone, Debug)]
struct Body<V: Solid> {
    shape: ColliderShape<V>,
    pose: Pose<V>,
    velocity: DVec3,
    attributes: Attributes<u8, V::Scalar>,
    shape_changed: bool,
}

/// The colliders and the table.
#[derive(Clone)]
struct World<V: Solid> {
    settings: Settings<V::Scalar>,
    tame: bool,
    bodies: BTreeMap<u8, Body<V>>,
    table: ContactTable<u8, V>,
    placements: Placements<Placement<V>>,
    /// The contacts of which a start has been published, and no end.
    published: BTreeSet<PairKey<u8>>,
}

impl<V: Solid> World<V> {
    fn new(settings: Settings<V::Scalar>, tame: bool) -> Self {
        let (table, placements) = (ContactTable::new(), Placements::new());
        Self { settings, tame, bodies: BTreeMap::new(), table, placements, published: BTreeSet::new() }
    }

    /// A shape, half of them composite.
    fn shape(bytes: &mut Bytes<'_>) -> Option<ColliderShape<V>> {
        if bytes.byte().is_multiple_of(2) {
            solid(bytes).map(ColliderShape::Composite)
        } else {
            body(bytes).ok().map(ColliderShape::Convex)
        }
    }

    fn insert(&mut self, bytes: &mut Bytes<'_>) {
        let (key, shape, pose) = (bytes.byte(), Self::shape(bytes), Pose::narrow(&pose(bytes)));
        let flags = bytes.byte();
        if let Some(shape) = shape.filter(|_| self.bodies.len() < MOST_COLLIDERS) {
            let attributes = Attributes {
                is_static: flags % 4 == 1,
                sensor: flags % 16 == 2,
                skin: V::Scalar::narrow(if flags % 8 == 3 { 0.0625 } else { 0.0 }),
                events: EventFlags::ALL,
                ..Attributes::default()
            };
            self.bodies.insert(key, Body { shape, pose, velocity: DVec3::ZERO, attributes, shape_changed: true });
        }
    }

    /// One edit of a collider or of the world.
    fn edit(&mut self, bytes: &mut Bytes<'_>, saved: &mut Option<Box<Self>>) {
        let (kind, which) = (bytes.below(16), bytes.below(MOST_COLLIDERS));
        match kind {
            0 | 1 => return self.insert(bytes),
            2 => *saved = Some(Box::new(self.clone())),
            3 => {
                if let Some(saved) = saved.as_deref() {
                    self.clone_from(saved);
                }
            }
            _ => {}
        }
        let Some(key) = self.bodies.keys().copied().nth(which % self.bodies.len().max(1)) else { return };
        if kind == 4 {
            self.bodies.remove(&key);
        }
        let Some(body) = self.bodies.get_mut(&key) else { return };
        match kind {
            5 | 6 => body.pose = Pose::narrow(&pose(bytes)),
            7 | 8 => body.pose.translation = V::narrow(body.pose.translation.widen() + point(bytes) / 16.0),
            9 | 10 => body.velocity = point(bytes) / 16.0,
            11 => body.change(Self::shape(bytes)),
            12 => body.change(body.scaled(point(bytes))),
            13 => body.attributes.sensor = !body.attributes.sensor,
            14 => body.attributes.sleeping = !body.attributes.sleeping,
            15 => body.attributes.is_static = !body.attributes.is_static,
            _ => {}
        }
    }

    /// One tick: its hash.
    fn tick(&mut self, outcome: &mut Outcome) -> u64 {
        let mut sync = self.table.sync_colliders(&mut self.placements);
        for (&key, body) in &mut self.bodies {
            if body.velocity != DVec3::ZERO {
                body.pose.translation = V::narrow(body.pose.translation.widen() + body.velocity);
            }
            let (placement, attributes) = (Placement(body.pose), body.attributes.clone());
            sync.insert(key, ColliderInput { shape: &body.shape, shape_changed: body.shape_changed, placement, attributes });
            body.shape_changed = false;
        }
        drop(sync);
        let keys: Vec<u8> = self.bodies.keys().copied().collect();
        let mut pairs: Vec<(u8, u8)> = keys.iter().flat_map(|&one| keys.iter().map(move |&other| (one, other))).collect();
        self.table.update_pairs(Candidates::All(&mut pairs));
        let counters = self.table.update_contacts(&self.placements, &(), &self.settings, &mut Workers::default());
        let changes = self.table.publish().clone();
        for row in self.table.rows() {
            self.check_row(row, outcome);
        }
        self.check_changes(&changes, outcome);
        let rows: Vec<String> =
            self.table.rows().map(|row| format!("{:?} {:?} {:?}", row.key(), row.is_touching(), row.b_in_a())).collect();
        let points: Vec<_> = self.table.rows().flat_map(|row| row.points().map(|(normal, point)| (normal, *point))).collect();
        hash_of(&(rows, points, changes.started, changes.persisted, changes.ended, format!("{counters:?}")))
    }

    fn check_row(&self, row: &Row<u8, V>, outcome: &mut Outcome) {
        let PairKey { a, b } = row.key();
        let (Some(one), Some(other)) = (self.bodies.get(&a), self.bodies.get(&b)) else {
            return outcome.unless(false, || format!("the pair {a} {b} has a collider that was removed"));
        };
        outcome.unless(!self.tame || !row.is_undefined(), || format!("{a} {b}: undefined, of finite numbers"));
        let sensor = one.attributes.sensor || other.attributes.sensor;
        if row.is_touching() {
            let composites = [one, other].iter().filter(|body| matches!(body.shape, ColliderShape::Composite(_))).count();
            outcome.seen.insert(["convex bodies touch", "a composite and a body touch", "composites touch"][composites]);
            outcome.unless(sensor || row.points().next().is_some(), || format!("{a} {b}: touching, without points"));
        }
        outcome.unless(!sensor || row.points().next().is_none(), || format!("{a} {b}: points of a sensor"));
        for (normal, point) in row.points() {
            outcome.unless(is_unit(normal, self.tame), || format!("{a} {b}: the normal is not a unit vector: {normal:?}"));
            // The overlap of two half-spaces may be unbounded.
            let bounded = point.separation.is_finite() || point.separation.widen() == f64::NEG_INFINITY;
            let finite = point.on_a.is_finite() && point.on_b.is_finite() && bounded;
            outcome.unless(!self.tame || finite, || format!("{a} {b}: a point is not finite: {point:?}"));
        }
        let listed = self.table.rows_of(a).any(|of| of.key() == row.key());
        outcome.unless(listed || !row.is_touching(), || format!("{a} {b}: touching, but not listed"));
    }

    /// Starts and ends alternate, and what has started is what touches.
    fn check_changes(&mut self, changes: &Changes<u8, V>, outcome: &mut Outcome) {
        for end in &changes.ended {
            outcome.seen.insert("end");
            outcome.unless(self.published.remove(&end.key), || format!("{:?}: an end without a start", end.key));
        }
        for start in &changes.started {
            outcome.unless(self.published.insert(start.key), || format!("{:?}: two starts", start.key));
        }
        let touching: BTreeSet<PairKey<u8>> = self.table.rows().filter(|row| row.is_touching()).map(Row::key).collect();
        outcome.unless(touching == self.published, || format!("{touching:?} touch, and {:?} are published", self.published));
    }
}

impl<V: Solid> Body<V> {
    fn change(&mut self, shape: Option<ColliderShape<V>>) {
        if let Some(shape) = shape {
            self.shape = shape;
            self.shape_changed = true;
        }
    }

    /// The shape scaled by these factors, if it can be.
    fn scaled(&self, factors: DVec3) -> Option<ColliderShape<V>> {
        let factors = V::narrow(factors);
        Some(match &self.shape {
            ColliderShape::Convex(shape) => ColliderShape::Convex(Shape3::from(Scaled::new(shape.clone(), factors).ok()?)),
            ColliderShape::Composite(CompositeShape3::TriMesh(mesh)) => ColliderShape::Composite(mesh.scaled(factors).ok()?.into()),
            ColliderShape::Composite(CompositeShape3::HeightField(field)) => ColliderShape::Composite(field.scaled(factors).ok()?.into()),
            ColliderShape::Composite(_) => return None,
        })
    }
}
