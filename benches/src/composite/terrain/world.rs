//! A world of a library, as a runner.

use clinch_testkit::pair_file::PoseSpec;

use crate::answer::Answer;
use crate::composite::terrain::scene::Scene;
use crate::runner::Runner;

/// A library with its broadphase and its contacts.
pub(super) trait World {
    /// A pose in its types.
    type Pose;

    /// Converts a pose.
    fn pose(spec: &PoseSpec) -> Self::Pose;

    /// Moves each body and computes all contacts.
    fn tick(&mut self, poses: &[Self::Pose]);

    /// The separation of the deepest point of each body on the field.
    fn answers(&self) -> Vec<Answer>;
}

/// A world and the poses of all ticks.
struct Ticks<W: World> {
    world: W,
    ticks: Vec<Vec<W::Pose>>,
    backwards: bool,
}

/// The world of a scene, as it is before the first tick.
pub(super) fn runner<W: World + 'static>(world: W, scene: &Scene) -> Box<dyn Runner> {
    let ticks = scene.ticks.iter().map(|poses| poses.iter().map(W::pose).collect()).collect();
    Box::new(Ticks { world, ticks, backwards: false })
}

impl<W: World> Runner for Ticks<W> {
    fn pass(&mut self) {
        let Self { world, ticks, backwards } = self;
        // Forwards and backwards: a step from the last tick to the first would not be coherent.
        if *backwards {
            ticks.iter().rev().for_each(|poses| world.tick(poses));
        } else {
            ticks.iter().for_each(|poses| world.tick(poses));
        }
        *backwards = !*backwards;
    }

    fn queries(&self) -> usize {
        self.ticks.iter().map(Vec::len).sum()
    }

    /// Called once, before any pass: the world is new.
    fn answers(&mut self) -> Vec<Answer> {
        let Self { world, ticks, backwards } = self;
        let answers = ticks.iter().flat_map(|poses| {
            world.tick(poses);
            world.answers()
        });
        let answers = answers.collect();
        // The next pass begins where this one ended.
        *backwards = true;
        answers
    }
}
