//! What is selected: a body, and one of its pairs.

use bevy::prelude::{Entity, In, ResMut, Resource};
use clinch::SpatialQueryFilter;
use clinch::d3::{Contacts, Ray, SpatialQuery};

#[derive(Resource, Default, Clone, Copy, PartialEq, Debug)]
pub(crate) struct Selection {
    pub(crate) body: Option<Entity>,
    /// The other body of the pair.
    pub(crate) other: Option<Entity>,
}

impl Selection {
    /// Both bodies of the selected pair.
    pub(crate) fn pair(&self) -> Option<[Entity; 2]> {
        Some([self.body?, self.other?])
    }

    pub(crate) fn is_pair(&self, pair: [Entity; 2]) -> bool {
        self.pair().is_some_and(|[body, other]| pair == [body, other] || pair == [other, body])
    }
}

/// Selects the body that a ray hits first. If it is a candidate pair with the body that is selected
/// already, selects the pair. A ray that hits nothing selects nothing.
pub(crate) fn click(In(ray): In<Ray>, spatial: SpatialQuery, contacts: Contacts, mut selection: ResMut<Selection>) {
    let hit = spatial.world().cast_ray(&ray, &SpatialQueryFilter::default()).first().map(|hit| hit.collider);
    *selection = match (selection.body, hit) {
        (Some(body), Some(hit)) if contacts.between(body, hit).is_some() => Selection { body: Some(body), other: Some(hit) },
        _ => Selection { body: hit, other: None },
    };
}

/// Selects the next pair of the selected body, of those that touch or are within the margin.
pub(crate) fn select_next_pair(contacts: Contacts, mut selection: ResMut<Selection>) {
    let Some(body) = selection.body else { return };
    let others: Vec<Entity> = contacts.of(body).filter_map(|contact| contact.other(body)).collect();
    let next = others.iter().position(|&other| Some(other) == selection.other).map_or(0, |at| at + 1);
    selection.other = others.get(next).or(others.first()).copied();
}
