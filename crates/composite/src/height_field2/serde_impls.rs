//! Serialisation of height fields in 2D: as the arguments of their constructors, deserialised by
//! the constructors.

use clinch_support::Vector;
use glam::DVec2;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::height_field2::field::HeightField2;
use crate::sides::{BoundaryEdges, Sides};

/// What is left out of a file has the value of [`HeightField2::new`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "height field in 2D", deny_unknown_fields)]
struct SerializedField<Heights, Holes, V> {
    scale: V,
    heights: Heights,
    holes: Option<Holes>,
    sides: Option<Sides>,
    boundary_edges: Option<BoundaryEdges>,
}

impl<V: Vector<Wide = DVec2, Scalar: Serialize> + Serialize> Serialize for HeightField2<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let serialized = SerializedField {
            scale: self.scale(),
            heights: self.heights(),
            holes: Some(self.holes()),
            sides: Some(self.sides()),
            boundary_edges: Some(self.boundary_edges()),
        };
        serialized.serialize(serializer)
    }
}

impl<'de, V: Vector<Wide = DVec2, Scalar: Deserialize<'de>> + Deserialize<'de>> Deserialize<'de> for HeightField2<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let file = SerializedField::<Vec<V::Scalar>, Vec<bool>, V>::deserialize(deserializer)?;
        let mut field = Self::new(file.heights, file.scale).map_err(D::Error::custom)?;
        if let Some(holes) = file.holes {
            field = field.with_holes(holes).map_err(D::Error::custom)?;
        }
        field = match file.sides {
            Some(Sides::Solid) | None => field,
            Some(Sides::One) => field.hollow(),
            Some(Sides::Two) => field.two_sided(),
        };
        Ok(field.with_boundary_edges(file.boundary_edges.unwrap_or(BoundaryEdges::Open)))
    }
}
