//! `check --builds`: the same bits from builds that differ in everything that could change them.
//!
//! * Each build compiles the package `clinch-hashes` into a folder of its own below `builds` in
//!   cargo's target folder, runs it, and compares its output with `scenes/hashes.txt`.
//! * A build for which this machine lacks a program is *skipped*; the summary names the command
//!   that installs it. Only standard libraries are downloaded, by rustup, as parts of the
//!   toolchain.
//! * It is no step of the gate: seven builds from scratch take a quarter of an hour, and changes
//!   that alter the bits of one build alone are rare.

use std::process::ExitCode;

use anyhow::Context;

use crate::check::machine::{has_library, runs};
use crate::check::workspace::Workspace;

const COMMITTED: &str = "scenes/hashes.txt";

/// A way to compile and run the scenes.
struct Build {
    name: &'static str,
    /// Arguments for cargo.
    arguments: &'static [&'static str],
    rustflags: &'static str,
    /// The numbers of threads that the program runs with.
    threads: &'static [&'static str],
    foreign: Option<&'static Foreign>,
}

/// A target other than this machine, and its emulator.
struct Foreign {
    target: &'static str,
    /// Programs that it needs, and the command that installs them.
    needs: &'static [&'static str],
    install: &'static str,
    variables: &'static [(&'static str, &'static str)],
}

const ALL: &[&str] = &["1", "2", "3", "8"];

const BUILDS: &[Build] = &[
    // With overflow checks and debug assertions.
    Build { name: "debug", arguments: &[], rustflags: "", threads: ALL, foreign: None },
    Build { name: "release", arguments: &["--release"], rustflags: "", threads: ALL, foreign: None },
    // With the wide registers and fused multiply-add instructions of this machine, if it has them.
    Build { name: "native", arguments: &["--release"], rustflags: "-C target-cpu=native", threads: ALL, foreign: None },
    // glam's vectors without SSE, NEON or WebAssembly's SIMD.
    Build { name: "scalar-math", arguments: &["--release", "--features", "glam/scalar-math"], rustflags: "", threads: ALL, foreign: None },
    Build { name: "wasm", arguments: &["--release"], rustflags: "", threads: &["1"], foreign: Some(&WASM) },
    Build { name: "wasm-simd", arguments: &["--release"], rustflags: "-C target-feature=+simd128", threads: &["1"], foreign: Some(&WASM) },
    Build { name: "aarch64", arguments: &["--release"], rustflags: "", threads: &["1", "3"], foreign: Some(&AARCH64) },
];

const WASM: Foreign = Foreign {
    target: "wasm32-wasip1",
    needs: &["node"],
    install: "apt-get install nodejs",
    variables: &[("CARGO_TARGET_WASM32_WASIP1_RUNNER", "node --no-warnings xtask/hashes/wasi.mjs")],
};

const AARCH64: Foreign = Foreign {
    target: "aarch64-unknown-linux-gnu",
    needs: &["qemu-aarch64", "aarch64-linux-gnu-gcc"],
    install: "apt-get install qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    variables: &[
        ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc"),
        ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", "qemu-aarch64 -L /usr/aarch64-linux-gnu"),
    ],
};

/// The outcome of a build.
enum Outcome {
    Ran(Vec<Compared>),
    /// Not possible on this machine, with the reason.
    Skipped(String),
    /// Did not compile, or did not run to the end.
    Failed(anyhow::Error),
}

/// A scene and whether its hash is the committed one.
#[derive(Debug, PartialEq)]
struct Compared {
    scene: String,
    same: bool,
}

/// The names of all builds.
pub(crate) fn names() -> Vec<&'static str> {
    BUILDS.iter().map(|build| build.name).collect()
}

/// Runs the builds of these names, or all if there are none. An error if the committed hashes
/// cannot be read.
pub(crate) fn run(workspace: &Workspace, names: &[String]) -> anyhow::Result<ExitCode> {
    let committed = std::fs::read_to_string(workspace.root().join(COMMITTED)).context(COMMITTED)?;
    let mut done = Vec::new();
    for build in BUILDS.iter().filter(|build| names.is_empty() || names.iter().any(|name| name == build.name)) {
        println!("\n── {}", build.name);
        let outcome = make(workspace, build, &committed);
        if let Outcome::Skipped(why) = &outcome {
            println!("!!! The build {} was SKIPPED: {why}", build.name);
        }
        done.push((build.name, outcome));
    }
    Ok(summarize(&done))
}

fn make(workspace: &Workspace, build: &Build, committed: &str) -> Outcome {
    if let Some(why) = build.foreign.and_then(missing) {
        return Outcome::Skipped(why);
    }
    match output(workspace, build) {
        Ok(output) => Outcome::Ran(compare(committed, &output)),
        Err(error) => Outcome::Failed(error),
    }
}

/// The output of the program from this build.
fn output(workspace: &Workspace, build: &Build) -> anyhow::Result<String> {
    let folder = workspace.target().join("builds").join(build.name);
    let folder = folder.to_str().context("the target folder's path is not UTF-8")?;
    let mut arguments = vec!["run", "--quiet", "--package", "clinch-hashes", "--target-dir", folder];
    let mut variables = vec![("RUSTFLAGS", build.rustflags)];
    if let Some(foreign) = build.foreign {
        arguments.extend(["--target", foreign.target]);
        variables.extend(foreign.variables);
    }
    workspace.cargo_stdout(&[&arguments, build.arguments, &["--"], build.threads].concat(), &variables)
}

/// The programs or libraries that this machine lacks, with the command that installs them.
fn missing(foreign: &Foreign) -> Option<String> {
    let lacking: Vec<&str> = foreign.needs.iter().copied().filter(|program| !runs(program, &["--version"])).collect();
    if !lacking.is_empty() {
        return Some(format!("no {}; {}", lacking.join(", no "), foreign.install));
    }
    if has_library(foreign.target) || runs("rustup", &["target", "add", foreign.target]) && has_library(foreign.target) {
        return None;
    }
    Some(format!("no standard library for it; rustup target add {}", foreign.target))
}

/// Compares the lines of each scene that either has. They are the same if every letter is.
fn compare(committed: &str, output: &str) -> Vec<Compared> {
    let name = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let known = committed.lines().map(|line| Compared { scene: name(line), same: output.lines().any(|other| other == line) });
    let unknown = output.lines().map(name).filter(|scene| committed.lines().all(|line| name(line) != *scene));
    known.chain(unknown.map(|scene| Compared { scene, same: false })).collect()
}

fn summarize(done: &[(&str, Outcome)]) -> ExitCode {
    println!("\n{:12} {:12} compared with {COMMITTED}", "build", "scene");
    let (mut same, mut different, mut failed, mut skipped) = (0, 0, 0, 0);
    for (name, outcome) in done {
        match outcome {
            Outcome::Ran(scenes) => {
                for Compared { scene, same: is_same } in scenes {
                    *(if *is_same { &mut same } else { &mut different }) += 1;
                    println!("{name:12} {scene:12} {}", if *is_same { "same" } else { "DIFFERENT" });
                }
            }
            Outcome::Skipped(why) => {
                skipped += 1;
                println!("{name:12} {:12} SKIPPED — {why}", "all");
            }
            Outcome::Failed(why) => {
                failed += 1;
                println!("{name:12} {:12} FAILED — {why:#}", "all");
            }
        }
    }
    println!("{same} hashes same, {different} different; {failed} builds failed, {skipped} skipped");
    if different + failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

#[cfg(test)]
mod tests {
    use super::{Compared, compare};

    fn compared(committed: &str, output: &str) -> Vec<(String, bool)> {
        compare(committed, output).into_iter().map(|Compared { scene, same }| (scene, same)).collect()
    }

    #[test]
    fn one_digit_one_scene_more_or_less_and_two_hashes_for_one_are_different() {
        let committed = "pile 0123\nroom 4567\n";
        let both = |pile, room| vec![("pile".to_owned(), pile), ("room".to_owned(), room)];
        assert_eq!(compared(committed, committed), both(true, true));
        assert_eq!(compared(committed, "pile 0123\nroom 4566\n"), both(true, false));
        assert_eq!(compared(committed, "pile 0123 0124\nroom 4567\n"), both(false, true));
        assert_eq!(compared(committed, "room 4567\n"), both(false, true));
        assert_eq!(compared("pile 0123\n", committed), both(true, false));
    }
}
