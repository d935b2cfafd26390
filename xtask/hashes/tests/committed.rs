//! This build against the committed hashes, and that they are hashes of something.

use std::fmt::Write;

use clinch_hashes::{SCENES, Way};

const COMMITTED: &str = include_str!("../../../scenes/hashes.txt");

#[test]
fn every_scene_has_its_committed_hash_for_any_number_of_threads_and_any_order() {
    let ways = [1, 2, 3, 8].map(|threads| Way { threads, order: threads as u64 });
    let mut other = String::new();
    for &(name, runs) in &SCENES {
        for (way, seen) in ways.iter().zip(runs(&ways)) {
            let line = format!("{name} {:016x}", seen.hash);
            if !COMMITTED.lines().any(|committed| committed == line) {
                writeln!(other, "{line}, {way:?}").unwrap();
            }
        }
    }
    assert!(other.is_empty(), "not in scenes/hashes.txt:\n{other}");
    let names: Vec<&str> = COMMITTED.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, SCENES.each_ref().map(|&(name, _)| name), "one line for each scene");
}

/// A hash of scenes in which nothing happens would be the same everywhere.
#[test]
fn in_every_scene_pairs_start_end_stay_and_part() {
    for &(name, runs) in &SCENES {
        let seen = runs(&[Way { threads: 1, order: 1 }])[0];
        let counters = seen.counters;
        assert!(
            counters.touching > 5000 && counters.pairs - counters.touching > 5000 && counters.speculative > 500,
            "{name}: {counters:?}"
        );
        assert!(counters.recycled > 500 && counters.skipped > 2000 && counters.support_calls > 10_000, "{name}: {counters:?}");
        assert!(seen.changes.iter().all(|&changes| changes > 200), "{name}: {seen:?}");
        // The pile knows no such things.
        assert!(name == "pile" || counters.undefined > 20 && counters.at_rest > 200 && counters.slow_steps > 20, "{name}: {counters:?}");
    }
}
