//! The recording `scenes/terrain.clinch` has the figures of `scenes/README.md`.

use clinch_testkit::recording::{BodyShape, Recording};

use crate::pile::grouped;

const TERRAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/terrain.clinch");

#[test]
fn most_bodies_touch_the_ground_or_each_other_at_the_end() {
    let terrain = Recording::open(TERRAIN).unwrap();
    let BodyShape::HeightField { rows: 41, columns: 41, .. } = &terrain.bodies[0] else { panic!("body 0 is the field") };
    let BodyShape::Mesh { triangles, .. } = &terrain.bodies[1] else { panic!("body 1 is the bowl") };
    assert_eq!((triangles.len(), terrain.bodies.len()), (1200, 1002));
    assert!(terrain.bodies[2..].iter().all(|body| !body.is_composite()));
    let (first, last) = (&terrain.ticks[0], &terrain.ticks[terrain.ticks.len() - 1]);
    for body in 0..terrain.bodies.len() {
        assert_eq!(first.poses[body] != last.poses[body], body >= 2, "body {body}");
    }
    let with = |ground: u32| last.touching.iter().filter(|&&(a, _)| a == ground).count();
    assert!(with(0) > 300 && with(1) > 50, "{} touch the field, {} the bowl", with(0), with(1));
    assert!(!last.touching.contains(&(0, 1)), "two static bodies are no pair");
    // Nothing has fallen through.
    assert!(last.poses[2..].iter().all(|pose| pose.translation[1] > -1.0));
}

#[test]
fn the_page_has_the_figures_of_the_file() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/README.md")).unwrap();
    let terrain = Recording::open(TERRAIN).unwrap();
    let mut touching: Vec<usize> = terrain.ticks.iter().map(|tick| tick.touching.len()).collect();
    touching.sort_unstable();
    let facts = [
        format!("{} bytes", grouped(std::fs::metadata(TERRAIN).unwrap().len() as usize)),
        format!("| {} at 1/60 s", terrain.ticks.len()),
        format!("median {}; {} over all ticks", grouped(touching[touching.len() / 2]), grouped(touching.iter().sum())),
    ];
    for fact in facts {
        assert!(page.contains(&fact), "missing in the page: {fact}");
    }
}

#[test]
fn poses_are_on_the_lattice() {
    let terrain = Recording::open(TERRAIN).unwrap();
    for pose in terrain.ticks.iter().step_by(20).flat_map(|tick| &tick.poses) {
        assert_eq!(pose.quantised(), Some(*pose));
        assert!(pose.translation.iter().all(|c| (c * 8192.0).fract() == 0.0), "{pose:?}");
    }
}
