//! Sketches and casts have shapes of every kind, and many of them touch, overlap, hit, graze or
//! miss. The oracle refuses none.

use std::collections::BTreeMap;

use clinch_testkit::generate::{Kind, cast, sketch};
use clinch_testkit::oracle::{Casting, Pairing};
use clinch_testkit::pair_file::{Query, QueryKind, ShapeSpec};

const PAIRS: u64 = 3_000;

fn share(count: usize) -> f64 {
    count as f64 / PAIRS as f64
}

#[test]
fn every_shape_is_drawn_and_none_is_refused() {
    for dim in [2, 3] {
        let kinds = Kind::all(dim);
        let mut seen = BTreeMap::new();
        for index in 0..PAIRS {
            let query = sketch(dim, 1, index, &kinds);
            Pairing::of(&query).unwrap_or_else(|refusal| panic!("{}: {refusal}", query.id));
            *seen.entry(query.a.kind()).or_insert(0_usize) += 1;
        }
        // Swept shapes count as rounded ones.
        assert_eq!(seen.len(), kinds.len() - 1, "{seen:?}");
        assert!(seen.values().all(|count| share(*count) > 0.02), "{seen:?}");
    }
}

#[test]
fn sketches_touch_overlap_and_stand_apart() {
    for dim in [2, 3] {
        let kinds = Kind::all(dim);
        // The oracle needs milliseconds for a round shape.
        let truths: Vec<f64> = (0..PAIRS / 6)
            .map(|index| Pairing::of(&sketch(dim, 2, index, &kinds)).unwrap().truth())
            .filter(|truth| truth.extent > 0.0)
            .map(|truth| truth.sd / truth.extent)
            .collect();
        let share = |of: &dyn Fn(f64) -> bool| truths.iter().filter(|sd| of(**sd)).count() as f64 / truths.len() as f64;
        let expected = [
            ("apart", 0.2, share(&|sd| sd > 1e-4)),
            ("deep", 0.1, share(&|sd| sd < -1e-2)),
            ("touching", 0.2, share(&|sd| sd.abs() < 1e-4)),
            ("touching closely", 0.1, share(&|sd| sd.abs() < 1e-6)),
            ("just apart", 0.05, share(&|sd| sd > 0.0 && sd < 1e-4)),
            ("just overlapping", 0.05, share(&|sd| sd < 0.0 && sd > -1e-4)),
        ];
        for (what, least, found) in expected {
            assert!(found >= least, "{dim}D: only {:.1} % are {what}", 100.0 * found);
        }
    }
}

#[test]
fn casts_hit_graze_and_miss() {
    for dim in [2, 3] {
        let kinds = Kind::all(dim);
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        let casts: Vec<Query> = (0..PAIRS / 6).map(|index| cast(dim, 3, index, &kinds)).collect();
        for query in &casts {
            let truth = Casting::of(query).unwrap_or_else(|refusal| panic!("{}: {refusal}", query.id)).truth();
            let mut note = |what: &'static str, is: bool| *count.entry(what).or_default() += usize::from(is);
            note("hits", truth.hit && truth.toi > 0.0);
            note("hits at once", truth.hit && truth.toi == 0.0);
            note("misses", !truth.hit);
            note("grazes", truth.margin.abs() < 1e-4 * truth.scale);
            note("long ways", truth.scale > 50.0 * (query.a.bounding_radius() + query.b.as_ref().map_or(0.0, ShapeSpec::bounding_radius)));
            note("rays", query.kind == QueryKind::RayCast);
            note("at rest", truth.speed == 0.0);
            assert!(truth.err <= 1e-9 * truth.scale || truth.ambiguous || truth.cosine < 1e-3, "{}: {truth:?}", query.id);
        }
        for (what, found) in &count {
            assert!(*found * 100 >= 4 * casts.len(), "{dim}D: only {found} {what}: {count:?}");
        }
    }
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
            for query in [sketch(dim, 4, index, &Kind::all(dim)), cast(dim, 4, index, &Kind::all(dim))] {
                check(&serde_json::to_value(&query).unwrap(), &query.id);
            }
        }
    }
}

#[test]
fn half_spaces_meet_a_box_if_no_other_kind_is_allowed() {
    for dim in [2, 3] {
        for index in 0..40 {
            for query in [sketch(dim, 5, index, &[Kind::Halfspace]), cast(dim, 5, index, &[Kind::Halfspace])] {
                assert_eq!(query.a.kind(), "halfspace", "{}", query.id);
                assert!(query.b.is_none_or(|b| b.kind() == "box"), "{}", query.id);
            }
        }
    }
}

#[test]
fn they_can_be_drawn_again() {
    assert_eq!(cast(3, 9, 77, &Kind::all(3)), cast(3, 9, 77, &Kind::all(3)));
    assert_ne!(cast(3, 9, 77, &Kind::all(3)), cast(3, 9, 78, &Kind::all(3)));
    assert_ne!(sketch(3, 9, 77, &Kind::all(3)), sketch(3, 10, 77, &Kind::all(3)));
}
