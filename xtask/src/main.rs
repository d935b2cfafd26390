//! The workspace's tool, `cargo xtask`: one subcommand per file.
//!
//! * `tidy` keeps the rules that no compiler keeps: the walls between the crates, panics, heads of files, links in documents.
//! * `check` is the gate: everything that must hold before a change is merged, `tidy` among it.
//! * `demo` sends a recorded pile of bodies through the stage and shows what comes out and what it costs.
//! * `query` answers a pair file, `grade` compares the answers with what the file expects.
//! * `soak` throws millions of random and adversarial pairs at the program and checks every answer.
//! * `record` runs the recorder, `judge` the judge and `bench` the benches, packages of their own because of what they drag in.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to its user")]

mod check;
mod demo;
mod engine;
mod pairs;
mod soak;
mod tidy;

use std::alloc::System;
use std::process::ExitCode;

use cap::Cap;
use clap::{Parser, Subcommand};

/// Tells how many bytes are in use at any moment: `soak` looks for leaks.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The clinch workspace's tool")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What clinch costs, alone or beside other libraries, with the errors of each (runs the package clinch-benches)
    Bench(engine::Args),
    /// Everything that must hold before a change is merged
    Check(check::Args),
    /// Replay a recorded pile of bodies: what happens, what it costs, and two pictures
    Demo(demo::Args),
    /// Answer a pair file and compare with what it expects
    Grade(pairs::grade::Args),
    /// The same scenes with clinch's contacts and with rapier's own: whose stand better? (Runs the package clinch-judge)
    Judge(engine::Args),
    /// Answer a pair file: standard input to standard output
    Query(pairs::query::Args),
    /// Record the demo's pile of bodies (runs the package clinch-record)
    Record(engine::Args),
    /// Throw millions of random and adversarial pairs at the program and check every answer
    Soak(soak::Args),
    /// The rules no compiler keeps: walls, panics, file heads, links, invariants
    Tidy(tidy::Args),
}

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        Command::Bench(args) => engine::run("clinch-benches", &args),
        Command::Check(args) => check::run(&args),
        Command::Demo(args) => Ok(demo::run(&args)),
        Command::Grade(args) => pairs::grade::run(&args),
        Command::Judge(args) => engine::run("clinch-judge", &args),
        Command::Query(args) => pairs::query::run(&args),
        Command::Record(args) => engine::run("clinch-record", &args),
        Command::Soak(args) => soak::run(&args),
        Command::Tidy(args) => tidy::run(&args),
    }
}
