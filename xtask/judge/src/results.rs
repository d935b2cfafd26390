//! Outcomes, sorted into what is compared with what.

use clinch_rapier::Counts;

use crate::run::{Entry, Outcome};
use crate::scene::Scene;
use crate::verdict::Spread;
use crate::world::Contender;

/// What came of all starts of one entry.
pub(crate) struct Result {
    entry: Entry,
    spreads: Vec<Spread>,
    counts: Counts,
}

/// Everything that was seen.
pub(crate) struct Results(Vec<Result>);

impl Results {
    /// `outcomes` are those of each entry's starts in turn.
    pub(crate) fn new(entries: &[(Entry, usize)], outcomes: &[Outcome]) -> Self {
        let mut rest = outcomes;
        let gather = |&(entry, starts): &(Entry, usize)| {
            let (these, after) = rest.split_at(starts.min(rest.len()));
            rest = after;
            let measures = 0..entry.scene.measures.len();
            let spreads = measures.map(|place| Spread::of(these.iter().map(|outcome| outcome.measured[place]))).collect();
            let counts = these.iter().filter_map(|outcome| outcome.counts).fold(Counts::default(), |sum, counts| Counts {
                answered: sum.answered + counts.answered,
                delegated: sum.delegated + counts.delegated,
                concave: sum.concave + counts.concave,
            });
            Result { entry, spreads, counts }
        };
        Self(entries.iter().map(gather).collect())
    }

    /// One measure of one scene; `None` if it was not run.
    pub(crate) fn spread(&self, scene: &Scene, scale: f64, contender: Contender, recycling: bool, place: usize) -> Option<&Spread> {
        let is = |result: &&Result| {
            let Entry { scene: other, scale: size, contender: who, recycling: recycled } = result.entry;
            other.name == scene.name && size == scale && who == contender && recycled == recycling
        };
        self.0.iter().find(is)?.spreads.get(place)
    }

    /// Of all that clinch was asked.
    pub(crate) fn counts(&self, recycling: bool) -> Counts {
        self.0.iter().filter(|result| result.entry.recycling == recycling).fold(Counts::default(), |sum, result| Counts {
            answered: sum.answered + result.counts.answered,
            delegated: sum.delegated + result.counts.delegated,
            concave: sum.concave + result.counts.concave,
        })
    }
}
