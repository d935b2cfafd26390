//! What a scene is. The same in 3D and 2D.

use core::error::Error;

use bevy_ecs::prelude::{Entity, World};
use clinch::ContactEvents;

use crate::body::Body;
use crate::dimension::{Collider, Placement, Pose, Shape};

pub(crate) type Built = Result<(), Box<dyn Error>>;

/// A scene and its pass criterion.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) build: fn(&mut World) -> Built,
    /// Whether its bodies may sleep. Stacks stay awake, so that the solver holds them up.
    pub(crate) sleeps: bool,
    /// By how much each body may be lower at the end.
    pub(crate) may_sink: f32,
}

/// The heights of all bodies that can move, in the order of their entities.
pub(crate) fn heights(world: &mut World) -> Vec<f32> {
    let mut heights: Vec<_> = world
        .query::<(Entity, &Placement, &Body)>()
        .iter(world)
        .filter(|(.., body)| body.inverse_mass > 0.0)
        .map(|(entity, placement, _)| (entity, placement.0.translation.y))
        .collect();
    heights.sort_by_key(|&(entity, _)| entity);
    heights.into_iter().map(|(_, height)| height).collect()
}

/// Adds a body that can move. It requests events, so that it wakes when a contact ends.
pub(crate) fn spawn(world: &mut World, shape: &Shape, pose: Pose) {
    world.spawn((Collider::new(shape.clone()), Placement::new(pose), Body::of(shape), ContactEvents::default()));
}
