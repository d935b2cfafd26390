//! The suite `cast`: the time of impact of linear casts.

#[allow(dead_code, reason = "loads are for other suites")]
mod common;

use clinch_benches::rows;
use criterion::{Criterion, criterion_group, criterion_main};

fn suite(criterion: &mut Criterion) {
    common::add(criterion, &rows::cast());
}

criterion_group!(benches, suite);
criterion_main!(benches);
