//! The few fields of a row that every pass reads.

use clinch_composite_contact::ColliderSpace;

use crate::row::{Row, State};

/// The fields of a row that the passes over all pairs read: 20 bytes, stored apart from the row,
/// which takes some 500. Of a pair whose colliders do not move nothing else is read, from the
/// second such tick on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowSummary {
    /// The slots of the colliders, the lower key first.
    pub(crate) slots: [u32; 2],
    /// The number of contact points.
    pub(crate) points: u32,
    pub(crate) state: State,
    /// The pair filter excludes the pair, which an incremental broadphase found: it has no contact
    /// until the filter allows it.
    pub(crate) filtered: bool,
    /// As [`Row::is_fresh`].
    pub(crate) fresh: bool,
    pub(crate) published: bool,
    /// The row was in the lists of its colliders at the last publication.
    pub(crate) listed: bool,
    /// The row was published as [`Row::settle`] left it, and the fields above are the row's. If
    /// not, they may be out of date.
    pub(crate) settled: bool,
}

impl RowSummary {
    /// The summary of a new pair.
    pub(crate) fn new(slots: [u32; 2]) -> Self {
        Self { slots, points: 0, state: State::New, filtered: false, fresh: false, published: false, listed: false, settled: false }
    }

    /// Copies what the row says.
    pub(crate) fn read<K: Copy + Eq, V: ColliderSpace>(&mut self, row: &Row<K, V>) {
        self.points = row.points().count() as u32;
        (self.state, self.fresh, self.published) = (row.state, row.is_fresh(), row.published);
    }

    /// Keeps the contact of the last tick, because neither collider has moved. Writes the row only
    /// if it has not been published since.
    pub(crate) fn settle<K: Copy + Eq, V: ColliderSpace>(&mut self, row: &mut Row<K, V>, fresh: bool) {
        if !(self.settled && self.fresh == fresh) {
            row.settle(fresh);
            self.read(row);
            self.settled = false;
        }
    }

    /// Whether the shapes touch or are within the margin.
    pub(crate) fn is_within_margin(&self) -> bool {
        self.state.is_within_margin()
    }
}
