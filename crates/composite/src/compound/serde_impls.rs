//! Serialisation of compounds: as the list of their parts, deserialised by the constructor.

use clinch_shapes::ShapeSpace;
use clinch_support::Pose;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::compound::shape::Compound;

#[derive(Serialize, Deserialize)]
#[serde(rename = "part", deny_unknown_fields)]
struct SerializedPart<P, S> {
    pose: P,
    shape: S,
}

impl<V: ShapeSpace<Shape: Serialize>> Serialize for Compound<V>
where
    Pose<V>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.parts().iter().map(|(pose, shape)| SerializedPart { pose, shape }))
    }
}

impl<'de, V: ShapeSpace<Shape: Deserialize<'de>>> Deserialize<'de> for Compound<V>
where
    Pose<V>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Vec::<SerializedPart<Pose<V>, V::Shape>>::deserialize(deserializer)?;
        Self::new(parts.into_iter().map(|part| (part.pose, part.shape)).collect()).map_err(D::Error::custom)
    }
}
