//! The two tables that a run prints: the contacts in each second and the cost of each step.

use std::time::Duration;

use crate::demo::clock::{STEPS, UPDATE_CONTACTS};
use crate::demo::log::{Log, quantile};

/// Prints the contacts of each second. Pairs and points are those of its last tick, so the touching
/// pairs of a row are those of the row above, plus the started, minus the ended. The overlap is the
/// deepest of the second.
pub(crate) fn seconds(log: &Log) {
    println!("{:>8} {:>10} {:>9} {:>8} {:>6} {:>8} {:>12}", "second", "candidate", "touching", "started", "ended", "points", "deepest/mm");
    let mut ticks = 0;
    for second in log.seconds() {
        ticks += second.len();
        let Some(last) = second.last() else { continue };
        let sum = |of: fn(&crate::demo::log::Counts) -> usize| second.iter().map(|entry| of(&entry.counts)).sum::<usize>();
        let deepest = second.iter().map(|entry| entry.counts.deepest).fold(0.0, f32::max);
        println!(
            "{:>8.2} {:>10} {:>9} {:>8} {:>6} {:>8} {:>12.2}",
            ticks as f64 * log.seconds_per_tick,
            last.counts.counters.pairs,
            last.counts.counters.touching,
            sum(|counts| counts.started),
            sum(|counts| counts.ended),
            last.counts.counters.points,
            1000.0 * deepest,
        );
    }
    let sum = log.sum();
    println!(
        "over all ticks: {} pairs, {} touching; {} undefined, {} unfinished, {} slow steps in {} support calls; {} bodies without bounds",
        sum.pairs,
        sum.touching,
        sum.undefined,
        sum.unfinished,
        sum.slow_steps,
        sum.support_calls,
        log.entries.iter().map(|entry| entry.counts.lost).sum::<usize>(),
    );
}

/// Prints the cost of each step. The last line is the median of the sums, not the sum of the
/// medians.
pub(crate) fn steps(log: &Log, threads: &str) {
    println!("{:>15} {:>12} {:>12}   per tick, {threads}", "step", "median/µs", "p99/µs");
    let line = |name: &str, times: &[Duration]| {
        println!("{name:>15} {:>12.1} {:>12.1}", micros(quantile(times, 0.5)), micros(quantile(times, 0.99)));
    };
    for (step, name) in STEPS.iter().enumerate() {
        line(name, &log.sorted(|entry| entry.steps[step]));
    }
    line("all", &log.sorted(crate::demo::log::Entry::total));
    let update_contacts: Duration = log.entries.iter().map(|entry| entry.steps[UPDATE_CONTACTS]).sum();
    let pairs = log.sum().pairs;
    if pairs > 0 {
        println!("update contacts: {:.0} ns per candidate pair of wall time", update_contacts.as_nanos() as f64 / pairs as f64);
    }
}

pub(crate) fn micros(time: Duration) -> f64 {
    1e6 * time.as_secs_f64()
}
