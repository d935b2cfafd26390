//! The contacts of each collider, so that reading those of one collider costs as much as there are.
//!
//! One list of row indices, grouped by slot, built by a counting sort: count the rows of each slot,
//! find where its group begins, then put every row into two groups. Rows are added in the order of
//! their keys, so each group is in that order.

use crate::row::Entry;

/// For each slot the rows in which its collider has a contact.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactsByCollider {
    /// Where the group of each slot ends. It begins where the group before it ends.
    ends: Vec<u32>,
    rows: Vec<u32>,
    /// The input of the next build.
    entries: Vec<Entry>,
}

impl ContactsByCollider {
    /// Starts a new build. The groups stay readable until [`build`](Self::build).
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Adds a row that has a contact. Call it in the order of the keys.
    pub(crate) fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Builds the groups from the added rows.
    pub(crate) fn build(&mut self, slot_count: usize) {
        let Self { ends, rows, entries } = self;
        ends.clear();
        ends.resize(slot_count, 0);
        for &Entry { a, b, .. } in &*entries {
            ends[a as usize] += 1;
            ends[b as usize] += 1;
        }
        let mut sum = 0;
        for end in ends.iter_mut() {
            // The beginning for now: each row that is put into the group moves it on.
            sum += core::mem::replace(end, sum);
        }
        rows.clear();
        rows.resize(sum as usize, 0);
        for &Entry { a, b, row } in &*entries {
            for slot in [a, b] {
                let end = &mut ends[slot as usize];
                rows[*end as usize] = row;
                *end += 1;
            }
        }
    }

    /// The allocated memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Self { ends, rows, entries } = self;
        (ends.capacity() + rows.capacity()) * size_of::<u32>() + entries.capacity() * size_of::<Entry>()
    }

    /// The rows of a slot; none if the slot is newer than the last build.
    pub(crate) fn rows_of(&self, slot: u32) -> &[u32] {
        let slot = slot as usize;
        let Some(&end) = self.ends.get(slot) else { return &[] };
        let begin = if slot == 0 { 0 } else { self.ends[slot - 1] };
        &self.rows[begin as usize..end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::ContactsByCollider;
    use crate::row::Entry;

    #[test]
    fn every_slot_has_its_own_rows_in_order() {
        let mut contacts = ContactsByCollider::default();
        contacts.clear();
        for (a, b, row) in [(0, 3, 7), (0, 1, 2), (1, 3, 9), (2, 3, 0)] {
            contacts.push(Entry { a, b, row });
        }
        contacts.build(5);
        let of = |slot| contacts.rows_of(slot).to_vec();
        assert_eq!([of(0), of(1), of(2), of(3), of(4), of(9)], [vec![7, 2], vec![2, 9], vec![0], vec![7, 9, 0], vec![], vec![]]);
        contacts.clear();
        contacts.build(1);
        assert!(contacts.rows_of(0).is_empty() && contacts.rows_of(3).is_empty());
    }
}
