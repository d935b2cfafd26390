//! Where the bodies are before they fall.
//!
//! * Each body is placed as a ball of its reach, at the lowest of a dozen places where it rests on those placed before it: a loose heap
//!   as high as it must be, in which nothing touches anything.
//! * The heap is then stretched upward, so that it falls in many small impacts and not as one.

use crate::bodies::ROOM;
use crate::dice::Dice;

/// How many places a body is tried at: more makes the heap lower and the fall shorter.
const TRIES: usize = 12;
/// How far the heap is stretched.
const STRETCH: f64 = 1.15;
/// How far above the floor it starts, in metres.
const LIFT: f64 = 0.25;
/// What bodies keep from the walls, in metres.
const CLEAR: f64 = 0.02;

/// A place for each body, given how far each reaches from its origin.
pub(crate) fn places(reaches: &[f64], dice: &mut Dice) -> Vec<[f64; 3]> {
    let mut placed: Vec<([f64; 3], f64)> = Vec::with_capacity(reaches.len());
    for &reach in reaches {
        let side = ROOM - reach - CLEAR;
        let mut best = [0.0, f64::INFINITY, 0.0];
        for _ in 0..TRIES {
            let (x, z) = (dice.between(-side, side), dice.between(-side, side));
            let y = placed.iter().filter_map(|(at, other)| above(*at, reach + other, x, z)).fold(reach, f64::max);
            if y < best[1] {
                best = [x, y, z];
            }
        }
        placed.push((best, reach));
    }
    placed.into_iter().map(|([x, y, z], _)| [x, y * STRETCH + LIFT, z]).collect()
}

/// The height over (x, z) at which a point is `apart` from `at`, if it comes so near at all.
fn above(at: [f64; 3], apart: f64, x: f64, z: f64) -> Option<f64> {
    let beside = (x - at[0]) * (x - at[0]) + (z - at[2]) * (z - at[2]);
    (beside < apart * apart).then(|| at[1] + (apart * apart - beside).sqrt())
}

#[cfg(test)]
mod tests {
    use super::places;
    use crate::bodies::ROOM;
    use crate::dice::Dice;

    #[test]
    fn nothing_touches_before_the_fall() {
        let mut dice = Dice::new(1);
        let reaches: Vec<f64> = (0..400).map(|_| dice.between(0.15, 0.87)).collect();
        let places = places(&reaches, &mut dice);
        let mut near = 0;
        for (i, &a) in places.iter().enumerate() {
            assert!(a[1] > reaches[i] && a[0].abs() + reaches[i] < ROOM && a[2].abs() + reaches[i] < ROOM, "{a:?}");
            for (j, b) in places[..i].iter().enumerate() {
                let apart = (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum::<f64>().sqrt() - reaches[i] - reaches[j];
                assert!(apart > -1e-9, "{j} and {i} overlap by {apart} m");
                near += usize::from(apart < 0.3);
            }
        }
        assert!(near > 400, "only {near} pairs are near: this is no heap");
    }
}
