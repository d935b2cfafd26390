//! What the stage tells. As a message each is written once for a pair, in the order of the pairs, with the lower collider as `entity`; as an event it is triggered on
//! each of the two that wants it, as that one sees it.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::Message;
use clinch_contact::Clip;
use clinch_support::Vector;

use crate::changes::Change;
use crate::pair_key::PairKey;
use crate::touch::Touch;

macro_rules! told {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
        pub struct $name<V: Vector> {
            /// In a message the lower collider, shape A: in the order of [`StableId`](crate::StableId), else of entities, which is not that of spawning. In an event the one
            /// that it is triggered on.
            pub entity: Entity,
            /// The other collider.
            pub other: Entity,
            /// The body that `entity` is part of, or itself.
            pub body: Entity,
            /// The body that `other` is part of, or itself.
            pub other_body: Entity,
            /// Where, as `entity` sees it.
            pub touch: Touch<V>,
        }

        impl<V: Clip> $name<V> {
            /// As the lower collider sees it.
            pub(crate) fn of(change: &Change<Entity, V>) -> Self {
                let &Change { key: PairKey { a, b }, bodies, touch, .. } = change;
                Self { entity: a, other: b, body: bodies.a, other_body: bodies.b, touch }
            }

            /// The same as the other sees it.
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

told! {
    /// Two colliders began to touch this tick.
    ContactStarted
}

told! {
    /// Two colliders that touched in the tick before touch still.
    ContactPersisted
}

told! {
    /// Two colliders touch no more: they moved apart, one was despawned, disabled or no longer wants contacts, or the broadphase dropped the pair. Either may be
    /// gone. The touch is the last there was, in the frames of then.
    ContactEnded
}
