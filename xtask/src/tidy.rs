//! `tidy`: the rules of this workspace that no compiler keeps.
//!
//! * Each rule is a file under `tidy/`. Its function reads the [`Tree`] and reports findings as
//!   `path:line: what is wrong and what to do`. Every finding is an error.
//! * `tidy/layers.rs` lists which crate may depend on which, `tidy/vocabulary/terms.rs` the words
//!   that are refused.
//! * Nothing is fetched and nothing is built: manifests come from `cargo metadata --offline
//!   --no-deps`, sources and documents are parsed here. A run takes about a second.
//! * `tests/tidy` breaks each rule in a small workspace and checks that it is reported.
//! * What clippy checks is not checked here: panics and the length of functions.

mod report;
mod source;
mod text;
mod tree;

mod layers;

mod dependencies;
mod manifests;

mod conflicts;
mod features;
mod heads;
mod identifiers;

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

use report::Report;
use tree::Tree;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The workspace to check; by default that of the current directory
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let errors = errors(args.root.as_deref())?;
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks the workspace at `root`, prints the errors and returns their number.
pub(crate) fn errors(root: Option<&Path>) -> anyhow::Result<usize> {
    let start = Instant::now();
    let mut report = Report::default();
    let tree = Tree::read(root, &mut report)?;
    for rule in RULES {
        rule(&tree, &mut report);
    }
    let errors = report.print();
    let (sources, documents, took) = (tree.sources.len(), tree.documents.len(), start.elapsed());
    println!("tidy: {errors} errors in {sources} sources and {documents} documents ({took:.1?})");
    Ok(errors)
}

/// All rules, in the order of the files above.
const RULES: &[fn(&Tree, &mut Report)] = &[
    dependencies::check,
    manifests::check,
    features::check,
    heads::check,
    conflicts::check,
    identifiers::check,
    circles::check,
    comments::check,
    parameters::check,
    sizes::check,
    vocabulary::check,
    architecture::check,
    links::check,
    paths::check,
];
