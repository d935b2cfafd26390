//! The contacts of all parts near a body, and what becomes of each.
//!
//! The parts come from the cache of the pair, or from [`Composite::near`]. Most are decided one by
//! one, by the face; then the neighbours decide about the borders, because these need all faces.
//! At the end, contacts are kept that rounding has dropped, and that by which a body leaves a
//! solid.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{Pair, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::Vector;

use crate::body::DeepestPoint;
use crate::boxes::{body_box, bounds_of_corners, max_abs, meets};
use crate::parts::border::decide_borders;
use crate::parts::fallback::{is_nearest_dropped, keep_border_from_behind, keep_nearest_dropped, keep_nearest_in_front};
use crate::parts::found_parts::{FoundParts, OutsideEdges};
use crate::parts::middle_region::MiddleRegion;
use crate::parts::part_contact::{ContactState, PartContact, any_kept};
use crate::parts::part_query::{PartQuery, Work};
use crate::parts::triangle_cache::{CachedTriangle, TriangleCache};
use crate::parts::way_out::{keep_nearest_triangle, keep_way_out};
use crate::scratch::CompositeScratch;
use crate::triangle::edge_set::EdgeSet;
use crate::triangle::nearest_on_triangle::PreparedTriangle;
use crate::triangle::surface_part::SurfacePart;

/// Writes the contacts of all parts within the margin of the body to `scratch.contacts`, in
/// ascending order of their ids; those of parts that are clearly farther than both margins are
/// left out, but for those by which the body leaves a solid. `None` if the pose or a skin is not
/// finite, or a part could not be computed: `scratch.contacts` mean nothing then.
pub(crate) fn find_contacts<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    cache: &mut TriangleCache<V::Wide>,
    scratch: &mut CompositeScratch<V>,
) -> Option<()> {
    let skins = query.body.radii() - pair.b.radius_wide();
    if !(query.body.middle.is_finite() && query.body.radii().is_finite()) {
        return None;
    }
    let bounds = body_box(pair, query.margin + query.recycling_margin + skins)?;
    let CompositeScratch { convex, facing, near_ids, contacts, skipped, borders, .. } = scratch;
    facing.clear();
    contacts.clear();
    skipped.clear();
    let work = &mut Work { convex, facing, deepest: &mut None, neighbors: None };
    let found = &mut FoundParts { contacts, skipped, bounds: &bounds };
    // A half-space reaches far from its middle.
    let cached = if query.body.is_half_space { None } else { cache.triangles_near(query) };
    let has_all = if let Some(triangles) = cached {
        for triangle in triangles {
            add_cached(query, &pair.b, triangle, found, work.deepest);
        }
        false
    } else {
        list_near_ids(pair.a, &bounds, near_ids);
        for &id in near_ids.iter() {
            add_part(query, pair, id, found, work);
        }
        found.contacts.len() == near_ids.len()
    };
    decide_borders(query, pair, found, work, borders);
    // By rounding, or by wrong neighbours of a user's shape, the nearest may not be kept.
    if !any_kept(found.contacts) || is_nearest_dropped(query, found.contacts) {
        search_skipped(query, pair, found, work);
    }
    let contacts = &mut *found.contacts;
    if any_undefined(contacts) {
        return None;
    }
    keep_nearest_dropped(query, contacts);
    keep_way_out(query, pair, work, contacts);
    if any_kept(contacts) || keep_nearest_in_front(contacts) || query.sides != Sides::Solid {
        return Some(());
    }
    if !query.composite.contains(query.body.middle) {
        keep_border_from_behind(query, pair, contacts, work);
        return Some(());
    }
    if !has_all {
        list_near_ids(pair.a, &bounds, near_ids);
        add_left_out(query, pair, near_ids, contacts, work);
        if any_undefined(contacts) {
            return None;
        }
    }
    keep_nearest_triangle(query, &bounds, pair, contacts);
    Some(())
}

/// Adds the contact of a cached triangle, if it is near.
#[inline]
fn add_cached<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    body: &B,
    triangle: &CachedTriangle<V::Wide>,
    found: &mut FoundParts<'_, V>,
    deepest: &mut Option<DeepestPoint<V::Wide>>,
) {
    let CachedTriangle { id, surface, prism } = triangle;
    let bounds = bounds_of_corners(surface.corners);
    if !meets(&bounds, found.bounds) {
        return;
    }
    let max_abs = max_abs(&bounds);
    let mut region = MiddleRegion::Unknown;
    if query.body.is_point {
        if query.touches_face_only(surface) {
            let outside = prism.outside(surface.corners, query.body.middle);
            if outside != EdgeSet::NONE {
                return found.skipped.push(OutsideEdges { id: *id, outside });
            }
        }
        region = query.middle_region(&PreparedTriangle::new(surface.corners, max_abs));
        if matches!(region, MiddleRegion::OutOfReach) {
            return;
        }
    }
    let part = SurfacePart { id: *id, triangle: surface, max_abs, prism: Some(prism) };
    query.triangle_contact(body, &part, region, deepest, push_contact(found.contacts, *id));
}

/// Adds the contact of a part, if it is near.
#[inline]
fn add_part<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    id: SubShapeId,
    found: &mut FoundParts<'_, V>,
    work: &mut Work<'_, V>,
) {
    // A half-space reaches far from its middle, and its contact has its normal whatever the feature
    // is.
    let corners = if query.body.is_half_space { None } else { pair.a.surface_corners(id) };
    let Some(corners) = corners else {
        found.contacts.extend(query.contact(pair, id, work));
        return;
    };
    let bounds = bounds_of_corners(corners);
    if !meets(&bounds, found.bounds) {
        return;
    }
    let max_abs = max_abs(&bounds);
    let region = if !query.body.is_point && query.has_near_corner(corners) {
        // Not farther than its corner, and only the contact of a point depends on the region.
        MiddleRegion::Unknown
    } else {
        // A comparison costs less than what the shape says of a triangle.
        query.middle_region(&PreparedTriangle::new(corners, max_abs))
    };
    if matches!(region, MiddleRegion::OutOfReach) {
        return;
    }
    match (pair.a.surface_triangle(id), region) {
        (Some(surface), MiddleRegion::Border(outside)) if query.touches_face_only(&surface) => {
            found.skipped.push(OutsideEdges { id, outside });
        }
        (Some(surface), region) => {
            let part = SurfacePart { id, triangle: &surface, max_abs, prism: None };
            query.triangle_contact(&pair.b, &part, region, work.deepest, push_contact(found.contacts, id));
        }
        (None, _) => found.contacts.extend(query.contact(pair, id, work)),
    }
}

/// Adds a contact that is written in place.
#[inline]
fn push_contact<V: Space>(contacts: &mut Vec<PartContact<V>>, id: SubShapeId) -> &mut PartContact<V> {
    let index = contacts.len();
    contacts.push(PartContact::unknown(id));
    &mut contacts[index]
}

/// Searches the triangles after all that the neighbours left out.
fn search_skipped<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    found: &mut FoundParts<'_, V>,
    work: &mut Work<'_, V>,
) {
    remove_far(query, found.contacts);
    add_skipped(query, pair, (found.contacts, found.skipped), work);
    for contact in found.contacts.iter_mut().filter(|contact| matches!(contact.state, ContactState::NotSearched)) {
        if let Some(triangle) = &contact.triangle {
            let beyond = query.bound_toward_middle(triangle, &pair.b);
            contact.state = beyond.map_or_else(|| query.search_triangle(triangle, pair, work), ContactState::Beyond);
        }
    }
}

/// Removes the triangles farther than what is looked at. Cached ones are not left out before,
/// because that costs more than it saves, but the bound of a body that is apart depends on them.
fn remove_far<V: Space, C: Composite<V> + ?Sized>(query: &PartQuery<'_, V, C>, contacts: &mut Vec<PartContact<V>>) {
    contacts.retain(|contact| !contact.triangle.as_ref().is_some_and(|triangle| query.is_out_of_reach(triangle)));
}

/// Adds the contacts of the triangles that were skipped.
pub(crate) fn add_skipped<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    (contacts, skipped): (&mut Vec<PartContact<V>>, &mut Vec<OutsideEdges>),
    work: &mut Work<'_, V>,
) {
    if skipped.is_empty() {
        return;
    }
    let added = skipped.drain(..).filter_map(|OutsideEdges { id, .. }| query.contact(pair, id, work));
    contacts.extend(added.map(|contact| match contact.state {
        ContactState::Undecided(_) => PartContact { state: ContactState::NotSearched, ..contact },
        _ => contact,
    }));
    contacts.sort_by_key(|contact| contact.id);
}

/// Adds the contacts of the listed parts that were left out: of a solid, [`Composite::near`] also
/// finds parts beyond the bounds.
fn add_left_out<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    near_ids: &[SubShapeId],
    contacts: &mut Vec<PartContact<V>>,
    work: &mut Work<'_, V>,
) {
    let left_out = near_ids.iter().filter(|&&id| contacts.binary_search_by_key(&id, |contact| contact.id).is_err());
    let left_out: Vec<_> = left_out.copied().collect();
    contacts.extend(left_out.into_iter().filter_map(|id| query.contact(pair, id, work)));
    contacts.sort_by_key(|contact| contact.id);
}

fn any_undefined<V: Space>(contacts: &[PartContact<V>]) -> bool {
    contacts.iter().any(|contact| matches!(contact.state, ContactState::Undefined))
}

/// Lists what [`Composite::near`] finds for a box, in ascending order of the ids, each once.
pub(crate) fn list_near_ids<V: Space, C: Composite<V> + ?Sized>(composite: &C, bounds: &Aabb<V::Wide>, near_ids: &mut Vec<SubShapeId>) {
    near_ids.clear();
    composite.near(bounds, near_ids);
    // A user's shape may list them otherwise, and contacts are found by their ids with binary
    // search.
    if !near_ids.is_sorted_by(|one, other| one < other) {
        near_ids.sort_unstable();
        near_ids.dedup();
    }
}
