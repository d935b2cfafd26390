//! The fuzz targets of composite shapes: their corpus, and random bytes.

use std::collections::BTreeMap;
use std::path::Path;

use clinch_probe::Outcome;
use clinch_testkit::random::Random;

/// Runs a target on its corpus and on random bytes. No input has a fault, and each of these
/// situations is in at least one of forty of the random inputs.
fn check(name: &str, target: fn(&[u8]) -> Outcome, count: usize, situations: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut failures = Vec::new();
    for file in files {
        let wrong = target(&std::fs::read(&file).unwrap()).wrong;
        if !wrong.is_empty() {
            failures.push(format!("{}: {}", file.display(), wrong.join("\n")));
        }
    }
    let (mut random, mut seen) = (Random::new(7), BTreeMap::<&str, usize>::new());
    for _ in 0..count {
        let data: Vec<u8> = (0..20 + random.below(180)).map(|_| random.bits() as u8).collect();
        let outcome = target(&data);
        outcome.seen.iter().for_each(|situation| *seen.entry(situation).or_default() += 1);
        if !outcome.wrong.is_empty() {
            failures.push(format!("{data:?}: {}", outcome.wrong.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures[..failures.len().min(6)].join("\n\n"));
    assert!(situations.iter().all(|situation| seen.get(situation).is_some_and(|&seen| seen * 40 >= count)), "{seen:?}");
}

#[test]
fn meshes_and_their_contacts() {
    let situations = ["mesh", "refused mesh", "repaired mesh", "repair of a refused mesh", "overlap", "near", "beyond"];
    check("mesh", clinch_probe::mesh, 400, &situations);
}

#[test]
fn two_composites() {
    check("composites", clinch_probe::composites, 400, &["2D", "3D", "intersecting", "apart"]);
}

#[test]
fn a_stage_that_is_edited() {
    let situations = ["convex bodies touch", "a composite and a body touch", "composites touch", "end"];
    check("stage_edits", clinch_probe::stage_edits, 150, &situations);
}
