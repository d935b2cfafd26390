//! The colliders of the world by their AABBs, for spatial queries.

use bevy_ecs::component::Component;
use bevy_ecs::entity::{Entities, Entity};
use bevy_ecs::system::{Res, SystemParam};
use clinch_composite_contact::ColliderSpace;
use clinch_narrowphase::ecs::{ColliderPlacements, Table};
use clinch_narrowphase::{Attached, ColliderRef, Placed};
use clinch_shapes::Aabb;
use clinch_support::Pose;

use crate::systems::Finder;

/// The colliders of the world by their AABBs, for spatial queries.
///
/// Contains the colliders as of the last
/// [`NarrowphaseSystems::SyncColliders`](clinch_narrowphase::NarrowphaseSystems). It is the tree
/// that the pairs were found with, so keeping it up to date costs nothing; between `SyncColliders`
/// and [`BroadphaseSystems`](crate::BroadphaseSystems) it is not. After a
/// [`Snapshot`](clinch_narrowphase::Snapshot) was restored it is up to date again with the next
/// tick. A collider is skipped as soon as it or its body is despawned.
#[derive(SystemParam)]
pub struct SpatialIndex<'w, V: ColliderSpace, P: Placed<V> + Component + Default> {
    finder: Res<'w, Finder<V>>,
    table: Res<'w, Table<V>>,
    placements: Res<'w, ColliderPlacements<V, P>>,
    entities: &'w Entities,
}

impl<V: ColliderSpace, P: Placed<V> + Component + Default> SpatialIndex<'_, V, P> {
    /// The pose of a placement in the frame of the AABBs, which is the placement `P::default()`.
    pub fn relative_to_origin(&self, placement: &P) -> Pose<V::Wide> {
        placement.pose_in(&P::default())
    }

    /// Visits the colliders, near ones first as far as the bounds in the tree show; equally near
    /// ones in an unspecified order.
    ///
    /// `bound` returns a lower bound of the distance to anything inside an AABB, or ∞ to skip it.
    /// The bound of an AABB that contains another must not be the larger. AABBs contain shape, skin
    /// and margin, in the frame of `P::default()`.
    ///
    /// `visit` gets a collider and returns the distance beyond which the rest can be skipped, or
    /// `None` to stop. Every collider whose AABB's bound is within the last such distance is
    /// visited, except despawned ones and those whose AABB is NaN.
    pub fn visit(
        &self,
        bound: impl FnMut(&Aabb<V::Wide>) -> f64,
        mut visit: impl FnMut(&ColliderRef<'_, Entity, V, Attached<V, P>>) -> Option<f64>,
    ) {
        let mut limit = f64::MAX;
        self.finder.traverse(bound, |entity| {
            // A collider of the tree may be missing from the table after a snapshot was restored.
            if let Some(collider) = self.table.collider(&self.placements, entity)
                && self.entities.contains_spawned(collider.key)
                && self.entities.contains_spawned(collider.body())
            {
                limit = visit(&collider)?;
            }
            Some(limit)
        });
    }
}
