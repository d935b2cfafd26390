//! The pair table: which pairs there are, and what each remembers.
//!
//! * `order` is sorted by key: whatever is iterated or published runs in that order, never in the order of arrival or of threads.
//! * Rows stay where they are from tick to tick; only `order` is merged. A row is some 600 bytes, and moving a hundred thousand of them each tick
//!   would cost more than colliding them.

use std::collections::BTreeMap;
use std::hash::Hash;

use clinch_contact::{Clip, Settings};

use crate::changes::Changes;
use crate::collider::Participant;
use crate::collider_set::Members;
use crate::collider_sync::RollCall;
use crate::contacts_by_collider::Reach;
use crate::placement::Places;
use crate::row::{Entry, Row};

/// All candidate pairs, in the order of their keys, with what each remembers from tick to tick.
///
/// ```
/// use clinch_contact::Settings;
/// use clinch_narrowphase::{Attributes, Candidates, ContactTable, Places, Placement, Present, Workers};
/// use clinch_shapes::{Ball, Shape3};
/// use glam::Vec3;
///
/// let ball = Shape3::from(Ball::<Vec3>::new(0.5)?);
/// let places = [0.0_f32, 0.75, 2.0].map(|x| Placement::at(Vec3::new(x, 0.0, 0.0)));
/// let (mut table, mut placed) = (ContactTable::<usize, Vec3>::new(), Places::new());
///
/// // One tick: who is there,
/// let mut call = table.roll_call(&mut placed);
/// for (key, place) in places.into_iter().enumerate() {
///     call.present(key, Present { shape: &ball, edited: true, place, attributes: Attributes::default() });
/// }
/// drop(call);
/// // what the broadphase found, in any order, twice if it likes,
/// table.gather(Candidates::All(&mut vec![(1, 0), (0, 1), (1, 2)]));
/// // and what comes of it.
/// table.collide(&placed, &(), &Settings::default(), &mut Workers::default());
/// let changes = table.publish();
/// assert_eq!(changes.started.len(), 1);
/// assert_eq!(changes.started[0].touch.depth, 0.25);
/// # Ok::<(), clinch_shapes::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContactTable<K, V: Clip> {
    pub(crate) members: Members<K, V>,
    /// Every pair, by key.
    pub(crate) order: Vec<Entry>,
    /// The other half of the double buffer that `order` is merged through.
    pub(crate) merged: Vec<Entry>,
    /// Candidates as pairs of ranks, to be sorted.
    pub(crate) wanted: Vec<u64>,
    pub(crate) unwanted: Vec<u64>,
    pub(crate) rows: Vec<Row<K, V>>,
    pub(crate) free: Vec<u32>,
    pub(crate) changes: Changes<K, V>,
    /// What the rows were last collided with.
    pub(crate) settings: Option<Settings<V::Scalar>>,
    pub(crate) reach: Reach,
}

impl<K: Copy + Ord + Hash, V: Clip> ContactTable<K, V> {
    /// No pairs.
    pub fn new() -> Self {
        Self {
            members: Members::new(),
            order: Vec::new(),
            merged: Vec::new(),
            wanted: Vec::new(),
            unwanted: Vec::new(),
            rows: Vec::new(),
            free: Vec::new(),
            changes: Changes::new(),
            settings: None,
            reach: Reach::default(),
        }
    }

    /// Begins a tick: name everybody who takes part. `places` is this table's own, from tick to tick.
    pub fn roll_call<'t, P>(&'t mut self, places: &'t mut Places<P>) -> RollCall<'t, K, V, P> {
        RollCall { members: &mut self.members, places }
    }

    /// Everybody who was called, in no order that means anything.
    pub fn participants<'t, P>(&'t self, places: &'t Places<P>) -> impl Iterator<Item = Participant<'t, K, V, P>> {
        self.members.present().filter_map(|slot| self.members.participant(places, slot))
    }

    /// One who was called.
    pub fn participant<'t, P>(&'t self, places: &'t Places<P>, key: K) -> Option<Participant<'t, K, V, P>> {
        self.members.participant(places, self.members.slot(key)?)
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// There are no pairs.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// All pairs in the order of their keys.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &Row<K, V>> {
        self.order.iter().map(|entry| &self.rows[entry.place as usize])
    }

    /// The row of a pair, its keys in either order. Costs a binary search.
    pub fn row(&self, one: K, other: K) -> Option<&Row<K, V>> {
        self.find(one, other).map(|place| &self.rows[place as usize])
    }

    /// All pairs of one collider that touch or have contact points, in the order of the keys. Costs as much as there are, once the table is published.
    pub fn rows_of(&self, key: K) -> impl Iterator<Item = &Row<K, V>> {
        let slot = self.members.slot(key);
        slot.into_iter().flat_map(|slot| self.reach.of(slot)).map(|&place| &self.rows[place as usize])
    }

    /// How many pairs there are of which two kinds of shapes, the names in the order of the alphabet. Costs a look at every pair.
    pub fn pairs_by_kind(&self) -> BTreeMap<[&'static str; 2], u64> {
        let mut kinds = BTreeMap::new();
        for entry in &self.order {
            let mut kind = [entry.a, entry.b].map(|slot| V::kind(&self.members.get(slot).shape));
            kind.sort_unstable();
            *kinds.entry(kind).or_insert(0) += 1;
        }
        kinds
    }

    /// What the table keeps for its pairs, in bytes: rows, their order and the candidates. Not what grows with the colliders.
    pub fn bytes(&self) -> usize {
        let Self { order, merged, wanted, unwanted, rows, free, .. } = self;
        rows.capacity() * size_of::<Row<K, V>>()
            + (order.capacity() + merged.capacity()) * size_of::<Entry>()
            + (wanted.capacity() + unwanted.capacity()) * size_of::<u64>()
            + free.capacity() * size_of::<u32>()
            + self.reach.bytes()
    }

    pub(crate) fn find(&self, one: K, other: K) -> Option<u32> {
        let (one, other) = (self.members.slot(one)?, self.members.slot(other)?);
        let code = self.code(one, other);
        let found = self.order.binary_search_by_key(&code, |entry| self.code(entry.a, entry.b)).ok()?;
        Some(self.order[found].place)
    }

    /// A pair of slots as one number, in the order of keys.
    pub(crate) fn code(&self, one: u32, other: u32) -> u64 {
        let (one, other) = (self.members.seat(one).rank, self.members.seat(other).rank);
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        u64::from(low) << 32 | u64::from(high)
    }
}

impl<K: Copy + Ord + Hash, V: Clip> Default for ContactTable<K, V> {
    fn default() -> Self {
        Self::new()
    }
}
