//! What an entity needs to take part.

use bevy_ecs::component::Component;
use clinch_shapes::Shaped;

/// The shape of an entity. With a [`Placed`](crate::Placed) component beside it, the entity takes part.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Collider<V: Shaped>(pub V::Shape);

impl<V: Shaped> Collider<V> {
    /// A collider of any shape of the dimension: `Collider::<Vec3>::new(Ball::new(0.5)?)`.
    pub fn new(shape: impl Into<V::Shape>) -> Self {
        Self(shape.into())
    }
}
