//! The optional step between computing contacts and publishing them: the caller edits rows.

use std::hash::Hash;

use clinch_composite_contact::ColliderSpace;

use crate::contact_table::ContactTable;
use crate::row::Row;

impl<K: Copy + Ord + Hash, V: ColliderSpace> ContactTable<K, V> {
    /// Calls `edit` for every row that touches or is within the margin, in the order of the keys.
    pub fn for_each_mut(&mut self, mut edit: impl FnMut(&mut Row<K, V>)) {
        for entry in &self.entries {
            let (row, summary) = (&mut self.rows[entry.row as usize], &mut self.summaries[entry.row as usize]);
            if row.is_within_margin() {
                edit(row);
                summary.settled &= row.settled;
            }
        }
    }

    /// The row of a pair, its keys in either order, for editing. Costs a binary search.
    pub fn row_mut(&mut self, one: K, other: K) -> Option<&mut Row<K, V>> {
        let index = self.find(one, other)? as usize;
        self.summaries[index].settled = false;
        self.rows.get_mut(index)
    }
}
