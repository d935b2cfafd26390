//! System parameters that read and edit contacts.

use std::collections::BTreeMap;

use bevy_ecs::entity::{Entities, Entity};
use bevy_ecs::system::{Res, ResMut, SystemParam};
use clinch_composite_contact::ColliderSpace;
use clinch_contact::{ContactPoint, Manifold};
use clinch_support::Pose;

use crate::composite_contacts::PairManifold;
use crate::contact_table::ContactTable;
use crate::ecs::resources::Table;
use crate::pair_key::PairKey;
use crate::row::Row;

/// Reads the contacts of the last tick, sorted by the [`StableId`](crate::StableId)s of their
/// colliders, then by their entities.
///
/// The colliders and the bodies of every contact exist: a contact is skipped as soon as one of them
/// is despawned, and its [`ContactEnded`](crate::ContactEnded) is sent in the next tick. All other
/// changes of a collider take effect in the next tick. Costs a lookup per entity.
#[derive(SystemParam)]
pub struct Contacts<'w, V: ColliderSpace> {
    table: Res<'w, Table<V>>,
    entities: &'w Entities,
}

impl<'w, V: ColliderSpace> Contacts<'w, V> {
    /// Every candidate pair, whether it touches or not.
    pub fn pairs(&self) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.rows(|_| true)
    }

    /// Every pair that touches or is within the margin.
    pub fn iter(&self) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.rows(Row::is_within_margin)
    }

    /// Every pair that touches.
    pub fn touching(&self) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        self.rows(Row::is_touching)
    }

    /// The pairs of this collider that touch or are within the margin, of those that were published
    /// last. Costs as much as there are.
    pub fn of(&self, entity: Entity) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V> {
        let entities = self.entities;
        self.table().rows_of(entity).filter(|row| exist(row, entities)).map(|row| Contact { row })
    }

    /// The number of pairs for each two kinds of shapes, whose names are in alphabetical order.
    /// Visits every pair, also those of despawned colliders.
    pub fn pairs_by_kind(&self) -> BTreeMap<[&'static str; 2], u64> {
        self.table().pairs_by_kind()
    }

    /// The pair of two colliders, in either order; `None` if it is not a candidate pair. Costs a
    /// binary search.
    pub fn between(&self, one: Entity, other: Entity) -> Option<Contact<'w, V>> {
        self.table().row(one, other).filter(|row| exist(row, self.entities)).map(|row| Contact { row })
    }

    /// The rows that have this property, which is cheaper to find out than that they exist.
    fn rows<F: Fn(&Row<Entity, V>) -> bool>(&self, property: F) -> impl Iterator<Item = Contact<'w, V>> + use<'w, V, F> {
        let entities = self.entities;
        self.table().rows().filter(move |row| property(row) && exist(row, entities)).map(|row| Contact { row })
    }

    fn table(&self) -> &'w ContactTable<Entity, V> {
        &Res::clone(&self.table).into_inner().0
    }
}

/// Whether the colliders of the row and their bodies have not been despawned since they were
/// synchronised.
fn exist<V: ColliderSpace>(row: &Row<Entity, V>, entities: &Entities) -> bool {
    let (key, bodies) = (row.key(), row.bodies());
    // Not `contains_spawned`, which costs a call: it is not inlined across crates.
    let exists = |entity| entities.get_spawned(entity).is_ok();
    exists(key.a) && exists(key.b) && (bodies.a == key.a || exists(bodies.a)) && (bodies.b == key.b || exists(bodies.b))
}

/// One pair of colliders, as [`Contacts`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct Contact<'t, V: ColliderSpace> {
    row: &'t Row<Entity, V>,
}

impl<'t, V: ColliderSpace> Contact<'t, V> {
    /// Collider A: the lower of the two by [`StableId`](crate::StableId), then by entity. Entities
    /// are not sorted in the order of spawning.
    pub fn a(&self) -> Entity {
        self.row.key().a
    }

    /// Collider B.
    pub fn b(&self) -> Entity {
        self.row.key().b
    }

    /// The other collider of the pair; `None` if `entity` is neither.
    pub fn other(&self, entity: Entity) -> Option<Entity> {
        self.row.key().other(entity)
    }

    /// The bodies that the colliders are attached to; a collider without a body is its own body.
    pub fn bodies(&self) -> PairKey<Entity> {
        self.row.bodies()
    }

    /// Normal and contact points: the normal in A's frame, each point on A in A's frame and on B in
    /// B's. Of a pair with a composite shape, those of the deepest of its
    /// [`manifolds`](Self::manifolds).
    pub fn manifold(&self) -> &'t Manifold<V> {
        self.row.manifold()
    }

    /// All manifolds of the pair, the deepest first: at most one if both shapes are convex, one for
    /// each normal otherwise.
    pub fn manifolds(&self) -> impl Iterator<Item = PairManifold<'t, V>> + use<'t, V> {
        self.row.manifolds()
    }

    /// The contact points of all manifolds, each with its normal.
    pub fn points(&self) -> impl Iterator<Item = (V, &'t ContactPoint<V>)> + use<'t, V> {
        self.row.points()
    }

    /// B's pose in A's frame in this tick.
    pub fn b_in_a(&self) -> &'t Pose<V> {
        self.row.b_in_a()
    }

    /// Whether the shapes touch or overlap.
    pub fn is_touching(&self) -> bool {
        self.row.is_touching()
    }

    /// Whether a pose or a support point is not finite in this tick. Such a pair has no contact.
    pub fn is_undefined(&self) -> bool {
        self.row.is_undefined()
    }
}

/// Edits the contacts of this tick before they are published, in
/// [`NarrowphaseSystems::EditContacts`](crate::NarrowphaseSystems). Also stores the caller's data
/// in contact points, at any time between `UpdatePairs` and the next tick's `SyncColliders`.
///
/// As with [`Contacts`], the colliders and the bodies of every contact exist.
#[derive(SystemParam)]
pub struct ContactsMut<'w, V: ColliderSpace> {
    table: ResMut<'w, Table<V>>,
    entities: &'w Entities,
}

impl<V: ColliderSpace> ContactsMut<'_, V> {
    /// Calls `edit` for every pair that touches or is within the margin, in the order of the pairs.
    /// Pairs at rest keep their earlier edits: see [`ContactMut::is_fresh`].
    pub fn for_each(&mut self, mut edit: impl FnMut(ContactMut<'_, V>)) {
        let entities = self.entities;
        self.table.0.for_each_mut(|row| {
            if exist(row, entities) {
                edit(ContactMut { row });
            }
        });
    }

    /// The pair of two colliders, in either order; `None` if it is not a candidate pair. Costs a
    /// binary search.
    pub fn between(&mut self, one: Entity, other: Entity) -> Option<ContactMut<'_, V>> {
        self.table.0.row_mut(one, other).filter(|row| exist(row, self.entities)).map(|row| ContactMut { row })
    }
}

/// One pair of colliders, as [`ContactsMut`] returns it.
#[derive(Debug)]
pub struct ContactMut<'t, V: ColliderSpace> {
    row: &'t mut Row<Entity, V>,
}

impl<V: ColliderSpace> ContactMut<'_, V> {
    /// The pair for reading.
    pub fn contact(&self) -> Contact<'_, V> {
        Contact { row: self.row }
    }

    /// Whether the contact is what the shapes give in this tick, and not edited since. The contact
    /// of a pair at rest is that of an earlier tick, with its edits.
    pub fn is_fresh(&self) -> bool {
        self.row.is_fresh()
    }

    /// Edits normal and points for this tick, of each manifold of the pair; the next tick starts
    /// from the shapes again. A pair that is left without points does not touch.
    pub fn edit(&mut self, edit: impl FnMut(&mut Manifold<V>)) {
        self.row.edit(edit);
    }

    /// Removes the contact of this tick.
    pub fn reject(&mut self) {
        self.row.reject();
    }

    /// The caller's data of each point, in the order of the manifolds and their points. It persists
    /// as long as the point, for instance to warm start a solver.
    pub fn user_data(&mut self) -> impl Iterator<Item = &mut [V::Scalar; 4]> {
        self.row.user_data()
    }
}
