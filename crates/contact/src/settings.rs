//! What the caller decides.

use clinch_support::Scalar;

/// What the caller wants of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings<S> {
    /// Points apart by up to this are reported, as speculative contacts. A length, in the caller's unit: it decides what is reported and changes no
    /// point. Negative or NaN counts as 0.
    pub margin: S,
    /// A is swept by this much more than its own radius: a contact skin. Points lie on the skin. Negative or NaN counts as 0.
    pub skin_a: S,
    /// The same of B.
    pub skin_b: S,
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
}

impl<S: Scalar> Default for Settings<S> {
    /// No margin: only what touches is reported.
    fn default() -> Self {
        Self { margin: S::ZERO, skin_a: S::ZERO, skin_b: S::ZERO, gjk: clinch_gjk::Limits::default(), epa: clinch_epa::Limits::default() }
    }
}
