//! The sums over many pairs, and what was wrong.

use std::collections::BTreeMap;

/// The largest number of lines that are stored for each fault.
const STORED: usize = 2000;

/// What was examined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Pairs that were placed.
    pub pairs: u64,
    /// Farther apart than rounding.
    pub apart: u64,
    /// Overlapping by more than rounding.
    pub overlapping: u64,
    /// Manifolds of all pairs.
    pub manifolds: u64,
    /// Pairs of which all manifolds were checked to be local minima.
    pub minima: u64,
    /// Two composite shapes.
    pub composites: u64,
    /// Casts.
    pub casts: u64,
    /// Casts that hit after the start.
    pub hits: u64,
    /// Pairs answered by recycling.
    pub recycled: u64,
    /// Pairs with a fault.
    pub failed: u64,
}

impl Row {
    fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.apart += other.apart;
        self.overlapping += other.overlapping;
        self.manifolds += other.manifolds;
        self.minima += other.minima;
        self.composites += other.composites;
        self.casts += other.casts;
        self.hits += other.hits;
        self.recycled += other.recycled;
        self.failed += other.failed;
    }
}

/// The pairs with a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Their number.
    pub count: u64,
    /// The first of them: index, and what was found.
    pub first: Vec<(u64, String)>,
}

/// The sums over many pairs. Two add up to one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By kind of composite shape.
    pub rows: BTreeMap<String, Row>,
    /// By what is wrong.
    pub faults: BTreeMap<&'static str, Faults>,
}

impl Tally {
    /// The sum of all rows.
    pub fn all(&self) -> Row {
        self.rows.values().fold(Row::default(), |mut all, row| {
            all.add(row);
            all
        })
    }

    pub(crate) fn row(&mut self, kind: &str) -> &mut Row {
        self.rows.entry(kind.to_owned()).or_default()
    }

    pub(crate) fn fault(&mut self, what: &'static str, index: u64, found: String) {
        let faults = self.faults.entry(what).or_default();
        faults.count += 1;
        if faults.first.len() < STORED {
            faults.first.push((index, found));
        }
    }

    /// Adds the tally of the pairs that follow.
    pub(crate) fn add(&mut self, next: Self) {
        for (kind, row) in &next.rows {
            self.row(kind).add(row);
        }
        for (what, faults) in next.faults {
            let all = self.faults.entry(what).or_default();
            all.count += faults.count;
            all.first.extend(faults.first);
            all.first.truncate(STORED);
        }
    }
}
