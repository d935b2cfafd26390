//! Pairs for the soak have the distances, shapes and sizes that they are meant to have, and can be
//! drawn again.

use std::collections::BTreeMap;

use clinch_testkit::distributions::{Digits, Proximity};
use clinch_testkit::oracle::{Certificate, Pairing};
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, ShapeSpec};
use clinch_testkit::stress::{BLOCK, Placed, Stream, draft, hull_pool};
use glam::DVec3;

fn stream(dim: usize, digits: Digits) -> Stream {
    Stream { dim, seed: 3, digits }
}

/// Pair `index`, placed by the oracle.
fn pair(stream: &Stream, index: u64) -> Placed {
    let draft = draft(stream, index, &hull_pool(stream, index));
    let (a, b, dim) = (draft.a.clone(), draft.b.clone(), stream.dim);
    draft.place(&mut |pose_a: &PoseSpec, pose_b: &PoseSpec| {
        let query = Query::contact(dim, (a.clone(), *pose_a), (b.clone(), *pose_b));
        let truth = Pairing::of(&query).ok()?.truth_within(1e-9, 2_000);
        Some((truth.sd, truth.normal.to_vec3()))
    })
}

#[test]
fn a_pair_depends_on_its_index_alone() {
    for digits in [Digits::Single, Digits::Double] {
        let stream = stream(3, digits);
        let blind = |index: u64| draft(&stream, index, &hull_pool(&stream, index)).place(&mut |_, _| None);
        let forwards: Vec<Placed> = (BLOCK - 5..BLOCK + 5).map(blind).collect();
        let backwards: Vec<Placed> = (BLOCK - 5..BLOCK + 5).rev().map(blind).collect();
        assert!(forwards.iter().eq(backwards.iter().rev()));
        assert_ne!(forwards[0].query.a, forwards[1].query.a);
    }
}

#[test]
fn every_kind_of_shape_and_every_size_occurs() {
    for dim in [2, 3] {
        let stream = stream(dim, Digits::Single);
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut small, mut large, mut ratio, mut corners) = (0, 0, 0, 0);
        let pairs = 6_000;
        for index in 0..pairs {
            let draft = draft(&stream, index, &hull_pool(&stream, index - index % BLOCK));
            for shape in [&draft.a, &draft.b] {
                *found.entry(shape.kind()).or_default() += 1;
                small += usize::from(shape.bounding_radius() < 1e-3);
                large += usize::from(shape.bounding_radius() > 1e3);
                if let ShapeSpec::Hull { points } | ShapeSpec::Polygon { points } = shape {
                    corners = corners.max(points.len());
                }
            }
            ratio += usize::from(draft.labels.mixed);
        }
        assert_eq!(found.len(), 18, "{found:?}");
        assert!(found.values().all(|&count| count >= 40), "{found:?}");
        assert!(small > 500 && large > 500 && ratio > 300, "{small} {large} {ratio}");
        assert!(corners > 400, "{corners}");
    }
}

#[test]
fn distances_are_reached() {
    for dim in [2, 3] {
        let stream = stream(dim, Digits::Double);
        let mut reached: BTreeMap<Proximity, (usize, usize)> = BTreeMap::new();
        for index in 0..300 {
            let placed = pair(&stream, index);
            let Ok(pairing) = Pairing::of(&placed.query) else { continue };
            let truth = pairing.truth_within(1e-12, 3_000);
            let share = truth.sd / truth.extent;
            let right = match placed.labels.proximity {
                Proximity::Separated => share > 1e-4,
                Proximity::JustApart => share > 1e-8 && share < 1e-2,
                Proximity::Touching => share.abs() < 1e-8,
                Proximity::JustOverlapping => share < 1e-8 && share > -1e-2,
                Proximity::Shallow => share < 1e-8,
                Proximity::Deep | Proximity::Contained | Proximity::Identical => true,
            };
            let (of, all) = reached.entry(placed.labels.proximity).or_default();
            *of += usize::from(right);
            *all += 1;
        }
        assert_eq!(reached.len(), 8, "{reached:?}");
        // The others are flat shapes, which cannot overlap by much, and points.
        assert!(reached.values().all(|(of, all)| 10 * of >= 8 * all), "{reached:?}");
    }
}

#[test]
fn single_digits_are_f32_numbers_and_every_pair_has_a_certificate() {
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
        let stream = stream(dim, Digits::Single);
        for index in 0..1_000 {
            let placed = draft(&stream, index, &hull_pool(&stream, index)).place(&mut |_, _| Some((0.37, DVec3::X)));
            let query = placed.query;
            check(&serde_json::to_value((&query.a, query.pose_a, &query.b, query.pose_b)).unwrap(), &query.id);
            assert!(Certificate::of(&query).is_ok(), "{}", query.id);
        }
    }
}

#[test]
fn steps_are_the_next_numbers() {
    assert_eq!(Digits::Single.step(1.0, 1), f64::from(1.0_f32.next_up()));
    assert_eq!(Digits::Single.step(1.0, -2), f64::from(1.0_f32.next_down().next_down()));
    assert_eq!(Digits::Double.step(-3.0, 1), (-3.0_f64).next_up());
    assert_eq!(Digits::Double.step(2.0, 0), 2.0);
}

#[test]
fn times_scales_every_length_exactly() {
    let stream = stream(3, Digits::Double);
    for index in 0..500 {
        let draft = draft(&stream, index, &hull_pool(&stream, index));
        for shape in [draft.a, draft.b] {
            let back = shape.times(8.0).times(0.125);
            assert_eq!(back, shape);
            let off = shape.times(8.0).bounding_radius() - 8.0 * shape.bounding_radius();
            assert!(off.abs() <= 1e-15 * shape.bounding_radius(), "{}", shape.kind());
        }
    }
    assert_eq!(PoseSpec::at(Coords::from([1.0, 2.0])).times(4.0), PoseSpec::at(Coords::from([4.0, 8.0])));
}
