//! `soak`: millions of random and adversarial pairs, and every answer is checked.
//!
//! * Pairs are drawn by `testkit::storm`: all shapes, in every situation that has ever gone wrong, from a seed and an index.
//! * Every answer is held against a certificate made of the shapes' parameters (`testkit::oracle::Certificate`) and against itself: swapped, moved, scaled,
//!   warm, with a margin, as a manifold and as a cast (`properties`, `casts`).
//! * One in a hundred, and every answer that the certificate doubts, is graded against the full oracle, which costs a thousand times as much. The oracle
//!   decides; where its own error is too large for that, the pair is counted as undecided.
//! * What a pair contributes depends on nothing but its index: any number of threads, and any number of interruptions, give the same report.
//! * A failure is a line of a pair file that `query` and `grade` replay, with a note that says what is wrong.

mod subject;

mod casts;
mod properties;

mod examine;

mod tally;

mod crew;
mod report;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use clinch_testkit::pair_file::write_line;
use clinch_testkit::storm::{Digits, Storm};

use crate::pairs::answer::{Precision, answer};
use crew::{Plan, State};

/// Throws random and adversarial pairs of all shapes at the program and checks every answer
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// How many pairs in each dimension
    #[arg(long, default_value_t = 100_000)]
    pub(crate) pairs: u64,
    /// Which pairs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// 2 or 3; both when it is left out
    #[arg(long)]
    pub(crate) dim: Option<usize>,
    /// Soak the f64 core, with parameters that need all its digits
    #[arg(long)]
    pub(crate) f64: bool,
    /// How many threads; as many as there are cores when it is left out
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// Where the state is kept: it is written now and then, and read at the start if it is there
    #[arg(long)]
    pub(crate) resume: Option<PathBuf>,
    /// Where failures go, as lines of a pair file
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Only this pair, whatever comes of it: its line and all that is said of it
    #[arg(long)]
    pub(crate) only: Option<u64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(args.dim.is_none_or(|dim| dim == 2 || dim == 3), "there are 2 dimensions or 3");
    if let Some(index) = args.only {
        return only(args, index);
    }
    let started = Instant::now();
    let plan = Plan::of(args);
    let state = State::read_or_new(&plan, args.resume.as_deref())?;
    let resumed = state.pairs();
    let state = crew::work(&plan, state, args.resume.as_deref())?;
    report::print(&plan, &state, state.pairs() - resumed, started.elapsed().as_secs_f64());
    let lines = state.failures();
    if let Some(path) = &args.out {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut out = BufWriter::new(file);
        for line in &lines {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    } else {
        for line in lines.iter().take(20) {
            println!("{line}");
        }
    }
    Ok(if state.failed() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One pair, told in full.
fn only(args: &Args, index: u64) -> anyhow::Result<ExitCode> {
    let plan = Plan::of(args);
    let mut failed = false;
    for &dim in &plan.dims {
        let storm = plan.storm(dim);
        let examined = examine::examine_one(&storm, index);
        write_line(std::io::stdout().lock(), &examined.query)?;
        write_line(std::io::stdout().lock(), &answer(&examined.query, plan.precision()))?;
        println!("{examined:#?}");
        failed |= examined.failed();
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The core that reads these numbers.
fn precision(storm: &Storm) -> Precision {
    match storm.digits {
        Digits::Single => Precision::F32,
        Digits::Double => Precision::F64,
    }
}
