//! The colliders of a table: each has a slot, which is found by its key.
//!
//! * Each tick the caller inserts all colliders again. A new one gets a slot and a copy of its
//!   shape. One that is missing is removed, and its pairs end. Despawning, disabling and removing a
//!   component are thereby one case.
//! * A slot stays the same as long as its collider exists. The *rank* is the collider's place in
//!   the sort order, so that a pair is two small integers, which sort fast.
//! * Shapes are copied once, and compared when the caller marks them as changed: a row must discard
//!   the memory of a shape that was replaced, but keep it if an equal shape was written again.

use std::collections::HashMap;
use std::hash::Hash;

use clinch_composite::ColliderShape;
use clinch_composite_contact::ColliderSpace;

#[cfg(feature = "serde")]
use crate::attributes::Attributes;
use crate::collider::{ColliderData, ColliderInput, ColliderRef};
use crate::collider_summary::ColliderSummary;
use crate::hash::BuildLocalityHasher;
use crate::pair_key::SortKey;
use crate::placement::Placements;
use crate::same::same_number;

/// The colliders of a table.
#[derive(Clone, Debug)]
pub(crate) struct ColliderSet<K, V: ColliderSpace> {
    /// Never iterated, so that its order cannot affect a result.
    slots: HashMap<K, u32, BuildLocalityHasher>,
    /// By slot.
    data: Vec<ColliderData<K, V>>,
    /// By slot.
    summaries: Vec<ColliderSummary>,
    /// The slots in sort order.
    pub(crate) by_rank: Vec<u32>,
    free: Vec<u32>,
    /// Slots of colliders that were removed; free once their pairs have ended.
    removed: Vec<u32>,
    /// The number of the current sync.
    sync: u32,
    /// The slot after the one that was updated last: the next to be updated if nothing has changed.
    expected_slot: u32,
    /// Colliders were added in this sync.
    added: bool,
    version: u64,
    /// Contacts have been computed since the last sync.
    computed: bool,
    /// The next sync compares all shapes, whether they are marked as changed or not.
    compare_shapes: bool,
}

impl<K: Copy + Ord + Hash, V: ColliderSpace> ColliderSet<K, V> {
    pub(crate) fn new() -> Self {
        Self {
            slots: HashMap::default(),
            data: Vec::new(),
            summaries: Vec::new(),
            by_rank: Vec::new(),
            free: Vec::new(),
            removed: Vec::new(),
            sync: 1,
            expected_slot: 0,
            added: false,
            version: 0,
            computed: true,
            compare_shapes: false,
        }
    }

    /// The shapes are those of a snapshot: the next sync compares all of them.
    pub(crate) fn set_restored(&mut self) {
        self.compare_shapes = true;
    }

    /// The contacts of the colliders as they are now have been computed.
    pub(crate) fn set_computed(&mut self) {
        self.computed = true;
    }

    /// Incremented with every change by which pairs may come or go: of the colliders themselves, of
    /// their attributes, and of their being at rest.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn slot(&self, key: K) -> Option<u32> {
        self.slots.get(&key).copied()
    }

    pub(crate) fn data(&self, slot: u32) -> &ColliderData<K, V> {
        &self.data[slot as usize]
    }

    pub(crate) fn summary(&self, slot: u32) -> &ColliderSummary {
        &self.summaries[slot as usize]
    }

    /// The number of slots, free ones included.
    pub(crate) fn slot_count(&self) -> usize {
        self.data.len()
    }

    /// The collider of a slot as a broadphase reads it; `None` if these are not its placements.
    pub(crate) fn get<'t, P>(&'t self, placements: &'t Placements<P>, slot: u32) -> Option<ColliderRef<'t, K, V, P>> {
        let (ColliderData { sort_key, shape, attributes, .. }, summary) = (self.data(slot), self.summary(slot));
        let placement = placements.get(slot)?;
        Some(ColliderRef { key: sort_key.key, shape, placement, attributes, at_rest: summary.at_rest() })
    }

    /// The slots of the current tick's colliders.
    pub(crate) fn present_slots(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.summaries).filter(|(_, summary)| summary.present).map(|(slot, _)| slot)
    }

    pub(crate) fn insert_or_update<P: Clone + PartialEq>(
        &mut self,
        placements: &mut Placements<P>,
        key: K,
        input: ColliderInput<'_, K, V, P>,
    ) {
        if let Some(slot) = self.present_slot(key) {
            self.expected_slot = slot + 1;
            if self.data(slot).sort_key.order == input.attributes.order {
                self.update(slot, placements, input);
                return;
            }
            self.remove(slot);
        }
        self.insert(placements, key, input);
    }

    /// The slot of a present collider. Colliders usually arrive in last tick's order, which saves
    /// the hash lookup.
    fn present_slot(&self, key: K) -> Option<u32> {
        let expected = self.expected_slot as usize;
        let is_expected = self.summaries.get(expected).is_some_and(|summary| summary.present) && self.data[expected].key() == key;
        if is_expected { Some(self.expected_slot) } else { self.slot(key) }
    }

    fn update<P: Clone + PartialEq>(&mut self, slot: u32, placements: &mut Placements<P>, input: ColliderInput<'_, K, V, P>) {
        let moved = placements.set(slot, input.placement);
        let (data, summary) = (&mut self.data[slot as usize], &mut self.summaries[slot as usize]);
        // What an earlier input of this sync says has changed since the last one is not known.
        let is_repeated = summary.sync == self.sync;
        let reshaped = (input.shape_changed || self.compare_shapes || is_repeated) && data.shape != *input.shape;
        if reshaped {
            data.shape = input.shape.clone();
        }
        // The skin is part of the shape that contacts are computed for, and a sensor has none: what
        // is proved of bare shapes is not proved of their skins.
        let reskinned = !same_number(data.attributes.skin, input.attributes.skin) || data.attributes.sensor != input.attributes.sensor;
        if reshaped || reskinned {
            data.shape_version = data.shape_version.wrapping_add(1);
        }
        let (equal, was_at_rest) = (data.attributes.equals_but_for_sleep(&input.attributes), summary.at_rest());
        // A change counts until contacts are computed, whether in this sync or in one before.
        let is_consumed = summary.sync != self.sync && self.computed;
        let unchanged = !reshaped && !moved && equal && (is_consumed || summary.unchanged);
        if !equal || data.attributes.sleeping != input.attributes.sleeping {
            *summary = ColliderSummary::new(&input.attributes, summary.rank, self.sync);
            data.attributes = input.attributes;
        }
        (summary.sync, summary.unchanged) = (self.sync, unchanged);
        self.version += u64::from(!equal || summary.at_rest() != was_at_rest);
    }

    fn insert<P: Clone + PartialEq>(&mut self, placements: &mut Placements<P>, key: K, input: ColliderInput<'_, K, V, P>) {
        let slot = self.free.pop().unwrap_or(self.data.len() as u32);
        let summary = ColliderSummary::new(&input.attributes, 0, self.sync);
        let data = ColliderData {
            sort_key: SortKey { order: input.attributes.order, key },
            shape: input.shape.clone(),
            attributes: input.attributes,
            // Differs from every version of the slot's former collider.
            shape_version: self.data.get(slot as usize).map_or(0, |former| former.shape_version.wrapping_add(1)),
        };
        if (slot as usize) < self.data.len() {
            (self.data[slot as usize], self.summaries[slot as usize]) = (data, summary);
        } else {
            self.data.push(data);
            self.summaries.push(summary);
        }
        placements.set(slot, input.placement);
        self.slots.insert(key, slot);
        self.by_rank.push(slot);
        self.added = true;
        self.version += 1;
    }

    fn remove(&mut self, slot: u32) {
        self.summaries[slot as usize].present = false;
        self.slots.remove(&self.data[slot as usize].sort_key.key);
        self.removed.push(slot);
        self.version += 1;
    }

    /// Removes the colliders that were not inserted in this sync and ranks the others.
    pub(crate) fn finish_sync(&mut self) {
        for slot in 0..self.summaries.len() as u32 {
            let summary = self.summary(slot);
            if summary.present && summary.sync != self.sync {
                self.remove(slot);
            }
        }
        self.sync = self.sync.wrapping_add(1);
        (self.expected_slot, self.computed, self.compare_shapes) = (0, false, false);
        if self.added || !self.removed.is_empty() {
            let Self { by_rank, data, summaries, .. } = self;
            by_rank.retain(|&slot| summaries[slot as usize].present);
            // Already sorted but for the new colliders at the end.
            by_rank.sort_by_key(|&slot| data[slot as usize].sort_key);
            for (rank, &slot) in by_rank.iter().enumerate() {
                summaries[slot as usize].rank = rank as u32;
            }
            self.added = false;
        }
    }

    /// Whether the contacts of a collider as it is now have been computed.
    #[cfg(feature = "serde")]
    pub(crate) fn is_unchanged(&self, slot: u32) -> bool {
        self.computed || self.summary(slot).unchanged
    }

    /// Whether there are removed colliders whose pairs have not ended yet.
    pub(crate) fn has_removed(&self) -> bool {
        !self.removed.is_empty()
    }

    /// Adds a collider of a file behind all others. `false` if it does not sort behind them or its
    /// key exists already.
    ///
    /// `unchanged` as of [`is_unchanged`](Self::is_unchanged) when the file was written.
    #[cfg(feature = "serde")]
    pub(crate) fn push_restored(&mut self, key: K, shape: ColliderShape<V>, attributes: Attributes<K, V::Scalar>, unchanged: bool) -> bool {
        let sort_key = SortKey { order: attributes.order, key };
        let rank = self.data.len() as u32;
        if self.data.last().is_some_and(|last| last.sort_key >= sort_key) || self.slots.insert(key, rank).is_some() {
            return false;
        }
        // Of sync 0, which is no sync: the next one compares it and decides whether it has changed.
        let mut summary = ColliderSummary::new(&attributes, rank, 0);
        summary.unchanged = unchanged;
        self.summaries.push(summary);
        self.computed = false;
        self.data.push(ColliderData { sort_key, shape, attributes, shape_version: 0 });
        self.by_rank.push(rank);
        true
    }

    /// Frees the slots of removed colliders, and drops their shapes: those of terrain are large.
    /// Call it when no pair refers to them any more.
    pub(crate) fn free_removed(&mut self) {
        for &slot in &self.removed {
            self.data[slot as usize].shape = ColliderShape::Convex(V::point());
        }
        self.free.append(&mut self.removed);
    }
}
