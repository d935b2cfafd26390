//! The contacts of a circle are the local minima of its distance to the chain, found by brute
//! force.

use clinch_composite::Chain;
use clinch_contact::Space;
use clinch_shapes::{Ball, Cuboid};
use clinch_support::{Pose, Rotation2, Scalar};
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::common::Answer;
use crate::planar::{chain, ground, nearest};

/// The nearest points of the segments than which no segment that holds them is nearer.
fn minima(points: &[DVec2], middle: DVec2, within: f64) -> Vec<DVec2> {
    let segments: Vec<[DVec2; 2]> = points.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    let places: Vec<DVec2> = segments.iter().map(|&ends| nearest(ends, middle)).collect();
    let is_least = |place: &DVec2| {
        let distance = place.distance(middle);
        let holds = |ends: [DVec2; 2]| nearest(ends, *place).distance(*place) <= 1e-9;
        distance <= within && segments.iter().zip(&places).all(|(&ends, other)| other.distance(middle) >= distance - 1e-12 || !holds(ends))
    };
    places.iter().copied().filter(is_least).collect()
}

/// The number of manifolds.
fn check<V: Space<Wide = DVec2>>(seed: u64) -> usize {
    let random = &mut Random::of(seed, 3);
    let roughness = random.pick(&[0.001, 0.05, 0.3, 1.0, 3.0]);
    let points: Vec<DVec2> = ground(8, roughness, random).into_iter().map(|point| V::narrow(point).widen()).collect();
    let line: Chain<V> = chain(&points);
    let radius = V::Scalar::narrow(random.range(0.1, 0.8));
    let (ball, radius) = (Ball::<V>::new(radius).unwrap(), radius.widen());
    let distance =
        |from: DVec2| points.windows(2).map(|pair| nearest([pair[0], pair[1]], from).distance(from)).fold(f64::INFINITY, f64::min);
    // Lowered until it touches, then moved up or down a little.
    let at = random.range(-0.9, 0.9);
    let mut height = 4.0;
    for _ in 0..60 {
        height -= 0.9 * (distance(DVec2::new(at, height)) - radius);
    }
    let margin = 0.1 * radius;
    let middle = DVec2::new(at, height + random.range(-0.3, 0.15) * radius);
    let answer = Answer::new(&line, &ball, &Pose::at(middle), margin);
    let least = distance(middle);
    let what = format!("seed {seed}, roughness {roughness}: {answer:?}");
    let within = least - radius <= margin;
    assert_eq!(within, !answer.manifolds.is_empty(), "{what}");
    if within {
        let distance = answer.distance().unwrap();
        assert!((distance + radius - least).abs() <= 1e-12, "distance {distance}, not {}: {what}", least - radius);
    }
    let minima = minima(&points, middle, margin + radius);
    for manifold in &answer.manifolds {
        let normal = manifold.manifold.normal.widen().normalize();
        let is_direction = |place: &DVec2| (middle - *place).normalize().dot(normal) >= 1.0 - 1e-9;
        assert!(minima.iter().any(is_direction), "{normal} is no direction of {minima:?}: {what}");
        for point in &manifold.manifold.points {
            let on_a = point.on_a.widen();
            assert!(minima.iter().any(|place| place.distance(on_a) <= 1e-6), "{on_a} is no minimum of {minima:?}: {what}");
        }
    }
    for place in minima {
        let normal = (middle - place).normalize();
        let has = |manifold: &clinch_composite_contact::CompositeManifold<V>| manifold.manifold.normal.widen().dot(normal) >= 0.9993;
        assert!(answer.manifolds.iter().any(has), "{place} is missing: {what}");
    }
    answer.manifolds.len()
}

#[test]
fn contacts_of_a_circle_are_the_local_minima_of_its_distance() {
    let counts: Vec<usize> =
        (0..600).map(|seed| if u64::is_multiple_of(seed, 2) { check::<DVec2>(seed) } else { check::<Vec2>(seed) }).collect();
    let several = counts.iter().filter(|&&count| count > 1).count();
    assert!(several > 40, "{several}");
}

/// The front of the chain is below, and the middle of the plate is in front of the line through a
/// segment that it is beside. It got a contact 0.39 deep with that segment.
#[test]
fn a_plate_behind_a_ridge_that_it_does_not_touch_has_no_contact() {
    let points = [(-16.0, -4.75), (-8.0, 1.0528162507519925), (0.0, 6.027755912578769), (8.0, -5.156041018727141), (16.0, 1.21)];
    let line: Chain<DVec2> = chain(&points.map(|(x, y)| DVec2::new(x, y)));
    let plate = Cuboid::new(DVec2::new(5.032208874611985, 0.12200669931270337)).unwrap();
    let turned = Rotation2 { cos: 0.8828787843824902, sin: 0.4696009498364504 };
    let above = Pose::new(turned, DVec2::new(2.5202987870202698, 7.507670770082378));
    let answer = Answer::new(&line, &plate, &above, 0.0);
    assert!(answer.manifolds.is_empty(), "{answer:?}");
}
