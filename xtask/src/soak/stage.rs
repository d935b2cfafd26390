//! `soak --stage`: runs the stage in a world of random changes and checks it after every tick.
//!
//! * `stage/test_world.rs`: thousands of colliders move through a cube. Before every tick colliders
//!   are spawned, despawned, teleported, edited, disabled, put to sleep, made sensors or static,
//!   and get other layers, bodies, margins and poses that are not finite.
//! * `stage/audit.rs`: every row is of two colliders that exist and that the filters let collide.
//!   The contacts that started and have not ended are those that touch. Some rows, and some
//!   colliders with all others near them, agree with cold queries. One tick in 25, repeated from a
//!   snapshot, gives the same bits.
//! * The memory in use at the end must not be larger than halfway by more than 5 %.

mod audit;
mod test_world;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use audit::Audit;
use test_world::TestWorld;

use super::args::Args;
use crate::heap::HEAP;

/// The part of the run after which nothing should need more memory. Larger: leaks have less time to
/// show. Smaller: buffers still grow, and the world still creates tables for new combinations of
/// components.
const WARM: f64 = 0.5;

/// The part by which the memory in use may differ at the end, because the number of pairs and their
/// points changes.
const GROWTH: f64 = 0.05;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let until = Duration::from_secs_f64(60.0 * args.minutes);
    let bar = ProgressBar::new(until.as_secs()).with_style(ProgressStyle::with_template("{bar:40} {msg}").context("the bar")?);
    let (mut test, mut audit) = (TestWorld::new(args.seed, args.colliders, args.threads), Audit::default());
    let start = Instant::now();
    let mut warm = None;
    while start.elapsed() < until {
        test.change();
        test.tick();
        audit.check(&mut test);
        if warm.is_none() && start.elapsed() >= until.mul_f64(WARM) {
            warm = Some(MemoryUse::of(&test));
        }
        bar.set_position(start.elapsed().as_secs());
        bar.set_message(format!("tick {}, {} pairs, {} faults", audit.ticks, audit.pairs / audit.ticks, audit.faults.len()));
        if audit.faults.len() >= 20 {
            break;
        }
    }
    bar.finish_and_clear();
    println!("{} ticks in {:.0} s, seed {}: {}", audit.ticks, start.elapsed().as_secs_f64(), args.seed, test.summary());
    println!("{}", audit.summary());
    let now = MemoryUse::of(&test);
    // A run that was ended by faults before the middle has nothing to compare with.
    let then = warm.unwrap_or(now);
    println!("in use from the middle to the end: {then} to {now}");
    for fault in &audit.faults {
        println!("fault: {fault}");
    }
    let leaks = now.heap as f64 > (1.0 + GROWTH) * then.heap as f64;
    if leaks {
        println!("fault: memory has grown by more than {:.0} %", 100.0 * GROWTH);
    }
    Ok(if audit.faults.is_empty() && !leaks { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The memory in use, in bytes.
#[derive(Clone, Copy)]
struct MemoryUse {
    /// In the whole process, with the world and the data of this tool.
    heap: usize,
    /// In the stage, for its pairs.
    pairs: usize,
    /// The combinations of components so far. The world never frees the memory for their entities.
    archetypes: usize,
}

impl MemoryUse {
    fn of(test: &TestWorld) -> Self {
        Self { heap: HEAP.allocated(), pairs: test.bytes(), archetypes: test.world.archetypes().len() }
    }
}

impl std::fmt::Display for MemoryUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { heap, pairs, archetypes } = self;
        write!(f, "{heap} bytes ({pairs} for pairs, {archetypes} archetypes)")
    }
}

#[cfg(test)]
mod tests {
    use super::{Audit, TestWorld};

    #[test]
    fn a_short_run_has_no_fault_and_every_event() {
        let (mut test, mut audit) = (TestWorld::new(5, 400, Some(2)), Audit::default());
        for _ in 0..60 {
            test.change();
            test.tick();
            audit.check(&mut test);
        }
        assert!(audit.faults.is_empty(), "{:#?}", audit.faults);
        assert!(test.events.iter().all(|&(_, count)| count > 0), "{:?}", test.events);
        assert!(audit.pairs > 60 * 400 && audit.covers_all(), "{}", audit.summary());
    }
}
