//! All runs, on all processors, with a progress bar.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use crate::run::{Job, Outcome, run};

/// The outcomes, in the order of the jobs. They do not depend on the thread that ran a job.
pub(crate) fn run_all(jobs: &[Job]) -> Result<Vec<Outcome>> {
    let style = ProgressStyle::with_template("{msg:24} {wide_bar} {pos}/{len} {eta} left")?;
    let bar = ProgressBar::new(jobs.len() as u64).with_style(style);
    let outcomes = Mutex::new((0..jobs.len()).map(|_| None).collect::<Vec<_>>());
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((place, job)) = Some(next.fetch_add(1, Relaxed)).and_then(|place| Some((place, jobs.get(place)?))) {
                    bar.set_message(job.entry.scene.name);
                    // A run in which the engine panics is the worst that can happen.
                    let outcome = catch_unwind(AssertUnwindSafe(|| run(*job))).unwrap_or_else(|_| Ok(Outcome::panicked(*job)));
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes[place] = Some(outcome);
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let missing = || Err(anyhow::anyhow!("a run did not end"));
    let outcomes = outcomes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(missing)).collect()
}
