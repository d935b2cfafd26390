//! The steps of the gate: each has a name, a description and a function.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use cargo_metadata::{Package, Target, TargetKind};

use crate::check::engines::{WITH_AVIAN, WITH_ENGINE, needs_avian, needs_engine};
use crate::check::fresh::fresh;
use crate::check::outcome::Outcome;
use crate::check::registry;
use crate::check::release::release;
use crate::check::wasm::wasm;
use crate::check::workspace::Workspace;
use crate::tidy;

/// One check.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) run: fn(&Workspace) -> anyhow::Result<Outcome>,
}

/// The gate. The quick steps first.
pub(crate) const STEPS: &[Step] = &[
    Step { name: "fmt", what: "the sources are formatted", run: fmt },
    Step { name: "tidy", what: "layers, import circles, parameters, comments, words, links, invariants", run: tidy },
    Step { name: "clippy", what: "no warning in any target with all features", run: clippy },
    Step { name: "test", what: "the tests, as the README runs them", run: test },
    Step { name: "examples", what: "each example of each published crate runs", run: examples },
    Step { name: "wasm", what: "the facade compiles for WebAssembly", run: |workspace| wasm(workspace, &[]) },
    Step { name: "docs", what: "the documentation builds without a warning", run: docs },
    Step { name: "fresh", what: "a new project beside bevy compiles, with one glam for both", run: fresh },
];

/// Steps that are run only by name: together they would take the gate above half an hour on two
/// cores. `features` and `engine` build most dependencies once more, `avian` and `window` most of
/// bevy; `publish` builds each crate once more, from its archive; `release` needs programs that
/// only a release needs.
pub(crate) const ON_REQUEST: &[Step] = &[
    Step { name: "features", what: "on request: each feature of each published crate, alone and together", run: features },
    Step { name: "engine", what: "on request: docs and tests of the packages that need a physics engine", run: engine },
    Step { name: "avian", what: "on request: the packages that need avian: clinch-avian, and its judge", run: avian },
    Step { name: "window", what: "on request: the window of the small engine, without opening it", run: window },
    Step { name: "publish", what: "on request: the registry would take the published crates", run: publish },
    Step { name: "release", what: "on request: licences, advisories, semver, oldest compiler and dependencies, wasm", run: release },
];

fn fmt(workspace: &Workspace) -> anyhow::Result<Outcome> {
    workspace.cargo(&["fmt", "--all", "--check"])?;
    Ok(Outcome::Passed)
}

fn tidy(workspace: &Workspace) -> anyhow::Result<Outcome> {
    match tidy::errors(Some(workspace.root()))? {
        0 => Ok(Outcome::Passed),
        errors => bail!("{errors} rules broken"),
    }
}

/// clinch-rapier and what is measured beside rapier too, so that a change that breaks them is seen
/// at once; their tests are the step `engine`. Not with all features: the benches would build
/// Box3D's C sources.
fn clippy(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let all = ["--all-targets", "--all-features"];
    workspace.cargo(&[&["clippy", "--workspace"], &without_engine()[..], &all, &["--", "-D", "warnings"]].concat())?;
    let with: Vec<&str> = WITH_ENGINE.iter().flat_map(|name| ["--package", *name]).collect();
    workspace.cargo(&[&["clippy", "--all-targets"], &with[..], &["--", "-D", "warnings"]].concat())?;
    Ok(Outcome::Passed)
}

/// The documentation and the tests of these packages; `clippy` has compiled them. The judge itself
/// takes minutes and is not run.
fn engine(workspace: &Workspace) -> anyhow::Result<Outcome> {
    workspace.cargo_with(
        &["doc", "--no-deps", "--package", "clinch-rapier", "--package", "clinch-benches"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    )?;
    workspace.cargo(&["test", "--package", "clinch-rapier", "--package", "clinch-judge"])?;
    workspace.built_example("one_line")?;
    Ok(Outcome::Passed)
}

/// bevy requires a compiler that is newer than ours, and builds with ours.
const ANY_COMPILER: &str = "--ignore-rust-version";

/// All checks of these packages. The two are not built together: the judge's avian has parry's
/// collider, too.
fn avian(workspace: &Workspace) -> anyhow::Result<Outcome> {
    for name in WITH_AVIAN {
        let all = ["--package", name, "--all-targets", "--all-features", "--", "-D", "warnings"];
        workspace.cargo(&[&["clippy", ANY_COMPILER], &all[..]].concat())?;
    }
    let all = ["--package", "clinch-avian", "--all-features"];
    workspace.cargo_with(&[&["doc", ANY_COMPILER, "--no-deps"], &all[..]].concat(), &[("RUSTDOCFLAGS", "-D warnings")])?;
    workspace.cargo(&["check", ANY_COMPILER, "--package", "clinch-avian", "--no-default-features", "--features", "d2", "--tests"])?;
    workspace.cargo(&[&["test", ANY_COMPILER], &all[..]].concat())?;
    workspace.built_example("falling_ball")?;
    workspace.cargo(&["package", "--list", "--allow-dirty", "--package", "clinch-avian"])?;
    Ok(Outcome::Passed)
}

/// All checks of the example, which is a workspace of its own, and a run of each scene. A display
/// is not needed.
fn window(workspace: &Workspace) -> anyhow::Result<Outcome> {
    const AT: [&str; 2] = ["--manifest-path", "examples/window/Cargo.toml"];
    let target = workspace.target().to_str().context("the target folder's path is not UTF-8")?;
    let built = [&AT[..], &[ANY_COMPILER, "--locked", "--target-dir", target]].concat();
    workspace.cargo(&[&["fmt"], &AT[..], &["--check"]].concat())?;
    workspace.cargo(&[&["clippy"], &built[..], &["--all-targets", "--", "-D", "warnings"]].concat())?;
    workspace.cargo(&[&["test"], &built[..]].concat())?;
    for scene in ["1", "2", "3", "4"] {
        workspace.cargo(&[&["run", "--quiet"], &built[..], &["--", "--scene", scene, "--headless", "90"]].concat())?;
    }
    Ok(Outcome::Passed)
}

fn without_engine() -> Vec<&'static str> {
    WITH_ENGINE.iter().chain(WITH_AVIAN).flat_map(|name| ["--exclude", *name]).collect()
}

fn test(workspace: &Workspace) -> anyhow::Result<Outcome> {
    workspace.cargo(&["test"])?;
    Ok(Outcome::Passed)
}

/// Each feature must compile alone, which finds a missing `cfg`; without any, the tests too. With
/// all features enabled, the test programs that need one are run; they do little, so that it would
/// cost more to optimise them and all of bevy's crates that only they need.
fn features(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let with_features = workspace.published().filter(|package| optional(package).next().is_some() && !needs_avian(package));
    let with_features: Vec<&Package> = with_features.collect();
    if with_features.is_empty() {
        println!("no published crate has a feature");
        return Ok(Outcome::Passed);
    }
    for package in &with_features {
        let alone = ["check", "--package", &package.name, "--no-default-features"];
        workspace.cargo(&[&alone[..], &["--tests"]].concat())?;
        for feature in optional(package) {
            workspace.cargo(&[&alone[..], &["--features", feature]].concat())?;
        }
    }
    let packages = with_features.iter().flat_map(|package| ["--package", package.name.as_str()]);
    let targets = with_features.iter().flat_map(|&package| package.targets.iter().map(move |target| (package, target)));
    let programs = targets.filter(|(package, target)| target.kind.contains(&TargetKind::Test) && needs_feature(package, target));
    let programs = programs.flat_map(|(_, target)| ["--test", target.name.as_str()]);
    workspace.cargo(&["test", "--profile", "dev", "--all-features"].into_iter().chain(packages).chain(programs).collect::<Vec<_>>())?;
    Ok(Outcome::Passed)
}

fn optional(package: &Package) -> impl Iterator<Item = &str> {
    package.features.keys().map(String::as_str).filter(|feature| *feature != "default")
}

/// Whether a target needs features that are not on by default: without them `cargo test` leaves it
/// out.
fn needs_feature(package: &Package, target: &Target) -> bool {
    let by_default = package.features.get("default");
    target.required_features.iter().any(|feature| !by_default.is_some_and(|default| default.contains(feature)))
}

/// Runs the examples that `cargo test` has built: `cargo run` would build them again, with the
/// features that one package needs instead of those that all need.
fn examples(workspace: &Workspace) -> anyhow::Result<Outcome> {
    workspace.cargo(&["test", "--no-run", "--quiet"])?;
    for package in workspace.published().filter(|package| !needs_engine(package)) {
        for example in package.targets.iter().filter(|target| target.kind.contains(&TargetKind::Example)) {
            if !needs_feature(package, example) {
                workspace.built_example(&example.name)?;
            } else {
                let features = example.required_features.join(",");
                workspace.cargo(&["run", "--quiet", "--package", &package.name, "--example", &example.name, "--features", &features])?;
            }
        }
    }
    Ok(Outcome::Passed)
}

fn docs(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let all = ["doc", "--no-deps", "--all-features", "--workspace"];
    workspace.cargo_with(&[&all[..], &without_engine()].concat(), &[("RUSTDOCFLAGS", "-D warnings")])?;
    Ok(Outcome::Passed)
}

/// An empty target folder for a dry run. Removes the crates of earlier dry runs from cargo's home
/// too: cargo identifies an archive by name and version, and would build with its old sources.
fn empty_target(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let target = workspace.root().join("target/publish");
    remove(&target)?;
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let sources = cargo_home.context("neither CARGO_HOME nor a home directory")?.join("registry/src");
    let Ok(registries) = sources.read_dir() else { return Ok(target) };
    for registry in registries {
        let registry = registry?;
        // The registry of a dry run has no host: its folder is named by a hash alone.
        if registry.file_name().to_string_lossy().starts_with('-') {
            for package in workspace.published() {
                remove(&registry.path().join(format!("{}-{}", package.name, package.version)))?;
            }
        }
    }
    Ok(target)
}

/// Removes a folder, if it is there.
fn remove(folder: &Path) -> anyhow::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error).context(format!("{} cannot be removed", folder.display())),
        _ => Ok(()),
    }
}

/// Packages every crate and builds it from the archive, with our other crates from theirs, but for
/// clinch-avian, which its own step lists. Nothing is uploaded. Uncommitted changes are allowed, to
/// run the gate before a commit.
fn publish(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let target = empty_target(workspace)?;
    let target = target.to_str().context("the workspace's path is not UTF-8")?;
    let arguments =
        [&["publish", "--dry-run", "--allow-dirty", "--target-dir", target], &workspace.publishable()[..], &["--exclude", "clinch-avian"]]
            .concat();
    let (passed, stderr) = workspace.cargo_stderr(&arguments)?;
    if passed {
        return Ok(Outcome::Passed);
    }
    let Some(error) = registry::error(&stderr) else { bail!("cargo publish --dry-run") };
    println!("\n!!! The publish dry run was SKIPPED, because the registry cannot be reached: {error}");
    println!("!!! The files of each package are listed instead. Run `cargo xtask check --only publish` with access to the registry.");
    for package in workspace.published() {
        workspace.cargo(&["package", "--list", "--allow-dirty", "--package", &package.name])?;
    }
    Ok(Outcome::Skipped(format!("no publish dry run: {error}")))
}
