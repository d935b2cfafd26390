//! Contacts that are kept although the normal cones refuse their normals.
//!
//! * What they drop has a strictly nearer neighbour, so the nearest part has its contact.
//!   That fails where a vertex only just touches an edge or a corner of the body: many normals are
//!   possible there. Each part at the vertex is touched with one of its own, which the cone of all
//!   of them may refuse. It also fails by rounding, and by wrong cones of a user's shape.
//! * If a contact that is dropped is proved to be nearer than all that are kept, it is kept, too.
//! * If none is kept, the nearest is, if its triangle is seen from in front.
//! * Beside the border of a solid, below the planes of its triangles, a body has contacts that are
//!   seen from behind.

use clinch_composite::{Composite, Sides};
use clinch_contact::{Pair, Separation, Space};
use clinch_shapes::Convex;

use crate::growth::TOUCHING;
use crate::order::lexicographic;
use crate::parts::part_contact::{ContactState, DroppedContact, PartContact};
use crate::parts::part_query::{PartQuery, Work};

/// Whether some contacts are kept, and one that is dropped is nearer than all of them.
pub(crate) fn is_nearest_dropped<V: Space, C: Composite<V> + ?Sized>(query: &PartQuery<'_, V, C>, contacts: &[PartContact<V>]) -> bool {
    let radii = query.body.radii();
    let (mut dropped, mut kept) = (f64::INFINITY, f64::INFINITY);
    for contact in contacts {
        match &contact.state {
            ContactState::OutsideCone(contact) => dropped = dropped.min(upper_bound(contact, radii)),
            ContactState::Kept(separation) | ContactState::Candidate(separation) => kept = kept.min(separation.lower),
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
    let dropped = |contact: &PartContact<V>| {
        if let ContactState::OutsideCone(contact) = &contact.state { upper_bound(contact, radii) } else { f64::INFINITY }
    };
    let farthest = contacts.iter().map(dropped).fold(f64::INFINITY, f64::min) + TOUCHING * query.body.radius_about_center;
    // A vertex of a solid that is touched from outside belongs to faces that are seen from behind,
    // too.
    let touches_solid = query.sides == Sides::Solid && farthest + radii <= 2.0 * TOUCHING * query.body.radius_about_center;
    let is_other_nearer = |contact: &PartContact<V>| match &contact.state {
        ContactState::Behind(contact) => !touches_solid && upper_bound(contact, radii) <= farthest,
        ContactState::Continued(order) => order.max(0.0) - radii <= farthest,
        _ => false,
    };
    if contacts.iter().any(is_other_nearer) {
        return;
    }
    let nearest = contacts.iter().filter(|contact| dropped(contact) <= farthest).filter_map(|contact| match &contact.state {
        ContactState::OutsideCone(contact) => Some(contact.separation),
        _ => None,
    });
    let proved_best = nearest.reduce(|best, next| {
        let order = next.lower.total_cmp(&best.lower).then_with(|| lexicographic(best.normal, next.normal));
        let order = order.then(best.upper.total_cmp(&next.upper));
        if order.is_gt() { next } else { best }
    });
    let Some(best) = proved_best else { return };
    for contact in contacts {
        let is_near = dropped(contact) <= farthest;
        if let ContactState::OutsideCone(DroppedContact { separation, .. }) = &contact.state
            && is_near
            && (separation.normal, separation.lower, separation.upper) == (best.normal, best.lower, best.upper)
        {
            contact.state = ContactState::Kept(*separation);
        }
    }
}

/// Where the normal cones refuse the normals of all contacts, keeps the nearest if its triangle is
/// seen from in front: only rounding, or wrong cones, cause that. `false`, keeping none, if the
/// nearest is seen from behind, or is at a place where another shape continues the surface.
pub(crate) fn keep_nearest_in_front<V: Space>(contacts: &mut [PartContact<V>]) -> bool {
    let order = |state: &ContactState<V>| match state {
        ContactState::OutsideCone(contact) | ContactState::Behind(contact) => contact.order,
        ContactState::Continued(order) => *order,
        _ => f64::INFINITY,
    };
    // Of equally near ones one that is seen from in front: the order of the parts chooses none.
    let is_before = |one: &ContactState<V>, other: &ContactState<V>| match (one, other) {
        (ContactState::OutsideCone(a), ContactState::OutsideCone(b)) if a.order == b.order => {
            let (a, b) = (&a.separation, &b.separation);
            let bounds = a.lower.total_cmp(&b.lower).then(a.upper.total_cmp(&b.upper));
            lexicographic(a.normal, b.normal).then(bounds).is_lt()
        }
        (ContactState::OutsideCone(_), ContactState::OutsideCone(_)) => order(one) < order(other),
        (ContactState::OutsideCone(_), _) => order(one) <= order(other),
        _ => order(one) < order(other),
    };
    let nearest = contacts.iter().reduce(|best, next| if is_before(&next.state, &best.state) { next } else { best });
    let Some(PartContact { state: ContactState::OutsideCone(DroppedContact { order, separation }), .. }) = nearest else { return false };
    let (least, Separation { normal, lower, upper, .. }) = (*order, *separation);
    // All that are the same but for their ids, as at a common corner: they share different points
    // with the body.
    for PartContact { state, .. } in contacts {
        if let ContactState::OutsideCone(DroppedContact { order, separation }) = state
            && *order == least
            && (separation.normal, separation.lower, separation.upper) == (normal, lower, upper)
        {
            *state = ContactState::Kept(*separation);
        }
    }
    true
}

/// Keeps the contact of a body beside the border of a solid that has one, as a height field, where
/// it is below the planes of the triangles.
pub(crate) fn keep_border_from_behind<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    contacts: &mut [PartContact<V>],
    work: &mut Work<'_, V>,
) {
    let order = |contact: &PartContact<V>| if let ContactState::Behind(contact) = &contact.state { contact.order } else { f64::INFINITY };
    let least = contacts.iter().map(order).fold(f64::INFINITY, f64::min);
    for contact in contacts.iter_mut().filter(|contact| order(contact) <= least) {
        if let (ContactState::Behind(_), Some(triangle)) = (&contact.state, &contact.triangle)
            && let Some(separation) = query.border_contact_from_behind(triangle, pair, work)
        {
            contact.state = ContactState::Kept(separation);
        }
    }
}

/// An upper bound of the separation. Along one normal, overlapping cores may seem deeper than they
/// are; but if they overlap, it is at most −`radii`.
fn upper_bound<V: Space>(contact: &DroppedContact<V>, radii: f64) -> f64 {
    contact.separation.upper.max(-radii)
}
