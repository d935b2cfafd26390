//! Where a line enters A − B: the facet around it, closed in on from inside.
//!
//! * Seen along the line, A − B is flat and the line a point. If that lies outside, an axis across the line parts the two: whatever moves along the line passes. If not, as
//!   many vertices as there are dimensions surround it: a portal, which the line goes through.
//! * The vertex farthest along the portal's normal either lies in its plane: then it is part of the facet by which the line enters, and the plane tells where, exactly. Or it
//!   makes a smaller portal with all but one of the others, farther out. Each step takes one support call and a sign for each corner.
//! * Signs are of areas p × q as seen along the line, which change theirs to the bit when p and q are exchanged: of neighbouring portals no gap is left between.
//! * On a smooth surface that would go on for ever, each step halving what is left. There a few steps find the features, and whoever knows more of them goes on.
//! * Nothing is believed: the caller holds the plane against the points. What is not clear is said to be so.
//!
//! After Snethen: "XenoCollide: Complex Collision Made Simple" (Game Programming Gems 7, 2008), who looks along a ray from within.

use clinch_support::{Vector, VertexIndex};

/// A vertex of A − B, and its place in the caller's record.
pub type Corner<W> = (W, VertexIndex);

/// Who knows A − B.
pub trait Surface<W> {
    /// The vertex farthest along a vector of any length; `None` to give up.
    fn farthest(&mut self, axis: W) -> Option<Corner<W>>;

    /// Whether that is enough to go on with by other means: a portal's corners, and a vector outward of it.
    fn settles(&mut self, outward: W, corners: &[VertexIndex]) -> bool;
}

/// How a line lies to A − B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passage<W> {
    /// It enters by the facet on which these corners lie.
    Enters {
        /// Unit, outward: against the line.
        normal: W,
        /// The support value along it.
        height: f64,
        /// The corners around the line; as many as there are dimensions.
        corners: [VertexIndex; 3],
        /// What each has of the point where the line enters: none negative, sum 1.
        weights: [f64; 3],
    },
    /// It passes.
    Passes {
        /// Unit, across the line, from A − B to it.
        axis: W,
        /// How far A − B ends before the line.
        gap: f64,
    },
    /// The surface knows.
    Settled,
    /// Rounding would decide, or it takes too long.
    Unclear,
}

/// Support calls until the line is surrounded, and until the portal is a facet. Larger: more is spent on round hulls that are grazed. Smaller: less of what is asked is told.
pub(crate) const CALLS: usize = 32;

/// Smaller portals before the surface is asked first. Larger: steps are taken that it would have saved. Smaller: it goes on from features that the next step leaves.
pub(crate) const SETTLE_FROM: usize = 4;

/// What the line passes by, or is surrounded by, in units of the noise: less is not clear. Larger: more is left to a search. Smaller: rounding decides.
const CLEAR: f64 = 4.0;

/// Whether A − B reaches beyond the line, by `reach` along an axis across it of any length; else what else there is.
pub(crate) fn reaches<W: Vector<Scalar = f64>>(axis: W, reach: f64, noise: f64) -> Result<(), Passage<W>> {
    if stands_out(reach, axis, CLEAR * noise) {
        Ok(())
    } else if stands_out(-reach, axis, CLEAR * noise) {
        let unit = axis.length().recip();
        Err(Passage::Passes { axis: axis * unit, gap: -reach * unit })
    } else {
        Err(Passage::Unclear)
    }
}

/// What was measured along an axis of any length is positive by more than this.
// By squares: of the axes but the last no length is asked for.
pub(crate) fn stands_out<W: Vector<Scalar = f64>>(measured: f64, axis: W, noise: f64) -> bool {
    measured > 0.0 && measured * measured > noise * noise * axis.length_squared()
}
