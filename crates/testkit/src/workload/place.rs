//! Places two shapes at a signed distance: along a random direction, by bisection.

use glam::DVec3;

use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, RotationSpec, ShapeSpec};
use crate::random::Random;
use crate::workload::gauge::{Gauge, PlacedPair};
use crate::workload::kind::DIGITS;

/// The largest coordinate of a position.
const WORLD: f64 = 10.0;
/// How exactly a signed distance is reached, as a part of the band's width. Finer costs steps and
/// changes no measurement.
const CLOSE: f64 = 0.005;
/// Halvings of the interval. Sixty would reach any `f64`. A pair that rounding keeps out of its
/// band is drawn again.
const HALVINGS: usize = 40;
/// Larger than the sum of any two bounding radii and the largest gap.
const BEYOND: f64 = 16.0;

/// Any pose.
pub(super) fn anywhere(dim: usize, random: &mut Random) -> PoseSpec {
    let at = DVec3::from_array([(); 3].map(|()| random.range(-WORLD, WORLD)));
    PoseSpec { t: Some(DIGITS.coords(at, dim)), rotation: rotation(dim, random) }
}

/// A uniform rotation.
fn rotation(dim: usize, random: &mut Random) -> RotationSpec {
    if dim == 2 {
        let direction = random.direction(2);
        return RotationSpec::CosSin(DIGITS.round(direction.x), DIGITS.round(direction.y));
    }
    DIGITS.quaternion(random.quaternion())
}

/// The pose with another translation.
pub(super) fn moved(pose: &PoseSpec, to: DVec3, dim: usize) -> PoseSpec {
    PoseSpec { t: Some(DIGITS.coords(to, dim)), ..*pose }
}

/// B moved along `direction` from A's origin until the signed distance is within a small part of
/// `width` of `aim`. `None` if it never is.
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
        // A NaN is never near the aim: such a pair ends as `None`.
        if signed < aim {
            low = middle;
        } else {
            high = middle;
        }
    }
    None
}

/// The radius of the largest ball about the origin within a shape; 0 for flat shapes and shapes
/// elsewhere.
pub(super) fn inradius(shape: &ShapeSpec, dim: usize) -> f64 {
    let (shape, point) = ((shape.clone(), PoseSpec::default()), (ShapeSpec::Point { p: None }, PoseSpec::default()));
    let depth = Pairing::of(&Query::contact(dim, shape, point)).map_or(0.0, |pairing| -pairing.truth_within(1e-4, 2_000).sd);
    if depth > 1e-6 { depth } else { 0.0 }
}
