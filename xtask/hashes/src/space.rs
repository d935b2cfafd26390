//! The four kinds of space that scenes are made in.

use clinch_contact::Space;
use clinch_testkit::build::Build;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A vector that scenes are made of.
pub(crate) trait SceneSpace: Build + Space {
    /// A turn about an axis by its length; in the plane what z says.
    fn turn(axis: DVec3) -> Self::Turn;
}

impl SceneSpace for Vec3 {
    fn turn(axis: DVec3) -> Vec3 {
        axis.as_vec3()
    }
}

impl SceneSpace for DVec3 {
    fn turn(axis: DVec3) -> DVec3 {
        axis
    }
}

impl SceneSpace for Vec2 {
    fn turn(axis: DVec3) -> f32 {
        axis.z as f32
    }
}

impl SceneSpace for DVec2 {
    fn turn(axis: DVec3) -> f64 {
        axis.z
    }
}
