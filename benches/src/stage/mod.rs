//! The whole stage on many pairs: what a pair costs in a tick, with how many there are, and how many threads.
//!
//! * A [`Crowd`] is a lattice of bodies whose neighbours touch. It rests, or all of it moves each tick, or each tick's pairs are new.
//! * Three [`Way`]s to run it: a loop that calls `collide` for each pair, the pair table without an ECS, the stage in bevy_ecs. None of them looks for pairs: that is a
//!   broadphase's work.

mod crowd;
mod ways;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use self::crowd::{Bodies, Crowd, Going};
pub use self::ways::{Running, Way};
use crate::measure::median;

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Load {
    /// Who runs it.
    pub way: Way,
    /// What the bodies are.
    pub bodies: Bodies,
    /// What they do.
    pub going: Going,
    /// How many pairs there are.
    pub pairs: usize,
    /// How many threads collide them.
    pub threads: usize,
}

impl Load {
    /// In one word that a filter can look in: `stage/boxes/lively/10000 pairs/1 thread`.
    pub fn id(&self) -> String {
        let Self { way, bodies, going, pairs, threads } = self;
        let name = format!("{}/{bodies:?}/{going:?}/{pairs} pairs/{threads} thread", way.name());
        name.to_lowercase()
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// What was run.
    pub load: Load,
    /// Nanoseconds of a tick for each pair, the median of the ticks.
    pub ns: f64,
    /// The part of it in which pairs are collided.
    pub collide: f64,
    /// What is kept for each pair, in bytes, where it is told.
    pub bytes: Option<f64>,
}

/// Ticks that are not counted: buffers grow, memories fill.
const WARM_UP: usize = 4;

/// Runs it for some ticks.
pub fn carry(load: Load, ticks: usize) -> Carried {
    let crowd = Crowd::new(load.bodies, load.going, load.pairs);
    let mut running = load.way.start(&crowd, load.threads);
    let (mut all, mut collide) = (Vec::new(), Vec::new());
    for tick in 0..WARM_UP + ticks {
        let start = Instant::now();
        let collided = running.tick(&crowd, tick);
        let took = start.elapsed();
        if tick >= WARM_UP {
            let each = |time: Duration| time.as_secs_f64() * 1e9 / load.pairs as f64;
            all.push(each(took));
            collide.push(each(collided));
        }
    }
    let bytes = running.bytes().map(|bytes| bytes as f64 / load.pairs as f64);
    Carried { load, ns: median(all), collide: median(collide), bytes }
}

/// Sizes at which a pair's cost is looked at.
pub const SIZES: &[usize] = &[1_000, 10_000, 100_000, 1_000_000];
/// The size at which the stage is held against the loop.
pub const OVERHEAD_AT: usize = 100_000;
/// Pairs of which only the colliding is looked at: enough that they are not all in the nearest cache.
pub const BATCH: usize = 10_000;

/// All that is measured, up to so many pairs.
pub fn loads(most: usize) -> Vec<Load> {
    let mut loads = Vec::new();
    for bodies in [Bodies::Boxes, Bodies::Balls, Bodies::Both] {
        loads.push(Load { way: Way::Table, bodies, going: Going::Lively, pairs: BATCH, threads: 1 });
    }
    for &pairs in SIZES.iter().filter(|size| **size <= most) {
        for going in [Going::Resting, Going::Lively, Going::New] {
            loads.push(Load { way: Way::Loop, bodies: Bodies::Boxes, going, pairs, threads: 1 });
            for way in [Way::Table, Way::Stage] {
                loads.extend([1, 2].map(|threads| Load { way, bodies: Bodies::Boxes, going, pairs, threads }));
            }
        }
    }
    // Boxes of the one size are in both lists.
    let mut seen = BTreeSet::new();
    loads.retain(|load| seen.insert(*load));
    loads
}

#[cfg(test)]
mod tests {
    use super::{Bodies, Going, Load, Way, carry, loads};

    #[test]
    fn no_load_is_measured_twice() {
        let mut all = loads(usize::MAX);
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn each_way_runs_each_crowd() {
        for going in [Going::Resting, Going::Lively, Going::New] {
            for way in [Way::Loop, Way::Table, Way::Stage] {
                let carried = carry(Load { way, bodies: Bodies::Both, going, pairs: 60, threads: 1 }, 2);
                assert!(carried.ns > 0.0 && carried.collide <= carried.ns, "{carried:?}");
            }
        }
    }
}
