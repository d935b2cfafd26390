//! Work and results of one tick as counters.

use core::ops::AddAssign;

use crate::row::State;
use crate::row_summary::RowSummary;

macro_rules! counters {
    ($($(#[$doc:meta])* $counter:ident),+ $(,)?) => {
        /// Counters of one tick, equal for any number of threads.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$doc])* pub $counter: u64),+
        }

        impl AddAssign for Counters {
            fn add_assign(&mut self, other: Self) {
                $(self.$counter += other.$counter;)+
            }
        }
    };
}

counters! {
    /// Pairs in the table.
    pairs,
    /// Pairs that touch or overlap.
    touching,
    /// Pairs that are separated, within the margin.
    speculative,
    /// Pairs without contact because of the pair rules, or, if they were not computed since, of an
    /// edit, or, if the broadphase is incremental, because of the pair filter. Otherwise filtered
    /// pairs are not in the table.
    rejected,
    /// Pairs without contact because a pose or a support point is not finite.
    undefined,
    /// Pairs that were not computed because both colliders are at rest.
    at_rest,
    /// Other pairs that were not computed because neither collider has moved or changed since the
    /// last tick.
    unmoved,
    /// Pairs that were not computed because they have moved by less than the separation that was
    /// proved in an earlier tick.
    skipped,
    /// Contacts whose points were kept because the pair has hardly moved. For sensors: pairs that
    /// have moved by less than the overlap that was proved in an earlier tick.
    recycled,
    /// Contact points.
    points,
    /// Support calls on A − B. These and the next two do not count pairs with a composite shape.
    support_calls,
    /// GJK steps that needed the robust sub-distance step.
    slow_steps,
    /// Queries that ended before their bounds converged. The bounds are valid but wide.
    unfinished,
}

impl Counters {
    pub(crate) fn count(&mut self, row: &RowSummary) {
        self.pairs += 1;
        match row.state {
            State::Touching => self.touching += 1,
            State::Speculative => self.speculative += 1,
            State::Undefined => self.undefined += 1,
            State::Filtered | State::Rejected => self.rejected += 1,
            State::New | State::Apart | State::Free => {}
        }
        self.points += u64::from(row.points);
    }
}
