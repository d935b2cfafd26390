//! EDIT: what callers change between colliding and publishing, and what they carry from tick to tick.

use std::hash::Hash;

use clinch_contact::{Clip, Manifold};

use crate::table::{ContactTable, Row, State};

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

impl<K, V: Clip> Row<K, V> {
    /// Collided in this tick, and not edited since.
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Changes normal and points, for this tick: the next begins from the shapes again. Without points left the pair does not touch.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Manifold<V>)) {
        self.keep_reported();
        let had_points = !self.manifold.points.is_empty();
        edit(&mut self.manifold);
        self.fresh = false;
        self.memory.invalidate();
        if had_points && self.manifold.points.is_empty() {
            self.reject();
        }
    }

    /// No contact in this tick.
    pub fn reject(&mut self) {
        self.keep_reported();
        self.fresh = false;
        self.memory.invalidate();
        self.end(State::Rejected);
    }

    /// What each point carries to the next tick, in their order.
    pub fn carried(&mut self) -> impl ExactSizeIterator<Item = &mut [V::Scalar; 4]> {
        self.manifold.points.iter_mut().map(|point| &mut point.carried)
    }
}
