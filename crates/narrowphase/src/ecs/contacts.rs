//! How users read the contacts, and edit them.

use std::collections::BTreeMap;

use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Res, ResMut, SystemParam};
use clinch_contact::{Clip, ContactPoint, Manifold};
use clinch_support::Pose;

use crate::ecs::resources::Table;
use crate::pair_key::PairKey;
use crate::row::Row;
use crate::table::ContactTable;

/// Reads the contacts of the last tick, in the order of the pairs: that of [`StableId`](crate::StableId), else of entities.
#[derive(SystemParam)]
pub struct Contacts<'w, V: Clip> {
    table: Res<'w, Table<V>>,
}

impl<'w, V: Clip> Contacts<'w, V> {
    /// Every candidate pair, apart or not.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = Contact<'w, V>> + use<'w, V> {
        self.table().rows().map(|row| Contact { row })
    }

    /// Every pair that touches or has contact points within the margin.
    pub fn iter(&self) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.pairs().filter(|contact| contact.row.is_near())
    }

    /// Every pair that touches.
    pub fn touching(&self) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.pairs().filter(Contact::is_touching)
    }

    /// Every pair of this collider that touches or has contact points. Costs as much as there are.
    pub fn of(&self, entity: Entity) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.table().rows_of(entity).map(|row| Contact { row })
    }

    /// How many pairs there are of which two kinds of shapes, the names in the order of the alphabet. Costs a look at every pair.
    pub fn pairs_by_kind(&self) -> BTreeMap<[&'static str; 2], u64> {
        self.table().pairs_by_kind()
    }

    /// The contact of two colliders, in either order, if they are a candidate pair. Costs a binary search.
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
    /// The lower collider, shape A: in the order of [`StableId`](crate::StableId), else of entities, which is not that of spawning.
    pub fn a(&self) -> Entity {
        self.row.key().a
    }

    /// The higher collider: shape B.
    pub fn b(&self) -> Entity {
        self.row.key().b
    }

    /// The other of the two; `None` of an entity that is neither.
    pub fn other(&self, entity: Entity) -> Option<Entity> {
        self.row.key().other(entity)
    }

    /// The bodies that the two are part of, or they themselves.
    pub fn bodies(&self) -> PairKey<Entity> {
        self.row.bodies()
    }

    /// Normal and points, in A's and B's frames.
    pub fn manifold(&self) -> &'t Manifold<V> {
        self.row.manifold()
    }

    /// The points.
    pub fn points(&self) -> &'t [ContactPoint<V>] {
        &self.row.manifold().points
    }

    /// B's pose in A's frame.
    pub fn b_in_a(&self) -> &'t Pose<V> {
        self.row.b_in_a()
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

/// Edits the contacts of this tick, in [`NarrowphaseSystems::Edit`](crate::NarrowphaseSystems): what is edited is what is published. And carries the caller's numbers to the
/// next tick, whenever it is written between one tick's `Gather` and the next one's `Enroll`.
#[derive(SystemParam)]
pub struct ContactsMut<'w, V: Clip> {
    table: ResMut<'w, Table<V>>,
}

impl<V: Clip> ContactsMut<'_, V> {
    /// Calls `edit` for every pair that touches or has contact points, in the order of the pairs. Of pairs at rest only what they were edited to before is seen:
    /// see [`ContactMut::is_fresh`].
    pub fn for_each(&mut self, mut edit: impl FnMut(ContactMut<'_, V>)) {
        self.table.0.edit(|row| edit(ContactMut { row }));
    }

    /// One pair.
    pub fn between(&mut self, one: Entity, other: Entity) -> Option<ContactMut<'_, V>> {
        self.table.0.row_mut(one, other).map(|row| ContactMut { row })
    }
}

/// One pair, to be edited.
#[derive(Debug)]
pub struct ContactMut<'t, V: Clip> {
    row: &'t mut Row<Entity, V>,
}

impl<V: Clip> ContactMut<'_, V> {
    /// To read.
    pub fn contact(&self) -> Contact<'_, V> {
        Contact { row: self.row }
    }

    /// The pair was collided in this tick: what it shows is not edited yet.
    pub fn is_fresh(&self) -> bool {
        self.row.is_fresh()
    }

    /// Normal and points, to be changed. The next tick begins from the shapes again. Without points left the pair does not touch.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Manifold<V>)) {
        self.row.edit(edit);
    }

    /// The pair has no contact in this tick.
    pub fn reject(&mut self) {
        self.row.reject();
    }

    /// What the points carry to the next tick, in their order.
    pub fn carried(&mut self) -> impl ExactSizeIterator<Item = &mut [V::Scalar; 4]> {
        self.row.carried()
    }
}
