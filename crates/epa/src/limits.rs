//! When a depth search may stop.

use clinch_support::Scalar;

/// How accurately the depth has to be found, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "limits", deny_unknown_fields))]
pub struct Limits<S> {
    /// The gap between the bounds, relative to the depth, at which a search on smooth shapes stops.
    /// Polytopes are always searched to the exact facet.
    pub tolerance: S,
    /// Support calls after which the polytope is left as it is. Two round hulls of 500 vertices,
    /// deep inside each other, take some 300.
    pub iterations: u32,
    /// The same for smooth shapes, if it is less: their bounds close slowly. Up to four thousand
    /// more calls look for a lesser depth from there.
    pub smooth_iterations: u32,
}

impl<S: Scalar> Default for Limits<S> {
    fn default() -> Self {
        Self { tolerance: S::narrow(1e-12), iterations: 2048, smooth_iterations: 256 }
    }
}
