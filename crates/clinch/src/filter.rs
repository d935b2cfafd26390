//! The filter of spatial queries.

use bevy_ecs::entity::Entity;
use clinch_contact::Space;
use clinch_narrowphase::{Attributes, CollisionLayers};

/// Which colliders a spatial query includes. By default all that are not sensors and have both a
/// membership and a filter in their [`CollisionLayers`]: layers must interact both ways.
///
/// ```
/// use clinch::{CollisionLayers, SpatialQueryFilter};
///
/// const GROUND: u32 = 1 << 2;
/// let layers = CollisionLayers::new(u32::MAX, GROUND);
/// let ground_only = SpatialQueryFilter { layers, ..SpatialQueryFilter::default() };
/// # let _ = ground_only;
/// ```
#[derive(Clone, Copy)]
pub struct SpatialQueryFilter<'f> {
    /// The layers of the query. They must interact with those of the collider, as the layers of
    /// two colliders must.
    pub layers: CollisionLayers,
    /// Whether the query includes sensors.
    pub sensors: bool,
    /// Colliders and bodies that the query leaves out, such as the character that casts a ray.
    pub excluded_entities: &'f [Entity],
    /// Returns whether the query includes this collider. Called last.
    pub predicate: Option<&'f dyn Fn(Entity) -> bool>,
}

impl<'f> SpatialQueryFilter<'f> {
    /// The default filter without these colliders and bodies.
    pub fn from_excluded_entities(excluded_entities: &'f [Entity]) -> Self {
        Self { excluded_entities, ..Self::default() }
    }

    pub(crate) fn passes<V: Space>(&self, collider: Entity, attributes: &Attributes<Entity, V::Scalar>) -> bool {
        self.layers.interacts_with(attributes.layers)
            && (self.sensors || !attributes.sensor)
            && !self.excluded_entities.iter().any(|&excluded| excluded == collider || Some(excluded) == attributes.body)
            && self.predicate.is_none_or(|predicate| predicate(collider))
    }
}

impl Default for SpatialQueryFilter<'_> {
    fn default() -> Self {
        Self { layers: CollisionLayers::ALL, sensors: false, excluded_entities: &[], predicate: None }
    }
}
