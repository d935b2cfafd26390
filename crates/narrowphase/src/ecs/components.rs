//! The components of colliders and bodies.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use clinch_composite::ColliderShape;
use clinch_composite_contact::ColliderSpace;
use clinch_support::{Pose, Vector};
use core::marker::PhantomData;
use smallvec::SmallVec;

/// The shape of a collider. The stage handles entities with a collider that have a
/// [`Placed`](crate::Placed) component, or whose body has one: see [`ColliderOf`].
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
    serde(bound(serialize = "ColliderShape<V>: serde::Serialize", deserialize = "ColliderShape<V>: serde::Deserialize<'de>"))
)]
pub struct Collider<V: ColliderSpace>(pub ColliderShape<V>);

impl<V: ColliderSpace> Collider<V> {
    /// A collider with this shape, convex or composite: `Collider::<Vec3>::new(Ball::new(0.5)?)`.
    pub fn new(shape: impl Into<ColliderShape<V>>) -> Self {
        Self(shape.into())
    }
}

/// Attaches the collider to a body, which is another entity. Colliders of one body never collide.
/// Without a placement of its own the collider has its body's, with its [`ColliderOffset`] if it
/// has one. The body of a body does not count: attach colliders to the body that moves.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq), type_path = "clinch_narrowphase")]
#[relationship(relationship_target = Colliders)]
pub struct ColliderOf(pub Entity);

/// The colliders that are attached to this body. They are despawned with it.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq), type_path = "clinch_narrowphase")]
#[relationship_target(relationship = ColliderOf, linked_spawn)]
pub struct Colliders(Vec<Entity>);

/// The pose of a collider in its body's frame.
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
    /// The offset with this pose.
    pub fn new(pose: Pose<V>) -> Self {
        Self(pose)
    }
}

/// The body or collider does not move by itself. Two static colliders never collide.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct Static;

/// The body or collider is at rest for now. A pair of two colliders that are sleeping or
/// [`Static`] keeps its contact and is not computed, until one of them wakes, moves or changes. A
/// broadphase need not find such pairs.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct Sleeping;

/// The collider detects overlaps only: its pairs have no contact points. They overlap as bare
/// shapes, without margins and skins. Of two static colliders there is no pair, sensors or not.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct Sensor;

/// Colliders and bodies that this collider or body never collides with, whatever the layers: the
/// two bodies of a joint, for instance. More than two, together with those of its body, cost the
/// collider an allocation in every tick.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct IgnoredContacts(#[entities] pub SmallVec<[Entity; 2]>);

impl IgnoredContacts {
    /// Ignores these entities.
    pub fn of(entities: impl IntoIterator<Item = Entity>) -> Self {
        Self(entities.into_iter().collect())
    }
}

/// This collider's share of the speculative margin, instead of half of the stage's margin. The
/// margin of a pair is the sum of both shares; a negative or NaN sum counts as 0, so a share that
/// is NaN gives all pairs of the collider a margin of 0. An engine sets it each tick to the
/// distance that the body can move in the next.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq), type_path = "clinch_narrowphase")]
pub struct ContactMargin<V: Vector>(pub V::Scalar);

impl<V: Vector> ContactMargin<V> {
    /// The share with this length.
    pub fn new(margin: V::Scalar) -> Self {
        Self(margin)
    }
}

/// Extra thickness of the collider for contacts, which keeps a gap between the shapes themselves.
/// Negative or NaN counts as 0. Pairs with an infinite skin have no contact: their
/// [`Row`](crate::Row) is undefined. Does not apply to pairs with a [`Sensor`].
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq), type_path = "clinch_narrowphase")]
pub struct ContactSkin<V: Vector>(pub V::Scalar);

impl<V: Vector> ContactSkin<V> {
    /// The skin with this thickness.
    pub fn new(skin: V::Scalar) -> Self {
        Self(skin)
    }
}

/// What contacts are sorted by: the lower id first, then colliders without an id, by entity.
/// Entities differ from machine to machine and from run to run; an id that the game assigns does
/// not. Changing the id makes the collider a new one: its contacts end and start. `u64::MAX` is the
/// same as no id.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect), reflect(Component, Clone, Debug, PartialEq, Hash), type_path = "clinch_narrowphase")]
pub struct StableId(pub u64);

/// Enables contact events for this collider: [`ContactStarted`](crate::ContactStarted) and
/// [`ContactEnded`](crate::ContactEnded) messages, one for each pair of which at least one collider
/// has this component.
///
/// A pair has one start and one end, for both colliders. If one of them requests events while they
/// touch, and the other has not before, the contact starts then. If the other has, the contact has
/// started already: the first collider gets no start, but the end.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct ContactEvents {
    /// Also writes [`ContactPersisted`](crate::ContactPersisted) messages, in every tick between
    /// the two.
    pub persisting: bool,
    /// Also triggers the events on this entity, for its observers. The end of a contact is not
    /// triggered if the component was removed before; its message is written.
    pub triggers: bool,
}

impl ContactEvents {
    /// Starts and ends, as messages and as triggers on the entity.
    pub const TRIGGERS: Self = Self { persisting: false, triggers: true };
}

/// The entities that this collider touches, sorted as contacts are. Add it to a collider, and the
/// stage updates it in [`NarrowphaseSystems::Publish`](crate::NarrowphaseSystems): an entity that
/// is despawned later stays in it until the next tick.
///
/// Each stage has a list of its own: an entity with a collider in 2D and one in 3D may have both.
#[derive(Component, Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
pub struct CollidingEntities<V: Vector>(
    #[entities] pub(crate) Vec<Entity>,
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))] PhantomData<V>,
);

impl<V: Vector> Default for CollidingEntities<V> {
    /// The list of a collider that touches nothing.
    fn default() -> Self {
        Self(Vec::new(), PhantomData)
    }
}

impl<V: Vector> Eq for CollidingEntities<V> {}

impl<V: Vector> CollidingEntities<V> {
    /// The entities, each once.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entity> + '_ {
        self.0.iter().copied()
    }

    /// Whether the collider touches this entity.
    pub fn contains(&self, entity: Entity) -> bool {
        self.0.contains(&entity)
    }

    /// The number of entities.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the collider touches nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
