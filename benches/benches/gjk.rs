//! The suite `gjk`: yes or no, and distances with and without memory.

#[allow(dead_code, reason = "loads are for other suites")]
mod common;

use clinch_benches::rows;
use criterion::{Criterion, criterion_group, criterion_main};

fn suite(criterion: &mut Criterion) {
    common::add(criterion, &rows::gjk());
}

criterion_group!(benches, suite);
criterion_main!(benches);
