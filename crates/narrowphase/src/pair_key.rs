//! What names a pair, and the order of pairs.

/// Two different keys, shape A's first: that of the lower order, which is that of the [`order`](crate::Attributes::order) a collider is given and then of the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct PairKey<K> {
    /// Shape A's key.
    pub a: K,
    /// Shape B's key.
    pub b: K,
}

impl<K: Copy + Eq> PairKey<K> {
    /// The other of the two; `None` of a key that is neither.
    pub fn other(&self, key: K) -> Option<K> {
        if key == self.a { Some(self.b) } else { (key == self.b).then_some(self.a) }
    }
}

/// Where a collider stands among the others: by the order it was given, then by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Standing<K> {
    pub(crate) order: u64,
    pub(crate) key: K,
}

/// Both colliders of a pair, the lower first: what rows are sorted by.
pub(crate) type Standings<K> = [Standing<K>; 2];

pub(crate) fn pair_key<K: Copy>(standings: &Standings<K>) -> PairKey<K> {
    PairKey { a: standings[0].key, b: standings[1].key }
}
