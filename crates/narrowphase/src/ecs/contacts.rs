//! How users read the contacts.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Res, SystemParam};
use clinch_contact::{Clip, ContactPoint, Manifold};

use crate::ecs::resources::Table;
use crate::table::{ContactTable, Row};

/// Reads the contacts of the last tick, in the order of the pairs' entities.
#[derive(SystemParam)]
pub struct Contacts<'w, V: Clip> {
    table: Res<'w, Table<V>>,
}

impl<'w, V: Clip> Contacts<'w, V> {
    /// Every candidate pair, apart or not.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = Contact<'w, V>> + use<'w, V> {
        self.table().rows().map(|row| Contact { row })
    }

    /// Every pair with contact points: touching, or apart within the margin.
    pub fn iter(&self) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.pairs().filter(|contact| !contact.points().is_empty())
    }

    /// Every pair that touches.
    pub fn touching(&self) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.pairs().filter(Contact::is_touching)
    }

    /// Every pair of this entity with contact points. Looks at all pairs.
    pub fn of(&self, entity: Entity) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.iter().filter(move |contact| contact.a() == entity || contact.b() == entity)
    }

    /// The contact of two entities, in either order, if they are a candidate pair. Costs a binary search.
    pub fn between(&self, one: Entity, other: Entity) -> Option<Contact<'w, V>> {
        self.table().row(one, other).map(|row| Contact { row })
    }

    fn table(&self) -> &'w ContactTable<Entity, V> {
        &Res::clone(&self.table).into_inner().0
    }
}

/// One pair.
#[derive(Clone, Copy, Debug)]
pub struct Contact<'t, V: Clip> {
    row: &'t Row<Entity, V>,
}

impl<'t, V: Clip> Contact<'t, V> {
    /// The lower entity: shape A. Lower is what `Entity`'s order says, which is not the order of spawning.
    pub fn a(&self) -> Entity {
        self.row.key().a
    }

    /// The higher entity: shape B.
    pub fn b(&self) -> Entity {
        self.row.key().b
    }

    /// Normal and points, in A's and B's frames.
    pub fn manifold(&self) -> &'t Manifold<V> {
        self.row.manifold()
    }

    /// The points.
    pub fn points(&self) -> &'t [ContactPoint<V>] {
        &self.row.manifold().points
    }

    /// The shapes touch or overlap.
    pub fn is_touching(&self) -> bool {
        self.row.is_touching()
    }

    /// A pose or a support point was not finite this tick: the pair has no contact.
    pub fn is_undefined(&self) -> bool {
        self.row.is_undefined()
    }
}
