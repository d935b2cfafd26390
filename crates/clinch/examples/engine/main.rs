//! A small physics engine around clinch: gravity, friction, restitution, sleeping, and a solver
//! that is warm started from the impulses that contact points carry.
//!
//! `cargo run --release -p clinch --example engine -- --headless` runs four scenes for a minute
//! each and reports whether they stood; without `--headless`, for five seconds. Nothing is drawn:
//! `examples/window` shows the same engine in a window.
//!
//! * One tick is one run of the schedule: clinch finds the contacts, `solver::solve` moves the
//!   bodies, and `sleep::put_to_rest` marks those that rest with [`Sleeping`](clinch::Sleeping).
//! * `Body` is the engine's component; `Collider` and `Placement` are clinch's.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

mod body;
mod headless;
mod scene;
mod scenes;
mod sleep;
mod solver;
mod step;
mod tick;

use std::error::Error;

use clinch::d3 as dimension;

fn main() -> Result<(), Box<dyn Error>> {
    headless::run("engine")
}
