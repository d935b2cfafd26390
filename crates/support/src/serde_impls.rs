//! Serialisation of vertex ids: as the index, from 0.

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::vertex_id::VertexId;

impl Serialize for VertexId {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        (self.index() as u32).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for VertexId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            // `new` would clamp it to the index before.
            u32::MAX => Err(D::Error::invalid_value(Unexpected::Unsigned(u32::MAX.into()), &"the index of a vertex")),
            index => Ok(Self::new(index as usize)),
        }
    }
}
