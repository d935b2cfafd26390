//! The pairs of a row, and the true answers for some of them.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use clinch_testkit::oracle::{Casting, Pairing};
use clinch_testkit::recording::Recording;
use clinch_testkit::workload::{Form, Kind, Workload, casts, coherent, pile, still};

use crate::gauge::ByClinch;
use crate::rows::Pairs;

/// The seed of every workload.
const SEED: u64 = 20_260_801;
/// Bodies of the pile whose bounds are within this distance are a pair.
const FOUND: f64 = 0.02;

/// The size of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Pairs without motion. So many that no branch predictor learns their outcomes, as in a tick,
    /// where each pair is queried once.
    pub pairs: usize,
    /// Sequences of 120 frames.
    pub tracks: usize,
    /// Pairs that are checked by the oracle; a tenth for large hulls.
    pub checked: usize,
}

impl Amount {
    /// For numbers to be published.
    pub const FULL: Self = Self { pairs: 4096, tracks: 48, checked: 200 };
    /// For a quick run.
    pub const QUICK: Self = Self { pairs: 2048, tracks: 16, checked: 30 };
}

/// The true answer to a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// The signed distance.
    Signed {
        /// Its value.
        sd: f64,
        /// Its certified error.
        err: f64,
    },
    /// The shapes overlap, by an unknown depth.
    Overlapping,
    /// The time of impact, if there is one.
    Impact {
        /// Its value.
        time: Option<f64>,
        /// Its certified error.
        err: f64,
        /// Yes or no depends on rounding.
        ambiguous: bool,
    },
}

/// The pairs of a row.
pub struct Data {
    /// The pairs.
    pub workload: Workload,
    checked: usize,
    truths: OnceCell<Vec<(usize, Truth)>>,
}

impl Data {
    /// Makes these pairs.
    pub fn of(pairs: Pairs, amount: Amount) -> anyhow::Result<Self> {
        let workload = match pairs {
            Pairs::Still(kind, proximity) => still::<ByClinch>(kind, proximity, SEED, amount.pairs),
            Pairs::Coherent(kind) => coherent::<ByClinch>(kind, SEED, amount.tracks),
            Pairs::Casts(kind) => casts::<ByClinch>(kind, SEED, amount.pairs),
            Pairs::Pile(stretch) => {
                let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenes/pile.clinch");
                pile(&Recording::open(path)?, stretch.ticks(), FOUND)
            }
        };
        anyhow::ensure!(!workload.tracks.is_empty(), "there are no pairs");
        let checked = match pairs {
            Pairs::Still(kind, _) | Pairs::Coherent(kind) | Pairs::Casts(kind) if is_large(kind) => amount.checked / 10,
            _ => amount.checked,
        };
        Ok(Self { workload, checked, truths: OnceCell::new() })
    }

    /// Some queries of a pass, evenly spread, by their index, with the true answers. Computed on
    /// the first call.
    pub fn truths(&self) -> &[(usize, Truth)] {
        self.truths.get_or_init(|| {
            let tracks = self.workload.tracks.len();
            let queries = tracks * self.workload.frames();
            let count = self.checked.clamp(1, queries);
            let places = (0..count).map(|index| index * queries / count);
            places.filter_map(|place| Some((place, truth(&self.workload, place % tracks, place / tracks)?))).collect()
        })
    }
}

/// Both shapes are hulls with so many features that the oracle, which tests all pairs of features,
/// is slow.
fn is_large(kind: &Kind) -> bool {
    kind.dim == 3 && kind.a == Form::Hull(256)
}

fn truth(workload: &Workload, track: usize, frame: usize) -> Option<Truth> {
    let query = workload.query(track, frame);
    if workload.tracks[track].motion.is_some() {
        let truth = Casting::of(&query).ok()?.truth();
        // The oracle gives a length; a time is needed.
        let err = truth.err / truth.speed;
        return Some(Truth::Impact { time: truth.hit.then_some(truth.toi), err, ambiguous: truth.ambiguous });
    }
    // To a thousandth of what counts as an error: for round shapes more precision costs more.
    let truth = Pairing::of(&query).ok()?.truth_within(1e-7, 20_000);
    Some(Truth::Signed { sd: truth.sd, err: truth.err })
}

/// A cache of workloads, because several rows use the same pairs.
pub struct Store {
    amount: Amount,
    made: BTreeMap<String, Rc<Data>>,
}

impl Store {
    /// Empty.
    pub fn new(amount: Amount) -> Self {
        Self { amount, made: BTreeMap::new() }
    }

    /// The pairs of a row.
    pub fn get(&mut self, pairs: Pairs) -> anyhow::Result<Rc<Data>> {
        let name = format!("{pairs:?}");
        if let Some(data) = self.made.get(&name) {
            return Ok(data.clone());
        }
        let data = Rc::new(Data::of(pairs, self.amount)?);
        self.made.insert(name, data.clone());
        Ok(data)
    }
}
