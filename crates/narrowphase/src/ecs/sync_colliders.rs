//! The system that copies the colliders of the world into the table: every enabled entity with a
//! collider that has a placement, or whose enabled body has one.

use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{Has, QueryData};
use bevy_ecs::system::{Query, ResMut};
use bevy_ecs::world::Ref;
use bevy_platform::time::Instant;
use clinch_composite_contact::ColliderSpace;
use clinch_support::Scalar;

use crate::attributes::{Attributes, CollisionLayers, EventFlags};
use crate::collider::ColliderInput;
use crate::ecs::components::{
    Collider, ColliderOf, ColliderOffset, ContactEvents, ContactMargin, ContactSkin, IgnoredContacts, Sensor, Sleeping, StableId, Static,
};
use crate::ecs::resources::{ColliderPlacements, Diagnostics, Table};
use crate::placement::{Attached, Placed};
use crate::span::span;

/// The components of a collider.
#[derive(QueryData)]
pub(crate) struct ColliderParts<V: ColliderSpace, P: Component> {
    entity: Entity,
    collider: Ref<'static, Collider<V>>,
    placement: Option<&'static P>,
    body: Option<&'static ColliderOf>,
    offset: Option<&'static ColliderOffset<V>>,
    rest: (Has<Static>, Has<Sleeping>),
    sensor: Has<Sensor>,
    layers: Option<&'static CollisionLayers>,
    ignored: Option<&'static IgnoredContacts>,
    margin: Option<&'static ContactMargin<V>>,
    skin: Option<&'static ContactSkin<V>>,
    id: Option<&'static StableId>,
    events: Option<&'static ContactEvents>,
}

/// The components of a body that apply to all its colliders.
type BodyParts<P> = (Option<&'static P>, (Has<Static>, Has<Sleeping>), Option<&'static IgnoredContacts>);

pub(crate) fn sync_colliders<V: ColliderSpace, P: Placed<V> + Component>(
    mut table: ResMut<'_, Table<V>>,
    mut placements: ResMut<'_, ColliderPlacements<V, P>>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
    colliders: Query<'_, '_, ColliderParts<V, P>>,
    bodies: Query<'_, '_, BodyParts<P>>,
) {
    span!("sync colliders", colliders = colliders.iter().size_hint().0);
    let start = Instant::now();
    let mut sync = table.0.sync_colliders(&mut placements.0);
    for parts in &colliders {
        let mut attributes = attributes(&parts);
        let mut placement = parts.placement.map(|placement| Attached { body: placement.clone(), offset: None });
        if let Some(&ColliderOf(body)) = parts.body {
            // A body that is despawned or disabled takes its colliders with it.
            let Ok((body_placement, (is_static, sleeping), ignored)) = bodies.get(body) else { continue };
            attributes.body = Some(body);
            attributes.is_static |= is_static;
            attributes.sleeping |= sleeping;
            attributes.ignored.extend(ignored.iter().flat_map(|ignored| ignored.0.iter().copied()));
            let at_body = |placement: &P| Attached { body: placement.clone(), offset: parts.offset.map(|offset| offset.0) };
            placement = placement.or_else(|| body_placement.map(at_body));
        }
        if let Some(placement) = placement {
            let (shape, shape_changed) = (&parts.collider.0, parts.collider.is_changed());
            sync.insert(parts.entity, ColliderInput { shape, shape_changed, placement, attributes });
        }
    }
    drop(sync);
    diagnostics.times.sync_colliders = start.elapsed();
}

fn attributes<V: ColliderSpace, P: Component>(parts: &ColliderPartsItem<'_, '_, V, P>) -> Attributes<Entity, V::Scalar> {
    let (is_static, sleeping) = parts.rest;
    Attributes {
        order: parts.id.map_or(u64::MAX, |id| id.0),
        body: None,
        layers: parts.layers.copied().unwrap_or_default(),
        ignored: parts.ignored.map(|ignored| ignored.0.clone()).unwrap_or_default(),
        is_static,
        sleeping,
        sensor: parts.sensor,
        margin: parts.margin.map(|margin| margin.0),
        skin: parts.skin.map_or(V::Scalar::ZERO, |skin| skin.0),
        events: parts.events.map_or(EventFlags::default(), |events| EventFlags { changes: true, persisting: events.persisting }),
    }
}
