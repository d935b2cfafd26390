//! The example `engine` in 2D: gravity, friction, restitution, sleeping, and a solver that is warm
//! started from the impulses that contact points carry.
//!
//! `cargo run --release -p clinch --example engine_2d -- --headless` runs four scenes for a minute
//! each and reports whether they stood; without `--headless`, for five seconds. Nothing is drawn.
//!
//! * One tick is one run of the schedule: clinch finds the contacts, `solver::solve` moves the
//!   bodies, and `sleep::put_to_rest` marks those that rest with [`Sleeping`](clinch::Sleeping).
//! * `Body` is the engine's component; `Collider` and `Placement` are clinch's.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

mod body;
#[path = "../engine/headless.rs"]
mod headless;
#[path = "../engine/scene.rs"]
mod scene;
mod scenes;
#[path = "../engine/sleep.rs"]
mod sleep;
mod solver;
#[path = "../engine/step.rs"]
mod step;
#[path = "../engine/tick.rs"]
mod tick;

use std::error::Error;

use clinch::d2 as dimension;

fn main() -> Result<(), Box<dyn Error>> {
    headless::run("engine_2d")
}
