//! Short soaks of composite shapes.

use clinch_soak_composites::{Plan, only, soak};
use clinch_testkit::distributions::Digits;

fn plan(digits: Digits, threads: usize, round: bool) -> Plan {
    // Ten blocks: one of each kind in 3D.
    Plan { pairs: 640, seed: 3, digits, threads, round }
}

#[test]
fn a_short_soak_of_composite_shapes_has_no_fault() {
    for (dim, digits, round) in
        [(2, Digits::Single, false), (2, Digits::Double, true), (3, Digits::Single, true), (3, Digits::Double, false)]
    {
        let soaked = soak(&plan(digits, 2, round), dim, &|_| ());
        assert!(soaked.tally.faults.is_empty(), "{dim}D {digits:?}: {:#?}", soaked.tally.faults);
        let all = soaked.tally.all();
        assert_eq!(all.pairs, 640);
        assert_eq!(soaked.tally.rows.len(), if dim == 2 { 6 } else { 10 });
        // The oracle does not know all bodies.
        let most = if round { 1 } else { 5 };
        assert!(all.apart * 10 > all.pairs && all.overlapping * 100 > all.pairs * most, "{dim}D {digits:?}: {all:?}");
        assert!(all.manifolds > 200 && all.minima > 50 && all.casts > 30 && all.recycled > 30, "{dim}D {digits:?}: {all:?}");
        assert!(round || all.composites == 80 && all.hits > 10, "{dim}D {digits:?}: {all:?}");
    }
}

#[test]
fn the_sums_depend_on_neither_threads_nor_the_pairs_before() {
    let [one, three] = [1, 3].map(|threads| soak(&plan(Digits::Double, threads, false), 2, &|_| ()));
    assert_eq!(one.tally, three.tally);
    let mut manifolds = 0;
    for index in 0..640 {
        manifolds += only(&plan(Digits::Double, 1, false), 2, index).tally.all().manifolds;
    }
    assert_eq!(manifolds, one.tally.all().manifolds);
}
