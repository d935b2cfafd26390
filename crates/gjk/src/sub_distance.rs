//! What differs between 2D and 3D: the sub-distance step of GJK, and the portal of a line.
//!
//! * Each step of GJK adds a vertex to its simplex and needs the point of the new simplex nearest
//!   the origin, with the vertices that carry it.
//! * [`GjkVector::fast_sub_distance`] finds them in closed form. It relies on what GJK guarantees:
//!   only features that contain the newest vertex can be nearest.
//! * On a simplex too flat for the closed form it returns [`SubDistance::Unreliable`]. GJK then
//!   calls the robust step, [`nearest_on_simplex()`](crate::nearest_on_simplex()), which assumes
//!   nothing.

use clinch_support::Vector;

use crate::portal::{PortalOutcome, PortalSurface, PortalVertex};

/// A vector whose distances GJK can measure: its `f64` companion implements the sub-distance step
/// of its dimension.
pub trait GjkSpace: Vector<Wide: GjkVector> {}

impl<V: Vector<Wide: GjkVector>> GjkSpace for V {}

/// The `f64` vector that simplices are computed in: `DVec2` or `DVec3`.
pub trait GjkVector: Vector<Scalar = f64, Wide = Self> {
    /// The point nearest the origin on the convex hull of `newest` and `others`, which are at most
    /// as many as there are dimensions.
    ///
    /// Relies on GJK's invariant: every feature of `others` alone is farther from the origin than
    /// the nearest point that `newest` makes possible. Only features that contain `newest` are
    /// examined.
    fn fast_sub_distance(newest: Self, others: &[Self]) -> SubDistance<Self>;

    /// Where the line through the origin along `direction` (unit) enters a convex set. `first` is
    /// any vertex of the set. Lengths below `rounding` count as zero.
    fn portal(direction: Self, first: PortalVertex<Self>, rounding: f64, surface: &mut impl PortalSurface<Self>) -> PortalOutcome<Self>;
}

/// The result of a sub-distance step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SubDistance<W> {
    /// Every vertex is needed: the simplex contains the origin.
    Encloses,
    /// The nearest point, and the vertices that carry it beside the newest.
    Nearest {
        /// The point, computed by projecting the origin. A weighted sum of vertices would cancel: a
        /// gap of 5e-7 would come out as 4e-4.
        point: W,
        /// Its squared distance from the origin.
        squared: f64,
        /// Bit i is set if `others[i]` is kept.
        keep: u8,
    },
    /// The invariant does not hold, or the simplex is too flat for the closed form.
    Unreliable,
}

/// The nearest point among the features examined so far.
///
/// One unreliable feature makes the whole step unreliable, because it might have contained a nearer
/// point.
#[derive(Clone, Copy)]
pub(crate) struct NearestFeature<W> {
    point: W,
    squared: f64,
    keep: u8,
    unreliable: bool,
}

impl<W: GjkVector> NearestFeature<W> {
    pub(crate) fn new() -> Self {
        Self { point: W::ZERO, squared: f64::INFINITY, keep: 0, unreliable: false }
    }

    pub(crate) fn consider(&mut self, point: W, keep: u8) {
        let squared = point.length_squared();
        if squared < self.squared {
            *self = Self { point, squared, keep, unreliable: self.unreliable };
        }
    }

    pub(crate) fn mark_unreliable(&mut self) {
        self.unreliable = true;
    }

    pub(crate) fn result(self) -> SubDistance<W> {
        let Self { point, squared, keep, unreliable } = self;
        if unreliable || squared == f64::INFINITY { SubDistance::Unreliable } else { SubDistance::Nearest { point, squared, keep } }
    }
}
