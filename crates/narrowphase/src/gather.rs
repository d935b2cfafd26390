//! GATHER: the candidates of this tick are merged with the table of the last.
//!
//! Candidates come in any order, twice, with the keys either way round, paired with themselves, or of bodies that are gone. Sorted and cleaned they
//! are merged with the sorted table: pairs in both keep their row, new ones get one, lost ones give theirs back and, if they were touching,
//! are remembered until their end is published.

use clinch_support::Vector;

use crate::table::{ContactTable, PairKey, Row, State};

impl<K: Copy + Ord, V: Vector> ContactTable<K, V> {
    /// Takes over the candidate pairs of this tick, all of them: pairs that are not among them end. `candidates` is sorted, cleaned and then
    /// emptied; `exists` tells whether a body is still there.
    ///
    /// Costs a sort of the candidates and one pass over both lists.
    pub fn gather(&mut self, candidates: &mut Vec<(K, K)>, exists: impl Fn(K) -> bool) {
        for pair in candidates.iter_mut() {
            *pair = if pair.0 <= pair.1 { *pair } else { (pair.1, pair.0) };
        }
        candidates.sort_unstable();
        candidates.dedup();
        let wanted = candidates.drain(..).filter_map(|(a, b)| PairKey::new(a, b)).filter(|key| exists(key.a) && exists(key.b));

        let mut merged = core::mem::take(&mut self.merged);
        let mut order = core::mem::take(&mut self.order);
        merged.clear();
        let mut old = order.drain(..).peekable();
        for key in wanted {
            while let Some((lost, place)) = old.next_if(|(old, _)| *old < key) {
                self.release(lost, place);
            }
            let place = match old.next_if(|(old, _)| *old == key) {
                Some((_, place)) => place,
                None => self.claim(key),
            };
            merged.push((key, place));
        }
        for (lost, place) in old {
            self.release(lost, place);
        }
        self.order = merged;
        self.merged = order;
    }

    fn release(&mut self, key: PairKey<K>, place: u32) {
        let row = &mut self.rows[place as usize];
        if let Some(touch) = row.published.take() {
            self.lost.push((key, touch));
        }
        row.state = State::Free;
        self.free.push(place);
    }

    fn claim(&mut self, key: PairKey<K>) -> u32 {
        let row = Row::new(key);
        match self.free.pop() {
            Some(place) => {
                self.rows[place as usize] = row;
                place
            }
            None => {
                self.rows.push(row);
                self.rows.len() as u32 - 1
            }
        }
    }
}
