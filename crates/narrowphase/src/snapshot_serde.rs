//! Serialises snapshots: the colliders in sort order, and the pairs by the ranks of their
//! colliders.
//!
//! * Slots and row indices are not written: they carry no information, and a file could contradict
//!   itself. Reading assigns slots and rows in the order of the file; no bit of any result depends
//!   on them.
//! * The memory of a pair is not written if it belongs to an older shape of a collider, because it
//!   would not be used.

use std::borrow::Cow;

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use clinch_composite::ColliderShape;
use clinch_composite_contact::ColliderSpace;
use clinch_contact::{Manifold, Memory, Settings};
use clinch_support::Pose;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::attributes::Attributes;
use crate::changes::Change;
use crate::composite_contacts::CompositeContacts;
use crate::contact_table::ContactTable;
use crate::ecs::{CandidatePairs, ColliderPlacements, Snapshot, Table};
use crate::pair_key::{PairKey, PairSortKey};
use crate::placement::{Attached, Placed, Placements};
use crate::row::{Entry, Row, State};
use crate::row_summary::RowSummary;
use crate::saved_touch::{Published, SavedTouch};

/// A vector whose shapes and numbers can be serialised.
trait Write: ColliderSpace<Shape: Serialize, CompositeShape: Serialize, Scalar: Serialize, Rotation: Serialize> + Serialize {}

impl<V: ColliderSpace<Shape: Serialize, CompositeShape: Serialize, Scalar: Serialize, Rotation: Serialize> + Serialize> Write for V {}

/// A vector whose shapes and numbers can be deserialised.
trait Read<'de>:
    ColliderSpace<Shape: Deserialize<'de>, CompositeShape: Deserialize<'de>, Scalar: Deserialize<'de>, Rotation: Deserialize<'de>>
    + Deserialize<'de>
{
}

impl<
    'de,
    V: ColliderSpace<Shape: Deserialize<'de>, CompositeShape: Deserialize<'de>, Scalar: Deserialize<'de>, Rotation: Deserialize<'de>>
        + Deserialize<'de>,
> Read<'de> for V
{
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename = "snapshot",
    deny_unknown_fields,
    bound(serialize = "V: Write, P: Serialize", deserialize = "V: Read<'de>, P: Deserialize<'de>")
)]
struct SnapshotRecord<V: ColliderSpace, P> {
    colliders: Vec<ColliderRecord<V, P>>,
    pairs: Vec<PairRecord<V>>,
    unpublished_ends: Vec<(PairSortKey<Entity>, Change<Entity, V>)>,
    settings: Option<Settings<V::Scalar>>,
    /// Pairs at rest are computed again in a world with other rules.
    rules: Option<Cow<'static, str>>,
    candidates: CandidatePairs<V>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename = "collider",
    deny_unknown_fields,
    bound(serialize = "V: Write, P: Serialize", deserialize = "V: Read<'de>, P: Deserialize<'de>")
)]
struct ColliderRecord<V: ColliderSpace, P> {
    entity: Entity,
    shape: ColliderShape<V>,
    attributes: Attributes<Entity, V::Scalar>,
    placement: Attached<V, P>,
    /// The contacts of the collider as it is here have been computed.
    unchanged: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "pair", deny_unknown_fields, bound(serialize = "V: Write", deserialize = "V: Read<'de>"))]
struct PairRecord<V: ColliderSpace> {
    /// Indices into the list of colliders, the lower first.
    colliders: [u32; 2],
    bodies: PairKey<Entity>,
    memory: Memory<V>,
    manifold: Manifold<V>,
    composite: Option<CompositeContacts<V>>,
    /// B's pose in A's frame, in this tick and in the one before.
    poses: [Pose<V>; 2],
    state: State,
    fresh: bool,
    published: bool,
    saved_touch: Option<Published<Entity, V>>,
}

impl<V, P> Serialize for Snapshot<V, P>
where
    V: ColliderSpace<Shape: Serialize, CompositeShape: Serialize, Scalar: Serialize, Rotation: Serialize> + Serialize,
    P: Placed<V> + Component + Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let (table, placements) = (&self.table.0, &self.placements.0);
        if table.colliders.has_removed() {
            return Err(Z::Error::custom(
                "removed colliders still have pairs: the snapshot was taken between SyncColliders and UpdatePairs",
            ));
        }
        let collider = |&slot: &u32| {
            let (data, placement) = (table.colliders.data(slot), placements.get(slot)?.clone());
            let (shape, attributes) = (data.shape.clone(), data.attributes.clone());
            Some(ColliderRecord { entity: data.key(), shape, attributes, placement, unchanged: table.colliders.is_unchanged(slot) })
        };
        let pair = |&Entry { a, b, row }: &Entry| {
            let row = &table.rows[row as usize];
            let up_to_date = row.shape_versions == [a, b].map(|slot| table.colliders.data(slot).shape_version);
            PairRecord {
                colliders: [a, b].map(|slot| table.colliders.summary(slot).rank),
                bodies: row.bodies,
                memory: if up_to_date { row.memory.clone() } else { Memory::new() },
                manifold: row.manifold.clone(),
                composite: row
                    .composite
                    .as_deref()
                    .cloned()
                    .map(|composite| if up_to_date { composite } else { composite.without_memory() }),
                poses: [row.b_in_a, row.previous_b_in_a],
                state: row.state,
                fresh: row.fresh,
                published: row.published,
                saved_touch: row.saved_touch.get().copied(),
            }
        };
        let colliders: Option<Vec<_>> = table.colliders.by_rank.iter().map(collider).collect();
        let record = SnapshotRecord {
            colliders: colliders.ok_or_else(|| Z::Error::custom("a collider has no placement"))?,
            pairs: table.entries.iter().map(pair).collect(),
            unpublished_ends: table.changes.unpublished_ends.clone(),
            settings: table.settings,
            rules: table.rules.clone(),
            candidates: self.candidates.clone(),
        };
        record.serialize(serializer)
    }
}

impl<'de, V, P> Deserialize<'de> for Snapshot<V, P>
where
    V: ColliderSpace<Shape: Deserialize<'de>, CompositeShape: Deserialize<'de>, Scalar: Deserialize<'de>, Rotation: Deserialize<'de>>
        + Deserialize<'de>,
    P: Placed<V> + Component + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let record = SnapshotRecord::<V, P>::deserialize(deserializer)?;
        let (mut table, mut placements) = (ContactTable::new(), Vec::new());
        for (number, collider) in record.colliders.into_iter().enumerate() {
            let ColliderRecord { entity, shape, attributes, placement, unchanged } = collider;
            if !table.colliders.push_restored(entity, shape, attributes, unchanged) {
                return Err(D::Error::custom(format_args!("collider {number} is a duplicate or out of order")));
            }
            placements.push(placement);
        }
        let mut last = None;
        for (number, pair) in record.pairs.into_iter().enumerate() {
            let [a, b] = pair.colliders;
            if a >= b || b as usize >= table.colliders.slot_count() {
                return Err(D::Error::custom(format_args!("pair {number} has the colliders {a} and {b}: unknown, equal or out of order")));
            }
            if last.replace([a, b]).is_some_and(|last| last >= [a, b]) {
                return Err(D::Error::custom(format_args!("pair {number} is a duplicate or out of order")));
            }
            let (row, mut summary) = (restored_row(&table, pair), RowSummary::new([a, b]));
            summary.read(&row);
            summary.listed = summary.is_within_margin();
            if summary.state == State::Filtered {
                summary.filtered = true;
                table.filtered_rows.push(number as u32);
            }
            table.rows.push(row);
            table.summaries.push(summary);
            table.entries.push(Entry { a, b, row: number as u32 });
        }
        table.changes.unpublished_ends = record.unpublished_ends;
        (table.settings, table.rules) = (record.settings, record.rules);
        table.list_contacts();
        let placements = ColliderPlacements(Placements::from_slots(placements));
        Ok(Self { table: Table(table), placements, candidates: record.candidates })
    }
}

fn restored_row<V: ColliderSpace>(table: &ContactTable<Entity, V>, pair: PairRecord<V>) -> Row<Entity, V> {
    let PairRecord { colliders, bodies, memory, manifold, composite, poses, state, fresh, published, saved_touch } = pair;
    let [b_in_a, previous_b_in_a] = poses;
    let new = Row::new(colliders.map(|slot| table.colliders.data(slot)));
    let composite = composite.map(Box::new);
    let mut saved = SavedTouch::none();
    saved_touch.into_iter().for_each(|published| saved.save(published));
    Row { bodies, memory, manifold, composite, b_in_a, previous_b_in_a, state, fresh, published, saved_touch: saved, ..new }
}
