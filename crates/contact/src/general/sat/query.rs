//! The query as the separating axis test sees it.

use clinch_support::Vector;

use crate::clip::Space;
use crate::query::Query;
use crate::tolerance;

/// What the separating axis test needs of a query.
#[derive(Clone, Copy)]
pub(super) struct SatQuery<W> {
    /// Cores farther apart than this need no answer but that.
    pub(super) within: f64,
    /// Last tick's normal, of any length; zero or NaN if there is none.
    pub(super) last_normal: W,
    /// A bound of the coordinates that meet.
    pub(super) size: f64,
    /// Axes whose support values differ by less are equally good.
    pub(super) tie: f64,
    /// Cores that are apart but within the margin are left to the search.
    pub(super) search_if_apart: bool,
    /// Cores that overlap need no depth.
    pub(super) distance_only: bool,
}

impl<W: Vector<Scalar = f64>> SatQuery<W> {
    /// `size` bounds the coordinates that meet.
    pub(super) fn new<V: Space<Wide = W>>(query: &Query<'_, V>, size: f64) -> Self {
        Self {
            within: query.within(),
            last_normal: query.last_normal.widen(),
            size,
            tie: tolerance::tie::<V>(size),
            search_if_apart: false,
            distance_only: query.distance_only(),
        }
    }

    /// Support values below this prove the cores to be farther apart than the margin.
    #[inline]
    pub(super) fn beyond(&self) -> f64 {
        -self.within - self.noise()
    }

    /// Rounding error of a support value.
    #[inline]
    pub(super) fn noise(&self) -> f64 {
        tolerance::noise(self.size)
    }
}
