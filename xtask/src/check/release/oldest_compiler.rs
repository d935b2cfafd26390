//! Compiles the published crates with the compiler that their `rust-version` names.

use std::collections::BTreeMap;

use anyhow::bail;

use crate::check::machine::stdout;
use crate::check::outcome::Outcome;
use crate::check::workspace::Workspace;

/// How to call a compiler's cargo.
enum Cargo {
    /// The one that runs this tool.
    Ours,
    /// Of this toolchain of rustup.
    Toolchain(String),
}

pub(crate) fn oldest_compiler(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let mut by_version: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for package in workspace.published() {
        let Some(version) = &package.rust_version else { bail!("{} has no rust-version", package.name) };
        by_version.entry(version.to_string()).or_default().push(package.name.as_str());
    }
    let mut lacking = Vec::new();
    for (version, names) in &by_version {
        let packages = names.iter().flat_map(|name| ["--package", name]);
        let arguments: Vec<&str> = ["check", "--all-features"].into_iter().chain(packages).collect();
        match find(version) {
            Some(Cargo::Ours) => workspace.cargo(&arguments)?,
            Some(Cargo::Toolchain(toolchain)) => {
                if !workspace.cargo_of(&toolchain, &arguments)?.0 {
                    bail!("Rust {version} does not compile {}", names.join(", "));
                }
            }
            None => lacking.push(format!("no Rust {version}, for {}; rustup toolchain install {version}", names.join(", "))),
        }
    }
    match lacking.is_empty() {
        true => Ok(Outcome::Passed),
        false => Ok(Outcome::Skipped(lacking.join("; "))),
    }
}

/// The cargo of this version of Rust. `rustup toolchain install 1.95` and `1.95.0` install two
/// toolchains, of which either will do.
fn find(version: &str) -> Option<Cargo> {
    if stdout("rustc", &["--version"]).is_some_and(|line| line.split(' ').nth(1) == Some(version)) {
        return Some(Cargo::Ours);
    }
    let names = [Some(version), version.strip_suffix(".0")];
    let name = names.into_iter().flatten().find(|name| stdout("rustup", &["run", name, "rustc", "--version"]).is_some())?;
    Some(Cargo::Toolchain(name.to_owned()))
}
