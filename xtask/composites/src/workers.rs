//! Threads that examine blocks of pairs. The sums do not depend on their number.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use clinch_testkit::distributions::Digits;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::block::BLOCK;
use crate::examine::Examiner;
use crate::plan::Plan;
use crate::space::Space;
use crate::tally::Tally;

/// The largest number of lines that are stored.
const LINES: usize = 2_000;

/// The sums of all pairs of a dimension.
#[derive(Clone, Debug, Default)]
pub struct Soaked {
    /// The sums.
    pub tally: Tally,
    /// The first pairs with a fault, as lines of a pair file.
    pub lines: Vec<String>,
}

/// Examines all pairs of a plan in 2D or 3D. `progress` gets the number of pairs after each block.
pub fn soak(plan: &Plan, dim: usize, progress: &(dyn Fn(u64) + Sync)) -> Soaked {
    let (next, done) = (AtomicU64::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let from = next.fetch_add(BLOCK, Ordering::Relaxed);
                    if from >= plan.pairs {
                        return;
                    }
                    let soaked = range(plan, dim, from..(from + BLOCK).min(plan.pairs));
                    progress(BLOCK);
                    if let Ok(mut done) = done.lock() {
                        done.insert(from, soaked);
                    }
                }
            });
        }
    });
    let mut all = Soaked::default();
    for (_, soaked) in done.into_inner().unwrap_or_default() {
        all.tally.add(soaked.tally);
        all.lines.extend(soaked.lines);
        all.lines.truncate(LINES);
    }
    all
}

/// Examines one pair.
pub fn only(plan: &Plan, dim: usize, index: u64) -> Soaked {
    range(plan, dim, index..index + 1)
}

fn range(plan: &Plan, dim: usize, indices: core::ops::Range<u64>) -> Soaked {
    match (dim, plan.digits) {
        (2, Digits::Single) => range_of::<Vec2>(plan, indices),
        (2, Digits::Double) => range_of::<DVec2>(plan, indices),
        (_, Digits::Single) => range_of::<Vec3>(plan, indices),
        (_, Digits::Double) => range_of::<DVec3>(plan, indices),
    }
}

fn range_of<V: Space>(plan: &Plan, indices: core::ops::Range<u64>) -> Soaked {
    let mut examiner = Examiner::<V>::new(plan, indices.start);
    let mut soaked = Soaked::default();
    for index in indices {
        soaked.lines.extend(examiner.examine(index, &mut soaked.tally));
    }
    soaked
}
