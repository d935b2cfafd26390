//! Compiles the published crates with the oldest versions of their dependencies that they allow.
//!
//! * Cargo takes the newest version that a requirement allows, so that a lower bound which is too
//!   low is noticed by no other check, but by a user whose lock file has that version.
//! * It is done in a copy of the published crates, with a workspace manifest that has no other
//!   members: the tools' requirements would raise what users get. Cargo's option takes the oldest
//!   versions of the members' own dependencies, and the newest of theirs.
//! * The crates that need an engine are left out: engines require newer versions of glam than bevy,
//!   and all members share one version.

use std::path::Path;

use anyhow::Context;
use cargo_metadata::Package;
use toml::{Table, Value};
use walkdir::WalkDir;

use crate::check::engines::needs_engine;
use crate::check::machine::runs;
use crate::check::outcome::Outcome;
use crate::check::registry;
use crate::check::workspace::Workspace;

const MANIFEST: &str = "Cargo.toml";

pub(crate) fn minimal_versions(workspace: &Workspace) -> anyhow::Result<Outcome> {
    if !runs("rustup", &["run", "nightly", "cargo", "--version"]) {
        return Ok(Outcome::Skipped("no nightly cargo; rustup toolchain install nightly".to_owned()));
    }
    // Not a temporary folder: cargo would keep what it has compiled for each of them.
    let copy = workspace.target().join("minimal");
    if copy.exists() {
        std::fs::remove_dir_all(&copy).with_context(|| format!("{} cannot be removed", copy.display()))?;
    }
    std::fs::create_dir_all(&copy)?;
    copy_crates(workspace, &copy)?;
    let file = copy.join(MANIFEST);
    std::fs::write(&file, manifest(workspace)?)?;
    let file = file.to_str().context("the target folder's path is not UTF-8")?;
    let update = ["update", "--manifest-path", file, "-Z", "direct-minimal-versions"];
    let updated = registry::outcome(workspace.cargo_of("nightly", &update)?, "no versions fit; raise the lower bound that cargo names")?;
    if let Outcome::Skipped(why) = updated {
        return Ok(Outcome::Skipped(why));
    }
    let target = workspace.target().to_str().context("the target folder's path is not UTF-8")?;
    let packages = chosen(workspace).flat_map(|package| ["--package", package.name.as_str()]);
    let check = ["check", "--locked", "--all-features", "--manifest-path", file, "--target-dir", target];
    let checked = workspace.cargo_stderr(&check.into_iter().chain(packages).collect::<Vec<_>>())?;
    registry::outcome(checked, "a lower bound is too low; raise that of the crate whose item is missing")
}

fn chosen(workspace: &Workspace) -> impl Iterator<Item = &Package> {
    workspace.published().filter(|package| !needs_engine(package))
}

/// The manifest of the workspace, with the chosen crates as its only members.
fn manifest(workspace: &Workspace) -> anyhow::Result<String> {
    let mut manifest: Table = std::fs::read_to_string(workspace.root().join(MANIFEST))?.parse()?;
    let members: Result<Vec<Value>, _> = chosen(workspace)
        .map(|package| {
            let folder = package.manifest_path.parent().context("a manifest is in a folder")?;
            Ok::<_, anyhow::Error>(Value::from(folder.strip_prefix(workspace.root())?.as_str()))
        })
        .collect();
    let table = manifest.get_mut("workspace").and_then(Value::as_table_mut).context("no [workspace]")?;
    table.retain(|key, _| !["exclude", "default-members"].contains(&key));
    table.insert("members".to_owned(), members?.into());
    Ok(toml::to_string(&manifest)?)
}

/// The chosen crates, and what is a dev-dependency of one, which cargo reads: testkit, and the
/// instances of the stage.
fn copy_crates(workspace: &Workspace, to: &Path) -> anyhow::Result<()> {
    for folder in ["crates", "xtask/instances"] {
        let files = WalkDir::new(workspace.root().join(folder)).into_iter().filter_entry(|entry| entry.file_name() != "target");
        for entry in files {
            let entry = entry?;
            let copy = to.join(entry.path().strip_prefix(workspace.root())?);
            if entry.file_type().is_dir() {
                std::fs::create_dir_all(copy)?;
            } else {
                std::fs::copy(entry.path(), copy)?;
            }
        }
    }
    Ok(())
}
