//! The nearest contact of all, where the normal cones refuse it.
//!
//! * What the cones refuse has a strictly nearer neighbour, so the nearest part has its contact.
//!   That fails where a vertex only just touches an edge or a corner of the body: many normals are
//!   possible there. Each part at the vertex is touched with one of its own, which the cone of all
//!   of them may refuse.
//! * The bounds of the separations decide: if one that is dropped is proved to be nearer than all
//!   that are kept, it is kept, too.

use clinch_composite::{Composite, Sides};
use clinch_contact::Space;

use crate::growth::TOUCHING;
use crate::kept::compare;
use crate::part_contact::PartQuery;
use crate::part_state::{Near, PartContact, State};

/// Whether some contacts are kept, and one that is dropped is nearer than all of them.
pub(crate) fn is_nearest_dropped<V: Space, C: Composite<V> + ?Sized>(query: &PartQuery<'_, V, C>, contacts: &[PartContact<V>]) -> bool {
    let radii = query.body.radii();
    let (mut dropped, mut kept) = (f64::INFINITY, f64::INFINITY);
    for contact in contacts {
        match &contact.state {
            State::Dropped(near) => dropped = dropped.min(upper_of(near, radii)),
            State::Kept(separation) | State::Candidate(separation) => kept = kept.min(separation.lower),
            _ => {}
        }
    }
    dropped < kept && kept < f64::INFINITY
}

/// Keeps the nearest of the contacts that are dropped, if it is nearer than all that are kept, than
/// those that are seen from behind, and than those of another shape. Of equally near ones the one
/// with the greatest lower bound, then by its normal and the upper bound, so that the order of the
/// parts chooses none, and all that are the same but for their ids.
pub(crate) fn keep_nearest_dropped<V: Space, C: Composite<V> + ?Sized>(query: &PartQuery<'_, V, C>, contacts: &mut [PartContact<V>]) {
    // A body with its middle inside of a solid leaves it by the nearest place of the surface.
    if !is_nearest_dropped(query, contacts) || query.sides == Sides::Solid && query.composite.contains(query.body.middle) {
        return;
    }
    let radii = query.body.radii();
    let dropped = |contact: &PartContact<V>| if let State::Dropped(near) = &contact.state { upper_of(near, radii) } else { f64::INFINITY };
    let farthest = contacts.iter().map(dropped).fold(f64::INFINITY, f64::min) + TOUCHING * query.body.reach;
    let is_other_nearer = |contact: &PartContact<V>| match &contact.state {
        State::Behind(near) => upper_of(near, radii) <= farthest,
        State::Elsewhere(order) => order.max(0.0) - radii <= farthest,
        _ => false,
    };
    if contacts.iter().any(is_other_nearer) {
        return;
    }
    let nearest = contacts.iter().filter(|contact| dropped(contact) <= farthest).filter_map(|contact| match &contact.state {
        State::Dropped(near) => Some(near.separation),
        _ => None,
    });
    let proved_best = nearest.reduce(|best, next| {
        let order = next.lower.total_cmp(&best.lower).then_with(|| compare(best.normal, next.normal));
        let order = order.then(best.upper.total_cmp(&next.upper));
        if order.is_gt() { next } else { best }
    });
    let Some(best) = proved_best else { return };
    for contact in contacts {
        let is_near = dropped(contact) <= farthest;
        if let State::Dropped(Near { separation, .. }) = &contact.state
            && is_near
            && (separation.normal, separation.lower, separation.upper) == (best.normal, best.lower, best.upper)
        {
            contact.state = State::Kept(*separation);
        }
    }
}

/// An upper bound of the separation: along the normal of the growing body, cores that overlap may
/// be deeper than they are.
fn upper_of<V: Space>(near: &Near<V>, radii: f64) -> f64 {
    near.separation.upper.max(-radii)
}
