//! The suite `scaling`: what a pair costs in a tick of the stage, with more pairs and with a second thread. `cargo xtask bench` goes on to a million.

#[allow(dead_code, reason = "the rows are other suites'")]
mod common;

use clinch_benches::stage::loads;
use criterion::{Criterion, criterion_group, criterion_main};

/// A million pairs take 700 MB and seconds a tick: not what somebody expects of a benchmark.
const MOST: usize = 100_000;

fn suite(criterion: &mut Criterion) {
    common::carry(criterion, loads(MOST).into_iter());
}

criterion_group!(benches, suite);
criterion_main!(benches);
