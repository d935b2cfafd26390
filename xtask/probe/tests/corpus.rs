//! Replays the corpus of the fuzzer, and checks the pairs of random bytes.

use std::collections::BTreeSet;
use std::path::Path;

use clinch::contact::Memory;
use clinch_probe::draw;
use clinch_probe::examine::kinds;
use clinch_probe::subject::{Buffers, Poses, Subject};
use clinch_testkit::fnv::Fnv;
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3};

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/pair");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| (file.display().to_string(), std::fs::read(&file).unwrap())).collect()
}

#[test]
fn the_inputs_of_the_corpus_have_no_faults() {
    let mut failures = Vec::new();
    for (file, data) in corpus() {
        let drawn = draw(&data).placed();
        let wrong = drawn.examine();
        if !wrong.is_empty() {
            failures.push(format!("{file}\n{drawn}{}", wrong.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn the_corpus_has_every_shape_in_every_core() {
    let mut seen = BTreeSet::new();
    for (_, data) in corpus() {
        let drawn = draw(&data);
        seen.extend(kinds(&drawn.query).into_iter().map(|kind| (drawn.query.dim, drawn.single, kind)));
    }
    let count = |dim: usize, single: bool| seen.iter().filter(|seen| (seen.0, seen.1) == (dim, single)).count();
    assert_eq!([count(2, true), count(2, false), count(3, true), count(3, false)], [18; 4], "{seen:?}");
}

/// Counts the pair by its distance: apart, touching to within a millionth of S, or overlapping.
fn count(data: &[u8], counts: &mut [usize; 3]) {
    let drawn = draw(data).placed();
    let (query, mut near) = (&drawn.query, None);
    let Some(b) = &query.b else { return };
    let (a, poses) = (&query.a, (&query.pose_a, &query.pose_b));
    if query.dim == 2 {
        if let Ok(subject) = Subject::<DVec2>::build(a, b) {
            near = subject.answer(&Poses::of(poses.0, poses.1), &mut Memory::new(), &mut Buffers::new());
        }
    } else if let Ok(subject) = Subject::<DVec3>::build(a, b) {
        near = subject.answer(&Poses::of(poses.0, poses.1), &mut Memory::new(), &mut Buffers::new());
    }
    if let Some(near) = near {
        let share = near.claim.sd / query.extent();
        counts[if share > 1e-6 { 0 } else { 1 + usize::from(share < -1e-6) }] += 1;
    }
}

#[test]
fn random_bytes_are_pairs_of_every_kind() {
    let mut random = Random::new(3);
    let (mut tame, mut counts, mut seen) = (0, [0; 3], BTreeSet::new());
    for _ in 0..800 {
        let data: Vec<u8> = (0..30 + random.below(120)).map(|_| random.bits() as u8).collect();
        let drawn = draw(&data);
        tame += usize::from(!drawn.wild);
        seen.extend(kinds(&drawn.query));
        count(&data, &mut counts);
    }
    assert!((640..780).contains(&tame), "{tame} are tame");
    assert!(seen.len() == 24, "{seen:?}");
    // The others are refused or undefined.
    assert!(counts.iter().sum::<usize>() > 640 && counts.iter().all(|&count| count > 80), "{counts:?}");
}

/// The corpus consists of bytes, and so do the reports of a fuzzer: if they are read differently,
/// they are other pairs.
#[test]
fn bytes_mean_the_same_pairs_in_every_version() {
    let mut random = Random::new(5);
    let drawn_at_random = (0..600).map(|_| (0..30 + random.below(120)).map(|_| random.bits() as u8).collect());
    let mut hash = Fnv::new();
    for data in corpus().into_iter().map(|(_, data)| data).chain(drawn_at_random) {
        let drawn = draw(&data);
        hash.bytes(format!("{drawn}{:?} {} {}", drawn.distance, drawn.moments, drawn.seed).as_bytes());
    }
    assert_eq!(format!("{:016x}", hash.value()), "3fbdd0c2e25cf60f");
}
