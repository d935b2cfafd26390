//! Serialisation of chains: as the arguments of their constructors, deserialised by the
//! constructors. Instances that share data are separate chains after a round trip.

use clinch_support::Vector;
use glam::DVec2;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chain::instance::Chain;
use crate::sides::{BoundaryEdges, Sides};

/// What is left out of a file has the value of [`Chain::open`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "chain", deny_unknown_fields)]
struct SerializedChain<Points, V> {
    points: Points,
    closed: Option<bool>,
    scale: Option<V>,
    sides: Option<Sides>,
    boundary_edges: Option<BoundaryEdges>,
    ghost_before: Option<V>,
    ghost_after: Option<V>,
}

impl<V: Vector<Wide = DVec2> + Serialize> Serialize for Chain<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let [ghost_before, ghost_after] = self.ghost_vertices();
        let serialized = SerializedChain {
            points: self.shared_points(),
            closed: Some(self.is_closed()),
            scale: Some(self.scale()),
            sides: Some(self.sides()),
            boundary_edges: Some(self.boundary_edges()),
            ghost_before,
            ghost_after,
        };
        serialized.serialize(serializer)
    }
}

impl<'de, V: Vector<Wide = DVec2> + Deserialize<'de>> Deserialize<'de> for Chain<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let file = SerializedChain::<Vec<V>, V>::deserialize(deserializer)?;
        let chain = if file.closed == Some(true) { Self::closed(file.points) } else { Self::open(file.points) };
        let mut chain = chain.map_err(D::Error::custom)?;
        if let Some(scale) = file.scale {
            chain = chain.scaled(scale).map_err(D::Error::custom)?;
        }
        if file.ghost_before.is_some() || file.ghost_after.is_some() {
            chain = chain.with_ghost_vertices(file.ghost_before, file.ghost_after).map_err(D::Error::custom)?;
        }
        chain = match file.sides {
            Some(Sides::Solid) if chain.sides() != Sides::Solid => {
                return Err(D::Error::custom("the chain encloses no mass, so it is no solid"));
            }
            Some(Sides::Solid) | None => chain,
            Some(Sides::One) => chain.hollow(),
            Some(Sides::Two) => chain.two_sided(),
        };
        Ok(chain.with_boundary_edges(file.boundary_edges.unwrap_or_default()))
    }
}
