//! rapier's collision pipeline, with the flag of its height field by which bodies do not catch on
//! inner edges. It computes the contacts of every body that was moved, without the recycling of its
//! physics pipeline.

use clinch_testkit::pair_file::PoseSpec;
use parry3d::shape::{HeightFieldFlags, SharedShape};
use parry3d::utils::Array2;
use rapier3d::prelude::{
    BroadPhaseBvh, ColliderBuilder, ColliderHandle, ColliderSet, CollisionPipeline, IslandManager, NarrowPhase, Pose, RigidBodyBuilder,
    RigidBodyHandle, RigidBodySet, Vector,
};

use crate::answer::Answer;
use crate::composite::terrain::scene::{CELLS, Scene};
use crate::composite::terrain::world::{World, runner};
use crate::runner::Runner;
use crate::subjects::{MARGIN, parry_pose, parry_shape};

struct Rapier {
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    field: ColliderHandle,
    all: Vec<(RigidBodyHandle, ColliderHandle)>,
}

pub(super) fn prepare(scene: &Scene) -> Option<Box<dyn Runner>> {
    let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
    let side = CELLS as usize + 1;
    let mut heights = Array2::repeat(side, side, 0.0);
    for (place, height) in scene.heights.iter().enumerate() {
        heights[(place / side, place % side)] = *height;
    }
    let size = CELLS as f32;
    // Its field is around its origin.
    let ground = bodies.insert(RigidBodyBuilder::fixed().translation(Vector::new(0.5 * size, 0.0, 0.5 * size)));
    let scale = Vector::new(size, 1.0, size);
    let field = ColliderBuilder::heightfield_with_flags(heights, scale, HeightFieldFlags::FIX_INTERNAL_EDGES);
    let field = colliders.insert_with_parent(field, ground, &mut bodies);
    let mut all = Vec::new();
    for shape in &scene.bodies {
        let body = bodies.insert(RigidBodyBuilder::dynamic());
        let collider = ColliderBuilder::new(SharedShape(parry_shape(shape)?.into()));
        all.push((body, colliders.insert_with_parent(collider, body, &mut bodies)));
    }
    let world = Rapier {
        pipeline: CollisionPipeline::new(),
        islands: IslandManager::new(),
        broad_phase: BroadPhaseBvh::new(),
        narrow_phase: NarrowPhase::new(),
        bodies,
        colliders,
        field,
        all,
    };
    Some(runner(world, scene))
}

impl World for Rapier {
    type Pose = Pose;

    fn pose(spec: &PoseSpec) -> Pose {
        parry_pose(spec)
    }

    fn tick(&mut self, poses: &[Pose]) {
        for (&(body, _), &pose) in self.all.iter().zip(poses) {
            if let Some(body) = self.bodies.get_mut(body) {
                body.set_position(pose, false);
            }
        }
        let Self { pipeline, islands, broad_phase, narrow_phase, bodies, colliders, .. } = self;
        pipeline.step(MARGIN, islands, broad_phase, narrow_phase, bodies, colliders, &(), &());
    }

    fn answers(&self) -> Vec<Answer> {
        let deepest = |collider: ColliderHandle| {
            let pair = self.narrow_phase.contact_pair(self.field, collider)?;
            let points = pair.manifolds().iter().flat_map(|manifold| &manifold.points);
            points.map(|point| f64::from(point.dist)).filter(|separation| *separation <= f64::from(MARGIN)).reduce(f64::min)
        };
        self.all.iter().map(|&(_, collider)| Answer::Contact(deepest(collider))).collect()
    }
}
