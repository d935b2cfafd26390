//! Serialises short lists. They are read by way of a `Vec`, whose deserialisation does not allocate
//! a length just because a file claims it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

pub(crate) fn serialize<K: Serialize, Z: Serializer>(list: &SmallVec<[K; 2]>, serializer: Z) -> Result<Z::Ok, Z::Error> {
    list[..].serialize(serializer)
}

pub(crate) fn deserialize<'de, K: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<SmallVec<[K; 2]>, D::Error> {
    Ok(SmallVec::from_iter(Vec::deserialize(deserializer)?))
}
