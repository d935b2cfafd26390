//! What one tick did, in numbers.

use core::ops::AddAssign;

/// Counts of one tick: the same for any number of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs in the table.
    pub pairs: u64,
    /// Pairs that touch or overlap.
    pub touching: u64,
    /// Pairs that are apart, within the margin.
    pub speculative: u64,
    /// Pairs that could not be answered because a pose or a support point was not finite.
    pub undefined: u64,
    /// Contact points.
    pub points: u64,
    /// Support calls on A − B.
    pub support_calls: u64,
    /// GJK steps that needed the thorough sub-distance step.
    pub slow_steps: u64,
    /// Queries that ended before their bounds met. Their bounds hold, but are wide.
    pub unfinished: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.touching += other.touching;
        self.speculative += other.speculative;
        self.undefined += other.undefined;
        self.points += other.points;
        self.support_calls += other.support_calls;
        self.slow_steps += other.slow_steps;
        self.unfinished += other.unfinished;
    }
}
