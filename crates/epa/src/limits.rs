//! When a search may stop.

use clinch_support::Scalar;

/// How well the depth is to be known, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "limits", deny_unknown_fields))]
pub struct Limits<S> {
    /// On smooth shapes, the gap between the bounds, relative to the depth, that is small enough. Polytopes are always searched to the exact face.
    pub tolerance: S,
    /// Support calls after which the polytope is left as it is. Two round hulls of 500 vertices, deep in each other, take some 300.
    pub iterations: u32,
    /// The same for smooth shapes, if it is less: such a search closes its bounds no more than slowly. Up to four thousand more calls look for a lesser depth
    /// from there.
    pub smooth_iterations: u32,
}

impl<S: Scalar> Default for Limits<S> {
    fn default() -> Self {
        Self { tolerance: S::narrow(1e-12), iterations: 2048, smooth_iterations: 256 }
    }
}
