//! What the stage tells: written in the order of the pairs' entities.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use clinch_support::Vector;

use crate::publish::Touch;

/// Two colliders began to touch this tick.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct ContactStarted<V: Vector> {
    /// The lower entity: shape A. Lower is what `Entity`'s order says, which is not the order of spawning.
    pub a: Entity,
    /// The higher entity.
    pub b: Entity,
    /// Where.
    pub touch: Touch<V>,
}

/// Two colliders touch no more: they moved apart, one lost its collider or was despawned, or the broadphase dropped the pair.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct ContactEnded<V: Vector> {
    /// The lower entity; it may be gone.
    pub a: Entity,
    /// The higher entity; it may be gone.
    pub b: Entity,
    /// The last touch there was, in the frames of then.
    pub touch: Touch<V>,
}
