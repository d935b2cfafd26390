//! Contact events. As a message each is written once per pair, in the order of the pairs, with
//! collider A as `entity`. A pair that ends and starts in one tick has both messages: its end is
//! that of the contact before. As an entity event it is triggered on each collider that requests
//! it, from that collider's point of view. Any entity of an event may have been despawned since the
//! colliders were synchronised.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::Message;
use clinch_composite_contact::ColliderSpace;
use clinch_support::Vector;

use crate::changes::Change;
use crate::pair_key::PairKey;
use crate::touch::Touch;

macro_rules! contact_event {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
        pub struct $name<V: Vector> {
            /// In a message collider A: the lower one by [`StableId`](crate::StableId), then by
            /// entity. In an entity event the collider that it is triggered on.
            pub entity: Entity,
            /// The other collider.
            pub other: Entity,
            /// The body that `entity` is attached to, or `entity` itself. In the end of a contact
            /// the body of the last tick in which it touched, as `other_body`.
            pub body: Entity,
            /// The body that `other` is attached to, or `other` itself.
            pub other_body: Entity,
            /// The deepest contact point, in the frame of `entity`.
            pub touch: Touch<V>,
        }

        impl<V: ColliderSpace> $name<V> {
            /// From the point of view of collider A.
            pub(crate) fn of(change: &Change<Entity, V>) -> Self {
                let &Change { key: PairKey { a, b }, bodies, touch, .. } = change;
                Self { entity: a, other: b, body: bodies.a, other_body: bodies.b, touch }
            }

            /// The same event from the point of view of the other collider.
            #[must_use]
            pub fn flipped(&self) -> Self {
                Self {
                    entity: self.other,
                    other: self.entity,
                    body: self.other_body,
                    other_body: self.body,
                    touch: self.touch.flipped(),
                }
            }
        }
    };
}

contact_event! {
    /// Two colliders started to touch in this tick. Either may have been despawned during the tick,
    /// before the event.
    ContactStarted
}

contact_event! {
    /// Two colliders that touched in the last tick still touch. Either may have been despawned
    /// during the tick, before the event.
    ContactPersisted
}

contact_event! {
    /// Two colliders no longer touch: they separated, one was despawned or disabled, no longer
    /// collides with the other or no longer requests events, or the broadphase dropped the pair.
    /// Either entity may not exist any more. `touch` is the last contact, in the frames of its
    /// tick.
    ContactEnded
}
