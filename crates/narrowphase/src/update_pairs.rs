//! GATHER: the candidates of this tick are merged with the table of the last.
//!
//! * Candidates come in any order, twice, with the keys either way round, paired with themselves, or of colliders that are gone. Each becomes one number, made of
//!   the ranks of the two; these are sorted and merged with the table, which is sorted likewise.
//! * Pairs in both keep their row, new ones get one, lost ones give theirs back, and if they were reported as touching are remembered until their end is
//!   published.
//! * Pairs at rest stay without being found again: a broadphase need not look at what sleeps.

use std::hash::Hash;

use clinch_contact::Clip;

use crate::changes::Change;
use crate::row::{Entry, Row, State};
use crate::span::step;
use crate::table::ContactTable;

/// What a broadphase found: emptied by [`ContactTable::gather`].
#[derive(Debug)]
pub enum Candidates<'c, K> {
    /// All pairs that may touch. Those that are not among them end, unless both of their colliders are at rest.
    All(&'c mut Vec<(K, K)>),
    /// What changed: pairs stay until they are removed or a collider leaves, and must be added again when it comes back. A pair that is both added and removed is
    /// added.
    Changes {
        /// Pairs that may touch from now on.
        added: &'c mut Vec<(K, K)>,
        /// Pairs that cannot touch any more.
        removed: &'c mut Vec<(K, K)>,
    },
}

impl<K> Candidates<'_, K> {
    /// How many pairs are named.
    fn len(&self) -> usize {
        match self {
            Self::All(pairs) => pairs.len(),
            Self::Changes { added, removed } => added.len() + removed.len(),
        }
    }
}

impl<K: Copy + Ord + Hash, V: Clip> ContactTable<K, V> {
    /// Takes over the candidate pairs of this tick. Whatever their source says, a collider has no contact with itself, with another of its body, with one that was not
    /// called, or, fixed, with one that is fixed; nor with one whose layers or list of the ignored exclude it.
    ///
    /// Costs a sort of the candidates and one pass over both lists.
    pub fn gather(&mut self, candidates: Candidates<'_, K>) {
        step!("gather", candidates = candidates.len());
        let (mut wanted, mut unwanted) = (core::mem::take(&mut self.wanted), core::mem::take(&mut self.unwanted));
        let whole = match candidates {
            Candidates::All(pairs) => {
                self.codes(pairs, &mut wanted);
                unwanted.clear();
                true
            }
            Candidates::Changes { added, removed } => {
                self.codes(added, &mut wanted);
                self.codes(removed, &mut unwanted);
                false
            }
        };
        self.merge(&wanted, &unwanted, whole);
        (self.wanted, self.unwanted) = (wanted, unwanted);
        self.members.forget_left();
    }

    /// Pairs as numbers, sorted, each once.
    fn codes(&self, pairs: &mut Vec<(K, K)>, codes: &mut Vec<u64>) {
        codes.clear();
        // Most broadphases name all of one after each other.
        let mut last: Option<(K, Option<u32>)> = None;
        codes.extend(pairs.drain(..).filter_map(|(one, other)| {
            let slot = match last {
                Some((key, slot)) if key == one => slot,
                _ => self.members.slot(one),
            };
            last = Some((one, slot));
            let (one, other) = (slot?, self.members.slot(other)?);
            (one != other).then(|| self.code(one, other))
        }));
        codes.sort_unstable();
        codes.dedup();
    }

    fn merge(&mut self, wanted: &[u64], unwanted: &[u64], whole: bool) {
        let (mut merged, mut order) = (core::mem::take(&mut self.merged), core::mem::take(&mut self.order));
        merged.clear();
        let mut wanted = wanted.iter().copied().peekable();
        let mut unwanted = unwanted.iter().copied().peekable();
        for entry in order.drain(..) {
            let [a, b] = [entry.a, entry.b].map(|slot| self.members.seat(slot));
            let gone = !(a.present && b.present);
            if gone || (whole && !self.members.may_meet(entry.a, entry.b)) {
                self.release(entry);
                continue;
            }
            let code = self.code(entry.a, entry.b);
            let at_rest = a.undisturbed() && b.undisturbed();
            while let Some(new) = wanted.next_if(|&new| new < code) {
                self.claim(new, whole, &mut merged);
            }
            while unwanted.next_if(|&lost| lost < code).is_some() {}
            let found = wanted.next_if_eq(&code).is_some();
            let stays = if whole { at_rest } else { unwanted.next_if_eq(&code).is_none() };
            if found || stays {
                merged.push(entry);
            } else {
                self.release(entry);
            }
        }
        for new in wanted {
            self.claim(new, whole, &mut merged);
        }
        self.order = merged;
        self.merged = order;
    }

    fn release(&mut self, Entry { a, b, place }: Entry) {
        let row = &mut self.rows[place as usize];
        row.state = State::Free;
        if core::mem::take(&mut row.reported) {
            let touch = row.last_reported().touch();
            let reports = [a, b].map(|slot| self.members.seat(slot).reports);
            self.changes.lost.push((row.standings, Change { key: row.key(), bodies: row.bodies, touch, reports }));
        }
        self.free.push(place);
    }

    /// A row for a pair of ranks. A source that tells only what changes will not name a pair again when its two may meet after all: it gets its row now.
    fn claim(&mut self, code: u64, whole: bool, merged: &mut Vec<Entry>) {
        let [a, b] = [(code >> 32) as usize, code as u32 as usize].map(|rank| self.members.ranked[rank]);
        if whole && !self.members.may_meet(a, b) {
            return;
        }
        let row = Row::new([a, b].map(|slot| self.members.get(slot)), [a, b]);
        let place = match self.free.pop() {
            Some(place) => {
                self.rows[place as usize] = row;
                place
            }
            None => {
                self.rows.push(row);
                self.rows.len() as u32 - 1
            }
        };
        merged.push(Entry { a, b, place });
    }
}
