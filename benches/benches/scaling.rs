//! The suite `scaling`: the cost of a pair in a tick of the stage, with more pairs and with a
//! second thread. `cargo xtask bench` measures up to a million pairs.

#[allow(dead_code, reason = "rows are for other suites")]
mod common;

use clinch_benches::stage::loads;
use criterion::{Criterion, criterion_group, criterion_main};

/// A million pairs would take 700 MB and seconds per tick.
const MOST: usize = 100_000;

fn suite(criterion: &mut Criterion) {
    common::measure_loads(criterion, loads(MOST).into_iter());
}

criterion_group!(benches, suite);
criterion_main!(benches);
