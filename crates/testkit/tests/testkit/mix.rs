//! The generator draws every situation often enough: a random test in which nothing overlaps proves
//! nothing.

use std::collections::BTreeSet;

use clinch_testkit::generate::{Alignment, Pair, Proximity, pair};
use clinch_testkit::pair_file::Query;

const PAIRS: u64 = 1_500;

fn share(pairs: &[Pair], of: impl Fn(&Pair) -> bool) -> f64 {
    pairs.iter().filter(|pair| of(pair)).count() as f64 / pairs.len() as f64
}

#[test]
fn every_situation_occurs_often_enough() {
    for dim in [2, 3] {
        let pairs: Vec<Pair> = (0..PAIRS).map(|index| pair(dim, 1, index)).collect();
        // By the measured distance, not by the intended one.
        let within =
            |pair: &Pair, low: f64, high: f64| pair.truth.sd > low * pair.truth.extent && pair.truth.sd <= high * pair.truth.extent;
        let expected = [
            ("separated", 0.2, share(&pairs, |p| within(p, 1e-4, f64::INFINITY))),
            ("touching", 0.2, share(&pairs, |p| p.truth.sd.abs() <= 1e-4 * p.truth.extent)),
            ("touching, apart", 0.1, share(&pairs, |p| within(p, 0.0, 1e-4))),
            ("touching, overlapping", 0.1, share(&pairs, |p| within(p, -1e-4, 0.0))),
            ("overlapping", 0.2, share(&pairs, |p| within(p, f64::NEG_INFINITY, -1e-4))),
            ("deep", 0.1, share(&pairs, |p| within(p, f64::NEG_INFINITY, -0.1))),
            ("degenerate", 0.05, share(&pairs, |p| p.degenerate)),
            ("not degenerate", 0.6, share(&pairs, |p| !p.degenerate)),
            ("identical", 0.03, share(&pairs, |p| p.proximity == Proximity::Identical)),
            ("one inside the other", 0.03, share(&pairs, |p| p.proximity == Proximity::Contained)),
            ("aligned exactly", 0.1, share(&pairs, |p| p.alignment == Alignment::Exact)),
            ("nearly parallel", 0.1, share(&pairs, |p| p.alignment == Alignment::NearlyParallel)),
            ("millimetres", 0.1, share(&pairs, |p| p.truth.extent < 0.02)),
            ("hundreds of metres", 0.1, share(&pairs, |p| p.truth.extent > 200.0)),
            ("a thousand times larger", 0.02, share(&pairs, |p| ratio(&p.query) > 1e3)),
        ];
        for (what, least, found) in expected {
            assert!(found >= least, "{dim}D: only {:.1} % are {what}", 100.0 * found);
        }
        let kinds: BTreeSet<&str> = pairs.iter().map(|p| p.query.a.kind()).collect();
        assert_eq!(kinds.len(), 8, "{kinds:?}");
    }
}

fn ratio(query: &Query) -> f64 {
    let (a, b) = (query.a.bounding_radius(), query.b.as_ref().unwrap().bounding_radius());
    if a > b { a / b } else { b / a }
}

#[test]
fn distances_are_reached() {
    let near = |pair: &Pair| matches!(pair.proximity, Proximity::JustApart | Proximity::JustOverlapping);
    let pairs: Vec<Pair> = (0..PAIRS).map(|index| pair(3, 2, index)).filter(|p| near(p) && p.truth.extent > 0.0).collect();
    let right_side = |p: &Pair| (p.truth.sd > 0.0) == (p.proximity == Proximity::JustApart);
    // The others are flat shapes, which cannot overlap by much, and pairs that pass each other.
    assert!(share(&pairs, |p| p.truth.sd.abs() <= 1e-4 * p.truth.extent) > 0.8);
    assert!(share(&pairs, right_side) > 0.8);
    let tiny = share(&pairs, |p| p.truth.sd.abs() <= 1e-6 * p.truth.extent);
    assert!(tiny > 0.2, "{tiny}");
}

#[test]
fn every_number_is_an_f32() {
    fn check(value: &serde_json::Value, id: &str) {
        match value {
            serde_json::Value::Number(number) => {
                let x = number.as_f64().unwrap();
                assert_eq!(f64::from(x as f32), x, "{id}");
            }
            serde_json::Value::Array(items) => items.iter().for_each(|item| check(item, id)),
            serde_json::Value::Object(fields) => fields.values().for_each(|field| check(field, id)),
            _ => {}
        }
    }
    for dim in [2, 3] {
        for index in 0..300 {
            let query = pair(dim, 4, index).query;
            let shapes = serde_json::to_value((&query.a, query.pose_a, &query.b, query.pose_b)).unwrap();
            check(&shapes, &query.id);
        }
    }
}

#[test]
fn a_pair_can_be_drawn_again() {
    assert_eq!(pair(3, 9, 77).query, pair(3, 9, 77).query);
    assert_ne!(pair(3, 9, 77).query, pair(3, 9, 78).query);
}
