//! The packages of the workspace, and cargo run in it.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use cargo_metadata::{MetadataCommand, Package};

/// The packages and their folders.
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
    packages: Vec<Package>,
}

impl Workspace {
    pub(crate) fn read() -> anyhow::Result<Self> {
        let metadata = MetadataCommand::new().no_deps().exec().context("cargo metadata failed")?;
        Ok(Self { root: metadata.workspace_root.into(), target: metadata.target_directory.into(), packages: metadata.packages })
    }

    pub(crate) fn root(&self) -> &PathBuf {
        &self.root
    }

    /// The folder that cargo builds in.
    pub(crate) fn target(&self) -> &PathBuf {
        &self.target
    }

    /// The packages that go to the registry.
    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| is_published(package))
    }

    /// `--workspace` without the packages that are not published.
    pub(crate) fn publishable(&self) -> Vec<&str> {
        let unpublished = self.packages.iter().filter(|package| !is_published(package));
        ["--workspace"].into_iter().chain(unpublished.flat_map(|package| ["--exclude", package.name.as_str()])).collect()
    }

    /// Runs cargo at the root, without input and with its output shown. An error if it fails.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> anyhow::Result<()> {
        self.cargo_with(arguments, &[])
    }

    /// The same with environment variables.
    pub(crate) fn cargo_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<()> {
        let status = self.command(arguments).envs(variables.iter().copied()).status().context("cargo could not be started")?;
        if !status.success() {
            bail!("cargo {}", arguments.join(" "));
        }
        Ok(())
    }

    /// The same, but returns whether it succeeded, and its stderr, which is shown too.
    pub(crate) fn cargo_stderr(&self, arguments: &[&str]) -> anyhow::Result<(bool, String)> {
        shown_stderr(self.command(arguments))
    }

    /// The same with the cargo of a toolchain of rustup.
    pub(crate) fn cargo_of(&self, toolchain: &str, arguments: &[&str]) -> anyhow::Result<(bool, String)> {
        shown_stderr(self.program("rustup", &[&["run", toolchain, "cargo"], arguments].concat()))
    }

    /// The same, but returns its stdout.
    pub(crate) fn cargo_stdout(&self, arguments: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<String> {
        let mut command = self.command(arguments);
        let output = command.envs(variables.iter().copied()).stderr(Stdio::inherit()).output().context("cargo could not be started")?;
        if !output.status.success() {
            bail!("cargo {}", arguments.join(" "));
        }
        String::from_utf8(output.stdout).context("cargo's output is not UTF-8")
    }

    /// Runs an example that `cargo test` has built, without input and with its output shown.
    pub(crate) fn built_example(&self, name: &str) -> anyhow::Result<()> {
        let program = self.target.join("debug/examples").join(name);
        println!("$ {}", program.display());
        let status = Command::new(&program).current_dir(&self.root).stdin(Stdio::null()).status();
        let status = status.with_context(|| format!("{} could not be started", program.display()))?;
        if !status.success() {
            bail!("the example {name}");
        }
        Ok(())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        self.program("cargo", arguments)
    }

    fn program(&self, name: &str, arguments: &[&str]) -> Command {
        println!("$ {name} {}", arguments.join(" "));
        let mut command = Command::new(name);
        command.args(arguments).current_dir(&self.root).stdin(Stdio::null());
        command
    }
}

fn shown_stderr(mut command: Command) -> anyhow::Result<(bool, String)> {
    let mut child = command.stderr(Stdio::piped()).spawn().context("cargo could not be started")?;
    let mut stderr = String::new();
    for line in BufReader::new(child.stderr.take().context("stderr is piped")?).lines() {
        let line = line?;
        eprintln!("{line}");
        stderr.push_str(&line);
        stderr.push('\n');
    }
    Ok((child.wait()?.success(), stderr))
}

fn is_published(package: &Package) -> bool {
    package.publish.as_ref().is_none_or(|registries| !registries.is_empty())
}
