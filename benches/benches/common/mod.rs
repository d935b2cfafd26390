//! Shared by the suites: each library at each row is one benchmark,
//! `work/dimension/kind/how/library`.

use std::time::{Duration, Instant};

use clinch_benches::data::{Amount, Store};
use clinch_benches::rows::Row;
use clinch_benches::stage::{Crowd, Load};
use clinch_benches::subjects::SUBJECTS;
use criterion::Criterion;

/// Adds these rows. Pairs are made when the first benchmark that needs them runs, so that rows
/// which a filter excludes cost nothing.
pub(crate) fn add(criterion: &mut Criterion, rows: &[Row]) {
    let amount = Amount { pairs: 256, tracks: 8, checked: 0 };
    let mut store = Store::new(amount);
    for row in rows {
        let mut group = criterion.benchmark_group(row.label().id());
        // There are hundreds of rows, and criterion's defaults take 8 s each.
        group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(800));
        for subject in SUBJECTS.iter().filter(|subject| (subject.takes)(row)) {
            group.bench_function(subject.name, |bencher| {
                let data = store.get(row.pairs).expect("the pairs of the row");
                let mut runner = (subject.prepare)(row.work, &data.workload).expect("it takes this row");
                let queries = runner.queries() as u64;
                // criterion's iteration is one query; whole passes are timed.
                bencher.iter_custom(|iterations| {
                    let passes = iterations.div_ceil(queries);
                    let start = Instant::now();
                    (0..passes).for_each(|_| runner.pass());
                    start.elapsed().mul_f64(iterations as f64 / (passes * queries) as f64)
                });
            });
        }
        group.finish();
    }
}

/// Adds these loads of the stage: an iteration is one pair in a tick.
pub(crate) fn measure_loads(criterion: &mut Criterion, loads: impl Iterator<Item = Load>) {
    for load in loads {
        let mut group = criterion.benchmark_group("stage");
        group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1));
        group.bench_function(load.id(), |bencher| {
            let crowd = Crowd::new(load.bodies, load.going, load.pairs);
            let (mut running, mut tick) = (load.way.start(&crowd, load.threads), 0);
            bencher.iter_custom(|iterations| {
                let ticks = iterations.div_ceil(load.pairs as u64);
                let start = Instant::now();
                for _ in 0..ticks {
                    running.tick(&crowd, tick);
                    tick += 1;
                }
                start.elapsed().mul_f64(iterations as f64 / (ticks * load.pairs as u64) as f64)
            });
        });
        group.finish();
    }
}
