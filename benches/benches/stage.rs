//! The suite `stage`: the recorded pile, pair by pair, and rows of one kind in the stage.

mod common;

use clinch_benches::rows;
use clinch_benches::stage::{BATCH, loads};
use criterion::{Criterion, criterion_group, criterion_main};

fn suite(criterion: &mut Criterion) {
    common::add(criterion, &rows::pile());
    // One thread and one size; the suite `scaling` has others.
    let batches = loads(BATCH).into_iter().filter(|load| load.pairs == BATCH && load.threads == 1);
    common::measure_loads(criterion, batches);
}

criterion_group!(benches, suite);
criterion_main!(benches);
