//! The update of the collider set at the start of a tick.

use std::hash::Hash;

use clinch_composite_contact::ColliderSpace;

use crate::collider::ColliderInput;
use crate::collider_set::ColliderSet;
use crate::placement::Placements;

/// One update of a table's colliders: insert every collider of the tick, then drop this guard.
/// Colliders that were not inserted are removed, and the next
/// [`update_pairs`](crate::ContactTable::update_pairs) ends their pairs.
pub struct ColliderSync<'t, K: Copy + Ord + Hash, V: ColliderSpace, P> {
    pub(crate) colliders: &'t mut ColliderSet<K, V>,
    pub(crate) placements: &'t mut Placements<P>,
}

impl<K: Copy + Ord + Hash, V: ColliderSpace, P: Clone + PartialEq> ColliderSync<'_, K, V, P> {
    /// Adds a collider, or updates the one with this key. Of several inputs with one key the last
    /// counts.
    ///
    /// Fastest in the order of the last tick; in other orders each call costs a hash lookup.
    pub fn insert(&mut self, key: K, input: ColliderInput<'_, K, V, P>) {
        self.colliders.insert_or_update(self.placements, key, input);
    }
}

impl<K: Copy + Ord + Hash, V: ColliderSpace, P> Drop for ColliderSync<'_, K, V, P> {
    fn drop(&mut self) {
        self.colliders.finish_sync();
    }
}
