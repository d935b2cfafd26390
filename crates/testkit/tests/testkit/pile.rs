//! The recording `scenes/pile.clinch` has the figures of `scenes/README.md`.

use std::collections::BTreeMap;

use clinch_testkit::recording::{BodyShape, Recording};

const PILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/pile.clinch");

#[test]
fn the_pile_is_large_mixed_and_at_rest_at_the_end() {
    assert!(std::fs::metadata(PILE).unwrap().len() <= 3_000_000);
    let pile = Recording::open(PILE).unwrap();
    assert_eq!(pile.seconds_per_tick, f64::from(1.0_f32 / 60.0));

    let mut kinds = BTreeMap::new();
    for body in &pile.bodies {
        let kind = match body {
            BodyShape::Ball { .. } => "ball",
            BodyShape::Box { .. } => "box",
            BodyShape::Capsule { .. } => "capsule",
            BodyShape::Hull { points } => {
                assert!((10..=64).contains(&points.len()), "{} corners", points.len());
                "hull"
            }
            BodyShape::HeightField { .. } | BodyShape::Mesh { .. } => "composite",
        };
        *kinds.entry(kind).or_insert(0) += 1;
    }
    assert!(kinds.len() == 4 && kinds.values().all(|&count| count >= 250), "{kinds:?}");

    let ticks = &pile.ticks;
    assert!(ticks.len() >= 300);
    let last = &ticks[ticks.len() - 1];
    assert_eq!(ticks[ticks.len() - 10].poses, last.poses, "the pile still moves");
    assert!(ticks[0].touching.len() < 100 && last.touching.len() > 2000, "{} to {}", ticks[0].touching.len(), last.touching.len());

    // The page describes the first five as floor and walls: boxes that never move.
    for body in 0..pile.bodies.len() {
        let moved = ticks[0].poses[body] != last.poses[body];
        assert_eq!(moved, body >= 5, "body {body}");
    }
    assert!(ticks.iter().flat_map(|tick| &tick.touching).all(|&(_, j)| j >= 5), "two static bodies touch");
}

#[test]
fn the_page_has_the_figures_of_the_file() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/README.md")).unwrap();
    let pile = Recording::open(PILE).unwrap();
    let mut touching: Vec<usize> = pile.ticks.iter().map(|tick| tick.touching.len()).collect();
    touching.sort_unstable();
    let facts = [
        format!("{} bytes", grouped(std::fs::metadata(PILE).unwrap().len() as usize)),
        format!("| {} at 1/60 s", pile.ticks.len()),
        format!("| {}: 300 balls", grouped(pile.bodies.len())),
        format!("median {}; {} over all ticks", grouped(touching[touching.len() / 2]), grouped(touching.iter().sum())),
    ];
    for fact in facts {
        assert!(page.contains(&fact), "missing in the page: {fact}");
    }
}

/// 1234567 as 1,234,567.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

#[test]
fn poses_of_the_pile_are_on_the_lattice() {
    let pile = Recording::open(PILE).unwrap();
    for pose in pile.ticks.iter().step_by(20).flat_map(|tick| &tick.poses) {
        assert_eq!(pose.quantised(), Some(*pose));
    }
}
