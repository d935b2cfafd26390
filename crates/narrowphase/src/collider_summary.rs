//! The fields of a collider that GATHER reads.

use crate::attributes::{Attributes, CollisionLayers, EventFlags};

/// The fields of a collider that the passes over all pairs read: 24 bytes, stored apart from shape
/// and attributes, which take some hundred. A hundred thousand pairs read those of their two
/// colliders in an order that no cache can follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColliderSummary {
    /// The place in the sort order of all colliders.
    pub(crate) rank: u32,
    /// The number of the last sync that inserted the collider.
    pub(crate) sync: u32,
    /// The collider exists in the current tick.
    pub(crate) present: bool,
    /// Neither moved nor changed since the last tick, but for falling asleep or waking.
    pub(crate) unchanged: bool,
    fixed_or_asleep: bool,
    fixed: bool,
    /// Not attached to a body, and with an empty ignore list: the fields here decide the pair
    /// filter.
    standalone: bool,
    layers: CollisionLayers,
    /// The contact events that the collider requests.
    pub(crate) events: EventFlags,
}

impl ColliderSummary {
    /// The summary of a collider that counts as changed.
    pub(crate) fn new<K, S>(attributes: &Attributes<K, S>, rank: u32, sync: u32) -> Self
    where
        K: Copy + Eq,
    {
        let &Attributes { body, layers, ref ignored, fixed, events, .. } = attributes;
        let standalone = body.is_none() && ignored.is_empty();
        let fixed_or_asleep = attributes.fixed_or_asleep();
        Self { rank, sync, present: true, unchanged: false, fixed_or_asleep, fixed, standalone, layers, events }
    }

    /// Fixed or asleep, and neither moved nor changed since the last tick.
    pub(crate) fn at_rest(&self) -> bool {
        self.unchanged && self.fixed_or_asleep
    }

    /// Whether two different standalone colliders may have contacts; `None` if one is not
    /// standalone, so that the attributes decide.
    pub(crate) fn may_collide(&self, other: &Self) -> Option<bool> {
        // Both must be standalone: the body of the one may be the other.
        (self.standalone & other.standalone).then(|| !(self.fixed & other.fixed) && self.layers.interacts_with(other.layers))
    }
}

#[cfg(test)]
mod tests {
    use super::ColliderSummary;
    use crate::attributes::{Attributes, CollisionLayers};

    #[test]
    fn summaries_filter_as_attributes_do_and_leave_bodies_and_ignore_lists_to_them() {
        let layers = [CollisionLayers::ALL, CollisionLayers::NONE, CollisionLayers::new(1, 2), CollisionLayers::new(2, 1)];
        let mut all = Vec::<Attributes<u32, f32>>::new();
        for fixed in [false, true] {
            for layers in layers {
                for body in [None, Some(7)] {
                    for ignored in [vec![], vec![1], vec![7]] {
                        all.push(Attributes { body, layers, fixed, ignored: ignored.into(), ..Attributes::default() });
                    }
                }
            }
        }
        let mut counts = [0; 2];
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
            let standalone = [one, other].iter().all(|attributes| attributes.body.is_none() && attributes.ignored.is_empty());
            let by_summary = ColliderSummary::new(one, 0, 1).may_collide(&ColliderSummary::new(other, 1, 1));
            assert_eq!(by_summary, standalone.then(|| one.may_collide(0, other, 1)), "{one:?} {other:?}");
            by_summary.into_iter().for_each(|collide| counts[usize::from(collide)] += 1);
        }
        // Of the 64 pairs of standalone colliders: 7 of 16 pairs of layers interact, unless both
        // are fixed.
        assert_eq!(counts, [43, 21]);
    }
}
