//! Containment against crossings counted in whole numbers.

use clinch_composite::Chain;
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::planar::shapes::{point, star, tangle, terrain};

/// The winding number of a loop of whole numbers around a whole number, or `None` if it is on the
/// loop. By quarter turns.
fn winding(points: &[DVec2], p: DVec2) -> Option<i64> {
    let quadrant = |v: DVec2| match (v.x > 0.0, v.y > 0.0) {
        (true, false) if v.y <= 0.0 => 3,
        (true, _) => 0,
        (false, true) if v.x <= 0.0 => 1,
        _ => 2,
    };
    let mut quarters = 0;
    for (i, a) in points.iter().enumerate() {
        let (a, b) = (*a - p, points[(i + 1) % points.len()] - p);
        let side = a.perp_dot(b);
        if side == 0.0 && a.dot(b) <= 0.0 {
            return None;
        }
        quarters += match (quadrant(b) - quadrant(a) + 4) % 4 {
            0 => 0,
            1 => 1,
            3 => -1,
            _ => 2 * if side > 0.0 { 1 } else { -1 },
        };
    }
    Some(quarters / 4)
}

/// Whether the second moments of a loop of whole numbers are those of a mass, by the signs of their
/// trace and determinant.
fn is_mass(points: &[DVec2]) -> bool {
    let sum = |of: &dyn Fn(DVec2, DVec2) -> f64| {
        let segments = points.iter().enumerate().map(|(i, &a)| (a, points[(i + 1) % points.len()]));
        segments.fold(0.0, |sum, (a, b)| sum + a.perp_dot(b) * of(a, b))
    };
    let twice = sum(&|_, _| 1.0);
    let mean = |axis: usize| sum(&|a, b| a[axis] + b[axis]) / (3.0 * twice);
    let covariance = |i: usize, j: usize| {
        let of = |a: DVec2, b: DVec2| a[i] * a[j] + b[i] * b[j] + (a[i] + b[i]) * (a[j] + b[j]);
        sum(&of) / (12.0 * twice) - mean(i) * mean(j)
    };
    let determinant = covariance(0, 0) * covariance(1, 1) - covariance(0, 1) * covariance(0, 1);
    covariance(0, 0) + covariance(1, 1) > 0.0 && determinant >= 0.0
}

#[test]
fn containment_is_exact_in_loops_that_cross_themselves() {
    let random = &mut Random::new(6);
    let (mut inside, mut on, mut solids, mut no_masses) = (0, 0, 0, 0);
    for _ in 0..300 {
        let points = tangle(3 + random.below(9), random);
        let chain = Chain::closed(points.clone()).unwrap();
        let area: f64 = (0..points.len()).map(|i| points[i].perp_dot(points[(i + 1) % points.len()])).sum();
        assert_eq!(chain.moments().is_some(), area > 0.0 && is_mass(&points));
        if chain.moments().is_none() {
            assert!(!chain.contains(points[0]));
            no_masses += usize::from(area > 0.0);
            continue;
        }
        solids += 1;
        for i in 0..49 {
            let p = DVec2::new(f64::from(i % 7) - 3.0, f64::from(i / 7) - 3.0);
            let winding = winding(&points, p);
            assert_eq!(chain.contains(p), winding != Some(0), "{p} in {points:?}");
            (inside, on) = (inside + usize::from(winding.is_some_and(|n| n != 0)), on + usize::from(winding.is_none()));
        }
    }
    assert!(solids > 50 && inside > 300 && on > 300 && no_masses > 5, "{solids} {inside} {on} {no_masses}");
}

#[test]
fn the_ends_of_thin_spikes_and_points_beside_them_differ() {
    let tip = DVec2::new(1e4, 1.0);
    let spike = Chain::closed(vec![DVec2::ZERO, tip, DVec2::new(0.0, 1e-3)]).unwrap();
    assert!(spike.contains(tip) && spike.contains(DVec2::new(0.0, 5e-4)));
    assert!(!spike.contains(DVec2::new(1e4, 1.0_f64.next_up())) && !spike.contains(DVec2::new(1e4, 1.0_f64.next_down())));
    assert!(!spike.contains(DVec2::NAN) && !spike.contains(DVec2::INFINITY));
}

#[test]
fn a_field_contains_what_is_below_it() {
    let random = &mut Random::new(7);
    let (field, chain) = terrain::<Vec2>(20, Vec2::new(0.25, 1.0), random);
    for _ in 0..300 {
        let p = DVec2::new(random.range(-0.5, 5.5), random.range(-3.0, 3.0));
        let above = chain.project(p).unwrap();
        let over = (0.0..=4.75).contains(&p.x);
        if above.distance > 1e-9 && over {
            let up = clinch_composite::SurfaceRay { origin: p, direction: DVec2::Y, max_time: 10.0, faces: clinch_composite::Faces::Both };
            let hits = matches!(chain.ray_cast(&up), clinch_composite::SurfaceRayOutcome::Hit(_));
            assert_eq!(field.contains(p), hits, "{p}");
        }
        assert!(over || !field.contains(p));
        assert!(!field.clone().hollow().contains(p));
    }
    assert!(field.contains(DVec2::new(1.0, -1e300)) && !field.contains(DVec2::new(1.0, 1e300)));
    let loop_ = Chain::closed(star(8, random)).unwrap();
    assert!(!loop_.contains(point(random, 1.0) + DVec2::X * 5.0));
}
