//! The candidate axes, and which of them is chosen.

use clinch_support::Vector;

use crate::tolerance::SAME_NORMAL;

/// The features of A and of B that make a facet of A − B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FacetFeatures {
    /// A face of A and the vertex of B deepest below it.
    FaceOfA(u32),
    /// A face of B and the vertex of A deepest below it.
    FaceOfB(u32),
    /// An edge of A and one of B.
    Edges(u32, u32),
}

/// A facet of A − B.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis<W> {
    /// Unit, from A to B, in A's frame.
    pub(crate) normal: W,
    /// The support value of A − B along the normal: the depth, negative for a gap.
    pub(crate) height: f64,
    pub(crate) features: FacetFeatures,
}

/// The least support value so far, and the axes that tie with it.
#[derive(Clone, Debug)]
pub(crate) struct Shortlist<W> {
    axes: Vec<Axis<W>>,
    least: f64,
    tie: f64,
}

impl<W> Default for Shortlist<W> {
    fn default() -> Self {
        Self { axes: Vec::new(), least: f64::INFINITY, tie: 0.0 }
    }
}

impl<W: Vector<Scalar = f64>> Shortlist<W> {
    pub(crate) fn begin(&mut self, tie: f64) {
        self.axes.clear();
        (self.least, self.tie) = (f64::INFINITY, tie);
    }

    /// The least support value.
    pub(crate) fn least(&self) -> f64 {
        self.least
    }

    /// Axes with a larger support value are not candidates.
    #[inline]
    pub(crate) fn cutoff(&self) -> f64 {
        self.least + self.tie
    }

    /// Lowers the least support value to that of an axis that will be offered. Returns the cutoff.
    #[inline]
    pub(crate) fn lower_to(&mut self, least: f64) -> f64 {
        self.least = if least < self.least { least } else { self.least };
        self.cutoff()
    }

    #[inline]
    pub(crate) fn offer(&mut self, height: f64, features: FacetFeatures, normal: impl FnOnce() -> W) {
        if !(height <= self.cutoff()) {
            return;
        }
        if height < self.least {
            self.least = height;
            let cutoff = self.cutoff();
            self.axes.retain(|axis| axis.height <= cutoff);
        }
        self.axes.push(Axis { normal: normal(), height, features });
    }

    /// The axis of the least support value.
    pub(crate) fn best(&self) -> Option<&Axis<W>> {
        self.axes.iter().find(|axis| axis.height <= self.least)
    }

    /// Sorts by rules that rounding cannot change: last tick's normal first, then faces before
    /// edges, then the lower number.
    pub(crate) fn sort_by_preference(&mut self, last_normal: W) {
        if self.axes.len() > 1 {
            let near = SAME_NORMAL * last_normal.length();
            self.axes.sort_by_key(|axis| (!(axis.normal.dot(last_normal) > near), axis.features));
        }
    }

    pub(crate) fn axes(&self) -> impl Iterator<Item = &Axis<W>> {
        self.axes.iter()
    }
}
