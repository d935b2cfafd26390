//! The sums over many pairs. Two tallies add up to one: the counts in any order, the lines of
//! failures in the order of the pairs.

use std::collections::BTreeMap;

use clinch_testkit::distributions::{Alignment, Proximity};
use clinch_testkit::pair_file::ShapeSpec;
use clinch_testkit::stress::{Aspect, Location};
use serde::{Deserialize, Serialize};

use super::casts::CastKind;
use super::examine::{Configuration, Examined, Verdict};

/// The largest number of lines of failures that are stored. The others are counted.
const STORED: usize = 2_000;

/// The sums over many pairs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) all: Row,
    /// The pairs by their labels and by shape. A pair is in one row of each group, and in two rows
    /// of the group of shapes.
    pub(crate) groups: BTreeMap<String, BTreeMap<String, Row>>,
    /// The number of occurrences of each doubt.
    pub(crate) doubts: BTreeMap<String, u64>,
    /// The pairs answered by a search and not by a closed form.
    pub(crate) searched: u64,
    /// The support calls of these searches.
    pub(crate) calls: u64,
    /// The pairs graded against the oracle.
    pub(crate) graded: u64,
    /// Doubted by a check, confirmed by the oracle.
    pub(crate) cleared: u64,
    /// Doubted by a check, and within the error of the oracle.
    pub(crate) undecided: u64,
    pub(crate) hits: u64,
    pub(crate) starts: u64,
    pub(crate) misses: u64,
    /// The largest difference between the answer and the gap along its normal, as a multiple of S.
    pub(crate) worst: f64,
    pub(crate) worst_index: u64,
    /// Failures as lines of a pair file.
    pub(crate) lines: Vec<String>,
    /// The ids of undecided pairs.
    pub(crate) open: Vec<String>,
}

/// The pairs of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) pairs: u64,
    pub(crate) apart: u64,
    pub(crate) touching: u64,
    pub(crate) overlapping: u64,
    /// Needed the robust sub-distance step of GJK.
    pub(crate) slow: u64,
    pub(crate) unfinished: u64,
    /// Doubted by the certificate, a property or the check of the cast.
    pub(crate) doubted: u64,
    pub(crate) failed: u64,
}

impl Row {
    fn count(&mut self, examined: &Examined) {
        self.pairs += 1;
        match examined.configuration {
            Configuration::Separated => self.apart += 1,
            Configuration::Touching => self.touching += 1,
            Configuration::Overlapping => self.overlapping += 1,
        }
        self.slow += u64::from(examined.slow);
        self.unfinished += u64::from(examined.unfinished);
        self.doubted += u64::from(!examined.doubts.is_empty());
        self.failed += u64::from(examined.failed());
    }

    fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.apart += other.apart;
        self.touching += other.touching;
        self.overlapping += other.overlapping;
        self.slow += other.slow;
        self.unfinished += other.unfinished;
        self.doubted += other.doubted;
        self.failed += other.failed;
    }
}

/// The entry of this name. The name is copied only if the entry is new.
fn entry<'m, T: Default>(map: &'m mut BTreeMap<String, T>, name: &str) -> &'m mut T {
    if !map.contains_key(name) {
        map.insert(name.to_owned(), T::default());
    }
    map.get_mut(name).expect("inserted above")
}

impl Tally {
    /// Adds pair `index`.
    pub(crate) fn count(&mut self, index: u64, examined: &Examined) {
        self.all.count(examined);
        let labels = &examined.labels;
        let names: [(&str, &str); 5] = [
            ("proximity", proximity(labels.proximity)),
            ("alignment", alignment(labels.alignment)),
            ("location", location(labels.location)),
            ("aspect", aspect(labels.aspect)),
            ("sizes", if labels.mixed { "mixed" } else { "similar" }),
        ];
        for (group, name) in names {
            entry(entry(&mut self.groups, group), name).count(examined);
        }
        for kind in [Some(&examined.query.a), examined.query.b.as_ref()].into_iter().flatten().map(ShapeSpec::kind) {
            entry(entry(&mut self.groups, "shape"), kind).count(examined);
        }
        for doubt in &examined.doubts {
            *entry(&mut self.doubts, doubt.what) += 1;
        }
        self.searched += u64::from(examined.calls > 0);
        self.calls += u64::from(examined.calls);
        self.graded += u64::from(examined.graded);
        match examined.cast {
            Some(CastKind::Hit) => self.hits += 1,
            Some(CastKind::Start) => self.starts += 1,
            Some(CastKind::Miss) => self.misses += 1,
            None => {}
        }
        if examined.error > self.worst {
            (self.worst, self.worst_index) = (examined.error, index);
        }
        match &examined.verdict {
            Verdict::Right => {}
            Verdict::Cleared => self.cleared += 1,
            Verdict::Undecided => {
                self.undecided += 1;
                if self.open.len() < STORED {
                    self.open.push(examined.query.id.clone());
                }
            }
            Verdict::Wrong(_) => {
                if self.lines.len() < STORED {
                    self.lines.push(serde_json::to_string(&examined.line()).unwrap_or_else(|error| format!("# {index}: {error}")));
                }
            }
        }
    }

    /// Adds the tally of the pairs that follow.
    pub(crate) fn add(&mut self, next: Self) {
        self.all.add(&next.all);
        for (group, rows) in &next.groups {
            let group = entry(&mut self.groups, group);
            for (name, row) in rows {
                entry(group, name).add(row);
            }
        }
        for (what, count) in &next.doubts {
            *entry(&mut self.doubts, what) += count;
        }
        self.searched += next.searched;
        self.calls += next.calls;
        self.graded += next.graded;
        self.cleared += next.cleared;
        self.undecided += next.undecided;
        self.hits += next.hits;
        self.starts += next.starts;
        self.misses += next.misses;
        if next.worst > self.worst {
            (self.worst, self.worst_index) = (next.worst, next.worst_index);
        }
        self.lines.extend(next.lines);
        self.lines.truncate(STORED);
        self.open.extend(next.open);
        self.open.truncate(STORED);
    }
}

fn proximity(proximity: Proximity) -> &'static str {
    match proximity {
        Proximity::Separated => "separated",
        Proximity::JustApart => "just apart",
        Proximity::Touching => "touching to an ulp",
        Proximity::JustOverlapping => "just overlapping",
        Proximity::Shallow => "shallow",
        Proximity::Deep => "deep",
        Proximity::Contained => "contained",
        Proximity::Identical => "identical pose",
    }
}

fn alignment(alignment: Alignment) -> &'static str {
    match alignment {
        Alignment::General => "general",
        Alignment::Parallel => "parallel",
        Alignment::Exact => "exact",
        Alignment::NearlyParallel => "nearly parallel",
    }
}

fn location(location: Location) -> &'static str {
    match location {
        Location::Origin => "at the origin",
        Location::Near => "near the origin",
        Location::Far => "far from the origin",
    }
}

fn aspect(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Plain => "plain",
        Aspect::Plate => "plate",
        Aspect::Needle => "needle",
        Aspect::Degenerate => "degenerate",
    }
}
