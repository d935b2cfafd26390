//! Whom a question about the whole world is about.

use bevy_ecs::entity::Entity;
use clinch_contact::Space;
use clinch_narrowphase::{Attributes, CollisionLayers};

/// Whom a question about the whole world is about: by default every collider that is not a sensor.
///
/// ```
/// use clinch::{CollisionLayers, QueryFilter};
///
/// const GROUND: u32 = 1 << 2;
/// let of_the_ground = QueryFilter { layers: CollisionLayers::new(u32::MAX, GROUND), ..QueryFilter::default() };
/// # let _ = of_the_ground;
/// ```
#[derive(Clone, Copy)]
pub struct QueryFilter<'f> {
    /// The layers of who asks, and of whom: both must want it, as of two colliders.
    pub layers: CollisionLayers,
    /// Sensors too.
    pub sensors: bool,
    /// Colliders and bodies that are left out: as a rule who asks.
    pub excluded: &'f [Entity],
    /// Asked last: whether this collider counts.
    pub accepts: Option<&'f dyn Fn(Entity) -> bool>,
}

impl<'f> QueryFilter<'f> {
    /// All but these colliders and bodies.
    pub fn excluding(excluded: &'f [Entity]) -> Self {
        Self { excluded, ..Self::default() }
    }

    pub(crate) fn passes<V: Space>(&self, collider: Entity, attributes: &Attributes<Entity, V::Scalar>) -> bool {
        self.layers.interacts_with(attributes.layers)
            && (self.sensors || !attributes.sensor)
            && !self.excluded.iter().any(|&excluded| excluded == collider || Some(excluded) == attributes.body)
            && self.accepts.is_none_or(|accepts| accepts(collider))
    }
}

impl Default for QueryFilter<'_> {
    fn default() -> Self {
        Self { layers: CollisionLayers::ALL, sensors: false, excluded: &[], accepts: None }
    }
}
