//! A world of Box3D that takes a step of no time: it finds pairs and computes contacts, and solves
//! nothing.

use clinch_box3d::{HeightField, Pose, World as Box3d};
use clinch_testkit::pair_file::PoseSpec;
use glam::{Quat, Vec3};

use crate::answer::Answer;
use crate::composite::terrain::scene::{CELLS, RANGE, Scene};
use crate::composite::terrain::world::{World, runner};
use crate::runner::Runner;
use crate::subjects::{MARGIN, box3d_pose, box3d_shape};

struct Collisions {
    world: Box3d,
    bodies: usize,
}

/// `recycling`: a contact whose body has moved by less than 5 cm keeps its points, Box3D's default.
pub(super) fn prepare(scene: &Scene, recycling: bool) -> Option<Box<dyn Runner>> {
    let side = CELLS as usize + 1;
    let field = HeightField::new([side, side], &scene.heights, RANGE)?;
    let mut world = Box3d::new(field, &Pose { rotation: Quat::IDENTITY, translation: Vec3::ZERO }, recycling);
    for (shape, pose) in scene.bodies.iter().zip(scene.ticks.first()?) {
        world.add(&box3d_shape(shape)?, &box3d_pose(pose));
    }
    Some(runner(Collisions { world, bodies: scene.bodies.len() }, scene))
}

impl World for Collisions {
    type Pose = Pose;

    fn pose(spec: &PoseSpec) -> Pose {
        box3d_pose(spec)
    }

    fn tick(&mut self, poses: &[Pose]) {
        self.world.place(poses);
        self.world.collide();
    }

    fn answers(&self) -> Vec<Answer> {
        let deepest = self.world.deepest_on_field();
        let within = |body: usize| deepest.get(&body).copied().filter(|separation| *separation <= MARGIN);
        (0..self.bodies).map(|body| Answer::Contact(within(body).map(f64::from))).collect()
    }
}
