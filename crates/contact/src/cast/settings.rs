//! Settings of a cast.

use crate::cast::impact::InitialOverlap;

/// Settings of a cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastSettings {
    /// The distance that counts as a hit. A length, in the caller's unit. Negative or NaN counts as
    /// 0: the shapes touch.
    pub target: f64,
    /// The parameter at which the motion ends, included. May be infinite; negative or NaN counts as
    /// 0.
    pub until: f64,
    /// The answer for shapes that are within the target at the start.
    pub start: InitialOverlap,
}

impl Default for CastSettings {
    /// Until the shapes touch, at any distance.
    fn default() -> Self {
        Self { target: 0.0, until: f64::INFINITY, start: InitialOverlap::Report }
    }
}
