//! Serialization of starts and limits.
//!
//! A deserialized start is as good as any other. One with more vertices than a simplex can have is
//! an error.

use clinch_support::{Vector, VertexId};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::start::Start;

#[derive(Serialize, Deserialize)]
#[serde(rename = "start", deny_unknown_fields)]
struct StartFields<Vertices, V> {
    vertices: Vertices,
    direction: V,
}

impl<V: Vector + Serialize> Serialize for Start<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        StartFields { vertices: &self.vertices[..], direction: self.direction }.serialize(serializer)
    }
}

impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Start<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Through a `Vec`, which does not reserve memory for whatever length a file claims.
        let StartFields { vertices, direction } = StartFields::<Vec<(VertexId, VertexId)>, V>::deserialize(deserializer)?;
        if vertices.len() > V::DIM + 1 {
            return Err(D::Error::invalid_length(vertices.len(), &"the vertices of a simplex"));
        }
        Ok(Self { vertices: vertices.into_iter().collect(), direction })
    }
}

/// Lengths that may be infinite. +∞ is written as `None`, because JSON has no number for it.
pub(crate) mod infinite_as_none {
    use clinch_support::Scalar;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Scalar + Serialize, Z: Serializer>(length: &S, serializer: Z) -> Result<Z::Ok, Z::Error> {
        Some(*length).filter(|&length| length != S::INFINITY).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, S: Scalar + Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<S, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or(S::INFINITY))
    }
}
