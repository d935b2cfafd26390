//! A lattice of bodies whose neighbours touch.

use clinch::d3::{Ball, ColliderShape, Cuboid, Pose, Shape};
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// The shapes of the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bodies {
    /// Cubes.
    Boxes,
    /// Balls.
    Balls,
    /// Alternating, so that each pair has one of both.
    Both,
}

/// The motion of the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Going {
    /// Nothing moves.
    Resting,
    /// Every body moves by some millimetres and turns by about a degree each tick.
    Lively,
    /// The same, and all pairs are new in every tick.
    New,
}

/// Bodies, their poses, and the candidate pairs.
#[derive(Clone, Debug)]
pub struct Crowd {
    pub(super) going: Going,
    /// Twice as many if pairs are new in every tick: the halves alternate.
    pub(super) shapes: Vec<Shape>,
    /// The same as shapes of colliders.
    pub(super) colliders: Vec<ColliderShape>,
    /// The poses, repeated in this order.
    places: Vec<Vec<Pose>>,
    pairs: Vec<Vec<(u32, u32)>>,
}

/// The half extent of a cube and the radius of a ball.
const HALF: f32 = 0.5;
/// The distance of neighbours in the lattice. They overlap by some millimetres if nothing moves.
const STEP: f32 = 0.995;
/// The amplitude of the motion. Neighbours stay near each other: pairs far apart cost little.
const SWAY: f64 = 0.003;
/// Half the amplitude of the rotation: the vector part of the quaternion.
const TILT: f64 = 0.01;
/// Sets of poses that alternate: more than two, so that no pair goes to and fro between two poses.
const SETS: usize = 3;

impl Crowd {
    /// A lattice with this number of pairs.
    pub fn new(bodies: Bodies, going: Going, pairs: usize) -> Self {
        // A cube of n bodies each way has 3 n² (n − 1) pairs of neighbours.
        let mut side = 2;
        while 3 * side * side * (side - 1) < pairs {
            side += 1;
        }
        let count = side * side * side;
        let neighbours: Vec<(u32, u32)> = neighbours(side).take(pairs).collect();
        let halves = if going == Going::New { 2 } else { 1 };
        let sets = if going == Going::Resting { 1 } else { SETS };
        let shape = |body: usize| {
            let [x, y, z] = at(body % count, side);
            shape(match bodies {
                Bodies::Boxes => true,
                Bodies::Balls => false,
                Bodies::Both => (x + y + z) % 2 == 0,
            })
        };
        let place = |set: usize, body: usize| {
            let random = &mut Random::of(set as u64, body as u64);
            let lattice = Vec3::from_array(at(body % count, side).map(|along| STEP * along as f32));
            let [x, y, z] = (random.in_ball(3) * TILT).to_array();
            let turned = Quat::from_xyzw(x as f32, y as f32, z as f32, 1.0).normalize();
            Pose::new(turned, lattice + (random.in_ball(3) * SWAY).as_vec3())
        };
        Self {
            going,
            colliders: (0..halves * count).map(|body| shape(body).into()).collect(),
            shapes: (0..halves * count).map(shape).collect(),
            places: (0..sets).map(|set| (0..halves * count).map(|body| place(set, body)).collect()).collect(),
            pairs: (0..halves)
                .map(|half| neighbours.iter().map(|&(a, b)| (a + (half * count) as u32, b + (half * count) as u32)).collect())
                .collect(),
        }
    }

    /// The poses of a tick.
    pub fn places(&self, tick: usize) -> &[Pose] {
        &self.places[tick % self.places.len()]
    }

    /// The candidate pairs of a tick.
    pub fn pairs(&self, tick: usize) -> &[(u32, u32)] {
        &self.pairs[tick % self.pairs.len()]
    }

    /// Whether the poses change from tick to tick.
    pub(super) fn moves(&self) -> bool {
        self.places.len() > 1
    }
}

fn shape(cube: bool) -> Shape {
    // No constructor refuses these sizes.
    if cube { Cuboid::new(Vec3::splat(HALF)).map(Shape::from) } else { Ball::new(HALF).map(Shape::from) }.expect("a finite size")
}

fn at(body: usize, side: usize) -> [usize; 3] {
    [body % side, body / side % side, body / (side * side)]
}

fn neighbours(side: usize) -> impl Iterator<Item = (u32, u32)> {
    let steps = [1, side, side * side];
    (0..side * side * side).flat_map(move |body| {
        let along = at(body, side);
        (0..3).filter(move |&axis| along[axis] + 1 < side).map(move |axis| (body as u32, (body + steps[axis]) as u32))
    })
}

#[cfg(test)]
mod tests {
    use super::{Bodies, Crowd, Going};
    use clinch::d3::signed_distance;

    #[test]
    fn there_are_as_many_pairs_as_requested_and_most_cubes_touch() {
        for going in [Going::Resting, Going::Lively, Going::New] {
            let crowd = Crowd::new(Bodies::Boxes, going, 500);
            for tick in 0..3 {
                let (places, pairs) = (crowd.places(tick), crowd.pairs(tick));
                assert_eq!(pairs.len(), 500);
                let signed = |&(a, b): &(u32, u32)| {
                    let [a, b] = [a as usize, b as usize];
                    signed_distance(&crowd.shapes[a], &places[a], &crowd.shapes[b], &places[b])
                };
                let touching = pairs.iter().filter(|pair| signed(pair) <= 0.0).count();
                assert!(touching > 400, "{going:?}: {touching}");
            }
            assert_eq!(crowd.pairs(0) != crowd.pairs(1), going == Going::New);
        }
    }
}
