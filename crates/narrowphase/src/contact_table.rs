//! The contact table: all candidate pairs, and the state that each keeps from tick to tick.
//!
//! * `entries` is sorted by pair key. Everything that is iterated or published runs in this order,
//!   never in the order of arrival or of the threads.
//! * Rows stay where they are from tick to tick; only `entries` is merged. A row takes some 500
//!   bytes: moving a hundred thousand of them each tick would cost more than computing their
//!   contacts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::Hash;

use clinch_composite_contact::ColliderSpace;
use clinch_contact::Settings;

use crate::candidates::LastMerge;
use crate::changes::Changes;
use crate::collider::ColliderRef;
use crate::collider_set::ColliderSet;
use crate::collider_sync::ColliderSync;
use crate::contacts_by_collider::ContactsByCollider;
use crate::placement::Placements;
use crate::row::{Entry, Row, State};
use crate::row_summary::RowSummary;

/// All candidate pairs in the order of their keys, with the state that each keeps from tick to
/// tick.
///
/// ```
/// use clinch_contact::Settings;
/// use clinch_narrowphase::{
///     Attributes, Candidates, ColliderInput, ColliderShape, ContactTable, Placement, Placements,
///     Workers,
/// };
/// use clinch_shapes::Ball;
/// use glam::Vec3;
///
/// let ball = ColliderShape::<Vec3>::from(Ball::new(0.5)?);
/// let poses = [0.0_f32, 0.75, 2.0].map(|x| Placement::at(Vec3::new(x, 0.0, 0.0)));
/// let (mut table, mut placements) = (ContactTable::<usize, Vec3>::new(), Placements::new());
///
/// // One tick: the colliders,
/// let mut sync = table.sync_colliders(&mut placements);
/// for (key, placement) in poses.into_iter().enumerate() {
///     let (shape, attributes) = (&ball, Attributes::default());
///     sync.insert(key, ColliderInput { shape, shape_changed: true, placement, attributes });
/// }
/// drop(sync);
/// // the pairs that the broadphase found, in any order, duplicates allowed,
/// table.update_pairs(Candidates::All(&mut vec![(1, 0), (0, 1), (1, 2)]));
/// // their contacts,
/// table.update_contacts(&placements, &(), &Settings::default(), &mut Workers::default());
/// // and what has changed.
/// let changes = table.publish();
/// assert_eq!(changes.started.len(), 1);
/// assert_eq!(changes.started[0].touch.depth, 0.25);
/// # Ok::<(), clinch_shapes::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContactTable<K, V: ColliderSpace> {
    pub(crate) colliders: ColliderSet<K, V>,
    /// Every pair, by key.
    pub(crate) entries: Vec<Entry>,
    /// The second buffer that `entries` is merged into.
    pub(crate) merged: Vec<Entry>,
    /// This tick's candidates, and those that were removed, as sorted rank pairs.
    pub(crate) candidates: Vec<u64>,
    pub(crate) removed: Vec<u64>,
    pub(crate) last_merge: LastMerge<K>,
    pub(crate) rows: Vec<Row<K, V>>,
    /// Of each row.
    pub(crate) summaries: Vec<RowSummary>,
    pub(crate) free_rows: Vec<u32>,
    /// Pairs have come or gone since the last publication.
    pub(crate) pairs_changed: bool,
    /// The rows that the last update of the pairs marked as filtered.
    pub(crate) filtered_rows: Vec<u32>,
    pub(crate) changes: Changes<K, V>,
    /// The settings of the last update of the contacts, and the type of its rules.
    pub(crate) settings: Option<Settings<V::Scalar>>,
    pub(crate) rules: Option<Cow<'static, str>>,
    pub(crate) contacts_by_collider: ContactsByCollider,
}

impl<K: Copy + Ord + Hash, V: ColliderSpace> ContactTable<K, V> {
    /// A table without colliders and pairs.
    pub fn new() -> Self {
        Self {
            colliders: ColliderSet::new(),
            entries: Vec::new(),
            merged: Vec::new(),
            candidates: Vec::new(),
            removed: Vec::new(),
            last_merge: LastMerge::default(),
            rows: Vec::new(),
            summaries: Vec::new(),
            free_rows: Vec::new(),
            pairs_changed: false,
            filtered_rows: Vec::new(),
            changes: Changes::new(),
            settings: None,
            rules: None,
            contacts_by_collider: ContactsByCollider::default(),
        }
    }

    /// Begins a tick: insert every collider into the returned guard, then drop it. `placements`
    /// belongs to this table and is the same in every tick.
    pub fn sync_colliders<'t, P>(&'t mut self, placements: &'t mut Placements<P>) -> ColliderSync<'t, K, V, P> {
        ColliderSync { colliders: &mut self.colliders, placements }
    }

    /// The colliders of the current tick, in an unspecified order.
    pub fn colliders<'t, P>(&'t self, placements: &'t Placements<P>) -> impl Iterator<Item = ColliderRef<'t, K, V, P>> {
        self.colliders.present_slots().filter_map(|slot| self.colliders.get(placements, slot))
    }

    /// The collider with this key; `None` if it is not in the table.
    pub fn collider<'t, P>(&'t self, placements: &'t Placements<P>, key: K) -> Option<ColliderRef<'t, K, V, P>> {
        self.colliders.get(placements, self.colliders.slot(key)?)
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All pairs in the order of their keys.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &Row<K, V>> {
        self.entries.iter().map(|entry| &self.rows[entry.row as usize])
    }

    /// The row of a pair, its keys in either order; `None` if it is not in the table. Costs a
    /// binary search.
    pub fn row(&self, one: K, other: K) -> Option<&Row<K, V>> {
        self.find(one, other).map(|row| &self.rows[row as usize])
    }

    /// The pairs of one collider that touch or are within the margin, in the order of the keys, of
    /// those of the last [`publish`](Self::publish). Costs as much as there are.
    pub fn rows_of(&self, key: K) -> impl Iterator<Item = &Row<K, V>> {
        let slot = self.colliders.slot(key);
        // Rows may have been given to other pairs since, of this collider, too.
        let of_slot = |&(slot, row): &(u32, u32)| {
            let RowSummary { slots, state, listed, .. } = self.summaries[row as usize];
            listed && slots.contains(&slot) && state != State::Free
        };
        let listed = slot.into_iter().flat_map(|slot| self.contacts_by_collider.rows_of(slot).iter().map(move |&row| (slot, row)));
        listed.filter(of_slot).map(|(_, row)| &self.rows[row as usize]).filter(|row| row.is_within_margin())
    }

    /// The number of pairs for each two kinds of shapes, whose names are in alphabetical order.
    /// Visits every pair.
    pub fn pairs_by_kind(&self) -> BTreeMap<[&'static str; 2], u64> {
        let mut kinds = BTreeMap::new();
        for entry in &self.entries {
            let mut kind = [entry.a, entry.b].map(|slot| self.colliders.data(slot).shape.kind());
            kind.sort_unstable();
            *kinds.entry(kind).or_insert(0) += 1;
        }
        kinds
    }

    /// The allocated memory for pairs in bytes: rows, their order, candidates and indices. Not
    /// included are the contacts of composite shapes and what was published last, which rows keep
    /// elsewhere, and memory for colliders.
    pub fn bytes(&self) -> usize {
        let Self { entries, merged, candidates, removed, last_merge, rows, summaries, free_rows, filtered_rows, .. } = self;
        rows.capacity() * size_of::<Row<K, V>>()
            + summaries.capacity() * size_of::<RowSummary>()
            + last_merge.bytes()
            + (entries.capacity() + merged.capacity()) * size_of::<Entry>()
            + (candidates.capacity() + removed.capacity()) * size_of::<u64>()
            + (free_rows.capacity() + filtered_rows.capacity()) * size_of::<u32>()
            + self.contacts_by_collider.bytes()
    }

    /// The index of a pair's row.
    pub(crate) fn find(&self, one: K, other: K) -> Option<u32> {
        let (one, other) = (self.colliders.slot(one)?, self.colliders.slot(other)?);
        let sort_key = |slot: u32| self.colliders.data(slot).sort_key;
        let (a, b) = if sort_key(one) < sort_key(other) { (one, other) } else { (other, one) };
        // Not by the ranks: between a sync and the next update of the pairs they are not those that
        // the entries are sorted by.
        let keys = (sort_key(a), sort_key(b));
        let found = self.entries.binary_search_by_key(&keys, |entry| (sort_key(entry.a), sort_key(entry.b))).ok()?;
        let entry = &self.entries[found];
        ((entry.a, entry.b) == (a, b)).then_some(entry.row)
    }

    /// The ranks of two slots as one integer, the lower in the upper half: sorts as pair keys do.
    pub(crate) fn rank_pair(&self, one: u32, other: u32) -> u64 {
        let (one, other) = (self.colliders.summary(one).rank, self.colliders.summary(other).rank);
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        u64::from(low) << 32 | u64::from(high)
    }
}

impl<K: Copy + Ord + Hash, V: ColliderSpace> Default for ContactTable<K, V> {
    fn default() -> Self {
        Self::new()
    }
}
