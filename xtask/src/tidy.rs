//! `tidy`: the rules of this workspace that no compiler keeps.
//!
//! * Each rule is a file under `tidy/` with one function that reads the [`Tree`] and reports `path:line: what is wrong and what to do`.
//! * The walls between the crates are data, in one place: `tidy/walls.rs`.
//! * Nothing is fetched and nothing is built: manifests come from `cargo metadata --offline --no-deps`, sources and documents are parsed
//!   here. A run takes well under a second, so it can be run before every commit.
//! * Errors fail the run. Warnings (a long function) are printed and do not.
//! * `tests/tidy.rs` breaks each rule in a small workspace and sees that it is reported.

mod report;
mod source;
mod text;
mod tree;

mod pending;

mod walls;

mod dependencies;
mod manifests;

mod features;
mod heads;
mod words;

mod circles;
mod modules;

mod comments;
mod parameters;
mod sizes;
mod vocabulary;

mod markdown;

mod architecture;
mod links;
mod paths;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use report::{Count, Report};
use tree::Tree;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The workspace to look at; by default the one of the current directory
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Show also what xtask/tidy.toml allows for now, of all paths or of those that begin so
    #[arg(long, value_name = "PATH", num_args = 0..=1, default_missing_value = "")]
    pending: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let errors = errors(args.root.as_deref(), args.pending.as_deref())?;
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks the workspace at `root`, prints the errors and returns their number.
pub(crate) fn errors(root: Option<&Path>, pending: Option<&str>) -> anyhow::Result<usize> {
    let start = Instant::now();
    let mut report = Report::default();
    let tree = Tree::read(root, &mut report)?;
    for rule in RULES {
        rule(&tree, &mut report);
    }
    let Count { errors, pending } = report.print(pending);
    let (sources, documents, took) = (tree.sources.len(), tree.documents.len(), start.elapsed());
    println!("tidy: {errors} errors and {pending} pending in {sources} sources and {documents} documents ({took:.1?})");
    Ok(errors)
}

/// Every rule there is, in the order of the file list above.
const RULES: &[fn(&Tree, &mut Report)] = &[
    dependencies::check,
    manifests::check,
    features::check,
    heads::check,
    words::check,
    circles::check,
    comments::check,
    parameters::check,
    sizes::check,
    vocabulary::check,
    architecture::check,
    links::check,
    paths::check,
];
