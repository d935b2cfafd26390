//! `data/pairs.jsonl`: hard pairs with answers of another program. The oracle must give the same
//! answers, and must accept the expected normals.
//!
//! The other program has methods of its own, so that the two check each other. The pairs are named
//! by their difficulty.

use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Query, read_queries};

fn pairs() -> Vec<Query> {
    let file: &[u8] = include_bytes!("../../data/pairs.jsonl");
    read_queries(file).map(|line| line.unwrap_or_else(|damaged| panic!("{damaged}"))).collect()
}

#[test]
fn the_oracle_agrees_with_the_expected_distances_and_depths() {
    let mut proved = 0;
    for query in pairs() {
        let expect = query.expect.as_ref().unwrap();
        let truth = Pairing::of(&query).unwrap().truth();
        let (sd, err) = (expect.sd.unwrap(), expect.err.unwrap());
        assert!((truth.sd - sd).abs() <= err + truth.err, "{}: {:e} ± {:e}, expected {sd:e} ± {err:e}", query.id, truth.sd, truth.err);
        // Agreement within a large error proves nothing. The exceptions are circles of equally good
        // directions.
        proved += usize::from(truth.err <= 2e-12 * truth.extent);
        assert!(truth.err <= 1e-7 * truth.extent, "{}: {:e}", query.id, truth.err / truth.extent);
    }
    assert!(proved >= 170, "only {proved} are known to twelve digits");
}

#[test]
fn expected_normals_are_right_and_others_are_not() {
    let (mut right, mut wrong) = (0, 0);
    for query in pairs() {
        let pairing = Pairing::of(&query).unwrap();
        let expect = query.expect.as_ref().unwrap();
        let sd = expect.sd.unwrap();
        // The first normal is exact, the alternatives were sampled.
        let first = expect.normal.iter().map(|n| (n, 1e-9));
        let others = expect.normals.iter().flatten().map(|n| (n, 1e-5));
        for (normal, tolerance) in first.chain(others) {
            let (normal, band) = (normal.to_vec3(), expect.err.unwrap() + tolerance * pairing.extent());
            right += 1;
            let gap = pairing.gap_along(normal);
            assert!(gap >= sd - band, "{}: {gap:e} along {normal}, expected {sd:e}", query.id);
            // A normal that is off by 0.02 is wrong wherever the normal is unique.
            let off = pairing.gap_along(normal + 0.02 * normal.any_orthonormal_vector());
            wrong += usize::from(query.dim == 3 && off < sd - band);
        }
    }
    assert!(right >= 170 && wrong >= 100, "{right} right, {wrong} wrong");
}

#[test]
fn the_search_agrees_with_the_features() {
    for query in pairs() {
        let pairing = Pairing::of(&query).unwrap();
        let (exact, searched) = (pairing.truth(), pairing.searched(5_000));
        assert!((exact.sd - searched.sd).abs() <= exact.err + searched.err, "{}: {} or {}", query.id, exact.sd, searched.sd);
    }
}
