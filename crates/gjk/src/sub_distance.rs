//! What differs between 2D and 3D: the sub-distance step.

use clinch_support::Vector;

use crate::portal::{Corner, Passage, Surface};

/// A vector GJK can measure with: its `f64` companion knows the sub-distance step of its dimension.
pub trait Measure: Vector<Wide: Algebra> {}

impl<V: Vector<Wide: Algebra>> Measure for V {}

/// The `f64` vector that simplices are computed in.
pub trait Algebra: Vector<Scalar = f64, Wide = Self> {
    /// The point nearest the origin on the hull of `newest` and `others` (at most as many as there are dimensions), given what GJK knows:
    /// the features of `others` alone are farther away than `newest` brings us. Only features that hold `newest` are looked at.
    fn lean_step(newest: Self, others: &[Self]) -> Step<Self>;

    /// Where a line through the origin along a unit vector enters a convex set. `first` is any vertex of it. Below `noise` lengths are rounding.
    fn portal(along: Self, first: Corner<Self>, noise: f64, surface: &mut impl Surface<Self>) -> Passage<Self>;
}

/// What a sub-distance step found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<W> {
    /// All of the simplex is needed: it holds the origin.
    Encloses,
    /// The nearest point, and which of the others carry it beside the newest.
    Nearest {
        /// The point, by projection of the origin, never as a weighted sum of vertices, which cancels: a gap of 5e-7 would come out as 4e-4.
        point: W,
        /// How far from the origin, squared.
        squared: f64,
        /// Bit i: others\[i\] is kept.
        keep: u8,
    },
    /// Something that GJK takes for granted does not hold: the simplex is too flat for this step.
    Doubtful,
}

/// The nearest point among features that were looked at so far.
///
/// One doubtful feature makes the step doubtful, whatever else was found: it might have held a nearer point.
#[derive(Clone, Copy)]
pub(crate) struct Best<W> {
    point: W,
    squared: f64,
    keep: u8,
    doubtful: bool,
}

impl<W: Algebra> Best<W> {
    pub(crate) fn none() -> Self {
        Self { point: W::ZERO, squared: f64::INFINITY, keep: 0, doubtful: false }
    }

    pub(crate) fn offer(&mut self, point: W, keep: u8) {
        let squared = point.length_squared();
        if squared < self.squared {
            *self = Self { point, squared, keep, doubtful: self.doubtful };
        }
    }

    pub(crate) fn doubt(&mut self) {
        self.doubtful = true;
    }

    pub(crate) fn step(self) -> Step<W> {
        let Self { point, squared, keep, doubtful } = self;
        if doubtful || squared == f64::INFINITY { Step::Doubtful } else { Step::Nearest { point, squared, keep } }
    }
}
