//! The pair filter: whether two colliders may have contacts.
//!
//! * They may not if they belong to one body, are both static, have layers that do not interact, or
//!   if one ignores the other or its body.
//! * [`update_pairs`](crate::ContactTable::update_pairs) applies it to every pair, once per tick.
//!   The engine's own [`PairRules`](crate::PairRules) apply later, when contacts are computed, in
//!   parallel.
//! * Other pairs have no contact either, or are not computed:
//!   [`update_contacts`](crate::ContactTable::update_contacts) leaves pairs at rest unchanged, and
//!   contact recycling skips pairs that were proved to be apart by more than they have moved.
//!   [`Counters`](crate::Counters) count each kind.
//! * The [summaries](ColliderSummary) of two colliders suffice for most pairs. Their attributes are
//!   read only if one of them has a body or an ignore list.

use std::hash::Hash;

use clinch_composite_contact::ColliderSpace;

use crate::collider::ColliderData;
use crate::collider_set::ColliderSet;
use crate::collider_summary::ColliderSummary;

impl<K: Copy + Ord + Hash, V: ColliderSpace> ColliderSet<K, V> {
    /// Whether the pair of two present colliders passes the filter.
    pub(crate) fn may_collide(&self, a: u32, b: u32) -> bool {
        by_summaries(self.summary(a), self.summary(b)).unwrap_or_else(|| by_attributes(self.data(a), self.data(b)))
    }
}

/// The filter for two different standalone colliders; `None` if one is not standalone.
fn by_summaries(a: &ColliderSummary, b: &ColliderSummary) -> Option<bool> {
    // Both must be standalone: the body of the one may be the other.
    (a.standalone & b.standalone).then(|| !(a.is_static & b.is_static) && a.layers.interacts_with(b.layers))
}

/// The filter for any two colliders.
fn by_attributes<K: Copy + Eq, V: ColliderSpace>(a: &ColliderData<K, V>, b: &ColliderData<K, V>) -> bool {
    a.body() != b.body()
        && !(a.attributes.is_static && b.attributes.is_static)
        && a.attributes.layers.interacts_with(b.attributes.layers)
        && !ignores(a, b)
        && !ignores(b, a)
}

fn ignores<K: Copy + Eq, V: ColliderSpace>(collider: &ColliderData<K, V>, other: &ColliderData<K, V>) -> bool {
    collider.attributes.ignored.iter().any(|&ignored| ignored == other.key() || ignored == other.body())
}

#[cfg(test)]
mod tests {
    use clinch_composite::ColliderShape;
    use clinch_shapes::Ball;
    use glam::Vec3;

    use super::{by_attributes, by_summaries};
    use crate::attributes::{Attributes, CollisionLayers};
    use crate::collider::ColliderData;
    use crate::collider_summary::ColliderSummary;
    use crate::pair_key::SortKey;

    fn collider(key: u32, attributes: &Attributes<u32, f32>) -> ColliderData<u32, Vec3> {
        let shape = ColliderShape::from(Ball::new(1.0).expect("a valid radius"));
        ColliderData { sort_key: SortKey { order: 0, key }, shape, attributes: attributes.clone(), shape_version: 0 }
    }

    #[test]
    fn summaries_filter_as_attributes_do_and_leave_bodies_and_ignore_lists_to_them() {
        let layers = [CollisionLayers::ALL, CollisionLayers::NONE, CollisionLayers::new(1, 2), CollisionLayers::new(2, 1)];
        let mut all = Vec::<Attributes<u32, f32>>::new();
        for is_static in [false, true] {
            for layers in layers {
                for body in [None, Some(7)] {
                    for ignored in [vec![], vec![1], vec![7]] {
                        all.push(Attributes { body, layers, is_static, ignored: ignored.into(), ..Attributes::default() });
                    }
                }
            }
        }
        let mut counts = [0; 2];
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
            let standalone = [one, other].iter().all(|attributes| attributes.body.is_none() && attributes.ignored.is_empty());
            let found = by_summaries(&ColliderSummary::new(one, 0, 1), &ColliderSummary::new(other, 1, 1));
            let expected = by_attributes(&collider(0, one), &collider(1, other));
            assert_eq!(found, standalone.then_some(expected), "{one:?} {other:?}");
            found.into_iter().for_each(|collide| counts[usize::from(collide)] += 1);
        }
        // Of the 64 pairs of standalone colliders: 7 of 16 pairs of layers interact, unless both
        // are static.
        assert_eq!(counts, [43, 21]);
    }
}
