//! Outcomes, grouped by what is compared.

use clinch_rapier::Counts;

use crate::run::{Entry, Outcome};
use crate::scene::Scene;
use crate::verdict::Spread;
use crate::world::Contender;

/// The outcomes of all starts of one entry.
pub(crate) struct Result {
    entry: Entry,
    spreads: Vec<Spread>,
    counts: Counts,
}

/// The results of all entries.
pub(crate) struct Results(Vec<Result>);

impl Results {
    /// `outcomes` are in the order of the entries, each with all its starts.
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

    /// One measure of one scene; `None` if the scene was not run.
    pub(crate) fn spread(&self, scene: &Scene, scale: f64, contender: Contender, recycling: bool, place: usize) -> Option<&Spread> {
        let is = |result: &&Result| {
            let Entry { scene: other, scale: size, contender: by, recycling: recycled } = result.entry;
            other.name == scene.name && size == scale && by == contender && recycled == recycling
        };
        self.0.iter().find(is)?.spreads.get(place)
    }

    /// The sum over all runs with clinch.
    pub(crate) fn counts(&self, recycling: bool) -> Counts {
        self.0.iter().filter(|result| result.entry.recycling == recycling).fold(Counts::default(), |sum, result| Counts {
            answered: sum.answered + result.counts.answered,
            delegated: sum.delegated + result.counts.delegated,
            concave: sum.concave + result.counts.concave,
        })
    }
}
