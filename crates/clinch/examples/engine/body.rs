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
    pub(crate) spin: Vec3,
    /// 0 of a body that nothing moves.
    pub(crate) inverse_mass: f32,
    /// In the frame of the shape.
    pub(crate) inverse_inertia: Mat3,
    pub(crate) friction: f32,
    pub(crate) restitution: f32,
    /// For how many seconds it has hardly moved.
    pub(crate) quiet: f32,
}

impl Body {
    /// Ground.
    pub(crate) const FIXED: Self = Self {
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
        inverse_mass: 0.0,
        inverse_inertia: Mat3::ZERO,
        friction: 0.6,
        restitution: 0.0,
        quiet: 0.0,
    };

    /// A body at rest that has the mass of water. A shape without volume stays where it is.
    pub(crate) fn of(shape: &Shape) -> Self {
        const DENSITY: f64 = 1000.0;
        let Some(moments) = moments(shape).filter(|moments| moments.volume() > 0.0) else { return Self::FIXED };
        let inverse_mass = (DENSITY * moments.volume()).recip() as f32;
        Self { inverse_mass, inverse_inertia: moments.inertia(DENSITY).inverse().as_mat3(), ..Self::FIXED }
    }
}
