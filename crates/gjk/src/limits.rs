//! When a query may stop.

use clinch_support::Scalar;

/// What a query has to find out, and how accurately.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "limits",
        deny_unknown_fields,
        bound(serialize = "S: Scalar + serde::Serialize", deserialize = "S: Scalar + serde::Deserialize<'de>")
    )
)]
pub struct Limits<S> {
    /// Shapes farther apart than this are reported as [`Outcome::Beyond`](crate::Outcome::Beyond)
    /// and not measured. Infinite: every distance is measured. 0: only whether they intersect
    /// matters.
    ///
    /// Compared with the distance of the cores: add the radii of the shapes.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_impls::infinite_as_none"))]
    pub within: S,
    /// The gap between the bounds, relative to the distance, at which a search on smooth shapes
    /// stops. Polytopes are always searched to the exact feature, which takes at most one more
    /// step.
    ///
    /// Larger: fewer steps, and a coarser normal, whose angle errs by about the square root of
    /// this. At 1e-7, the resolution of `f32`, a cylinder at rest would wobble by a milliradian;
    /// the default of 1e-12 costs a step or two more. Smaller than 1e-15: the last steps only move
    /// rounding about.
    pub tolerance: S,
    /// Support calls after which the best answer so far is given, with its bounds. GJK on polytopes
    /// takes about 5 to 10; the limit is for hostile support maps.
    pub iterations: u32,
    /// Sets are closed: shapes that touch intersect. Used only by
    /// [`intersects`](crate::intersects).
    pub closed: bool,
}

impl<S: Scalar> Limits<S> {
    /// Limits that measure every distance.
    pub fn measure() -> Self {
        Self { within: S::INFINITY, tolerance: S::narrow(1e-12), iterations: 128, closed: true }
    }

    /// Limits that measure distances up to `within`.
    pub fn within(within: S) -> Self {
        Self { within, ..Self::measure() }
    }
}

impl<S: Scalar> Default for Limits<S> {
    fn default() -> Self {
        Self::measure()
    }
}
