//! `soak --stage`: a world in which everything happens, and what must be true after every tick.
//!
//! * `stage/life.rs`: thousands of colliders that drift through a room, are spawned, despawned, teleported, edited, disabled, put to sleep, made sensors or fixed, given other
//!   layers, bodies, margins and poses that are not numbers, all at any time.
//! * `stage/audit.rs`: no row of what is gone or may not meet, no contact missing or wrong, each start ended once, a step repeated from a snapshot gives the same bits.
//! * Memory is looked at in the middle and at the end: it must not have grown.

mod audit;
mod life;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use audit::Audit;
use life::Life;

use super::Args;
use crate::HEAP;

/// The part of the run after which nothing should need more memory. Larger: leaks have less time to show. Smaller: buffers still grow, and the world still meets combinations of
/// components that it has no table for.
const WARM: f64 = 0.5;

/// By how much what is in use may differ at the end: pairs and their points come and go.
const GROWTH: f64 = 0.05;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let until = Duration::from_secs_f64(60.0 * args.minutes);
    let bar = ProgressBar::new(until.as_secs()).with_style(ProgressStyle::with_template("{bar:40} {msg}").context("the bar")?);
    let (mut life, mut audit) = (Life::new(args.seed, args.colliders, args.threads), Audit::default());
    let start = Instant::now();
    let mut warm = None;
    while start.elapsed() < until {
        life.happen();
        life.tick();
        audit.look(&mut life);
        if warm.is_none() && start.elapsed() >= until.mul_f64(WARM) {
            warm = Some(Held::by(&life));
        }
        bar.set_position(start.elapsed().as_secs());
        bar.set_message(format!("tick {}, {} pairs, {} faults", audit.ticks, audit.pairs / audit.ticks, audit.faults.len()));
        if audit.faults.len() >= 20 {
            break;
        }
    }
    bar.finish_and_clear();
    println!("{} ticks in {:.0} s, seed {}: {}", audit.ticks, start.elapsed().as_secs_f64(), args.seed, life.told());
    println!("{}", audit.told());
    let now = Held::by(&life);
    // Broken off before it was warm, it has nothing to be held against.
    let then = warm.unwrap_or(now);
    println!("in use in the second half: {then} to {now}");
    for fault in &audit.faults {
        println!("fault: {fault}");
    }
    let leaks = now.heap as f64 > (1.0 + GROWTH) * then.heap as f64;
    if leaks {
        println!("fault: memory has grown by more than {:.0} %", 100.0 * GROWTH);
    }
    Ok(if audit.faults.is_empty() && !leaks { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Bytes in use.
#[derive(Clone, Copy)]
struct Held {
    /// By the whole process: the world and this tool's own books, too.
    heap: usize,
    /// By the stage for its pairs.
    pairs: usize,
    /// Combinations of components that the world has met. It has room for entities in each, for good.
    archetypes: usize,
}

impl Held {
    fn by(life: &Life) -> Self {
        Self { heap: HEAP.allocated(), pairs: life.bytes(), archetypes: life.world.archetypes().len() }
    }
}

impl std::fmt::Display for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { heap, pairs, archetypes } = self;
        write!(f, "{heap} bytes ({pairs} for pairs, {archetypes} archetypes)")
    }
}

#[cfg(test)]
mod tests {
    use super::{Audit, Life};

    #[test]
    fn a_short_life_has_no_fault_and_something_of_everything() {
        let (mut life, mut audit) = (Life::new(5, 400, Some(2)), Audit::default());
        for _ in 0..60 {
            life.happen();
            life.tick();
            audit.look(&mut life);
        }
        assert!(audit.faults.is_empty(), "{:#?}", audit.faults);
        assert!(life.events.iter().all(|&(_, count)| count > 0), "{:?}", life.events);
        assert!(audit.pairs > 60 * 400 && audit.bites(), "{}", audit.told());
    }
}
