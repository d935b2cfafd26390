//! The positions of the bodies before they fall.
//!
//! * Each body is placed as its bounding ball, at the lowest of a dozen positions at which it rests
//!   on those placed before it. The result is a loose heap, no higher than it must be, in which
//!   nothing touches anything.
//! * The heap is then stretched upward, so that it falls in many small impacts and not as one.

use clinch_testkit::random::Random;

use crate::bodies::INNER;

/// Positions that are tried for each body. More makes the heap lower and the fall shorter.
const TRIES: usize = 12;
/// The factor by which the heap is stretched.
const STRETCH: f64 = 1.15;
/// How far above the floor the heap begins, in metres.
const LIFT: f64 = 0.25;
/// How far bodies keep from the walls, in metres.
const CLEAR: f64 = 0.02;

/// A position for each body, given their bounding radii.
pub(crate) fn places(radii: &[f64], random: &mut Random) -> Vec<[f64; 3]> {
    let mut placed: Vec<([f64; 3], f64)> = Vec::with_capacity(radii.len());
    for &radius in radii {
        let side = INNER - radius - CLEAR;
        let mut best = [0.0, f64::INFINITY, 0.0];
        for _ in 0..TRIES {
            let (x, z) = (random.range(-side, side), random.range(-side, side));
            let y = placed.iter().filter_map(|(at, other)| above(*at, radius + other, x, z)).fold(radius, f64::max);
            if y < best[1] {
                best = [x, y, z];
            }
        }
        placed.push((best, radius));
    }
    placed.into_iter().map(|([x, y, z], _)| [x, y * STRETCH + LIFT, z]).collect()
}

/// The height over (x, z) at which a point is `apart` from `at`; `None` if it is farther
/// everywhere.
fn above(at: [f64; 3], apart: f64, x: f64, z: f64) -> Option<f64> {
    let beside = (x - at[0]) * (x - at[0]) + (z - at[2]) * (z - at[2]);
    (beside < apart * apart).then(|| at[1] + (apart * apart - beside).sqrt())
}

#[cfg(test)]
mod tests {
    use super::places;
    use crate::bodies::INNER;
    use clinch_testkit::random::Random;

    #[test]
    fn nothing_touches_before_the_fall() {
        let mut random = Random::split_mix(1);
        let radii: Vec<f64> = (0..400).map(|_| random.range(0.15, 0.87)).collect();
        let places = places(&radii, &mut random);
        let mut near = 0;
        for (i, &a) in places.iter().enumerate() {
            assert!(a[1] > radii[i] && a[0].abs() + radii[i] < INNER && a[2].abs() + radii[i] < INNER, "{a:?}");
            for (j, b) in places[..i].iter().enumerate() {
                let apart = (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum::<f64>().sqrt() - radii[i] - radii[j];
                assert!(apart > -1e-9, "{j} and {i} overlap by {apart} m");
                near += usize::from(apart < 0.3);
            }
        }
        assert!(near > 400, "only {near} pairs are near: this is no heap");
    }
}
