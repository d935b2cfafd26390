//! Who does it: threads take chunks of pairs, one collector adds them up in order, and the state is written now and then.
//!
//! * A chunk is a range of indices, and its tally depends on nothing else. Chunks arrive in any order and are added in theirs, so the state is always
//!   that of a whole number of pairs from the first on.
//! * The state is written to a file beside its place and moved there: an interruption leaves the old one or the new one.

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

use super::Args;
use super::examine::examine_all;
use super::tally::Tally;
use crate::pairs::answer::Precision;

/// Pairs in a chunk: tens of milliseconds of work.
const CHUNK: u64 = 1_024;
/// How often the state is written.
const WRITTEN_EVERY: Duration = Duration::from_secs(10);

/// What is to be done.
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
        super::precision(&self.stream(3))
    }
}

/// What has been done.
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

    /// What was done so far, as the file has it; nothing, if there is none.
    pub(crate) fn read_or_new(plan: &Plan, path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|path| path.exists()) else { return Ok(Self::new(plan)) };
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let state: Self = serde_json::from_str(&text).with_context(|| format!("{} is no state of a soak", path.display()))?;
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
        let beside = path.with_extension("part");
        fs::write(&beside, serde_json::to_string(self)?).with_context(|| format!("cannot write {}", beside.display()))?;
        fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
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

/// Goes on from `state` until the plan is done.
pub(crate) fn work(plan: &Plan, mut state: State, path: Option<&Path>) -> anyhow::Result<State> {
    let bar = ProgressBar::new(plan.pairs * plan.dims.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {human_pos}/{human_len} {per_sec} {eta} {msg}") {
        bar.set_style(style);
    }
    bar.set_position(state.pairs());
    bar.reset_eta();
    for place in 0..state.parts.len() {
        work_part(plan, &mut state, place, path, &bar)?;
    }
    bar.finish_and_clear();
    if let Some(path) = path {
        state.write(path)?;
    }
    Ok(state)
}

fn work_part(plan: &Plan, state: &mut State, place: usize, path: Option<&Path>, bar: &ProgressBar) -> anyhow::Result<()> {
    let stream = plan.stream(state.parts[place].dim);
    let taken = AtomicU64::new(state.parts[place].next);
    let (send, receive) = mpsc::sync_channel::<(u64, u64, Tally)>(64);
    let mut written = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads {
            let (send, taken) = (send.clone(), &taken);
            scope.spawn(move || {
                loop {
                    let from = taken.fetch_add(CHUNK, Ordering::Relaxed);
                    let to = from.saturating_add(CHUNK).min(plan.pairs);
                    if from >= to {
                        return;
                    }
                    let mut tally = Tally::default();
                    examine_all(&stream, from..to, &mut |index, examined| tally.count(index, &examined));
                    // The collector is gone when it could not write: then there is nothing more to do.
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
            let part = &mut state.parts[place];
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
                && written.elapsed() > WRITTEN_EVERY
            {
                state.write(path)?;
                written = Instant::now();
            }
        }
        Ok(())
    })
}
