//! Parts of the recorded scenes: some ticks of the fall and some in which most bodies rest.

use std::ops::Range;

use clinch_composite::{ColliderShape, HeightField, TriMesh};
use clinch_narrowphase::Attributes;
use clinch_support::Pose;
use clinch_testkit::build::Build;
use clinch_testkit::recording::{BodyShape, RecordedPose, Recording};
use glam::{Quat, Vec3};

use crate::scene::{Body, Scene, Tick, near};

/// A recording. It is part of the program, because there may be no files where it runs.
pub(crate) struct Recorded {
    file: &'static [u8],
    /// The ticks that are run. They are consecutive, so that warm starts are used.
    ticks: [Range<usize>; 2],
}

/// Convex bodies.
pub(crate) const PILE: Recorded = Recorded { file: include_bytes!("../../../scenes/pile.clinch"), ticks: [100..106, 300..304] };
/// Convex bodies on a height field and in a mesh.
pub(crate) const TERRAIN: Recorded = Recorded { file: include_bytes!("../../../scenes/terrain.clinch"), ticks: [60..66, 350..354] };

/// An empty scene if the recording cannot be read. Then its hash is wrong.
pub(crate) fn recorded(of: &Recorded) -> Scene<Vec3> {
    let mut scene = Scene { bodies: Vec::new(), ticks: Vec::new(), queried: Vec::new() };
    let Ok(recording) = Recording::read(of.file) else { return scene };
    for (index, body) in recording.bodies.iter().enumerate() {
        let Some(shape) = shape(body) else { return scene };
        let is_static = recording.ticks.windows(2).all(|ticks| ticks[0].poses[index] == ticks[1].poses[index]);
        scene.bodies.push(Body { shape, attributes: Attributes { is_static, ..Attributes::default() } });
    }
    for tick in of.ticks.iter().flat_map(|ticks| recording.ticks.get(ticks.clone()).unwrap_or_default()) {
        let pose = |at: &RecordedPose| Some(Pose::new(Quat::from_array(at.rotation), Vec3::from_array(at.translation)));
        let poses: Vec<Option<Pose<Vec3>>> = tick.poses.iter().map(pose).collect();
        let pairs = near(&scene.bodies, &poses);
        scene.ticks.push(Tick { poses, pairs });
    }
    scene
}

fn shape(body: &BodyShape) -> Option<ColliderShape<Vec3>> {
    Some(match body {
        BodyShape::HeightField { rows, columns, heights, scale } => {
            HeightField::new(*rows, *columns, heights.clone(), Vec3::from_array(*scale)).ok()?.into()
        }
        BodyShape::Mesh { vertices, triangles } => {
            let vertices = vertices.iter().map(|&vertex| Vec3::from_array(vertex)).collect();
            TriMesh::new(vertices, triangles.clone()).ok()?.into()
        }
        convex => ColliderShape::Convex(<Vec3 as Build>::shape(&convex.spec()).ok()?),
    })
}
