//! When a query may stop.

use clinch_support::Scalar;

/// What the caller wants to know, and how well.
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
    /// Distances beyond this need no answer but "beyond it". Infinite: always measure. 0: yes or no.
    ///
    /// The cores' distance is meant: add the radii of the shapes.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_impls::endless"))]
    pub within: S,
    /// A search on smooth shapes stops when the bounds are this close, relative to the distance. Larger: fewer steps and a coarser
    /// normal, whose angle errs by about the root of it: at `f32`'s own 1e-7 a cylinder at rest would wobble by a milliradian. The default of 1e-12 costs
    /// a step or two more. Smaller than 1e-15: the last steps only shuffle rounding. Polytopes are always searched to the exact feature, which takes a
    /// step or none more.
    pub tolerance: S,
    /// Steps after which the best answer so far is given, with its bounds. GJK on polytopes takes about 5 to 10; the limit is for hostile
    /// support maps.
    pub iterations: u32,
    /// Sets are closed: shapes that touch intersect. Asked of `intersects` alone.
    pub closed: bool,
}

impl<S: Scalar> Limits<S> {
    /// Measure any distance.
    pub fn measure() -> Self {
        Self { within: S::INFINITY, tolerance: S::narrow(1e-12), iterations: 128, closed: true }
    }

    /// Measure distances up to `within`.
    pub fn within(within: S) -> Self {
        Self { within, ..Self::measure() }
    }
}

impl<S: Scalar> Default for Limits<S> {
    fn default() -> Self {
        Self::measure()
    }
}
