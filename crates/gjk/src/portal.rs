//! Where a line enters A − B: a portal closes in on the facet around the line.
//!
//! * Seen along the line, A − B is a flat convex region and the line is a point. If the point is
//!   outside the region, an axis across the line separates them, and whatever moves along the line
//!   misses.
//! * Otherwise as many vertices of A − B as there are dimensions surround the line. Together they
//!   are a portal, through which the line passes.
//! * The next vertex is the one farthest along the normal of the portal. If it is in the portal's
//!   plane, the portal is part of the facet by which the line enters, and the plane gives the exact
//!   point. If not, it replaces one of the portal's corners, and the new portal is farther out. A
//!   step costs one support call and one sign per corner.
//! * Signs are those of areas p × q as seen along the line. Exchanging p and q changes the sign and
//!   no other bit, so neighbouring portals leave no gap between them.
//! * On a smooth surface this would go on for ever, each step halving the error. After a few steps
//!   the features are known, and [`PortalSurface::try_solve`] may finish by other means.
//! * Nothing is assumed about the support map: the caller compares the plane with the points. Where
//!   rounding would decide, the outcome is [`PortalOutcome::Inconclusive`].
//!
//! Snethen, "XenoCollide: Complex Collision Made Simple" (Game Programming Gems 7, 2008), which
//! searches along a ray from an interior point.

use clinch_support::{Vector, VertexIndex};

/// A vertex of A − B and its index in the caller's record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalVertex<W> {
    /// The point of A − B.
    pub point: W,
    /// The index in the record.
    pub index: VertexIndex,
}

/// The surface of A − B, as a portal queries it.
pub trait PortalSurface<W> {
    /// The vertex farthest along a vector of any length; `None` to give up.
    fn farthest(&mut self, axis: W) -> Option<PortalVertex<W>>;

    /// Tries to find the entry by other means, from the corners of a portal and a vector that
    /// points outward of it. `true` if that succeeded.
    fn try_solve(&mut self, outward: W, corners: &[VertexIndex]) -> bool;
}

/// The result of following a line to A − B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PortalOutcome<W> {
    /// The line enters by the facet that contains these corners.
    Facet {
        /// Unit, outward: against the line.
        normal: W,
        /// The support value along the normal.
        height: f64,
        /// The corners around the line; as many as there are dimensions.
        corners: [VertexIndex; 3],
        /// The weight of each corner in the entry point. None is negative, and they sum to 1.
        weights: [f64; 3],
    },
    /// The line misses.
    Miss {
        /// Unit, across the line, from A − B to it.
        axis: W,
        /// The distance along the axis between A − B and the line.
        gap: f64,
    },
    /// [`PortalSurface::try_solve`] succeeded; the surface has the entry.
    Solved,
    /// Rounding would decide, or the search takes too long.
    Inconclusive,
}

/// Support calls until the line is surrounded, and again until the portal is a facet. Larger:
/// grazed round hulls cost more. Smaller: fewer lines are decided.
pub(crate) const MAX_CALLS: usize = 32;

/// Portal steps before the first call of [`PortalSurface::try_solve`]. Larger: steps are taken that
/// it would have saved. Smaller: it starts from features that the next step leaves.
pub(crate) const SOLVE_FROM_STEP: usize = 4;

/// The clearance, in units of rounding, at which the line counts as missing A − B or as surrounded
/// by it. Larger: more lines are left to a distance search. Smaller: rounding decides.
const CLEARANCE: f64 = 4.0;

/// Checks that A − B extends beyond the line along `axis`, which is across the line and of any
/// length. `reach` is the support value along it. The error is the outcome if it does not.
pub(crate) fn check_reach<W: Vector<Scalar = f64>>(axis: W, reach: f64, rounding: f64) -> Result<(), PortalOutcome<W>> {
    if exceeds(reach, axis, CLEARANCE * rounding) {
        Ok(())
    } else if exceeds(-reach, axis, CLEARANCE * rounding) {
        let unit = axis.length().recip();
        Err(PortalOutcome::Miss { axis: axis * unit, gap: -reach * unit })
    } else {
        Err(PortalOutcome::Inconclusive)
    }
}

/// Whether a product with `axis`, which may have any length, is a length greater than `rounding`.
// Compares squares: only the last axis of a search needs its length.
pub(crate) fn exceeds<W: Vector<Scalar = f64>>(product: f64, axis: W, rounding: f64) -> bool {
    product > 0.0 && product * product > rounding * rounding * axis.length_squared()
}
