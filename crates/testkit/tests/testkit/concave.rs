//! The pairs of composite shapes in `data/concave.jsonl`.

use std::collections::BTreeSet;

use clinch_testkit::generate::concave;
use clinch_testkit::pair_file::{Query, QueryKind, ShapeSpec, read_queries, write_line};

const FILE: &str = include_str!("../../data/concave.jsonl");

#[test]
fn the_file_is_what_its_generator_writes() {
    let mut written = Vec::new();
    // Every fifth line: those between cost as much.
    for (dim, index) in (0..42).map(|index| (3, index)).chain((0..24).map(|index| (2, index))).step_by(5) {
        write_line(&mut written, &concave(dim, 1, index)).unwrap();
    }
    let expected: Vec<&str> = FILE.lines().step_by(5).collect();
    assert_eq!(String::from_utf8(written).unwrap().lines().collect::<Vec<_>>(), expected);
}

#[test]
fn all_composite_shapes_are_apart_near_and_overlapping_at_all_sizes() {
    let queries: Vec<Query> = read_queries(FILE.as_bytes()).map(Result::unwrap).collect();
    let shapes = |query: &Query| [Some(query.a.clone()), query.b.clone()].into_iter().flatten().collect::<Vec<ShapeSpec>>();
    let kinds: BTreeSet<_> = queries
        .iter()
        .flat_map(|query| shapes(query).into_iter().map(|shape| (query.dim, shape.kind())))
        .filter(|kind| ["trimesh", "heightfield", "voxels", "compound", "polyline"].contains(&kind.1))
        .collect();
    assert_eq!(kinds.len(), 8, "{kinds:?}");
    let share = |wanted: &dyn Fn(&Query) -> bool| queries.iter().filter(|query| wanted(query)).count();
    let sd = |query: &Query| query.expect.as_ref().and_then(|expect| expect.sd).unwrap_or(f64::NAN) / query.extent();
    let intersects = |query: &Query| query.expect.as_ref().is_some_and(|expect| expect.intersects == Some(true));
    let counts = [
        share(&|query| sd(query) > 1e-3),
        share(&|query| sd(query) > 0.0 && sd(query) < 1e-4),
        share(&intersects),
        share(&|query| matches!(query.kind, QueryKind::ShapeCast | QueryKind::RayCast)),
        share(&|query| shapes(query).iter().all(ShapeSpec::is_composite) && query.b.is_some()),
        share(&|query| !query.a.is_composite()),
        share(&|query| query.extent() < 0.01),
        share(&|query| query.extent() > 100.0),
    ];
    assert!(counts.iter().all(|&count| count >= 4), "{counts:?}");
}
