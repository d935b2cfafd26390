//! `record`, `judge` and `bench`: run packages of their own with the given arguments.
//!
//! Those packages need rapier3d or its geometry. They are apart from this tool so that it builds
//! without an engine.

use std::process::{Command, ExitCode};

use anyhow::Context;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Passed on as they are; `-- --help` shows the package's own
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Args {
    /// Box3D needs more than a Rust toolchain, and rapier is a whole engine, so they are built only
    /// on request.
    fn features(&self) -> impl Iterator<Item = &'static str> {
        let peers = [("--box3d", "box3d"), ("--rapier", "rapier")];
        let requested = peers.into_iter().filter(|(flag, _)| self.arguments.iter().any(|argument| argument == flag));
        requested.flat_map(|(_, feature)| ["--features", feature])
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
