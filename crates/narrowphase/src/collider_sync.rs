//! One synchronisation of the collider set.

use std::hash::Hash;

use clinch_shapes::Shaped;

use crate::collider::Present;
use crate::collider_set::Members;
use crate::placement::Places;

/// A roll call: name everybody who takes part in the tick, then drop it. Who was not named has left, and with the next gathering the pairs end.
pub struct RollCall<'t, K: Copy + Ord + Hash, V: Shaped, P> {
    pub(crate) members: &'t mut Members<K, V>,
    pub(crate) places: &'t mut Places<P>,
}

impl<K: Copy + Ord + Hash, V: Shaped, P: Clone + PartialEq> RollCall<'_, K, V, P> {
    /// This collider takes part.
    pub fn present(&mut self, key: K, present: Present<'_, K, V, P>) {
        self.members.call(self.places, key, present);
    }
}

impl<K: Copy + Ord + Hash, V: Shaped, P> Drop for RollCall<'_, K, V, P> {
    fn drop(&mut self) {
        self.members.close_call();
    }
}
