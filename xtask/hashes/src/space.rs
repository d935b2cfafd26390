//! The four vector types of the scenes.

use clinch_composite_contact::ColliderSpace;
use clinch_testkit::build::Build;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A vector type of a scene.
pub(crate) trait SceneSpace: Build + ColliderSpace {
    /// A rotation about an axis by its length in radians; in 2D by z.
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
