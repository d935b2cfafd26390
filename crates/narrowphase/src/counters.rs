//! What one tick did, in numbers.

use core::ops::AddAssign;

use clinch_contact::Clip;

use crate::row::{Row, State};

macro_rules! tally {
    ($($(#[$doc:meta])* $count:ident),+ $(,)?) => {
        /// Counts of one tick: the same for any number of threads.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Tally {
            $($(#[$doc])* pub $count: u64),+
        }

        impl AddAssign for Tally {
            fn add_assign(&mut self, other: Self) {
                $(self.$count += other.$count;)+
            }
        }
    };
}

tally! {
    /// Pairs in the table.
    pairs,
    /// Pairs that touch or overlap.
    touching,
    /// Pairs that are apart, within the margin.
    speculative,
    /// Pairs that the rules, or layers and such, let have no contact.
    rejected,
    /// Pairs that could not be answered because a pose or a support point was not finite.
    undefined,
    /// Pairs that were not looked at, because both colliders are at rest.
    at_rest,
    /// Pairs that were proved to be apart, in an earlier tick, by more than they have moved since.
    skipped,
    /// Pairs in contact that have hardly moved, and kept their points; of sensors, pairs that were proved to overlap by more than they have moved since.
    recycled,
    /// Contact points.
    points,
    /// Support calls on A − B.
    support_calls,
    /// GJK steps that needed the thorough sub-distance step.
    slow_steps,
    /// Queries that ended before their bounds met. Their bounds hold, but are wide.
    unfinished,
}

impl Tally {
    pub(crate) fn count<K, V: Clip>(&mut self, row: &Row<K, V>) {
        self.pairs += 1;
        match row.state {
            State::Touching => self.touching += 1,
            State::Speculative => self.speculative += 1,
            State::Undefined => self.undefined += 1,
            State::Rejected => self.rejected += 1,
            State::New | State::Apart | State::Free => {}
        }
        self.points += row.manifold.points.len() as u64;
    }
}
