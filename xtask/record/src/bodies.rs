//! The bodies of the pile: a walled box, and what falls into it.
//!
//! * Balls, boxes, capsules and hulls in turn, so that every kind of pair meets; sizes are drawn between 0.15 m and 0.5 m.
//! * Floor and walls keep 2 cm from each other: two static bodies never touch, so *every* touching pair of the scene is one the engine
//!   looks at. No body of the pile fits through.

use clinch_testkit::recording::BodyShape;

use crate::dice::Dice;

/// Half the inner width of the walled box, in metres.
pub(crate) const ROOM: f64 = 6.0;
/// Half the height of the walls: higher than the bodies are dropped from.
const WALL: f64 = 8.0;
/// Half the thickness of floor and walls: no body passes it in a tick at the speeds of such a fall.
const HALF: f64 = 0.5;
/// The gap between two static bodies.
const GAP: f64 = 0.02;
/// Half the smallest and half the largest size of a body.
const SIZES: (f64, f64) = (0.15, 0.5);
/// Corners of a hull.
const CORNERS: (usize, usize) = (10, 64);

/// A static box: its half extents and where its middle is.
pub(crate) struct Static {
    pub(crate) half_extents: [f32; 3],
    pub(crate) middle: [f32; 3],
}

/// The floor, with its top at height 0, and four walls around it.
pub(crate) fn room() -> Vec<Static> {
    let make = |half: [f64; 3], middle: [f64; 3]| Static { half_extents: half.map(|c| c as f32), middle: middle.map(|c| c as f32) };
    let outer = ROOM + 2.0 * HALF;
    let beside = ROOM + HALF;
    vec![
        make([outer, HALF, outer], [0.0, -HALF, 0.0]),
        make([HALF, WALL, outer], [-beside, WALL + GAP, 0.0]),
        make([HALF, WALL, outer], [beside, WALL + GAP, 0.0]),
        make([ROOM - GAP, WALL, HALF], [0.0, WALL + GAP, -beside]),
        make([ROOM - GAP, WALL, HALF], [0.0, WALL + GAP, beside]),
    ]
}

/// The shape of the body at this place of the pile.
pub(crate) fn shape(place: usize, dice: &mut Dice) -> BodyShape {
    let mut size = || dice.between(SIZES.0, SIZES.1) as f32;
    match place % 4 {
        0 => BodyShape::Box { half_extents: [size(), size(), size()] },
        1 => BodyShape::Ball { radius: size() },
        2 => capsule(dice),
        _ => BodyShape::Hull { points: hull(dice) },
    }
}

/// A capsule no longer than the largest body.
fn capsule(dice: &mut Dice) -> BodyShape {
    let radius = dice.between(SIZES.0, 0.3);
    let half_height = dice.between(0.05, SIZES.1 - radius);
    BodyShape::Capsule { half_height: half_height as f32, radius: radius as f32 }
}

/// Points of an ellipsoid, so that each is a corner of its hull. Of sixteen that could come next the one farthest from the others does:
/// corners keep apart and no builder of hulls takes two for one.
fn hull(dice: &mut Dice) -> Vec<[f32; 3]> {
    let count = dice.whole(CORNERS.0, CORNERS.1);
    let axes = [0.0; 3].map(|_: f64| dice.between(0.2, SIZES.1));
    let mut sphere: Vec<[f64; 3]> = Vec::with_capacity(count);
    while sphere.len() < count {
        let mut best = (-1.0, [0.0; 3]);
        for _ in 0..16 {
            let point = dice.direction::<3>();
            let nearest = sphere.iter().map(|other| squared_distance(point, *other)).fold(f64::INFINITY, f64::min);
            if nearest > best.0 {
                best = (nearest, point);
            }
        }
        sphere.push(best.1);
    }
    sphere.into_iter().map(|point| [0, 1, 2].map(|i| (point[i] * axes[i]) as f32)).collect()
}

fn squared_distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum()
}

/// No point of the shape is farther than this from its origin.
pub(crate) fn reach(shape: &BodyShape) -> f64 {
    let length = |v: &[f32; 3]| squared_distance(v.map(f64::from), [0.0; 3]).sqrt();
    match shape {
        BodyShape::Ball { radius } => f64::from(*radius),
        BodyShape::Box { half_extents } => length(half_extents),
        BodyShape::Capsule { half_height, radius } => f64::from(*half_height) + f64::from(*radius),
        BodyShape::Hull { points } => points.iter().map(length).fold(0.0, f64::max),
    }
}

#[cfg(test)]
mod tests {
    use super::{BodyShape, CORNERS, GAP, ROOM, reach, room, shape};
    use crate::dice::Dice;

    #[test]
    fn static_bodies_keep_apart_and_leave_no_way_out() {
        let room = room();
        let apart = |i: usize, j: usize| {
            let gap =
                |axis: usize| (room[i].middle[axis] - room[j].middle[axis]).abs() - room[i].half_extents[axis] - room[j].half_extents[axis];
            gap(0).max(gap(1)).max(gap(2))
        };
        for (i, j) in (1..room.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let (gap, least) = (apart(i, j), 0.9 * GAP as f32);
            assert!(gap > least, "{j} and {i} are {gap} m apart");
            let parallel = (i, j) == (2, 1) || (i, j) == (4, 3);
            assert!(if parallel { gap >= 2.0 * ROOM as f32 } else { gap < 2.0 * GAP as f32 }, "{j} and {i} are {gap} m apart");
        }
    }

    #[test]
    fn shapes_are_of_the_promised_sizes() {
        let mut dice = Dice::new(1);
        let mut corners = Vec::new();
        for place in 0..400 {
            let shape = shape(place, &mut dice);
            let reach = reach(&shape);
            assert!((0.15..=0.87).contains(&reach), "{reach}: {shape:?}");
            if let BodyShape::Hull { points } = shape {
                corners.push(points.len());
            }
        }
        assert_eq!((corners.len(), corners.iter().min(), corners.iter().max()), (100, Some(&CORNERS.0), Some(&CORNERS.1)));
    }
}
