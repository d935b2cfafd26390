//! Snapshots in files: the colliders in the order of all, and the pairs by the numbers of their two in that order.
//!
//! * Slots and the places of rows are not written: they say nothing, and a file could say them wrong. Colliders and pairs are put where a table would put them
//!   that had seen them come in that order; no bit of any answer depends on it.
//! * A memory that is of another shape than its collider has by now is not written, as it would not be used.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use clinch_contact::{Clip, Manifold, Memory, Settings};
use clinch_support::Pose;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::attributes::Attributes;
use crate::changes::Change;
use crate::ecs::{CandidatePairs, PlacesOf, Snapshot, Table};
use crate::pair_key::{PairKey, Standings};
use crate::placement::{Attached, Placed, Places};
use crate::row::{Entry, Row, State};
use crate::table::ContactTable;
use crate::touch::Trace;

/// What is written of vectors: their shapes and numbers.
trait Write: Clip<Shape: Serialize, Scalar: Serialize, Rotation: Serialize> + Serialize {}

impl<V: Clip<Shape: Serialize, Scalar: Serialize, Rotation: Serialize> + Serialize> Write for V {}

/// And read.
trait Read<'de>: Clip<Shape: Deserialize<'de>, Scalar: Deserialize<'de>, Rotation: Deserialize<'de>> + Deserialize<'de> {}

impl<'de, V: Clip<Shape: Deserialize<'de>, Scalar: Deserialize<'de>, Rotation: Deserialize<'de>> + Deserialize<'de>> Read<'de> for V {}

#[derive(Serialize, Deserialize)]
#[serde(
    rename = "snapshot",
    deny_unknown_fields,
    bound(serialize = "V: Write, P: Serialize", deserialize = "V: Read<'de>, P: Deserialize<'de>")
)]
struct Written<V: Clip, P> {
    colliders: Vec<Collider<V, P>>,
    pairs: Vec<Pair<V>>,
    /// Ends that have not been published.
    lost: Vec<(Standings<Entity>, Change<Entity, V>)>,
    settings: Option<Settings<V::Scalar>>,
    candidates: CandidatePairs<V>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Write, P: Serialize", deserialize = "V: Read<'de>, P: Deserialize<'de>"))]
struct Collider<V: Clip, P> {
    entity: Entity,
    shape: V::Shape,
    attributes: Attributes<Entity, V::Scalar>,
    place: Attached<V, P>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Write", deserialize = "V: Read<'de>"))]
struct Pair<V: Clip> {
    /// Which of the colliders, the lower first.
    of: [u32; 2],
    bodies: PairKey<Entity>,
    memory: Memory<V>,
    manifold: Manifold<V>,
    poses: [Pose<V>; 2],
    state: State,
    fresh: bool,
    reported: bool,
    last: Option<Trace<V>>,
}

impl<V, P> Serialize for Snapshot<V, P>
where
    V: Clip<Shape: Serialize, Scalar: Serialize, Rotation: Serialize> + Serialize,
    P: Placed<V> + Component + Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let (table, Places(places)) = (&self.table.0, &self.places.0);
        if table.members.has_left() {
            return Err(Z::Error::custom(
                "colliders have left whose pairs have not ended: the snapshot was taken between Enroll and Gather",
            ));
        }
        let collider = |&slot: &u32| {
            let (member, place) = (table.members.get(slot), places.get(slot as usize)?.clone());
            let (shape, attributes) = (member.shape.clone(), member.attributes.clone());
            Some(Collider { entity: member.key(), shape, attributes, place })
        };
        let pair = |&Entry { a, b, place }: &Entry| {
            let row = &table.rows[place as usize];
            let known = row.versions == [a, b].map(|slot| table.members.get(slot).version);
            Pair {
                of: [a, b].map(|slot| table.members.seat(slot).rank),
                bodies: row.bodies,
                memory: if known { row.memory.clone() } else { Memory::new() },
                manifold: row.manifold.clone(),
                poses: [row.b_in_a, row.b_in_a_before],
                state: row.state,
                fresh: row.fresh,
                reported: row.reported,
                last: row.last,
            }
        };
        let colliders: Option<Vec<_>> = table.members.ranked.iter().map(collider).collect();
        let written = Written {
            colliders: colliders.ok_or_else(|| Z::Error::custom("a collider has no place"))?,
            pairs: table.order.iter().map(pair).collect(),
            lost: table.changes.lost.clone(),
            settings: table.settings,
            candidates: self.candidates.clone(),
        };
        written.serialize(serializer)
    }
}

impl<'de, V, P> Deserialize<'de> for Snapshot<V, P>
where
    V: Clip<Shape: Deserialize<'de>, Scalar: Deserialize<'de>, Rotation: Deserialize<'de>> + Deserialize<'de>,
    P: Placed<V> + Component + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { colliders, pairs, lost, settings, candidates } = Written::<V, P>::deserialize(deserializer)?;
        let (mut table, mut places) = (ContactTable::new(), Places::new());
        for (number, Collider { entity, shape, attributes, place }) in colliders.into_iter().enumerate() {
            if !table.members.again(entity, shape, attributes) {
                return Err(D::Error::custom(format_args!("collider {number} is not after the one before, or there twice")));
            }
            places.0.push(place);
        }
        let mut before = None;
        for (number, Pair { of: [a, b], bodies, memory, manifold, poses, state, fresh, reported, last }) in pairs.into_iter().enumerate() {
            let there = a < b && (b as usize) < table.members.slots();
            if !there || before.replace([a, b]).is_some_and(|before| before >= [a, b]) {
                return Err(D::Error::custom(format_args!("pair {number} is of colliders {a} and {b}: unknown, or not in order")));
            }
            let members = [a, b].map(|slot| table.members.get(slot));
            let [b_in_a, b_in_a_before] = poses;
            let row = Row { bodies, memory, manifold, b_in_a, b_in_a_before, state, fresh, reported, last, ..Row::new(members, [a, b]) };
            table.order.push(Entry { a, b, place: number as u32 });
            table.rows.push(row);
        }
        table.changes.lost = lost;
        table.settings = settings;
        table.reach.begin();
        for &entry in table.order.iter().filter(|entry| table.rows[entry.place as usize].is_near()) {
            table.reach.add(entry);
        }
        table.reach.build(table.members.slots());
        Ok(Self { table: Table(table), places: PlacesOf(places), candidates })
    }
}
