//! How many pairs went where.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many pairs were asked for a manifold since the dispatcher was made, and who answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs of convex shapes, parts of compounds included, that clinch answered.
    pub answered: u64,
    /// Pairs of convex shapes that were left to parry: only such with a size that is none, negative or NaN.
    pub delegated: u64,
    /// Pairs left to parry because one of them is a mesh, a height field, a polyline or made of voxels, or a part of one of these.
    pub concave: u64,
}

/// The same, counting.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    answered: AtomicU64,
    delegated: AtomicU64,
    concave: AtomicU64,
}

impl Tally {
    pub(crate) fn answered(&self) {
        self.answered.fetch_add(1, Relaxed);
    }

    pub(crate) fn delegated(&self) {
        self.delegated.fetch_add(1, Relaxed);
    }

    pub(crate) fn concave(&self) {
        self.concave.fetch_add(1, Relaxed);
    }

    pub(crate) fn so_far(&self) -> Counts {
        Counts { answered: self.answered.load(Relaxed), delegated: self.delegated.load(Relaxed), concave: self.concave.load(Relaxed) }
    }
}
