//! Prints the hash of every scene: `scenes/hashes.txt`, as this build has it.
//!
//! The arguments are numbers of threads, 1 if there are none. Each runs every scene, called and paired in an order of its own; the hashes of a scene that are not one
//! are printed all.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what it prints is what it is for")]

use std::process::ExitCode;

use clinch_hashes::{SCENES, Way};

fn main() -> ExitCode {
    let threads: Result<Vec<usize>, _> = std::env::args().skip(1).map(|argument| argument.parse()).collect();
    let Ok(mut threads) = threads else {
        eprintln!("usage: clinch-hashes [THREADS]…");
        return ExitCode::FAILURE;
    };
    if threads.is_empty() {
        threads.push(1);
    }
    let ways: Vec<Way> = threads.into_iter().zip(1..).map(|(threads, order)| Way { threads, order }).collect();
    for (name, runs) in &SCENES {
        let mut hashes: Vec<u64> = runs(&ways).iter().map(|seen| seen.hash).collect();
        hashes.dedup();
        let hashes: Vec<String> = hashes.iter().map(|hash| format!("{hash:016x}")).collect();
        println!("{name} {}", hashes.join(" "));
    }
    ExitCode::SUCCESS
}
