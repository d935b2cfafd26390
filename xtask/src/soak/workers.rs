//! Worker threads examine chunks of pairs. One collector adds their tallies in order, and saves the
//! state every ten seconds if it has a file.
//!
//! * A chunk is a range of indices, and its tally depends on nothing else. Chunks arrive in any
//!   order and are added in the order of their indices, so the state is always that of all pairs
//!   before an index.
//! * The state is written to a temporary file, which is then renamed: an interruption leaves the
//!   old state or the new one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clinch_testkit::distributions::Digits;
use clinch_testkit::stress::Stream;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use super::args::Args;
use super::examine::examine_all;
use super::tally::Tally;
use crate::pairs::answer::Precision;

/// Pairs in a chunk, as many as share a pool of hulls.
const CHUNK: u64 = 1_024;
/// The time between two writes of the state.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// The pairs of a soak, and the number of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) pairs: u64,
    pub(crate) seed: u64,
    pub(crate) dims: Vec<usize>,
    pub(crate) digits: Digits,
    pub(crate) threads: usize,
}

impl Plan {
    pub(crate) fn of(args: &Args) -> Self {
        let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        Self {
            pairs: args.pairs,
            seed: args.seed,
            dims: args.dim.map_or(vec![2, 3], |dim| vec![dim]),
            digits: if args.f64 { Digits::Double } else { Digits::Single },
            threads: threads.max(1),
        }
    }

    pub(crate) fn stream(&self, dim: usize) -> Stream {
        Stream { dim, seed: self.seed, digits: self.digits }
    }

    pub(crate) fn precision(&self) -> Precision {
        Precision::of(self.digits)
    }
}

/// The tallies so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    seed: u64,
    f64: bool,
    pub(crate) parts: Vec<Part>,
}

/// The pairs of one dimension, from the first to the one before `next`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) dim: usize,
    pub(crate) next: u64,
    pub(crate) tally: Tally,
}

impl State {
    fn new(plan: &Plan) -> Self {
        let part = |&dim: &usize| Part { dim, next: 0, tally: Tally::default() };
        Self { seed: plan.seed, f64: plan.digits == Digits::Double, parts: plan.dims.iter().map(part).collect() }
    }

    /// The state in the file, or an empty one if there is no file.
    pub(crate) fn read_or_new(plan: &Plan, path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|path| path.exists()) else { return Ok(Self::new(plan)) };
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let state: Self = serde_json::from_str(&text).with_context(|| format!("{} is not a state of a soak", path.display()))?;
        let fresh = Self::new(plan);
        let dims = |state: &Self| state.parts.iter().map(|part| part.dim).collect::<Vec<_>>();
        anyhow::ensure!(
            (state.seed, state.f64, dims(&state)) == (fresh.seed, fresh.f64, dims(&fresh)),
            "{} is of another soak: seed {}, f64 {}, dimensions {:?}",
            path.display(),
            state.seed,
            state.f64,
            dims(&state)
        );
        Ok(state)
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let temporary = path.with_extension("part");
        fs::write(&temporary, serde_json::to_string(self)?).with_context(|| format!("cannot write {}", temporary.display()))?;
        fs::rename(&temporary, path).with_context(|| format!("cannot write {}", path.display()))
    }

    pub(crate) fn pairs(&self) -> u64 {
        self.parts.iter().map(|part| part.next).sum()
    }

    pub(crate) fn failed(&self) -> u64 {
        self.parts.iter().map(|part| part.tally.all.failed).sum()
    }

    pub(crate) fn failures(&self) -> Vec<&str> {
        self.parts.iter().flat_map(|part| part.tally.lines.iter().map(String::as_str)).collect()
    }
}

/// Continues from `state` until all pairs of the plan are examined.
pub(crate) fn work(plan: &Plan, mut state: State, path: Option<&Path>) -> anyhow::Result<State> {
    let bar = ProgressBar::new(plan.pairs * plan.dims.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {human_pos}/{human_len} {per_sec} {eta} {msg}") {
        bar.set_style(style);
    }
    bar.set_position(state.pairs());
    bar.reset_eta();
    for index in 0..state.parts.len() {
        work_part(plan, &mut state, index, path, &bar)?;
    }
    bar.finish_and_clear();
    if let Some(path) = path {
        state.write(path)?;
    }
    Ok(state)
}

fn work_part(plan: &Plan, state: &mut State, index: usize, path: Option<&Path>, bar: &ProgressBar) -> anyhow::Result<()> {
    let stream = plan.stream(state.parts[index].dim);
    let next = AtomicU64::new(state.parts[index].next);
    let (send, receive) = mpsc::sync_channel::<(u64, u64, Tally)>(64);
    let mut saved = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                loop {
                    let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                    let to = from.saturating_add(CHUNK).min(plan.pairs);
                    if from >= to {
                        return;
                    }
                    let mut tally = Tally::default();
                    examine_all(&stream, from..to, &mut |index, examined| tally.count(index, &examined));
                    // The collector has ended because it could not write the state.
                    if send.send((from, to, tally)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early: BTreeMap<u64, (u64, Tally)> = BTreeMap::new();
        for (from, to, tally) in receive {
            early.insert(from, (to, tally));
            let part = &mut state.parts[index];
            while let Some((to, tally)) = early.remove(&part.next) {
                bar.inc(to - part.next);
                part.next = to;
                part.tally.add(tally);
            }
            let failed = state.failed();
            if failed > 0 {
                bar.set_message(format!("{failed} failed"));
            }
            if let Some(path) = path
                && saved.elapsed() > SAVE_INTERVAL
            {
                state.write(path)?;
                saved = Instant::now();
            }
        }
        Ok(())
    })
}
