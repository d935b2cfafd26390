//! Nearest points against brute force.

use clinch_composite::{Chain, Feature, Projection};
use clinch_support::Vector;
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::planar::shapes::{narrow, point, segments, star, tangle, terrain};

fn nearest([a, b]: [DVec2; 2], point: DVec2) -> DVec2 {
    a + (b - a) * ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0)
}

fn check(segments: &[[DVec2; 2]], from: DVec2, found: Projection<DVec2>, size: f64) {
    let least = segments.iter().map(|&ends| nearest(ends, from).distance(from)).fold(f64::INFINITY, f64::min);
    assert!((found.distance - least).abs() <= 1e-12 * size, "{found:?}, not {least}");
    assert!(found.lower <= least + 1e-15 * size && least <= found.upper + 1e-15 * size, "{found:?}, not {least}");
    assert!(found.upper - found.lower <= 1e-13 * size, "{found:?}");
    let ends = segments[found.sub_shape.index()];
    let place = match found.feature {
        Feature::Vertex(end) => ends[usize::from(end)],
        _ => nearest(ends, from),
    };
    assert!(found.point.distance(place) <= 1e-12 * size);
}

fn agree<V: Vector<Wide = DVec2>>(seed: u64) {
    let random = &mut Random::of(seed, 5);
    let scale = random.pick(&[1e-6, 1.0, 1e6]);
    let points = narrow::<V>(&star(3 + random.below(40), random).iter().map(|&point| point * scale).collect::<Vec<_>>());
    let solid = Chain::closed(points).unwrap();
    let all = segments(&solid);
    for _ in 0..20 {
        let from = point(random, 2.0 * scale);
        let found = solid.project(from).unwrap();
        check(&all, from, found, scale);
        assert_eq!(found.inside, solid.contains(from));
        let outward = (from - found.point).dot(found.normal);
        assert!(found.distance < 1e-9 * scale || found.inside == (outward < 0.0), "{found:?}");
    }
}

#[test]
fn nearest_points_agree_with_brute_force_at_any_scale() {
    for seed in 0..60 {
        agree::<DVec2>(seed);
        agree::<Vec2>(seed);
    }
}

/// Of points of whole numbers the distance is a whole number, too.
#[test]
fn bounds_of_a_distance_contain_it_where_rounding_is_larger_than_the_tolerance() {
    let random = &mut Random::new(8);
    let mut rounded = 0;
    for _ in 0..4000 {
        let mut whole = |below: u32| random.below(1 << below) as f64;
        let (distance, before, after) = (whole(8), whole(30), whole(30));
        let from = DVec2::new(whole(10), whole(10));
        let foot = from + DVec2::new(4.0, -3.0) * distance;
        let ends = [foot - DVec2::new(3.0, 4.0) * (before + 1.0), foot + DVec2::new(3.0, 4.0) * (after + 1.0)];
        let found = Chain::open(ends.to_vec()).unwrap().project(from).unwrap();
        let exact = 5.0 * distance;
        assert!(found.lower <= exact && exact <= found.upper, "{found:?}, not {exact}");
        rounded += usize::from(found.distance != exact);
    }
    assert!(rounded > 500, "{rounded}");
}

#[test]
fn a_field_has_the_bits_of_its_chain() {
    let random = &mut Random::new(3);
    for _ in 0..20 {
        let (field, chain) = terrain::<Vec2>(2 + random.below(40), Vec2::new(0.1, 0.4), random);
        for _ in 0..50 {
            let from = point(random, 6.0);
            let (one, other) = (field.project(from).unwrap(), chain.project(from).unwrap());
            assert_eq!((one.distance, one.lower, one.point), (other.distance, other.lower, other.point));
        }
    }
}

#[test]
fn points_far_away_or_beyond_any_number_are_answered() {
    let chain = Chain::open(narrow::<DVec2>(&tangle(12, &mut Random::new(2)))).unwrap();
    for size in [1e300, f64::MAX, 5e-324] {
        let found = chain.project(DVec2::new(size, -size)).unwrap();
        assert!(found.lower <= found.distance && found.distance <= found.upper, "{found:?}");
    }
    assert_eq!([DVec2::NAN, DVec2::INFINITY].map(|point| chain.project(point)), [None, None]);
}
