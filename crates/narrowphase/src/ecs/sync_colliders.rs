//! ENROLL: the roll call of the world. Whoever has a collider and a place, its own or its body's, and is not disabled, takes part.

use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{Has, QueryData};
use bevy_ecs::system::{Query, ResMut};
use bevy_ecs::world::Ref;
use clinch_contact::Clip;
use clinch_support::Scalar;
use std::time::Instant;

use crate::attributes::{Attributes, CollisionLayers, Reports};
use crate::collider::Present;
use crate::ecs::components::{
    Asleep, Collider, ColliderOf, ColliderOffset, ContactEvents, ContactMargin, ContactSkin, Fixed, IgnoredContacts, Sensor, StableId,
};
use crate::ecs::resources::{Diagnostics, PlacesOf, Table};
use crate::placement::{Attached, Placed};
use crate::span::step;

/// All that a collider may say.
#[derive(QueryData)]
pub(crate) struct ColliderParts<V: Clip, P: Component> {
    entity: Entity,
    collider: Ref<'static, Collider<V>>,
    place: Option<&'static P>,
    body: Option<&'static ColliderOf>,
    offset: Option<&'static ColliderOffset<V>>,
    rest: (Has<Fixed>, Has<Asleep>),
    sensor: Has<Sensor>,
    layers: Option<&'static CollisionLayers>,
    ignored: Option<&'static IgnoredContacts>,
    margin: Option<&'static ContactMargin<V>>,
    skin: Option<&'static ContactSkin<V>>,
    id: Option<&'static StableId>,
    events: Option<&'static ContactEvents>,
}

/// What a body says for its colliders.
type BodyParts<P> = (Option<&'static P>, (Has<Fixed>, Has<Asleep>), Option<&'static IgnoredContacts>);

pub(crate) fn enroll<V: Clip, P: Placed<V> + Component>(
    mut table: ResMut<'_, Table<V>>,
    mut places: ResMut<'_, PlacesOf<V, P>>,
    mut diagnostics: ResMut<'_, Diagnostics<V>>,
    colliders: Query<'_, '_, ColliderParts<V, P>>,
    bodies: Query<'_, '_, BodyParts<P>>,
) {
    step!("enroll", colliders = colliders.iter().size_hint().0);
    let start = Instant::now();
    let mut call = table.0.roll_call(&mut places.0);
    for parts in &colliders {
        let mut attributes = attributes(&parts);
        let mut place = parts.place.map(|place| Attached { body: place.clone(), offset: None });
        if let Some(&ColliderOf(body)) = parts.body {
            // The body is gone, or disabled: so is what is part of it.
            let Ok((body_place, (fixed, asleep), ignored)) = bodies.get(body) else { continue };
            attributes.body = Some(body);
            attributes.fixed |= fixed;
            attributes.asleep |= asleep;
            attributes.ignored.extend(ignored.iter().flat_map(|ignored| ignored.0.iter().copied()));
            let at_body = |place: &P| Attached { body: place.clone(), offset: parts.offset.map(|offset| offset.0) };
            place = place.or_else(|| body_place.map(at_body));
        }
        if let Some(place) = place {
            call.present(parts.entity, Present { shape: &parts.collider.0, edited: parts.collider.is_changed(), place, attributes });
        }
    }
    drop(call);
    diagnostics.times.enroll = start.elapsed();
}

fn attributes<V: Clip, P: Component>(parts: &ColliderPartsItem<'_, '_, V, P>) -> Attributes<Entity, V::Scalar> {
    let (fixed, asleep) = parts.rest;
    Attributes {
        order: parts.id.map_or(u64::MAX, |id| id.0),
        body: None,
        layers: parts.layers.copied().unwrap_or_default(),
        ignored: parts.ignored.map(|ignored| ignored.0.clone()).unwrap_or_default(),
        fixed,
        asleep,
        sensor: parts.sensor,
        margin: parts.margin.map(|margin| margin.0),
        skin: parts.skin.map_or(V::Scalar::ZERO, |skin| skin.0),
        reports: parts.events.map_or(Reports::default(), |events| Reports { changes: true, persisting: events.persisting }),
    }
}
