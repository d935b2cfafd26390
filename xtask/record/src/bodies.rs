//! The bodies of the pile: a walled box, and what falls into it.
//!
//! * Balls, boxes, capsules and hulls in turn, so that every kind of pair meets. Sizes are drawn
//!   between 0.15 m and 0.5 m.
//! * Floor and walls keep 2 cm from each other. So two static bodies never touch, and the engine
//!   computes contacts for *every* touching pair of the scene. No body of the pile fits through the
//!   gaps.

use clinch_testkit::distributions::spread_on_sphere;
use clinch_testkit::random::Random;
use clinch_testkit::recording::BodyShape;

/// Half the inner width of the walled box, in metres.
pub(crate) const INNER: f64 = 6.0;
/// Half the height of the walls: higher than the bodies are dropped from.
const WALL: f64 = 8.0;
/// Half the thickness of floor and walls: no body passes it in a tick at the speeds of such a fall.
const HALF: f64 = 0.5;
/// The gap between two static bodies.
const GAP: f64 = 0.02;
/// Half the smallest and half the largest size of a body.
const SIZES: (f64, f64) = (0.15, 0.5);
/// The smallest and the largest number of corners of a hull.
const CORNERS: (usize, usize) = (10, 64);
/// Candidates for each corner of a hull. Fewer: corners are so near that a builder of hulls may
/// merge them. More costs time.
const CANDIDATES: usize = 16;
/// The smallest squared length of a point that is normalised to a direction.
const NEAREST: f64 = 0.01;

/// A static box: its half extents and its center.
pub(crate) struct Static {
    pub(crate) half_extents: [f32; 3],
    pub(crate) center: [f32; 3],
}

/// The floor, with its top at height 0, and four walls around it.
pub(crate) fn walled_box() -> Vec<Static> {
    let make = |half: [f64; 3], center: [f64; 3]| Static { half_extents: half.map(|c| c as f32), center: center.map(|c| c as f32) };
    let outer = INNER + 2.0 * HALF;
    let beside = INNER + HALF;
    vec![
        make([outer, HALF, outer], [0.0, -HALF, 0.0]),
        make([HALF, WALL, outer], [-beside, WALL + GAP, 0.0]),
        make([HALF, WALL, outer], [beside, WALL + GAP, 0.0]),
        make([INNER - GAP, WALL, HALF], [0.0, WALL + GAP, -beside]),
        make([INNER - GAP, WALL, HALF], [0.0, WALL + GAP, beside]),
    ]
}

/// A uniform unit vector.
pub(crate) fn direction<const N: usize>(random: &mut Random) -> [f64; N] {
    random.unit_vector(NEAREST)
}

/// The shape of the body with this index in the pile.
pub(crate) fn shape(index: usize, random: &mut Random) -> BodyShape {
    let mut size = || random.range(SIZES.0, SIZES.1) as f32;
    match index % 4 {
        0 => BodyShape::Box { half_extents: [size(), size(), size()] },
        1 => BodyShape::Ball { radius: size() },
        2 => capsule(random),
        _ => BodyShape::Hull { points: hull(random) },
    }
}

/// A capsule no longer than the largest body.
fn capsule(random: &mut Random) -> BodyShape {
    let radius = random.range(SIZES.0, 0.3);
    let half_height = random.range(0.05, SIZES.1 - radius);
    BodyShape::Capsule { half_height: half_height as f32, radius: radius as f32 }
}

/// Points on an ellipsoid, so that each is a corner of the hull.
fn hull(random: &mut Random) -> Vec<[f32; 3]> {
    let count = CORNERS.0 + random.below(CORNERS.1 - CORNERS.0 + 1);
    let radii = [(); 3].map(|()| random.range(0.2, SIZES.1));
    let points = spread_on_sphere(count, CANDIDATES, || direction::<3>(random).into());
    points.into_iter().map(|point| [0, 1, 2].map(|i| (point[i] * radii[i]) as f32)).collect()
}

#[cfg(test)]
mod tests {
    use super::{BodyShape, CORNERS, GAP, INNER, shape, walled_box};
    use clinch_testkit::random::Random;

    #[test]
    fn static_bodies_keep_apart_and_leave_no_way_out() {
        let walls = walled_box();
        let apart = |i: usize, j: usize| {
            let gap = |axis: usize| {
                (walls[i].center[axis] - walls[j].center[axis]).abs() - walls[i].half_extents[axis] - walls[j].half_extents[axis]
            };
            gap(0).max(gap(1)).max(gap(2))
        };
        for (i, j) in (1..walls.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let (gap, least) = (apart(i, j), 0.9 * GAP as f32);
            assert!(gap > least, "{j} and {i} are {gap} m apart");
            let parallel = (i, j) == (2, 1) || (i, j) == (4, 3);
            assert!(if parallel { gap >= 2.0 * INNER as f32 } else { gap < 2.0 * GAP as f32 }, "{j} and {i} are {gap} m apart");
        }
    }

    #[test]
    fn shapes_have_the_documented_sizes() {
        let mut random = Random::split_mix(1);
        let mut corners = Vec::new();
        for index in 0..400 {
            let shape = shape(index, &mut random);
            let radius = shape.spec().bounding_radius();
            assert!((0.15..=0.87).contains(&radius), "{radius}: {shape:?}");
            if let BodyShape::Hull { points } = shape {
                corners.push(points.len());
            }
        }
        assert_eq!((corners.len(), corners.iter().min(), corners.iter().max()), (100, Some(&CORNERS.0), Some(&CORNERS.1)));
    }
}
