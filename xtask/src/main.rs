//! The workspace's tool, `cargo xtask`: one subcommand per file.
//!
//! * `tidy` checks the rules that no compiler checks: layers, import circles, words, links.
//! * `check` is the gate: all checks that a change must pass before it is merged, with `tidy`.
//! * `demo` runs recorded scenes through the stage and shows their contacts and their cost.
//! * `query` answers a pair file, `grade` compares the answers with what the file expects.
//! * `inspector` builds the page that shows a query step by step.
//! * `soak` generates millions of random and adversarial pairs and checks every answer.
//! * `record`, `judge` and `bench` run packages of their own, which depend on a physics engine.
//! * `book` runs the package whose functions draw the figures of the book.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool prints")]

mod check;
mod demo;
mod engine;
mod heap;
mod inspector;
mod pairs;
mod soak;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
// The stage is compiled there.
use clinch_instances as _;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The clinch workspace's tool")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The cost of clinch, alone or beside other libraries, with the errors of each (runs the
    /// package clinch-benches)
    Bench(engine::Args),
    /// Draw the figures of the book, or with --check compare them (runs the package clinch-book)
    Book(engine::Args),
    /// All checks that a change must pass before it is merged
    Check(check::Args),
    /// Replay recorded scenes: their contacts, their cost and two pictures of each
    Demo(demo::Args),
    /// Answer a pair file and compare with what it expects
    Grade(pairs::grade::Args),
    /// Build the page that shows one query of two convex shapes step by step
    Inspector(inspector::Args),
    /// Compare the stability of scenes with clinch's contacts and with rapier's own (runs the
    /// package clinch-judge)
    Judge(engine::Args),
    /// Answer a pair file: standard input to standard output
    Query(pairs::query::Args),
    /// Record one of the demo's scenes (runs the package clinch-record)
    Record(engine::Args),
    /// Generate millions of random and adversarial pairs and check every answer
    Soak(soak::Args),
    /// The rules that no compiler checks: layers, import circles, words, links, invariants
    Tidy(tidy::Args),
}

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        Command::Bench(args) => engine::run("clinch-benches", &args),
        Command::Book(args) => engine::run("clinch-book", &args),
        Command::Check(args) => check::run(&args),
        Command::Demo(args) => Ok(demo::run(&args)),
        Command::Grade(args) => pairs::grade::run(&args),
        Command::Inspector(args) => inspector::run(&args),
        Command::Judge(args) => engine::run("clinch-judge", &args),
        Command::Query(args) => pairs::query::run(&args),
        Command::Record(args) => engine::run("clinch-record", &args),
        Command::Soak(args) => soak::run(&args),
        Command::Tidy(args) => tidy::run(&args),
    }
}
