//! `check`: the gate. All checks that a change must pass before it is merged, as named steps;
//! `.ci/run` runs nothing else.
//!
//! * The steps are in `check/steps.rs`, the quick ones first. The first failure ends the run.
//! * A step that cannot run on this machine, for lack of a registry for example, is *skipped*, and
//!   the summary reports it as such, not as passed.
//! * A step that takes long for what it checks, or that only a release needs, is run only with
//!   `--only`.
//! * `--builds` compares the bits of builds of every kind instead (`check/builds.rs`).
//! * The crates, features and examples come from `cargo metadata`, so that a new crate is checked
//!   without a change here.

mod machine;
mod outcome;
mod registry;
mod wasm;
mod workspace;

mod engines;
mod fresh;
mod release;
mod steps;

mod builds;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use outcome::Outcome;
use steps::{ON_REQUEST, STEPS, Step};
pub(crate) use workspace::Workspace;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only this step; may be given several times
    #[arg(long, value_name = "NAME", value_parser = STEPS.iter().chain(ON_REQUEST).map(|step| step.name).collect::<Vec<_>>())]
    only: Vec<String>,
    /// Print the names of the steps and what each checks
    #[arg(long)]
    list: bool,
    /// Instead of the steps, compare the hashes of all scenes by builds of every kind, or of these,
    /// with the committed ones
    #[arg(long, value_name = "NAME", num_args = 0.., value_parser = builds::names(), conflicts_with_all = ["only", "list"])]
    builds: Option<Vec<String>>,
}

/// The outcome of a step and its duration.
struct Done {
    name: &'static str,
    took: Duration,
    outcome: Result<Outcome, anyhow::Error>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.list {
        for step in STEPS.iter().chain(ON_REQUEST) {
            println!("{:10} {}", step.name, step.what);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let workspace = Workspace::read()?;
    if let Some(names) = &args.builds {
        return builds::run(&workspace, names);
    }
    let by_name = |step: &&Step| args.only.iter().any(|name| name == step.name);
    let chosen: Vec<&Step> = match args.only.is_empty() {
        true => STEPS.iter().collect(),
        false => STEPS.iter().chain(ON_REQUEST).filter(by_name).collect(),
    };
    let mut done: Vec<Done> = Vec::new();
    for (index, step) in chosen.iter().enumerate() {
        println!("\n── {}/{} {}: {}", index + 1, chosen.len(), step.name, step.what);
        let start = Instant::now();
        let outcome = (step.run)(&workspace);
        let failed = outcome.is_err();
        done.push(Done { name: step.name, took: start.elapsed(), outcome });
        if failed {
            break;
        }
    }
    Ok(summarize(&chosen, &done))
}

fn summarize(chosen: &[&Step], done: &[Done]) -> ExitCode {
    println!("\n── summary");
    for Done { name, took, outcome } in done {
        let how = match outcome {
            Ok(Outcome::Passed) => "ok".to_owned(),
            Ok(Outcome::Skipped(why)) => format!("SKIPPED — {why}"),
            Err(why) => format!("FAILED — {why:#}"),
        };
        println!("{name:10} {:7.1} s  {how}", took.as_secs_f64());
    }
    for step in &chosen[done.len()..] {
        println!("{:10}       –    not run", step.name);
    }
    let total: Duration = done.iter().map(|done| done.took).sum();
    println!("{:10} {:7.1} s", "total", total.as_secs_f64());
    let count = |wanted: fn(&Result<Outcome, anyhow::Error>) -> bool| done.iter().filter(|done| wanted(&done.outcome)).count();
    let failed = count(Result::is_err);
    let skipped = count(|outcome| matches!(outcome, Ok(Outcome::Skipped(_))));
    println!("{} passed, {failed} failed, {skipped} skipped", done.len() - failed - skipped);
    if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
