//! `cargo xtask book`: draws the figures of the book. With `--check` it writes nothing, and reports
//! what differs.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool prints")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use clinch_book::check::{FIGURES_FOLDER, check};
use clinch_book::figures::FIGURES;

#[derive(Parser)]
#[command(name = "cargo xtask book", about = "Draw the figures of the book in docs/book from real queries")]
struct Args {
    /// Write nothing: draw the figures in memory, compare them with the files, and check the table
    /// of contents and the links
    #[arg(long)]
    check: bool,
    /// The root of the workspace
    #[arg(long, default_value_os_t = workspace())]
    root: PathBuf,
}

/// The workspace that this was built from.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    if args.check {
        let findings = check(&args.root)?;
        for finding in &findings {
            println!("{finding}");
        }
        println!("{} figures, {} findings", FIGURES.len(), findings.len());
        return Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let folder = args.root.join(FIGURES_FOLDER);
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    for figure in FIGURES {
        let (path, svg) = (folder.join(format!("{}.svg", figure.name)), (figure.draw)()?);
        std::fs::write(&path, &svg).with_context(|| format!("{} cannot be written", path.display()))?;
        println!("{} ({} kB)", path.display(), svg.len().div_ceil(1024));
    }
    Ok(ExitCode::SUCCESS)
}
