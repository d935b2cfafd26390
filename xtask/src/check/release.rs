//! The step `release`: what must hold before the crates are published, besides the gate.
//!
//! * All parts are run, so that one run shows all that is wrong. A part that cannot run on this
//!   machine is *skipped*, with the command that installs what it lacks.
//! * Nothing is uploaded or tagged. `docs/contributing.md` has the commands of a release in order.

mod minimal_versions;
mod oldest_compiler;
mod order;

use anyhow::bail;

use crate::check::engines::needs_engine;
use crate::check::machine::{runs, stdout};
use crate::check::outcome::Outcome;
use crate::check::registry;
use crate::check::wasm::wasm;
use crate::check::workspace::Workspace;

/// A check of this step.
struct Part {
    name: &'static str,
    what: &'static str,
    run: fn(&Workspace) -> anyhow::Result<Outcome>,
}

/// The quick ones first.
const PARTS: &[Part] = &[
    Part { name: "order", what: "the order of publication", run: order::order },
    Part { name: "links", what: "the manifests name the repository, against which crates.io resolves links", run: links },
    Part { name: "licences", what: "cargo-deny: licences, bans and sources of all that users build", run: licences },
    Part { name: "advisories", what: "cargo-deny: no version with a known vulnerability, none yanked", run: advisories },
    Part { name: "semver", what: "cargo-semver-checks: the API against the last release", run: semver },
    Part { name: "wasm", what: "the facade compiles for wasm32, with all features", run: |workspace| wasm(workspace, &["--all-features"]) },
    Part { name: "compiler", what: "the published crates compile with their `rust-version`", run: oldest_compiler::oldest_compiler },
    Part { name: "minimal", what: "they compile with the oldest dependencies that they allow", run: minimal_versions::minimal_versions },
];

pub(crate) fn release(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let mut done = Vec::new();
    for part in PARTS {
        println!("\n─ {}: {}", part.name, part.what);
        done.push((part.name, (part.run)(workspace)));
    }
    let (mut failed, mut skipped) = (Vec::new(), Vec::new());
    println!("\n{:10} outcome", "part");
    for (name, outcome) in &done {
        match outcome {
            Ok(Outcome::Passed) => println!("{name:10} ok"),
            Ok(Outcome::Skipped(why)) => {
                println!("{name:10} SKIPPED — {why}");
                skipped.push(format!("{name}: {why}"));
            }
            Err(why) => {
                println!("{name:10} FAILED — {why:#}");
                failed.push(*name);
            }
        }
    }
    match (failed.is_empty(), skipped.is_empty()) {
        (false, _) => bail!("{}", failed.join(", ")),
        (true, false) => Ok(Outcome::Skipped(skipped.join("; "))),
        (true, true) => Ok(Outcome::Passed),
    }
}

/// Why a subcommand of cargo cannot run, if it is not installed.
fn not_installed(subcommand: &str) -> Option<Outcome> {
    let installed = runs("cargo", &[subcommand, "--version"]);
    (!installed).then(|| Outcome::Skipped(format!("no cargo-{subcommand}; cargo install cargo-{subcommand} --locked")))
}

fn links(workspace: &Workspace) -> anyhow::Result<Outcome> {
    match workspace.published().find(|package| package.repository.is_none()) {
        Some(package) => bail!("{} names no repository; set it in [workspace.package] and inherit it", package.name),
        None => Ok(Outcome::Passed),
    }
}

/// `deny.toml` says what is allowed.
fn licences(workspace: &Workspace) -> anyhow::Result<Outcome> {
    if let Some(skipped) = not_installed("deny") {
        return Ok(skipped);
    }
    workspace.cargo(&["deny", "check", "licenses", "bans", "sources"])?;
    Ok(Outcome::Passed)
}

/// Needs the database of advisories, which cargo-deny fetches from GitHub.
fn advisories(workspace: &Workspace) -> anyhow::Result<Outcome> {
    if let Some(skipped) = not_installed("deny") {
        return Ok(skipped);
    }
    registry::outcome(workspace.cargo_stderr(&["deny", "check", "advisories"])?, "cargo deny check advisories")
}

/// Compares with the newest tag of the form `v1.2.3` before HEAD, and not with the registry: a tag
/// is there offline, and for crates that are not published yet.
fn semver(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let tags = stdout(
        "git",
        &["-C", &workspace.root().to_string_lossy(), "tag", "--list", "v[0-9]*", "--merged", "HEAD^", "--sort=-version:refname"],
    );
    let Some(tag) = tags.as_deref().and_then(|tags| tags.lines().next()) else {
        return Ok(Outcome::Skipped("no release is tagged to compare with; git tag v0.1.0 at the first".to_owned()));
    };
    if let Some(skipped) = not_installed("semver-checks") {
        return Ok(skipped);
    }
    let compared = workspace.published().filter(|package| !needs_engine(package));
    let packages = compared.flat_map(|package| ["--package", package.name.as_str()]);
    workspace.cargo(&["semver-checks", "--baseline-rev", tag].into_iter().chain(packages).collect::<Vec<_>>())?;
    Ok(Outcome::Passed)
}
