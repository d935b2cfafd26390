//! What changed between two publications.

use clinch_support::Vector;

use crate::attributes::Reports;
use crate::pair_key::{PairKey, Standings};
use crate::touch::Touch;

/// One change, as A sees it.
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
    /// The colliders.
    pub key: PairKey<K>,
    /// Their bodies.
    pub bodies: PairKey<K>,
    /// Where they touch; of an end, where they last touched.
    pub touch: Touch<V>,
    /// What A and what B want to be told.
    pub reports: [Reports; 2],
}

/// What changed between two publications, each list in the order of the keys. Only pairs one of whose colliders wants to be told are in it.
#[derive(Clone, Debug)]
pub struct Changes<K, V: Vector> {
    /// Pairs that touch now and did not.
    pub started: Vec<Change<K, V>>,
    /// Pairs that touch still, if one of their colliders wants that.
    pub persisted: Vec<Change<K, V>>,
    /// Pairs that touch no more, for whatever reason.
    pub ended: Vec<Change<K, V>>,
    /// Ends of pairs that left the table, and of those that are still in it, to be merged.
    pub(crate) lost: Vec<(Standings<K>, Change<K, V>)>,
}

impl<K, V: Vector> Changes<K, V> {
    pub(crate) fn new() -> Self {
        Self { started: Vec::new(), persisted: Vec::new(), ended: Vec::new(), lost: Vec::new() }
    }
}

impl<K: PartialEq, V: Vector> PartialEq for Changes<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.started == other.started && self.persisted == other.persisted && self.ended == other.ended
    }
}
