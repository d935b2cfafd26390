//! Puts two shapes as near to each other as was asked: along a random direction, by bisection.

use glam::DVec3;

use crate::oracle::Pairing;
use crate::pair_file::{Coords, PoseSpec, Query, RotationSpec, ShapeSpec};
use crate::random::Random;
use crate::workload::gauge::{Gauge, PlacedPair};
use crate::workload::kind::rounded;

/// Pairs are within so much of the world's origin, along each axis.
const ROOM: f64 = 10.0;
/// How exactly a signed distance is aimed at, as a part of the band's width. Finer costs steps and tells nothing.
const CLOSE: f64 = 0.005;
/// Halvings of the way. Sixty would find any `f64`; a pair that rounding keeps out of its band is drawn again.
const HALVINGS: usize = 40;
/// Farther than any two shapes of a workload reach together, and the farthest gap.
const BEYOND: f64 = 16.0;

/// Turned anyhow, somewhere.
pub(super) fn anywhere(dim: usize, random: &mut Random) -> PoseSpec {
    let at = DVec3::from_array([(); 3].map(|()| random.range(-ROOM, ROOM)));
    PoseSpec { t: Some(Coords::of(at, dim).rounded()), rotation: turned(dim, random) }
}

/// A rotation, uniform.
pub(super) fn turned(dim: usize, random: &mut Random) -> RotationSpec {
    if dim == 2 {
        let direction = random.direction(2);
        return RotationSpec::CosSin(rounded(direction.x), rounded(direction.y));
    }
    RotationSpec::Quaternion(random.quaternion().map(rounded))
}

/// There, turned as before.
pub(super) fn moved(pose: &PoseSpec, to: DVec3, dim: usize) -> PoseSpec {
    PoseSpec { t: Some(Coords::of(to, dim).rounded()), ..*pose }
}

/// B moved along `direction` from A's origin until the signed distance is within a small part of `width` of `aim`. `None` if it never is.
pub(super) fn put(gauge: &impl Gauge, dim: usize, placed: &PlacedPair, direction: DVec3, [aim, width]: [f64; 2]) -> Option<PlacedPair> {
    let [a, b] = placed.poses;
    let there = |way: f64| PlacedPair { poses: [a, moved(&b, a.translation() + direction * way, dim)], ..*placed };
    let (mut low, mut high) = (0.0, BEYOND);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        let placed = there(middle);
        let signed = gauge.signed(&placed);
        if (signed - aim).abs() <= CLOSE * width {
            return Some(placed);
        }
        // A signed distance that is no number ends here too: nothing is ever near it.
        if signed < aim {
            low = middle;
        } else {
            high = middle;
        }
    }
    None
}

/// The radius of the largest ball about the origin in a shape; 0 of what is flat or elsewhere.
pub(super) fn inradius(shape: &ShapeSpec, dim: usize) -> f64 {
    let (shape, point) = ((shape.clone(), PoseSpec::default()), (ShapeSpec::Point { p: None }, PoseSpec::default()));
    let depth = Pairing::of(&Query::contact("", dim, shape, point)).map_or(0.0, |pairing| -pairing.truth_within(1e-4, 2_000).sd);
    if depth > 1e-6 { depth } else { 0.0 }
}
