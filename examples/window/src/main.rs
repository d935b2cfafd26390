//! The example `engine` in a window of bevy: bodies, contact points, normals, the states of pairs,
//! and what a tick costs. A picked pair is printed as a line of a pair file.
//!
//! `cargo run --release --ignore-rust-version -- [--scene 1..4]` opens the window. With `--headless
//! TICKS` there is none: the scene runs for these ticks, a body is picked by rays through the
//! points of a window, and each of its pairs is printed.
//!
//! * The bodies, the solver and the scenes are those of `crates/clinch/examples/engine`.
//! * What is drawn and printed is what the stage saw in the last tick: the placements before the
//!   solver moved the bodies.

#![allow(clippy::print_stdout, reason = "pairs are printed, to be piped")]

#[path = "../../../crates/clinch/examples/engine/body.rs"]
mod body;
#[path = "../../../crates/clinch/examples/engine/scene.rs"]
mod scene;
#[path = "../../../crates/clinch/examples/engine/scenes.rs"]
mod scenes;
#[path = "../../../crates/clinch/examples/engine/sleep.rs"]
mod sleep;
#[path = "../../../crates/clinch/examples/engine/solver.rs"]
mod solver;
#[path = "../../../crates/clinch/examples/engine/step.rs"]
mod step;
#[path = "../../../crates/clinch/examples/engine/tick.rs"]
mod tick;

mod costs;
mod orbit;
mod pair_line;
mod selection;
mod simulation;

mod headless;

mod bodies;
mod controls;
mod lines;
mod meshes;
mod overlay;
mod pair_state;
mod window;

#[cfg(test)]
mod tests;

use std::error::Error;

use clinch::d3 as dimension;

const USAGE: &str = "usage: clinch-window [--scene 1..4] [--headless TICKS]";

fn main() -> Result<(), Box<dyn Error>> {
    // Bodies of all kinds on a mesh.
    let (mut scene, mut headless) = (3, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let number: Option<u32> = arguments.next().and_then(|number| number.parse().ok());
        match (argument.as_str(), number) {
            ("--scene", Some(number @ 1..=4)) => scene = number as usize - 1,
            ("--headless", Some(ticks)) => headless = Some(ticks),
            _ => return Err(USAGE.into()),
        }
    }
    match headless {
        Some(ticks) => headless::run(scene, ticks),
        None => window::run(scene),
    }
}
