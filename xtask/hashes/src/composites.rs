//! Composite shapes of every kind, and bodies that drift over, into and through them.
//!
//! * Ground of each kind, and compounds that move. Bodies start near the surface
//!   of one, so that they rest on it, overlap it or are inside of it.
//! * In each tick the poses of some bodies jump back, so that contacts start and end.

use clinch_composite::ColliderShape;
use clinch_narrowphase::{Attributes, EventFlags};
use clinch_support::{Pose, Scalar};
use clinch_testkit::distributions::{Kind, product};
use clinch_testkit::generate::shape;
use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::scene::{Body, Scene, Tick, near};
use crate::space::SceneSpace;

/// Composite shapes of each kind.
const OF_EACH: usize = 2;
/// The number of bodies.
const BODIES: usize = 80;
/// Few: a pair of composite shapes costs a query for each part of one of them.
const TICKS: usize = 10;

/// A body, and how it moves in a tick.
struct Mover {
    start: DVec3,
    turn: [f64; 4],
    drift: DVec3,
    spin: DVec3,
    /// After so many ticks it is where it was.
    period: usize,
}

impl Mover {
    fn random(random: &mut Random, dim: usize, start: DVec3, pace: f64) -> Self {
        let turn = if dim == 2 {
            let [x, y, _] = random.direction(2).to_array();
            [0.0, 0.0, x, y]
        } else {
            random.quaternion()
        };
        let spin = if dim == 2 { DVec3::Z * random.range(-pace, pace) } else { random.in_ball(3) * pace };
        Self { start, turn, drift: random.in_ball(dim) * pace, spin, period: 4 + random.below(9) }
    }

    /// A rotation to first order in each tick: the length of a quaternion does not matter.
    fn pose(&self, dim: usize, tick: usize) -> PoseSpec {
        let ticks = tick % self.period;
        let [x, y, z] = self.spin.to_array();
        let turn = (0..ticks).fold(self.turn, |turn, _| product([x, y, z, 1.0], turn));
        let at = self.start + self.drift * ticks as f64;
        PoseSpec { t: Some(Coords::of(at, dim)), rotation: RotationSpec::Quaternion(turn) }
    }
}

/// An empty scene if a shape is refused. Then its hash is wrong.
pub(crate) fn composites<V: SceneSpace>() -> Scene<V> {
    let mut random = Random::of(2, 0x636f_6d70);
    let (mut bodies, mut movers) = (Vec::new(), Vec::new());
    for _ in 0..OF_EACH {
        for (index, composite) in V::composites(&mut random).into_iter().enumerate() {
            // One moves; two that rest are no pair.
            let is_static = index != 3;
            let attributes = Attributes { is_static, events: EventFlags::ALL, ..Attributes::default() };
            bodies.push(Body { shape: ColliderShape::Composite(composite), attributes });
            let at = random.in_ball(V::DIM) * if V::DIM == 2 { 9.0 } else { 4.0 };
            movers.push(Mover::random(&mut random, V::DIM, at, if is_static { 0.0 } else { 0.03 }));
        }
    }
    let composites = bodies.len();
    let kinds = Kind::all(V::DIM);
    // Some shapes are passed over: half-spaces, and what a constructor refuses.
    for index in 0..BODIES {
        let spec = shape(&mut random, V::DIM, kinds[index % kinds.len()], 0.5, index % 23 == 22);
        let near = movers[random.below(composites)].start;
        if let (false, Ok(shape)) = (matches!(spec, ShapeSpec::Halfspace { .. }), V::shape(&spec)) {
            let skin = if index % 7 == 6 { V::Scalar::narrow(0.02) } else { V::Scalar::ZERO };
            let (sleeping, sensor) = (index.is_multiple_of(16), index % 19 == 18);
            let attributes = Attributes { skin, sleeping, sensor, events: EventFlags::ALL, ..Attributes::default() };
            bodies.push(Body { shape: ColliderShape::Convex(shape), attributes });
            let at = near + random.in_ball(V::DIM) * 1.6;
            movers.push(Mover::random(&mut random, V::DIM, at, [0.0, 1e-6, 0.01, 0.08][index % 4]));
        }
    }
    let ticks = (0..TICKS).map(|tick| {
        let pose = |mover: &Mover| Some(<V as clinch_testkit::build::Build>::pose(&mover.pose(V::DIM, tick)));
        let poses: Vec<Option<Pose<V>>> = movers.iter().map(pose).collect();
        let pairs = near(&bodies, &poses);
        Tick { poses, pairs }
    });
    let ticks = ticks.collect();
    Scene { bodies, ticks, queried: Vec::new() }
}
