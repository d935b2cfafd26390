//! What the caller decides.

use clinch_support::Scalar;

/// What the caller wants of a contact.
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
    /// Points apart by up to this are reported, as speculative contacts. A length, in the caller's unit: it decides what is reported and changes no
    /// point. Negative or NaN counts as 0.
    pub margin: S,
    /// A is swept by this much more than its own radius: a contact skin. Points lie on the skin. Negative or NaN counts as 0.
    pub skin_a: S,
    /// The same of B.
    pub skin_b: S,
    /// How far a pair may have moved, as a part of the reach of its smaller shape, to keep the normal and the points of an earlier tick: only their separations are
    /// computed again, and are off by less than what was moved, mostly by its square. Pairs that were proved to be apart by more than they moved are skipped,
    /// which changes no answer. Above 0 the caller promises that the memory is of these very shapes and skins: a new one must come with an edited shape.
    ///
    /// 0, negative or NaN: nothing is taken over but where a search begins.
    pub recycling: S,
    /// When GJK may stop; its `within` is set from the margin and the radii.
    pub gjk: clinch_gjk::Limits<S>,
    /// When EPA may stop.
    pub epa: clinch_epa::Limits<S>,
}

impl<S: Scalar> Settings<S> {
    /// The defaults, with this speculative margin.
    pub fn with_margin(margin: S) -> Self {
        Self { margin, ..Self::default() }
    }

    /// The margin as it counts.
    pub(crate) fn margin(&self) -> f64 {
        if self.margin > S::ZERO { self.margin.widen() } else { 0.0 }
    }
}

impl<S: Scalar> Default for Settings<S> {
    /// No margin, no skins, no recycling: only what touches is reported, and nothing but the two poses decides it.
    fn default() -> Self {
        Self {
            margin: S::ZERO,
            skin_a: S::ZERO,
            skin_b: S::ZERO,
            recycling: S::ZERO,
            gjk: clinch_gjk::Limits::default(),
            epa: clinch_epa::Limits::default(),
        }
    }
}
