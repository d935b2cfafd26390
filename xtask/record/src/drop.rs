//! The positions of the bodies before they fall.
//!
//! * Each body is placed as its bounding ball, at the lowest of a dozen positions at which it rests
//!   on those placed before it. The result is a loose heap, no higher than it must be, in which
//!   nothing touches anything.
//! * The heap is then stretched upward, so that it falls in many small impacts and not as one.

use clinch_testkit::random::Random;

use crate::bodies::INNER;
use crate::ground;

/// Positions that are tried for each body. More makes the heap lower and the fall shorter.
const TRIES: usize = 12;
/// The factor by which the heap is stretched.
const STRETCH: f64 = 1.15;
/// How far above the floor the heap begins, in metres.
const LIFT: f64 = 0.25;
/// How far bodies keep from the walls, in metres.
const CLEAR: f64 = 0.02;
/// How many of each twenty bodies fall into the bowl, more than it can hold.
const INTO_BOWL: usize = 9;
/// The radius of the disc over the bowl, and half the width of the square over the field, in which
/// bodies begin to fall.
const DISC: f64 = 3.6;
const SQUARE: f64 = 7.5;

/// A position over the walled box for each body, given their bounding radii.
pub(crate) fn into_box(radii: &[f64], random: &mut Random) -> Vec<[f64; 3]> {
    places(radii, random, |_, radius, random| {
        let side = INNER - radius - CLEAR;
        ([random.range(-side, side), random.range(-side, side)], 0.0)
    })
}

/// A position over the ground for each body. Bodies come in fours of different kinds.
pub(crate) fn onto_ground(radii: &[f64], random: &mut Random) -> Vec<[f64; 3]> {
    places(radii, random, |body, radius, random| {
        let [x, z] = if body / 4 % 20 < INTO_BOWL {
            let [x, z, _] = (random.in_ball(2) * DISC).to_array();
            [x, z]
        } else {
            [(); 2].map(|()| random.range(-SQUARE, SQUARE))
        };
        ([x, z], ground::top(x, z, radius))
    })
}

/// A position for each body. `draw` gives a place for a body of this index and radius, and the
/// height of what is below.
fn places(radii: &[f64], random: &mut Random, draw: impl Fn(usize, f64, &mut Random) -> ([f64; 2], f64)) -> Vec<[f64; 3]> {
    let mut placed: Vec<([f64; 3], f64)> = Vec::with_capacity(radii.len());
    for (body, &radius) in radii.iter().enumerate() {
        let mut best = [0.0, f64::INFINITY, 0.0];
        for _ in 0..TRIES {
            let ([x, z], below) = draw(body, radius, random);
            let y = placed.iter().filter_map(|(at, other)| above(*at, radius + other, x, z)).fold(below + radius, f64::max);
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
    use super::into_box;
    use crate::bodies::INNER;
    use clinch_testkit::random::Random;

    #[test]
    fn nothing_touches_before_the_fall() {
        let mut random = Random::split_mix(1);
        let radii: Vec<f64> = (0..400).map(|_| random.range(0.15, 0.87)).collect();
        let places = into_box(&radii, &mut random);
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
