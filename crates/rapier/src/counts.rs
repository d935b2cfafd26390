//! Counters of the dispatcher.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of requested manifolds since the dispatcher was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs that clinch answered.
    pub answered: u64,
    /// Pairs of convex shapes that were delegated to parry, because a size is negative or not
    /// finite.
    pub delegated: u64,
    /// Pairs that were delegated to parry, because a shape is a mesh of a soft body, or a compound
    /// with a part of an invalid size.
    pub concave: u64,
}

/// [`Counts`] that are shared by threads.
#[derive(Debug, Default)]
pub(crate) struct AtomicCounts {
    answered: AtomicU64,
    delegated: AtomicU64,
    concave: AtomicU64,
}

impl AtomicCounts {
    pub(crate) fn answered(&self) {
        self.answered.fetch_add(1, Relaxed);
    }

    pub(crate) fn delegated(&self) {
        self.delegated.fetch_add(1, Relaxed);
    }

    pub(crate) fn concave(&self) {
        self.concave.fetch_add(1, Relaxed);
    }

    pub(crate) fn load(&self) -> Counts {
        Counts { answered: self.answered.load(Relaxed), delegated: self.delegated.load(Relaxed), concave: self.concave.load(Relaxed) }
    }
}
