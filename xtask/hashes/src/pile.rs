//! A part of the recorded pile: some ticks of the fall and some at rest.

use clinch_narrowphase::Attributes;
use clinch_support::Pose;
use clinch_testkit::build::Build;
use clinch_testkit::recording::{RecordedPose, Recording};
use glam::{Quat, Vec3};

use crate::scene::{Body, Scene, Tick, near};

/// Part of the program, because there may be no files where it runs.
const FILE: &[u8] = include_bytes!("../../../scenes/pile.clinch");

/// The ticks that are run: some of the fall, and some in which nearly every body is at rest. They
/// are consecutive, so that warm starts are used.
fn is_run(tick: usize) -> bool {
    (100..106).contains(&tick) || (300..304).contains(&tick)
}

/// An empty scene if the recording cannot be read. Then its hash is wrong.
pub(crate) fn pile() -> Scene<Vec3> {
    let mut scene = Scene { bodies: Vec::new(), ticks: Vec::new(), queried: Vec::new() };
    let Ok(recording) = Recording::read(FILE) else { return scene };
    for (index, body) in recording.bodies.iter().enumerate() {
        let Ok(shape) = <Vec3 as Build>::shape(&body.spec()) else { return scene };
        let is_static = recording.ticks.windows(2).all(|ticks| ticks[0].poses[index] == ticks[1].poses[index]);
        scene.bodies.push(Body { shape, attributes: Attributes { is_static, ..Attributes::default() } });
    }
    for (_, tick) in recording.ticks.iter().enumerate().filter(|(tick, _)| is_run(*tick)) {
        let pose = |at: &RecordedPose| Some(Pose::new(Quat::from_array(at.rotation), Vec3::from_array(at.translation)));
        let poses: Vec<Option<Pose<Vec3>>> = tick.poses.iter().map(pose).collect();
        let pairs = near(&scene.bodies, &poses);
        scene.ticks.push(Tick { poses, pairs });
    }
    scene
}
