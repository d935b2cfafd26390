//! Serialisation of manifolds and memories: for save games, and for a network.
//!
//! * A pair that is read continues with the same bits. So every number is written as it is,
//!   including infinite and NaN ones, which a memory of an infinite margin has. JSON has no such
//!   numbers: reading such a file is an error; a binary format has them.
//! * What is read may be wrong, and with it the next answer. But no number in it is used as an
//!   index, and nothing panics.

use clinch_gjk::Start;
use clinch_support::Vector;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::manifold::{ContactPoint, Manifold};
use crate::memory::{CachedQuery, Memory};

/// A vector whose scalars and rotations can be written.
pub(crate) trait Write: Vector<Scalar: Serialize, Rotation: Serialize> + Serialize {}

impl<V: Vector<Scalar: Serialize, Rotation: Serialize> + Serialize> Write for V {}

/// A vector whose scalars and rotations can be read.
pub(crate) trait Read<'de>: Vector<Scalar: Deserialize<'de>, Rotation: Deserialize<'de>> + Deserialize<'de> {}

impl<'de, V: Vector<Scalar: Deserialize<'de>, Rotation: Deserialize<'de>> + Deserialize<'de>> Read<'de> for V {}

#[derive(Serialize, Deserialize)]
#[serde(rename = "manifold", deny_unknown_fields)]
struct WrittenManifold<V, Points> {
    normal: V,
    points: Points,
}

impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for Manifold<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        WrittenManifold { normal: self.normal, points: &self.points[..] }.serialize(serializer)
    }
}

impl<'de, V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>> Deserialize<'de> for Manifold<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Through a `Vec`, which does not trust a length that a file claims. Any number of points
        // is valid: callers may add some.
        let WrittenManifold { normal, points } = WrittenManifold::<V, Vec<ContactPoint<V>>>::deserialize(deserializer)?;
        Ok(Self { normal, points: SmallVec::from_iter(points) })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "memory", deny_unknown_fields)]
struct WrittenMemory<Start, Cached> {
    start: Start,
    search_found_apart: bool,
    cached: Cached,
}

impl<V: Vector<Scalar: Serialize, Rotation: Serialize> + Serialize> Serialize for Memory<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        WrittenMemory { start: &self.start, search_found_apart: self.search_found_apart, cached: &self.cached }.serialize(serializer)
    }
}

impl<'de, V: Vector<Scalar: Deserialize<'de>, Rotation: Deserialize<'de>> + Deserialize<'de>> Deserialize<'de> for Memory<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenMemory { start, search_found_apart, cached } =
            WrittenMemory::<Start<V>, Option<CachedQuery<V>>>::deserialize(deserializer)?;
        Ok(Self { start, search_found_apart, cached })
    }
}
