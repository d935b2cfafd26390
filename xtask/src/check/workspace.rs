//! The workspace as the gate sees it: what is published, and how to run cargo in it.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use cargo_metadata::{MetadataCommand, Package};

/// The packages, and where they are.
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

    /// Where cargo builds.
    pub(crate) fn target(&self) -> &PathBuf {
        &self.target
    }

    /// The packages that go to the registry.
    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| is_published(package))
    }

    /// `--workspace` without what never leaves it.
    pub(crate) fn publishable(&self) -> Vec<&str> {
        let unpublished = self.packages.iter().filter(|package| !is_published(package));
        ["--workspace"].into_iter().chain(unpublished.flat_map(|package| ["--exclude", package.name.as_str()])).collect()
    }

    /// Runs cargo at the root, with its output as it comes and without input; an error if it fails.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> anyhow::Result<()> {
        self.cargo_with(arguments, &[])
    }

    /// The same, with variables set.
    pub(crate) fn cargo_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<()> {
        let status = self.command(arguments).envs(variables.iter().copied()).status().context("cargo could not be started")?;
        if !status.success() {
            bail!("cargo {}", arguments.join(" "));
        }
        Ok(())
    }

    /// The same, but returns whether it succeeded and what it wrote to stderr, which is shown as well.
    pub(crate) fn cargo_overheard(&self, arguments: &[&str]) -> anyhow::Result<(bool, String)> {
        let mut child = self.command(arguments).stderr(Stdio::piped()).spawn().context("cargo could not be started")?;
        let mut heard = String::new();
        for line in BufReader::new(child.stderr.take().context("stderr is piped")?).lines() {
            let line = line?;
            eprintln!("{line}");
            heard.push_str(&line);
            heard.push('\n');
        }
        Ok((child.wait()?.success(), heard))
    }

    /// The same, but returns what it wrote to stdout.
    pub(crate) fn cargo_said(&self, arguments: &[&str], variables: &[(&str, &str)]) -> anyhow::Result<String> {
        let mut command = self.command(arguments);
        let output = command.envs(variables.iter().copied()).stderr(Stdio::inherit()).output().context("cargo could not be started")?;
        if !output.status.success() {
            bail!("cargo {}", arguments.join(" "));
        }
        String::from_utf8(output.stdout).context("cargo's output is not UTF-8")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        println!("$ cargo {}", arguments.join(" "));
        let mut command = Command::new("cargo");
        command.args(arguments).current_dir(&self.root).stdin(Stdio::null());
        command
    }
}

fn is_published(package: &Package) -> bool {
    package.publish.as_ref().is_none_or(|registries| !registries.is_empty())
}
