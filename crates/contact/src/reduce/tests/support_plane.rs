//! Points that are not in one plane: those that carry the body are kept.

use clinch_testkit::random::Random;
use glam::DVec2;

use super::{names, points};
use crate::manifold::FeatureId;
use crate::reduce::support_plane::SupportPlane;
use crate::reduce::{Candidate, reduce};

/// The corners of a square about the middle, at a height that rises by `tilt` along x.
fn square(half: f64, height: f64, tilt: f64) -> [(f64, f64, f64); 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| (half * x, half * y, height + tilt * half * x))
}

/// As on a mesh: points of the bump below the box, and of the ground below its corners.
#[test]
fn a_box_on_a_low_bump_stands_on_the_bump() {
    for (size, air) in [(0.5, 0.02), (0.2, 0.005), (0.9, 0.05), (0.1, 0.3)] {
        for tilt in [0.0, 1e-3, -1e-3, 0.02 * air] {
            let (bump, corners) = (square(size, 0.0, tilt), square(1.0, air, tilt));
            let box_on_bump = points([bump[0], corners[0], bump[1], corners[1], bump[2], corners[2], bump[3], corners[3]]);
            for last in [&[][..], &[1, 3, 5, 7], &[0, 3, 5, 7], &[0, 2, 4, 7]] {
                let kept = reduce(&box_on_bump, 4, &names(&box_on_bump, last));
                assert_eq!(kept[..], [0, 2, 4, 6], "bump of {size}, air of {air}, tilt {tilt}");
            }
        }
    }
}

/// Three peaks below a level body, and its corners in the air.
#[test]
fn a_box_on_three_peaks_stands_on_all_of_them() {
    let random = &mut Random::new(29);
    for round in 0..2000 {
        let peak = |angle: f64| {
            let (sin, cos) = libm::sincos(angle);
            (0.6 * cos, 0.6 * sin, 0.0)
        };
        let turn = random.range(0.0, core::f64::consts::TAU);
        let peaks = [0.0, 2.0, 4.0].map(|part| peak(turn + part + random.range(-0.3, 0.3)));
        let deeper = random.below(3);
        let corners = square(1.0, 0.01, 0.0);
        let mut all = [&peaks[..], &corners].concat();
        all[deeper].2 -= random.range(0.0, 5e-4);
        let candidates = points::<7>(all.try_into().unwrap());
        let kept = reduce(&candidates, 4, &[]);
        assert!(kept[..3] == [0, 1, 2] && kept.len() == 4, "round {round}: {kept:?} of {candidates:?}");
    }
}

/// The peak is within the triangle of the others, and spans nothing with them.
#[test]
fn a_peak_within_a_triangle_in_the_air_is_kept() {
    let candidates = points([(0.0, 0.0, 0.0), (1.0, 0.0, 0.02), (0.0, 1.0, 0.02), (0.4, 0.4, 0.001), (0.9, 0.05, 0.02)]);
    let kept = reduce(&candidates, 4, &[]);
    assert!(kept.contains(&0) && kept.contains(&3), "{kept:?}");
}

/// The height, at a place, of the lowest plane through three points around it.
fn lowest_plane_at(candidates: &[Candidate], place: DVec2) -> f64 {
    let mut lowest = f64::INFINITY;
    for (one, a) in candidates.iter().enumerate() {
        for (two, b) in candidates.iter().enumerate().skip(one + 1) {
            for c in &candidates[two + 1..] {
                let [a_at, b_at, c_at] = [a, b, c].map(|point| point.position - place);
                let shares = [b_at.perp_dot(c_at), c_at.perp_dot(a_at), a_at.perp_dot(b_at)];
                let whole: f64 = shares.iter().sum();
                if whole != 0.0 && shares.iter().all(|share| share * whole >= 0.0) {
                    lowest = lowest.min((a.height * shares[0] + b.height * shares[1] + c.height * shares[2]) / whole);
                }
            }
        }
    }
    lowest
}

#[test]
fn a_body_comes_to_rest_on_the_lowest_plane_below_its_middle() {
    let random = &mut Random::new(31);
    for round in 0..4000 {
        let (count, steps, rough) = (5 + random.below(12), [3.0, 8.0, 1e6][round % 3], random.power(-5.0, 0.0));
        let mut coordinate = || (random.range(-1.0, 1.0) * steps).round() / steps;
        let mut candidates: Vec<Candidate> = (0..count)
            .map(|name| Candidate {
                position: DVec2::new(coordinate(), coordinate()),
                height: rough * coordinate(),
                feature: FeatureId(name as u64),
            })
            .collect();
        for (corner, (x, y, _)) in candidates.iter_mut().zip(square(1.0, 0.0, 0.0)) {
            corner.position = DVec2::new(x, y);
        }
        let outline = [0, 1, 2, 3].map(|corner| &candidates[corner]);
        let all: Vec<&Candidate> = candidates.iter().collect();
        let plane = SupportPlane::below(&all, &outline, 2.0_f64.sqrt() * 2.0).unwrap();
        assert!(candidates.iter().all(|point| plane.above(point) >= -1e-5), "round {round}: {candidates:?}");
        let expected = lowest_plane_at(&candidates, DVec2::ZERO);
        let found = -plane.above(&Candidate { position: DVec2::ZERO, height: 0.0, feature: FeatureId(0) });
        assert!((found - expected).abs() <= 1e-5, "round {round}: {found} {expected} {candidates:?}");
    }
}
