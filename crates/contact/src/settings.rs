//! The settings of the queries.

use clinch_support::Scalar;

use crate::recycling::Recycling;

/// Settings of the queries about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "settings",
        deny_unknown_fields,
        bound(serialize = "S: Scalar + serde::Serialize", deserialize = "S: Scalar + serde::Deserialize<'de>")
    )
)]
pub struct Settings<S> {
    /// Points with a separation up to this are reported, as speculative contacts. A length, in the
    /// caller's unit. It decides which points are reported and changes none of them. Negative or
    /// NaN counts as 0.
    pub margin: S,
    /// The contact skin of A: it is swept by this in addition to its own radius. Points are on the
    /// skin. Negative or NaN counts as 0.
    pub skin_a: S,
    /// The same for B.
    pub skin_b: S,
    /// Which pairs keep the contact of an earlier tick. Off by default.
    pub recycling: Recycling<S>,
    /// The limits of GJK. Its `within` is set from the margin and the radii.
    pub gjk: clinch_gjk::Limits<S>,
    /// The limits of EPA.
    pub epa: clinch_epa::Limits<S>,
}

impl<S: Scalar> Settings<S> {
    /// The defaults, with this speculative margin.
    pub fn with_margin(margin: S) -> Self {
        Self { margin, ..Self::default() }
    }

    /// The margin, at least 0.
    pub(crate) fn margin(&self) -> f64 {
        if self.margin > S::ZERO { self.margin.widen() } else { 0.0 }
    }
}

impl<S: Scalar> Default for Settings<S> {
    /// No margin, no skins, no recycling: only touching points are reported, and the answer depends
    /// on the two poses alone.
    fn default() -> Self {
        Self {
            margin: S::ZERO,
            skin_a: S::ZERO,
            skin_b: S::ZERO,
            recycling: Recycling::Off,
            gjk: clinch_gjk::Limits::default(),
            epa: clinch_epa::Limits::default(),
        }
    }
}
