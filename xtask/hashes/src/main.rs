//! Prints the hash of every scene, in the format of `scenes/hashes.txt`.
//!
//! The arguments are numbers of threads, 1 if there are none. For each number every scene is run
//! once, in another order. If the hashes of a scene differ, all of them are printed.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool prints")]

use std::process::ExitCode;

use clinch_hashes::{Run, SCENES};

fn main() -> ExitCode {
    let threads: Result<Vec<usize>, _> = std::env::args().skip(1).map(|argument| argument.parse()).collect();
    let Ok(mut threads) = threads else {
        eprintln!("usage: clinch-hashes [THREADS]…");
        return ExitCode::FAILURE;
    };
    if threads.is_empty() {
        threads.push(1);
    }
    let runs: Vec<Run> = threads.into_iter().zip(1..).map(|(threads, order)| Run { threads, order }).collect();
    for (name, run_all) in &SCENES {
        let mut hashes: Vec<u64> = run_all(&runs).iter().map(|answers| answers.hash).collect();
        hashes.dedup();
        let hashes: Vec<String> = hashes.iter().map(|hash| format!("{hash:016x}")).collect();
        println!("{name} {}", hashes.join(" "));
    }
    ExitCode::SUCCESS
}
