//! EDIT: what callers change between colliding and publishing, and what they carry from tick to tick.

use std::hash::Hash;

use clinch_contact::Clip;

use crate::row::Row;
use crate::table::ContactTable;

impl<K: Copy + Ord + Hash, V: Clip> ContactTable<K, V> {
    /// Calls `edit` for every row that touches or has contact points, in the order of the keys.
    pub fn edit(&mut self, mut edit: impl FnMut(&mut Row<K, V>)) {
        for entry in &self.order {
            let row = &mut self.rows[entry.place as usize];
            if row.is_near() {
                edit(row);
            }
        }
    }

    /// The row of a pair, its keys in either order, to be edited. Costs a binary search.
    pub fn row_mut(&mut self, one: K, other: K) -> Option<&mut Row<K, V>> {
        self.find(one, other).map(|place| &mut self.rows[place as usize])
    }
}
