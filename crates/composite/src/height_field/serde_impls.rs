//! Serialisation of height fields: as the arguments of their constructors, deserialised by the
//! constructors.

use clinch_support::Vector;
use glam::DVec3;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::height_field::cell::Cell;
use crate::height_field::field::HeightField;
use crate::sides::{BoundaryEdges, Sides};

/// What is left out of a file has the value of [`HeightField::new`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "height field", deny_unknown_fields)]
struct SerializedField<Heights, Cells, V> {
    rows: u32,
    columns: u32,
    scale: V,
    heights: Heights,
    cells: Option<Cells>,
    sides: Option<Sides>,
    boundary_edges: Option<BoundaryEdges>,
}

impl<V: Vector<Wide = DVec3, Scalar: Serialize> + Serialize> Serialize for HeightField<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let serialized = SerializedField {
            rows: self.rows(),
            columns: self.columns(),
            scale: self.scale(),
            heights: self.heights(),
            cells: Some(self.cells()),
            sides: Some(self.sides()),
            boundary_edges: Some(self.boundary_edges()),
        };
        serialized.serialize(serializer)
    }
}

impl<'de, V: Vector<Wide = DVec3, Scalar: Deserialize<'de>> + Deserialize<'de>> Deserialize<'de> for HeightField<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let file = SerializedField::<Vec<V::Scalar>, Vec<Cell>, V>::deserialize(deserializer)?;
        let mut field = Self::new(file.rows, file.columns, file.heights, file.scale).map_err(D::Error::custom)?;
        if let Some(cells) = file.cells {
            field = field.with_cells(cells).map_err(D::Error::custom)?;
        }
        field = match file.sides {
            Some(Sides::Solid) | None => field,
            Some(Sides::One) => field.hollow(),
            Some(Sides::Two) => field.two_sided(),
        };
        Ok(field.with_boundary_edges(file.boundary_edges.unwrap_or(BoundaryEdges::Open)))
    }
}
