//! The second step of a tick: merges this tick's candidate pairs with the table of the last tick.
//!
//! * Candidates come in any order, with duplicates, with their keys either way round, paired with
//!   themselves, or of colliders that do not exist. Each becomes one integer, the ranks of its
//!   colliders; these are sorted and merged with the table, which is sorted likewise.
//! * Pairs that are in both keep their rows, new pairs get a row, and lost pairs free theirs. If
//!   the start of a lost contact was published, its end is recorded for the next publication.
//! * Pairs at rest stay without being candidates: a broadphase need not find sleeping pairs.
//! * If the candidates and the colliders are those of the last tick, so is the table: nothing is
//!   sorted.

use std::hash::Hash;

use clinch_composite_contact::ColliderSpace;

use crate::candidates::Candidates;
use crate::changes::Change;
use crate::contact_table::ContactTable;
use crate::row::{Entry, Row, State};
use crate::row_summary::RowSummary;
use crate::saved_touch::SavedTouch;
use crate::span::span;

impl<K: Copy + Ord + Hash, V: ColliderSpace> ContactTable<K, V> {
    /// Makes the candidates the pairs of this tick. Skips pairs of a collider with itself, of two
    /// colliders of one body, of two static colliders, of a collider that is not in the table, and
    /// pairs that collision layers or ignore lists exclude.
    ///
    /// Costs a sort of the candidates and one pass over both lists; a comparison if all pairs come
    /// in the order of the last tick and the colliders have not changed.
    pub fn update_pairs(&mut self, candidates: Candidates<'_, K>) {
        span!("update pairs", candidates = candidates.len());
        let version = self.colliders.version();
        if !self.last_merge.gives_the_same(&candidates, version) {
            self.merge_candidates(&candidates);
        }
        self.last_merge.keep(candidates, version);
        self.colliders.free_removed();
    }

    fn merge_candidates(&mut self, candidates: &Candidates<'_, K>) {
        let (mut found, mut removed) = (core::mem::take(&mut self.candidates), core::mem::take(&mut self.removed));
        let complete = match candidates {
            Candidates::All(pairs) => {
                self.rank_pairs(pairs, &mut found);
                removed.clear();
                true
            }
            Candidates::Changes { added, removed: pairs } => {
                self.rank_pairs(added, &mut found);
                self.rank_pairs(pairs, &mut removed);
                self.add_moved_pairs(&mut found, &removed);
                false
            }
        };
        self.merge(&found, &removed, complete);
        (self.candidates, self.removed) = (found, removed);
    }

    /// The sorted rank pairs of pairs of keys, without duplicates.
    fn rank_pairs(&self, pairs: &[(K, K)], ranks: &mut Vec<u64>) {
        ranks.clear();
        // Most broadphases list the pairs of one collider in a row, which saves every other lookup.
        let mut last: Option<(K, Option<u32>)> = None;
        ranks.extend(pairs.iter().filter_map(|&(one, other)| {
            let slot = match last {
                Some((key, slot)) if key == one => slot,
                _ => self.colliders.slot(one),
            };
            last = Some((one, slot));
            let (one, other) = (slot?, self.colliders.slot(other)?);
            (one != other).then(|| self.rank_pair(one, other))
        }));
        ranks.sort_unstable();
        ranks.dedup();
    }

    /// Adds the pairs of colliders that have another slot now, because their place in the sort
    /// order has changed. An incremental broadphase does not know that they are new.
    fn add_moved_pairs(&self, found: &mut Vec<u64>, removed: &[u64]) {
        if !self.colliders.has_removed() {
            return;
        }
        let before = found.len();
        found.extend(self.entries.iter().filter_map(|entry| {
            let slots = [entry.a, entry.b];
            if slots.iter().all(|&slot| self.colliders.summary(slot).present) {
                return None;
            }
            let [a, b] = slots.map(|slot| self.colliders.slot(self.colliders.data(slot).key()));
            Some(self.rank_pair(a?, b?)).filter(|pair| removed.binary_search(pair).is_err())
        }));
        if found.len() > before {
            found.sort_unstable();
            found.dedup();
        }
    }

    fn merge(&mut self, candidates: &[u64], removed: &[u64], complete: bool) {
        for row in self.filtered_rows.drain(..) {
            self.summaries[row as usize].filtered = false;
        }
        self.merged.clear();
        let mut entries = core::mem::take(&mut self.entries);
        let mut candidates = candidates.iter().copied().peekable();
        let mut removed = removed.iter().copied().peekable();
        for entry in entries.drain(..) {
            let [a, b] = [entry.a, entry.b].map(|slot| self.colliders.summary(slot));
            if !(a.present && b.present) {
                self.remove_row(entry);
                continue;
            }
            let ranks = self.rank_pair(entry.a, entry.b);
            let at_rest = a.at_rest() && b.at_rest();
            while let Some(new) = candidates.next_if(|&new| new < ranks) {
                self.filter_pair(self.slots_of(new), None, complete);
            }
            while removed.next_if(|&removed| removed < ranks).is_some() {}
            let found = candidates.next_if_eq(&ranks).is_some();
            let stays = if complete { at_rest } else { removed.next_if_eq(&ranks).is_none() };
            if found || stays {
                self.filter_pair([entry.a, entry.b], Some(entry.row), complete);
            } else {
                self.remove_row(entry);
            }
        }
        for new in candidates {
            self.filter_pair(self.slots_of(new), None, complete);
        }
        self.entries = core::mem::replace(&mut self.merged, entries);
    }

    /// The slots of a rank pair, the lower rank first.
    fn slots_of(&self, ranks: u64) -> [u32; 2] {
        [(ranks >> 32) as usize, ranks as u32 as usize].map(|rank| self.colliders.by_rank[rank])
    }

    /// Adds a candidate to the merged table if it passes the pair filter, with the row that it had
    /// in the last tick or a new one. The only place where pairs are filtered.
    ///
    /// An incremental broadphase does not add a filtered pair again when the filter allows it
    /// later. Such a pair stays in the table, and its row is marked.
    fn filter_pair(&mut self, [a, b]: [u32; 2], row: Option<u32>, complete: bool) {
        let filtered = !self.colliders.may_collide(a, b);
        if filtered && complete {
            row.into_iter().for_each(|row| self.remove_row(Entry { a, b, row }));
            return;
        }
        let row = row.unwrap_or_else(|| self.insert_row([a, b]));
        if filtered {
            self.summaries[row as usize].filtered = true;
            self.filtered_rows.push(row);
        }
        self.merged.push(Entry { a, b, row });
    }

    fn insert_row(&mut self, slots: [u32; 2]) -> u32 {
        let (row, summary) = (Row::new(slots.map(|slot| self.colliders.data(slot))), RowSummary::new(slots));
        self.pairs_changed = true;
        if let Some(index) = self.free_rows.pop() {
            (self.rows[index as usize], self.summaries[index as usize]) = (row, summary);
            return index;
        }
        self.rows.push(row);
        self.summaries.push(summary);
        self.rows.len() as u32 - 1
    }

    fn remove_row(&mut self, Entry { a, b, row: index }: Entry) {
        self.pairs_changed = true;
        self.summaries[index as usize].state = State::Free;
        let row = &mut self.rows[index as usize];
        if core::mem::take(&mut row.published) {
            let (bodies, touch) = row.published_touch();
            let events = [a, b].map(|slot| self.colliders.summary(slot).events);
            let end = Change { key: row.key(), bodies, touch, events };
            self.changes.unpublished_ends.push((row.sort_keys, end));
        }
        // Nothing may hold the memory of the pair until its row is given to another one.
        (row.composite, row.saved_touch) = (None, SavedTouch::none());
        self.free_rows.push(index);
    }
}
