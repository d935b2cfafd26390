//! The engine: rapier3d with its default settings.
//!
//! * `step` detects collisions at the poses it starts from and then moves the bodies. So the poses of a tick are read before the step, and
//!   the engine's own touching pairs after it: both speak of the same moment.

use std::fmt;

use anyhow::{Context, Result, ensure};
use clinch_testkit::recording::{BodyShape, RecordedPose};
use rapier3d::prelude::{ColliderBuilder, ColliderHandle, PhysicsWorld, Pose, RigidBodyBuilder, RigidBodyHandle, Rotation, Vector};

use crate::bodies::{self, Static};
use crate::dice::Dice;
use crate::drop;

/// What slows a turning body, per second: without it balls roll on long after the pile has come to rest.
const ANGULAR_DAMPING: f32 = 1.0;
/// What slows a moving body, per second: a little of the same.
const LINEAR_DAMPING: f32 = 0.05;

/// A rapier world whose bodies are numbered as in the recording.
pub(crate) struct World {
    rapier: PhysicsWorld,
    /// The shape of each body: first floor and walls, then the pile.
    pub(crate) shapes: Vec<BodyShape>,
    /// How many of them are static.
    pub(crate) statics: usize,
    bodies: Vec<RigidBodyHandle>,
    colliders: Vec<ColliderHandle>,
}

/// How fast the bodies move.
#[derive(Clone, Copy, Default)]
pub(crate) struct Motion {
    /// The fastest body's speed, in metres per second.
    pub(crate) fastest: f32,
    /// The fastest turn, in radians per second.
    pub(crate) fastest_turn: f32,
    /// How many of the pile the engine has put to sleep.
    pub(crate) asleep: usize,
}

impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} asleep, the fastest at {:.3} m/s and {:.3} rad/s", self.asleep, self.fastest, self.fastest_turn)
    }
}

impl World {
    /// The room with `count` bodies above its floor.
    pub(crate) fn with_pile(count: usize, seed: u64) -> Result<Self> {
        let mut dice = Dice::new(seed);
        let mut world = Self { rapier: PhysicsWorld::new(), shapes: vec![], statics: 0, bodies: vec![], colliders: vec![] };
        for Static { half_extents, middle } in bodies::room() {
            let body = RigidBodyBuilder::fixed().translation(Vector::from_array(middle));
            world.insert(BodyShape::Box { half_extents }, body)?;
        }
        world.statics = world.shapes.len();
        let pile: Vec<BodyShape> = (0..count).map(|place| bodies::shape(place, &mut dice)).collect();
        let reaches: Vec<f64> = pile.iter().map(bodies::reach).collect();
        let places = drop::places(&reaches, &mut dice);
        for (shape, place) in pile.into_iter().zip(places) {
            let [x, y, z, w] = dice.direction::<4>().map(|c| c as f32);
            let pose = Pose::from_parts(Vector::from_array(place.map(|c| c as f32)), Rotation::from_xyzw(x, y, z, w));
            let body = RigidBodyBuilder::dynamic().pose(pose).linear_damping(LINEAR_DAMPING).angular_damping(ANGULAR_DAMPING);
            world.insert(shape, body)?;
        }
        Ok(world)
    }

    fn insert(&mut self, shape: BodyShape, body: RigidBodyBuilder) -> Result<()> {
        let number = self.shapes.len();
        let collider = match &shape {
            BodyShape::Ball { radius } => ColliderBuilder::ball(*radius),
            BodyShape::Box { half_extents: [x, y, z] } => ColliderBuilder::cuboid(*x, *y, *z),
            BodyShape::Capsule { half_height, radius } => ColliderBuilder::capsule_y(*half_height, *radius),
            BodyShape::Hull { points } => {
                let points: Vec<Vector> = points.iter().map(|point| Vector::from_array(*point)).collect();
                let hull = ColliderBuilder::convex_hull(&points).with_context(|| format!("rapier builds no hull for body {number}"))?;
                let corners = hull.shape.as_convex_polyhedron().map_or(0, |hull| hull.points().len());
                ensure!(corners == points.len(), "rapier keeps {corners} of the {} corners of body {number}", points.len());
                hull
            }
        };
        let (body, collider) = self.rapier.insert(body, collider.user_data(number as u128));
        self.shapes.push(shape);
        self.bodies.push(body);
        self.colliders.push(collider);
        Ok(())
    }

    /// Seconds per step.
    pub(crate) fn seconds_per_tick(&self) -> f64 {
        f64::from(self.rapier.integration_parameters.dt)
    }

    pub(crate) fn step(&mut self) {
        self.rapier.step();
    }

    /// Where the bodies are.
    pub(crate) fn poses(&self) -> Vec<RecordedPose> {
        let pose = |body: &RigidBodyHandle| {
            let pose = self.rapier.bodies[*body].position();
            RecordedPose { translation: pose.translation.to_array(), rotation: pose.rotation.to_array() }
        };
        self.bodies.iter().map(pose).collect()
    }

    /// The pairs that rapier's contact manifolds say touch, with the least distance of their points; sorted.
    pub(crate) fn manifolds(&self) -> Vec<((u32, u32), f32)> {
        let number = |collider: ColliderHandle| self.rapier.colliders[collider].user_data as u32;
        let mut touching: Vec<_> = Vec::new();
        for pair in self.rapier.narrow_phase.contact_pairs() {
            let points = pair.manifolds().iter().flat_map(|manifold| &manifold.points);
            let deepest = points.map(|point| point.dist).fold(f32::INFINITY, f32::min);
            if deepest <= 0.0 {
                let (i, j) = (number(pair.collider1), number(pair.collider2));
                touching.push(((i.min(j), i.max(j)), deepest));
            }
        }
        touching.sort_by_key(|&(pair, _)| pair);
        touching
    }

    /// How fast the pile moves.
    pub(crate) fn motion(&self) -> Motion {
        let mut motion = Motion::default();
        for body in &self.bodies[self.statics..] {
            let body = &self.rapier.bodies[*body];
            motion.fastest = motion.fastest.max(body.linvel().length());
            motion.fastest_turn = motion.fastest_turn.max(body.angvel().length());
            motion.asleep += usize::from(body.is_sleeping());
        }
        motion
    }
}
