//! The engine: rapier3d with its default settings.
//!
//! * `step` detects collisions at the poses it starts from and then moves the bodies. So the poses
//!   of a tick are read before the step, and the engine's own touching pairs after it: both are of
//!   the same moment.

use std::fmt;

use anyhow::{Context, Result, ensure};
use clinch_testkit::random::Random;
use clinch_testkit::recording::{BodyShape, RecordedPose};
use rapier3d::parry::shape::{HeightField, HeightFieldCellStatus, HeightFieldFlags, TriMeshFlags};
use rapier3d::parry::utils::Array2;
use rapier3d::prelude::{
    ColliderBuilder, ColliderHandle, PhysicsWorld, Pose, RigidBodyBuilder, RigidBodyHandle, Rotation, SharedShape, Vector,
};

use crate::bodies::{self, Static};
use crate::drop;
use crate::ground::{self, Ground};

/// Damping of the angular velocity, per second. Smaller: balls roll on long after the pile has come
/// to rest.
const ANGULAR_DAMPING: f32 = 1.0;
/// Damping of the linear velocity, per second, for the same reason.
const LINEAR_DAMPING: f32 = 0.05;

/// By how many bits the poses on the ground are coarser than those of the pile: steps of 2⁻¹³ m, a
/// tenth of a millimetre, and 2⁻¹⁴ in a quaternion. More: bodies at rest are visibly off. Fewer:
/// the file is larger, by half with none.
const COARSE: u32 = 3;

/// A rapier world whose bodies are numbered as in the recording.
pub(crate) struct World {
    rapier: PhysicsWorld,
    /// The shape of each body: floor and walls first, then the pile.
    pub(crate) shapes: Vec<BodyShape>,
    /// The number of static bodies.
    pub(crate) statics: usize,
    /// By how many bits its recorded poses are coarser than the file could store them.
    pub(crate) coarse: u32,
    bodies: Vec<RigidBodyHandle>,
    colliders: Vec<ColliderHandle>,
}

/// How fast the bodies move.
#[derive(Clone, Copy, Default)]
pub(crate) struct Motion {
    /// The fastest body's speed, in metres per second.
    pub(crate) fastest: f32,
    /// The largest angular speed, in radians per second.
    pub(crate) fastest_rotation: f32,
    /// The number of bodies of the pile that the engine has put to sleep.
    pub(crate) asleep: usize,
}

impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} asleep, the fastest at {:.3} m/s and {:.3} rad/s", self.asleep, self.fastest, self.fastest_rotation)
    }
}

impl World {
    /// The walled box with `count` bodies above its floor.
    pub(crate) fn with_pile(count: usize, seed: u64) -> Result<Self> {
        let mut random = Random::split_mix(seed);
        let mut world = Self::empty();
        for Static { half_extents, center } in bodies::walled_box() {
            let body = RigidBodyBuilder::fixed().translation(Vector::from_array(center));
            world.insert(BodyShape::Box { half_extents }, body)?;
        }
        world.drop(count, &mut random, drop::into_box)?;
        Ok(world)
    }

    /// The height field and the bowl with `count` bodies above.
    pub(crate) fn with_ground(count: usize, seed: u64) -> Result<Self> {
        let mut random = Random::split_mix(seed);
        let mut world = Self { coarse: COARSE, ..Self::empty() };
        for Ground { shape, at } in ground::field_and_bowl() {
            world.insert(shape, RigidBodyBuilder::fixed().translation(Vector::from_array(at)))?;
        }
        world.drop(count, &mut random, drop::onto_ground)?;
        Ok(world)
    }

    fn empty() -> Self {
        Self { rapier: PhysicsWorld::new(), shapes: vec![], statics: 0, coarse: 0, bodies: vec![], colliders: vec![] }
    }

    /// Adds bodies at places that are drawn for their bounding radii. All bodies so far are static.
    fn drop(&mut self, count: usize, random: &mut Random, places: fn(&[f64], &mut Random) -> Vec<[f64; 3]>) -> Result<()> {
        self.statics = self.shapes.len();
        let pile: Vec<BodyShape> = (0..count).map(|index| bodies::shape(index, random)).collect();
        let radii: Vec<f64> = pile.iter().map(|shape| shape.spec().bounding_radius()).collect();
        let places = places(&radii, random);
        for (shape, place) in pile.into_iter().zip(places) {
            let [x, y, z, w] = bodies::direction::<4>(random).map(|c| c as f32);
            let pose = Pose::from_parts(Vector::from_array(place.map(|c| c as f32)), Rotation::from_xyzw(x, y, z, w));
            let body = RigidBodyBuilder::dynamic().pose(pose).linear_damping(LINEAR_DAMPING).angular_damping(ANGULAR_DAMPING);
            self.insert(shape, body)?;
        }
        Ok(())
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
            BodyShape::HeightField { rows, columns, heights, scale } => height_field(*rows as usize, *columns as usize, heights, *scale),
            BodyShape::Mesh { vertices, triangles } => {
                let vertices = vertices.iter().map(|vertex| Vector::from_array(*vertex)).collect();
                let mesh = ColliderBuilder::trimesh_with_flags(vertices, triangles.clone(), TriMeshFlags::FIX_INTERNAL_EDGES);
                mesh.with_context(|| format!("rapier builds no mesh for body {number}"))?
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

    /// The poses of all bodies.
    pub(crate) fn poses(&self) -> Vec<RecordedPose> {
        let pose = |body: &RigidBodyHandle| {
            let pose = self.rapier.bodies[*body].position();
            RecordedPose { translation: pose.translation.to_array(), rotation: pose.rotation.to_array() }
        };
        self.bodies.iter().map(pose).collect()
    }

    /// The pairs that touch by rapier's contact manifolds, with the smallest distance of their
    /// points; sorted.
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
            motion.fastest_rotation = motion.fastest_rotation.max(body.angvel().length());
            motion.asleep += usize::from(body.is_sleeping());
        }
        motion
    }
}

/// A height field of rapier with the triangles of the recorded one. Its origin is in the middle,
/// and its heights are listed by columns.
fn height_field(rows: usize, columns: usize, heights: &[f32], [x, y, z]: [f32; 3]) -> ColliderBuilder {
    let by_columns = (0..rows * columns).map(|place| heights[place % rows * columns + place / rows]).collect();
    let extent = Vector::new(x * (columns - 1) as f32, y, z * (rows - 1) as f32);
    let mut field = HeightField::with_flags(Array2::new(rows, columns, by_columns), extent, HeightFieldFlags::FIX_INTERNAL_EDGES);
    for (row, column) in (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| (row, column))) {
        field.set_cell_status(row, column, HeightFieldCellStatus::ZIGZAG_SUBDIVISION);
    }
    ColliderBuilder::new(SharedShape::new(field)).translation(Vector::new(0.5 * extent.x, 0.0, 0.5 * extent.z))
}

#[cfg(test)]
mod tests {
    use super::{BodyShape, World, height_field};
    use clinch_testkit::recording::Recording;

    /// The seed of the kept recording is the tool's default; so is the number of its bodies.
    #[test]
    fn the_default_arguments_draw_the_bodies_of_the_kept_recording() {
        let kept = Recording::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/pile.clinch")).unwrap();
        let drawn = World::with_pile(1200, 4).unwrap();
        assert!(drawn.shapes == kept.bodies, "another pile is drawn");
    }

    #[test]
    fn rapiers_field_has_the_recorded_triangles() {
        let heights = vec![0.0, 1.0, 5.0, 2.0, 0.5, 3.0, 4.0, 7.0, 1.5, 6.0, 2.5, 8.0];
        let shape = BodyShape::HeightField { rows: 3, columns: 4, heights: heights.clone(), scale: [0.5, 2.0, 0.25] };
        let (vertices, triangles) = shape.surface();
        let built = height_field(3, 4, &heights, [0.5, 2.0, 0.25]);
        let at = built.position;
        let theirs =
            built.shape.as_heightfield().unwrap().triangles().map(|triangle| triangle.vertices().map(|corner| (at * corner).to_array()));
        let ours = triangles.iter().map(|corners| corners.map(|corner| vertices[corner as usize].map(|c| c as f32)));
        let sorted = |mut corners: [[f32; 3]; 3]| {
            corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
            corners
        };
        let [mut ours, mut theirs] = [ours.map(sorted).collect::<Vec<_>>(), theirs.map(sorted).collect()];
        ours.sort_by(|a, b| a.partial_cmp(b).unwrap());
        theirs.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!((ours.len(), ours), (12, theirs));
    }
}
