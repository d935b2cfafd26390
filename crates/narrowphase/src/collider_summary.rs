//! The few fields of a collider that every pair reads.

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
    /// Neither moved nor changed since contacts were computed, but for falling asleep or waking.
    pub(crate) unchanged: bool,
    static_or_sleeping: bool,
    pub(crate) is_static: bool,
    /// Not attached to a body, and with an empty ignore list: the fields here decide the pair
    /// filter.
    pub(crate) standalone: bool,
    pub(crate) layers: CollisionLayers,
    /// The contact events that the collider requests.
    pub(crate) events: EventFlags,
}

impl ColliderSummary {
    /// The summary of a collider that counts as changed.
    pub(crate) fn new<K, S>(attributes: &Attributes<K, S>, rank: u32, sync: u32) -> Self
    where
        K: Copy + Eq,
    {
        let &Attributes { body, layers, ref ignored, is_static, events, .. } = attributes;
        let standalone = body.is_none() && ignored.is_empty();
        let static_or_sleeping = attributes.static_or_sleeping();
        Self { rank, sync, present: true, unchanged: false, static_or_sleeping, is_static, standalone, layers, events }
    }

    /// Static or sleeping, and neither moved nor changed since the last tick.
    pub(crate) fn at_rest(&self) -> bool {
        self.unchanged && self.static_or_sleeping
    }
}
