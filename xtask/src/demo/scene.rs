//! The types of the stage for a recording: shapes, from the constructors that validate them, poses,
//! and the bodies that never move.

use anyhow::Context;
use clinch::d3::{Ball, Capsule, ColliderShape, Cuboid, HeightField, Hull, Pose, TriMesh};
use clinch_testkit::recording::{BodyShape, RecordedPose, Recording};
use glam::{Quat, Vec3};

/// A body before the first tick.
pub(crate) struct Body {
    pub(crate) shape: ColliderShape,
    /// It has the same pose in all ticks, as the floor and the walls.
    pub(crate) fixed: bool,
}

/// The bodies of a recording, in its order. An error names the body whose shape is refused.
pub(crate) fn bodies(recording: &Recording) -> anyhow::Result<Vec<Body>> {
    let body = |(index, body): (usize, &BodyShape)| {
        let shape = shape(body).with_context(|| format!("the shape of body {index}"))?;
        Ok(Body { shape, fixed: is_fixed(recording, index) })
    };
    recording.bodies.iter().enumerate().map(body).collect()
}

fn shape(body: &BodyShape) -> anyhow::Result<ColliderShape> {
    Ok(match body {
        BodyShape::Ball { radius } => Ball::new(*radius)?.into(),
        BodyShape::Box { half_extents } => Cuboid::new(Vec3::from_array(*half_extents))?.into(),
        BodyShape::Capsule { half_height, radius } => Capsule::new(*half_height, *radius)?.into(),
        BodyShape::Hull { points } => Hull::new(&vectors(points))?.into(),
        BodyShape::HeightField { rows, columns, heights, scale } => {
            HeightField::new(*rows, *columns, heights.clone(), Vec3::from_array(*scale))?.into()
        }
        BodyShape::Mesh { vertices, triangles } => TriMesh::new(vectors(vertices), triangles.clone())?.into(),
    })
}

fn vectors(points: &[[f32; 3]]) -> Vec<Vec3> {
    points.iter().map(|&point| Vec3::from_array(point)).collect()
}

/// In a recording of one tick no body counts as fixed.
fn is_fixed(recording: &Recording, body: usize) -> bool {
    recording.ticks.len() > 1 && recording.ticks.windows(2).all(|ticks| ticks[0].poses[body] == ticks[1].poses[body])
}

/// The same numbers in the type of the stage.
pub(crate) fn pose(recorded: &RecordedPose) -> Pose {
    Pose::new(Quat::from_array(recorded.rotation), Vec3::from_array(recorded.translation))
}
