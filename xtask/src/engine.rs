//! `record`, `judge` and `bench`: hand their arguments to the recorder, the judge and the benches.
//!
//! They need rapier3d or its geometry. They are packages of their own, so that building the tool builds neither; these subcommands only save the reader from
//! remembering their names.

use std::process::{Command, ExitCode};

use anyhow::Context;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Passed on as they are; `-- --help` shows the package's own
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Args {
    /// Built only for who asks: it needs more than a Rust toolchain.
    fn features(&self) -> &'static [&'static str] {
        if self.arguments.iter().any(|argument| argument == "--box3d") { &["--features", "box3d"] } else { &[] }
    }
}

pub(crate) fn run(package: &str, args: &Args) -> anyhow::Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["run", "--release", "--package", package])
        .args(args.features())
        .arg("--")
        .args(&args.arguments)
        .status()
        .context("cargo could not be started")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
