//! Manifolds and memories in files: for save games, and for the other side of a wire.
//!
//! * Read again, a pair goes on with the same bits. So everything is written as it is, what may be infinite or NaN included: a memory may be, of an infinite
//!   margin for instance. JSON has no such numbers and cannot be read back then, which is an error; a binary format has.
//! * What is read can be wrong, and with it the next answer, but nothing that was read is an index, and nothing panics.

use clinch_gjk::Start;
use clinch_support::Vector;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::manifold::{ContactPoint, Manifold};
use crate::memory::{CachedQuery, Memory};

/// A vector whose numbers and rotations can be written: all of them.
pub(crate) trait Write: Vector<Scalar: Serialize, Rotation: Serialize> + Serialize {}

impl<V: Vector<Scalar: Serialize, Rotation: Serialize> + Serialize> Write for V {}

/// And read.
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
        // By way of a `Vec`, which does not believe a length that a file claims. Any number is right: callers may add points.
        let WrittenManifold { normal, points } = WrittenManifold::<V, Vec<ContactPoint<V>>>::deserialize(deserializer)?;
        Ok(Self { normal, points: SmallVec::from_iter(points) })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "memory", deny_unknown_fields)]
struct WrittenMemory<Start, Cached> {
    start: Start,
    apart: bool,
    cached: Cached,
}

impl<V: Vector<Scalar: Serialize, Rotation: Serialize> + Serialize> Serialize for Memory<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        WrittenMemory { start: &self.start, apart: self.apart, cached: &self.cached }.serialize(serializer)
    }
}

impl<'de, V: Vector<Scalar: Deserialize<'de>, Rotation: Deserialize<'de>> + Deserialize<'de>> Deserialize<'de> for Memory<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenMemory { start, apart, cached } = WrittenMemory::<Start<V>, Option<CachedQuery<V>>>::deserialize(deserializer)?;
        Ok(Self { start, apart, cached })
    }
}
