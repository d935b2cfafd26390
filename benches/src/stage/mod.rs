//! The whole stage on many pairs: the cost of a pair in a tick, by the number of pairs and threads.
//!
//! * A [`Crowd`] is a lattice of bodies whose neighbours touch. It rests, or all of it moves in
//!   every tick, or all pairs are new in every tick.
//! * Three [`Way`]s to run it: a loop that calls `collide` for each pair, the contact table without
//!   an ECS, the stage in bevy_ecs. None of them includes a broadphase.

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
    /// The way to run it.
    pub way: Way,
    /// The shapes of the bodies.
    pub bodies: Bodies,
    /// Their motion.
    pub going: Going,
    /// The number of pairs.
    pub pairs: usize,
    /// The number of threads.
    pub threads: usize,
}

impl Load {
    /// The name for filters: `stage/boxes/lively/10000 pairs/1 thread`.
    pub fn id(&self) -> String {
        let Self { way, bodies, going, pairs, threads } = self;
        let name = format!("{}/{bodies:?}/{going:?}/{pairs} pairs/{threads} thread", way.name());
        name.to_lowercase()
    }
}

/// The result of a load.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredLoad {
    /// The load.
    pub load: Load,
    /// Nanoseconds of a tick for each pair, the median of the ticks.
    pub ns: f64,
    /// The part of it that computes contacts.
    pub collide: f64,
    /// The bytes stored per pair, if known.
    pub bytes: Option<f64>,
}

/// Ticks that are not counted, while buffers grow and pairs get their memory.
const WARM_UP: usize = 4;

/// Measures a load over some ticks.
pub fn measure_load(load: Load, ticks: usize) -> MeasuredLoad {
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
    MeasuredLoad { load, ns: median(all), collide: median(collide), bytes }
}

/// The numbers of pairs that are measured.
pub const SIZES: &[usize] = &[1_000, 10_000, 100_000, 1_000_000];
/// The number of pairs at which the stage is compared with the loop.
pub const OVERHEAD_AT: usize = 100_000;
/// The number of pairs at which `update_contacts` alone is measured: more than fit the nearest
/// cache.
pub const BATCH: usize = 10_000;

/// All loads of up to this many pairs.
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
    // Boxes of one size are in both lists.
    let mut seen = BTreeSet::new();
    loads.retain(|load| seen.insert(*load));
    loads
}

#[cfg(test)]
mod tests {
    use super::{Bodies, Going, Load, Way, loads, measure_load};

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
                let measured = measure_load(Load { way, bodies: Bodies::Both, going, pairs: 60, threads: 1 }, 2);
                assert!(measured.ns > 0.0 && measured.collide <= measured.ns, "{measured:?}");
            }
        }
    }
}
