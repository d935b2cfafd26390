//! What the engine knows of a body besides its shape and its placement.

use bevy_ecs::prelude::Component;
use clinch::d3::{Shape, moments};
use glam::{Mat3, Vec3};

/// A body. Its centre of mass is the origin of its shape.
#[derive(Component, Clone, Debug)]
pub(crate) struct Body {
    /// Metres per second.
    pub(crate) velocity: Vec3,
    /// Radians per second.
    pub(crate) angular_velocity: Vec3,
    /// 0 for a static body.
    pub(crate) inverse_mass: f32,
    /// In the frame of the shape.
    pub(crate) inverse_inertia: Mat3,
    pub(crate) friction: f32,
    pub(crate) restitution: f32,
    /// The seconds for which it has been slower than the sleep threshold.
    pub(crate) sleep_timer: f32,
}

impl Body {
    /// Ground.
    pub(crate) const FIXED: Self = Self {
        velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
        inverse_mass: 0.0,
        inverse_inertia: Mat3::ZERO,
        friction: 0.6,
        restitution: 0.2,
        sleep_timer: 0.0,
    };

    /// A body at rest that has the density of water. A shape without volume stays where it is.
    pub(crate) fn of(shape: &Shape) -> Self {
        const DENSITY: f64 = 1000.0;
        let Some(moments) = moments(shape).filter(|moments| moments.volume() > 0.0) else { return Self::FIXED };
        let inverse_mass = (DENSITY * moments.volume()).recip() as f32;
        Self { inverse_mass, inverse_inertia: moments.inertia(DENSITY).inverse().as_mat3(), ..Self::FIXED }
    }

    /// Whether it is slower than this, in metres and radians per second.
    pub(crate) fn is_slower_than(&self, speed: f32) -> bool {
        self.velocity.length() < speed && self.angular_velocity.length() < speed
    }
}
