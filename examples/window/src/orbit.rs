//! The camera: it looks at a point from a distance, and turns about it.

use bevy::math::{EulerRot, Quat, Vec2, Vec3};
use bevy::prelude::{Resource, Transform};
use clinch::d3::Ray;

/// Of the height of the window, in radians.
pub(crate) const FIELD_OF_VIEW: f32 = core::f32::consts::FRAC_PI_4;

/// The tangent of half the field of view.
const HALF_HEIGHT: f32 = core::f32::consts::SQRT_2 - 1.0;

/// Below a right angle, at which the camera's up would be undefined.
const MAX_PITCH: f32 = 1.5;

/// For each scene the height of the point that the camera looks at, and the distance from it.
const VIEWS: [(f32, f32); 4] = [(7.0, 26.0), (8.0, 36.0), (2.0, 14.0), (1.0, 13.0)];

#[derive(Resource, Clone, Debug)]
pub(crate) struct Orbit {
    focus: Vec3,
    yaw: f32,
    /// Positive from above.
    pitch: f32,
    distance: f32,
}

impl Orbit {
    /// The view of a scene; of an unknown one that of the last.
    pub(crate) fn of_scene(scene: usize) -> Self {
        let (height, distance) = VIEWS[scene.min(VIEWS.len() - 1)];
        Self { focus: Vec3::Y * height, yaw: 0.5, pitch: 0.45, distance }
    }

    /// Turns to the right and up, in radians.
    pub(crate) fn turn(&mut self, by: Vec2) {
        self.yaw += by.x;
        self.pitch = (self.pitch + by.y).clamp(-MAX_PITCH, MAX_PITCH);
    }

    /// Multiplies the distance.
    pub(crate) fn zoom(&mut self, factor: f32) {
        self.distance = (self.distance * factor).clamp(1.0, 200.0);
    }

    pub(crate) fn transform(&self) -> Transform {
        let rotation = Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0);
        Transform { translation: self.focus + rotation * (Vec3::Z * self.distance), rotation, scale: Vec3::ONE }
    }

    /// The ray through a point of a window: from −1 to 1 to the right and up.
    pub(crate) fn ray(&self, at: Vec2, aspect_ratio: f32) -> Ray {
        let camera = self.transform();
        let direction = Vec3::new(at.x * HALF_HEIGHT * aspect_ratio, at.y * HALF_HEIGHT, -1.0);
        Ray::new(camera.translation, camera.rotation * direction.normalize())
    }
}
