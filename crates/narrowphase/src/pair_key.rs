//! Pair keys and the order of pairs.

/// The keys of the two colliders of a pair, A first. A is the lower of the two: by
/// [`order`](crate::Attributes::order), then by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct PairKey<K> {
    /// The key of collider A.
    pub a: K,
    /// The key of collider B.
    pub b: K,
}

impl<K: Copy + Eq> PairKey<K> {
    /// The other key of the pair; `None` if `key` is neither.
    pub fn other(&self, key: K) -> Option<K> {
        if key == self.a { Some(self.b) } else { (key == self.b).then_some(self.a) }
    }
}

/// What colliders are sorted by: [`order`](crate::Attributes::order) first, then the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct SortKey<K> {
    pub(crate) order: u64,
    pub(crate) key: K,
}

/// What pairs are sorted by: the sort keys of both colliders, the lower first.
pub(crate) type PairSortKey<K> = [SortKey<K>; 2];

pub(crate) fn pair_key<K: Copy>(sort_keys: &PairSortKey<K>) -> PairKey<K> {
    PairKey { a: sort_keys[0].key, b: sort_keys[1].key }
}
