//! The rows of the report: a kind of work on some pairs. Each suite of criterion has some of them.

use clinch_testkit::workload::{Kind, PLANE, Proximity, SPACE};
use serde::{Deserialize, Serialize};

use crate::work::Work;

/// The pairs of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Pairs of a kind, in a proximity.
    Still(&'static Kind, Proximity),
    /// Pairs of a kind that hover around touching.
    Coherent(&'static Kind),
    /// Pairs of a kind, one shape moving towards the other.
    Casts(&'static Kind),
    /// Pairs of the recorded pile.
    Pile(Stretch),
}

/// A part of the recorded pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// The bodies fall.
    Falling,
    /// The bodies rest.
    Resting,
}

/// One row: this work on these pairs, for every library that can do it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The work.
    pub work: Work,
    /// The pairs.
    pub pairs: Pairs,
}

/// The name of a row in tables and files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Label {
    /// The work.
    pub work: Work,
    /// 2 or 3.
    pub dim: usize,
    /// The kind of the pairs.
    pub kind: String,
    /// Their proximity or motion.
    pub how: String,
}

impl Row {
    /// Its name.
    pub fn label(&self) -> Label {
        let of = |kind: &Kind, how: &str| (kind.dim, kind.name.to_owned(), how.to_owned());
        let (dim, kind, how) = match self.pairs {
            Pairs::Still(kind, proximity) => of(kind, proximity.name()),
            Pairs::Coherent(kind) => of(kind, "coherent"),
            Pairs::Casts(kind) => of(kind, "far"),
            Pairs::Pile(stretch) => (3, "pile".to_owned(), stretch.name().to_owned()),
        };
        Label { work: self.work, dim, kind, how }
    }
}

impl Label {
    /// The name for filters: `manifold cold/3d/box-box/near`.
    pub fn id(&self) -> String {
        format!("{}/{}d/{}/{}", self.work.name(), self.dim, self.kind, self.how)
    }
}

impl Stretch {
    /// Its name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Falling => "falling",
            Self::Resting => "resting",
        }
    }

    /// The ticks of the recording.
    pub fn ticks(self) -> core::ops::Range<usize> {
        match self {
            Self::Falling => 100..108,
            Self::Resting => 300..308,
        }
    }
}

fn kinds() -> impl Iterator<Item = &'static Kind> {
    SPACE.iter().chain(PLANE)
}

fn still(work: Work, proximities: &'static [Proximity]) -> impl Iterator<Item = Row> {
    kinds().flat_map(move |kind| proximities.iter().map(move |&proximity| Row { work, pairs: Pairs::Still(kind, proximity) }))
}

fn coherent(work: Work) -> impl Iterator<Item = Row> {
    kinds().map(move |kind| Row { work, pairs: Pairs::Coherent(kind) })
}

/// The suite `gjk`: yes or no, and distances.
pub fn gjk() -> Vec<Row> {
    let cold = still(Work::YesNo, &Proximity::ALL).chain(still(Work::Distance, &Proximity::ALL));
    cold.chain(coherent(Work::DistanceWarm)).collect()
}

/// The suite `epa`: signed distances, half of them depths.
pub fn epa() -> Vec<Row> {
    still(Work::Contact, &Proximity::ALL).collect()
}

/// The suite `contact`: manifolds.
pub fn contact() -> Vec<Row> {
    still(Work::ManifoldCold, &Proximity::ALL).chain(coherent(Work::ManifoldWarm)).collect()
}

/// The suite `cast`.
pub fn cast() -> Vec<Row> {
    kinds().map(|kind| Row { work: Work::Cast, pairs: Pairs::Casts(kind) }).collect()
}

/// The part of the suite `stage` with peers: the manifolds of a recorded pile.
pub fn pile() -> Vec<Row> {
    let works = [Work::PileCold, Work::PileWarm, Work::PileRecycled].into_iter();
    works.flat_map(|work| [Stretch::Falling, Stretch::Resting].map(|stretch| Row { work, pairs: Pairs::Pile(stretch) })).collect()
}

/// All rows, in the order of the report.
pub fn all() -> Vec<Row> {
    [gjk(), epa(), contact(), cast(), pile()].concat()
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn no_two_rows_have_the_same_name() {
        let mut names: Vec<String> = all().iter().map(|row| row.label().id()).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
