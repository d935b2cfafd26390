//! The contacts that started, persisted or ended in a tick.

use clinch_support::Vector;

use crate::attributes::EventFlags;
use crate::pair_key::{PairKey, PairSortKey};
use crate::touch::Touch;

/// One contact that started, persisted or ended.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "K: serde::Serialize, V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "K: serde::Deserialize<'de>, V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub struct Change<K, V: Vector> {
    /// The keys of the colliders.
    pub key: PairKey<K>,
    /// The bodies that the colliders are attached to. Of an end: those of the contact that was
    /// published last, which differ even if both colliders are parts of one body now.
    pub bodies: PairKey<K>,
    /// The contact in the frame of A. Of an end: the contact that was published last.
    pub touch: Touch<V>,
    /// The events that A and B request.
    pub events: [EventFlags; 2],
}

/// The contacts that started, persisted or ended since the last publication, each list in the order
/// of the pair keys. Contains only pairs of which a collider requests events.
///
/// A pair can be in two lists, if its row was replaced, for instance because a collider changed its
/// order: it ended, then started again. A caller that keeps a set of contacts reads the ends first.
#[derive(Clone, Debug)]
pub struct Changes<K, V: Vector> {
    /// Pairs that touch now and did not before.
    pub started: Vec<Change<K, V>>,
    /// Pairs that still touch, if one of the colliders requests persisting contacts.
    pub persisted: Vec<Change<K, V>>,
    /// Pairs that no longer touch, for whatever reason.
    pub ended: Vec<Change<K, V>>,
    /// Ends that have not been published yet, unsorted: of pairs that left the table, then of pairs
    /// that are still in it.
    pub(crate) unpublished_ends: Vec<(PairSortKey<K>, Change<K, V>)>,
}

impl<K, V: Vector> Changes<K, V> {
    pub(crate) fn new() -> Self {
        Self { started: Vec::new(), persisted: Vec::new(), ended: Vec::new(), unpublished_ends: Vec::new() }
    }
}

impl<K: PartialEq, V: Vector> PartialEq for Changes<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.started == other.started && self.persisted == other.persisted && self.ended == other.ended
    }
}
