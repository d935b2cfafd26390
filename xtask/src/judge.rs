//! `judge`: hands its arguments to the judge, who runs the same scenes with clinch's contacts and with rapier's own.
//!
//! The judge needs rapier3d. It is a package of its own, outside the default members, so that building the tool does not build an
//! engine; this subcommand only saves the reader from remembering its name.

use std::process::{Command, ExitCode};

use anyhow::Context;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Passed on as they are; `-- --help` shows the judge's own
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["run", "--release", "--package", "clinch-judge", "--"])
        .args(&args.arguments)
        .status()
        .context("cargo could not be started")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
