//! Sleeping: bodies that push each other rest and wake together. A body that sleeps wakes when an
//! awake one pushes it, and when it loses a contact, as with ground that is removed. The same in 3D
//! and 2D.

use bevy_ecs::prelude::{Commands, Entity, Has, MessageReader, Query, With, World};
use clinch::Sleeping;
use std::collections::HashMap;

use crate::body::Body;
use crate::dimension::{ContactEnded, Contacts};
use crate::step::STEP;

/// Metres and radians per second. Larger: slow bodies freeze. Smaller: nothing sleeps that
/// trembles.
const SLOW: f32 = 0.03;

/// Seconds that all bodies of a group are slow before they sleep. Smaller: a ball freezes at the
/// top of its flight.
const PATIENCE: f32 = 0.5;

/// Puts groups of bodies that have been slow for long enough to sleep, and wakes the others.
pub(crate) fn put_to_rest(
    contacts: Contacts<'_>,
    mut ended: MessageReader<'_, '_, ContactEnded>,
    mut bodies: Query<'_, '_, (Entity, &mut Body, Has<Sleeping>)>,
    mut commands: Commands<'_, '_>,
) {
    // Of sleeping bodies only: contacts of those that are awake come and go while they settle.
    for end in ended.read() {
        for entity in [end.entity, end.other] {
            if let Ok((_, mut body, true)) = bodies.get_mut(entity) {
                body.sleep_timer = 0.0;
            }
        }
    }
    let mut groups = HashMap::new();
    for (entity, mut body, sleeping) in &mut bodies {
        if !sleeping {
            body.sleep_timer = if body.is_slower_than(SLOW) { body.sleep_timer + STEP } else { 0.0 };
        }
        if body.inverse_mass > 0.0 {
            groups.insert(entity, (entity, body.sleep_timer));
        }
    }
    let pushing = contacts.touching().filter(|contact| contact.points().any(|(_, point)| point.user_data[0] > 0.0));
    for contact in pushing {
        if groups.contains_key(&contact.a()) && groups.contains_key(&contact.b()) {
            let (a, b) = (group_of(&groups, contact.a()), group_of(&groups, contact.b()));
            let timer = groups[&a].1.min(groups[&b].1);
            groups.insert(a, (b, timer));
            groups.insert(b, (b, timer));
        }
    }
    for (entity, mut body, sleeping) in bodies.iter_mut().filter(|(entity, ..)| groups.contains_key(entity)) {
        let rests = groups[&group_of(&groups, entity)].1 >= PATIENCE;
        if rests && !sleeping {
            commands.entity(entity).insert(Sleeping);
            (body.velocity, body.angular_velocity) = Default::default();
        } else if !rests && sleeping {
            commands.entity(entity).remove::<Sleeping>();
            body.sleep_timer = 0.0;
        }
    }
}

/// The body that stands for the group of another.
fn group_of(groups: &HashMap<Entity, (Entity, f32)>, mut body: Entity) -> Entity {
    while groups[&body].0 != body {
        body = groups[&body].0;
    }
    body
}

/// The number of sleeping bodies.
pub(crate) fn count(world: &mut World) -> usize {
    world.query_filtered::<Entity, With<Sleeping>>().iter(world).count()
}
