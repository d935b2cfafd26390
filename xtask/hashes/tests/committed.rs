//! The hashes of this build are the committed ones, and much happens in the scenes.

use std::fmt::Write;

use clinch_hashes::{Run, SCENES};

const COMMITTED: &str = include_str!("../../../scenes/hashes.txt");

#[test]
fn every_scene_has_its_committed_hash_for_any_number_of_threads_and_any_order() {
    let runs = [1, 2, 3, 8].map(|threads| Run { threads, order: threads as u64 });
    let mut other = String::new();
    for &(name, run_all) in &SCENES {
        for (run, answers) in runs.iter().zip(run_all(&runs)) {
            let line = format!("{name} {:016x}", answers.hash);
            if !COMMITTED.lines().any(|committed| committed == line) {
                writeln!(other, "{line}, {run:?}").unwrap();
            }
        }
    }
    assert!(other.is_empty(), "not in scenes/hashes.txt:\n{other}");
    let names: Vec<&str> = COMMITTED.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, SCENES.each_ref().map(|&(name, _)| name), "one line for each scene");
}

/// The hash of a scene in which nothing happens would be the same for every build.
#[test]
fn in_every_scene_pairs_start_end_stay_and_part() {
    for &(name, run_all) in &SCENES {
        let answers = run_all(&[Run { threads: 1, order: 1 }])[0];
        let counters = answers.counters;
        // Smaller scenes.
        if name.starts_with("composites") {
            assert!(counters.touching > 200 && counters.pairs - counters.touching > 200, "{name}: {counters:?}");
            assert!(answers.changes.iter().all(|&changes| changes > 10), "{name}: {answers:?}");
            continue;
        }
        assert!(
            counters.touching > 5000 && counters.pairs - counters.touching > 5000 && counters.speculative > 500,
            "{name}: {counters:?}"
        );
        assert!(
            counters.recycled + counters.unmoved > 500 && counters.skipped > 2000 && counters.support_calls > 10_000,
            "{name}: {counters:?}"
        );
        assert!(answers.changes.iter().all(|&changes| changes > 200), "{name}: {answers:?}");
        // The recorded scenes have none of these.
        assert!(
            ["pile", "terrain"].contains(&name) || counters.undefined > 20 && counters.at_rest > 200 && counters.slow_steps > 20,
            "{name}: {counters:?}"
        );
    }
}
