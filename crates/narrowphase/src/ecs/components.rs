//! What an entity needs to take part, and what it may say besides.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use clinch_shapes::Shaped;
use clinch_support::{Pose, Vector};
use smallvec::SmallVec;

/// The shape of an entity. With a [`Placed`](crate::Placed) component beside it, or as [`ColliderOf`] a body that has one, the entity takes part.
#[derive(Component, Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(opaque, Component, Clone, Debug, PartialEq),
    type_path = "clinch_narrowphase"
)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "V::Shape: serde::Serialize", deserialize = "V::Shape: serde::Deserialize<'de>"))
)]
pub struct Collider<V: Shaped>(pub V::Shape);

impl<V: Shaped> Collider<V> {
    /// A collider of any shape of the dimension: `Collider::<Vec3>::new(Ball::new(0.5)?)`.
    pub fn new(shape: impl Into<V::Shape>) -> Self {
        Self(shape.into())
    }
}

/// This collider is part of a body, another entity: colliders of one body never meet. Without a place of its own the collider is where its body is, at a
/// [`ColliderOffset`] if it has one.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq), type_path = "clinch_narrowphase")]
#[relationship(relationship_target = Colliders)]
pub struct ColliderOf(pub Entity);

/// The colliders that are part of this body. They are despawned with it.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq), type_path = "clinch_narrowphase")]
#[relationship_target(relationship = ColliderOf, linked_spawn)]
pub struct Colliders(Vec<Entity>);

/// Where a collider is in its body's frame.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(opaque, Component, Clone, Debug, PartialEq),
    type_path = "clinch_narrowphase"
)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "Pose<V>: serde::Serialize", deserialize = "Pose<V>: serde::Deserialize<'de>"))
)]
pub struct ColliderOffset<V: Vector>(pub Pose<V>);

impl<V: Vector> ColliderOffset<V> {
    /// At this pose in the body's frame.
    pub fn new(pose: Pose<V>) -> Self {
        Self(pose)
    }
}

/// This body or collider does not move by itself: two of these never meet.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct Fixed;

/// This body or collider is at rest for now. Pairs of two that are asleep or [`Fixed`] keep their contacts and cost nothing, until one is woken, moved or changed;
/// a broadphase need not find them.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct Asleep;

/// Only whether this collider overlaps others is asked: its pairs have no contact points.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct Sensor;

/// Colliders and bodies that this collider or body never meets, whatever the layers say: what a joint holds together, for instance.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct IgnoredContacts(#[entities] pub SmallVec<[Entity; 2]>);

impl IgnoredContacts {
    /// These.
    pub fn of(entities: impl IntoIterator<Item = Entity>) -> Self {
        Self(entities.into_iter().collect())
    }
}

/// How far around this collider contacts are speculative, in place of half the stage's margin. The margin of a pair is the sum of both. An engine sets it each tick
/// to how far the body can move in the next. Negative or NaN counts as 0.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq), type_path = "clinch_narrowphase")]
pub struct ContactMargin<V: Vector>(pub V::Scalar);

impl<V: Vector> ContactMargin<V> {
    /// This far.
    pub fn new(margin: V::Scalar) -> Self {
        Self(margin)
    }
}

/// This collider is swept by this much for contacts, which keeps the shape itself from touching others. Negative or NaN counts as 0.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq), type_path = "clinch_narrowphase")]
pub struct ContactSkin<V: Vector>(pub V::Scalar);

impl<V: Vector> ContactSkin<V> {
    /// This thick.
    pub fn new(skin: V::Scalar) -> Self {
        Self(skin)
    }
}

/// Contacts are in the order of these, lower first; colliders without come after, in the order of their entities. Entities differ from machine to machine and from
/// run to run; an id that the game gives does not. A collider whose id changes is another collider: its contacts end and start.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq, Hash), type_path = "clinch_narrowphase")]
pub struct StableId(pub u64);

/// Contacts of this collider are told: as [`ContactStarted`](crate::ContactStarted) and [`ContactEnded`](crate::ContactEnded) messages, one for each pair, if one
/// of its two colliders wants them.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct ContactEvents {
    /// [`ContactPersisted`](crate::ContactPersisted) too, in every tick between.
    pub persisting: bool,
    /// The same are triggered on this entity, for its observers.
    pub triggers: bool,
}

impl ContactEvents {
    /// Messages, and triggers on the entity.
    pub const TRIGGERS: Self = Self { persisting: false, triggers: true };
}

/// The entities that this collider touches, in the order of their ids, kept for whoever adds it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct CollidingEntities(#[entities] pub(crate) Vec<Entity>);

impl CollidingEntities {
    /// Each once.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entity> + '_ {
        self.0.iter().copied()
    }

    /// Whether this one is touched.
    pub fn contains(&self, entity: Entity) -> bool {
        self.0.contains(&entity)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
