//! The signed distance by which pairs are placed.

use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, ShapeSpec};

/// Two of a workload's shapes and where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedPair {
    /// The indices of A and B among the shapes.
    pub shapes: [usize; 2],
    /// Their poses in the world.
    pub poses: [PoseSpec; 2],
}

/// Computes signed distances of pairs of some shapes.
pub trait Gauge: Sized {
    /// The gauge of these shapes; `None` if one of them cannot be built.
    fn of(shapes: &[ShapeSpec], dim: usize) -> Option<Self>;

    /// The signed distance; NaN if there is none.
    fn signed(&self, placed: &PlacedPair) -> f64;
}

/// By the oracle: accurate to its error, and slow.
#[derive(Clone, Debug)]
pub struct ByOracle {
    shapes: Vec<ShapeSpec>,
    dim: usize,
}

impl Gauge for ByOracle {
    fn of(shapes: &[ShapeSpec], dim: usize) -> Option<Self> {
        Some(Self { shapes: shapes.to_vec(), dim })
    }

    fn signed(&self, placed: &PlacedPair) -> f64 {
        let [a, b] = [0, 1].map(|side| (self.shapes[placed.shapes[side]].clone(), placed.poses[side]));
        Pairing::of(&Query::contact(self.dim, a, b)).map_or(f64::NAN, |pairing| pairing.truth_within(1e-6, 2_000).sd)
    }
}
