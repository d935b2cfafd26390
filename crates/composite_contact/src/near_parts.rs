//! The contacts of all parts near a body.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{Pair, Separation, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::Vector;

use crate::border::search_borders;
use crate::boxes::{body_box, meets};
use crate::facet::MeasuredTriangle;
use crate::kept::compare;
use crate::near_list::{ListedTriangle, NearList};
use crate::nearest_dropped::{is_nearest_dropped, keep_nearest_dropped};
use crate::part_contact::{Foot, Near, PartContact, PartQuery, State, Work, any_kept};
use crate::scratch::CompositeScratch;
use crate::way_out::{keep_nearest_outside, keep_nearest_wall};

/// Writes the contacts of all parts within the margin of the body to `scratch.contacts`, in
/// ascending order of their ids; those of parts that are clearly farther than margin and slack are
/// left out, but for those by which the body leaves a solid. `None` if the pose is not finite, or a
/// part could not be computed: `scratch.contacts` mean nothing then.
pub(crate) fn near_parts<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    list: &mut NearList<V::Wide>,
    scratch: &mut CompositeScratch<V>,
) -> Option<()> {
    let skins = query.body.radii() - pair.b.radius_wide();
    let bounds = body_box(pair, query.margin + query.slack + skins).filter(|_| query.body.middle.is_finite())?;
    let CompositeScratch { convex, facing, candidates, contacts, faces, .. } = scratch;
    facing.clear();
    let work = &mut Work { convex, facing };
    contacts.clear();
    // A half-space reaches far from its middle.
    let listed = if query.body.is_half_space { None } else { list.of(query) };
    let has_all = if let Some(listed) = listed {
        add_listed(query, &pair.b, listed, &bounds, contacts);
        false
    } else {
        find_candidates(pair.a, &bounds, candidates);
        contacts.extend(candidates.iter().filter_map(|&id| near_contact(query, pair, id, &bounds, work)));
        contacts.len() == candidates.len()
    };
    search_borders(query, pair, contacts, work, faces);
    // If the nearest is not kept, by rounding or by wrong neighbours of a user's shape, the
    // triangles that were not searched are searched after all.
    if !any_kept(contacts) || is_nearest_dropped(query, contacts) {
        for contact in contacts.iter_mut().filter(|contact| matches!(contact.state, State::Beside)) {
            if let Some(triangle) = &contact.triangle {
                contact.state = query.search_part(triangle, pair, work);
            }
        }
    }
    if any_undefined(contacts) {
        return None;
    }
    keep_nearest_dropped(query, contacts);
    keep_nearest_outside(query, pair, work, contacts);
    if !any_kept(contacts) && !keep_nearest_in_front(contacts) && query.sides == Sides::Solid {
        if !query.composite.contains(query.body.middle) {
            keep_border(query, pair, contacts, work);
            return Some(());
        }
        // Of a solid, `Composite::near` also finds parts beyond the bounds. They were left out.
        if !has_all {
            find_candidates(pair.a, &bounds, candidates);
            let left_out = candidates.iter().filter(|&&id| contacts.binary_search_by_key(&id, |contact| contact.id).is_err());
            let left_out: Vec<_> = left_out.copied().collect();
            contacts.extend(left_out.into_iter().filter_map(|id| query.contact(pair, id, Foot::Unknown, work)));
            contacts.sort_by_key(|contact| contact.id);
            if any_undefined(contacts) {
                return None;
            }
        }
        keep_nearest_wall(query, &bounds, pair, contacts);
    }
    Some(())
}

/// Adds the contacts of the listed triangles that are near.
#[inline]
fn add_listed<'l, V: Space<Wide: 'l>, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    body: &B,
    listed: impl Iterator<Item = &'l ListedTriangle<V::Wide>>,
    bounds: &Aabb<V::Wide>,
    contacts: &mut Vec<PartContact<V>>,
) {
    let ball = query.ball();
    for ListedTriangle { id, surface, measured, bounds: of_triangle, prism, .. } in listed {
        if !of_triangle.intersects(bounds) {
            continue;
        }
        let foot = query.foot(measured, ball);
        if !matches!(foot, Foot::Beyond) {
            contacts.push(query.surface_contact(body, *id, surface, foot, Some(prism)));
        }
    }
}

/// The contact of a part, if it is near.
#[inline]
fn near_contact<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    id: SubShapeId,
    bounds: &Aabb<V::Wide>,
    work: &mut Work<'_, V>,
) -> Option<PartContact<V>> {
    let foot = match pair.a.surface_corners(id) {
        // A half-space reaches far from its middle.
        _ if query.body.is_half_space => Foot::Unknown,
        Some(corners) if !meets(corners, bounds) => Foot::Beyond,
        Some(corners) => query.foot(&MeasuredTriangle::new(corners), query.ball()),
        None => Foot::Unknown,
    };
    if matches!(foot, Foot::Beyond) { None } else { query.contact(pair, id, foot, work) }
}

fn any_undefined<V: Space>(contacts: &[PartContact<V>]) -> bool {
    contacts.iter().any(|contact| matches!(contact.state, State::Undefined))
}

/// Lists what [`Composite::near`] finds for a box, in ascending order of the ids, each once.
fn find_candidates<V: Space, C: Composite<V> + ?Sized>(composite: &C, bounds: &Aabb<V::Wide>, candidates: &mut Vec<SubShapeId>) {
    candidates.clear();
    composite.near(bounds, candidates);
    // A user's shape may list them otherwise, and contacts are found by their ids with binary
    // search.
    if !candidates.is_sorted_by(|one, other| one < other) {
        candidates.sort_unstable();
        candidates.dedup();
    }
}

/// Where the normal cones refuse all contacts, keeps the nearest if its triangle is seen from in
/// front: only rounding, or wrong cones, cause that. `false`, keeping none, if the nearest is seen
/// from behind, or is at a place where another shape continues the surface.
fn keep_nearest_in_front<V: Space>(contacts: &mut [PartContact<V>]) -> bool {
    let order = |state: &State<V>| match state {
        State::Dropped(near) | State::Behind(near) => near.order,
        State::Elsewhere(order) => *order,
        _ => f64::INFINITY,
    };
    // Of equally near ones one that is seen from in front: the order of the parts chooses none.
    let is_before = |one: &State<V>, other: &State<V>| match (one, other) {
        (State::Dropped(a), State::Dropped(b)) if a.order == b.order => {
            let (a, b) = (&a.separation, &b.separation);
            let bounds = a.lower.total_cmp(&b.lower).then(a.upper.total_cmp(&b.upper));
            compare(a.normal, b.normal).then(bounds).is_lt()
        }
        (State::Dropped(_), State::Dropped(_)) => order(one) < order(other),
        (State::Dropped(_), _) => order(one) <= order(other),
        _ => order(one) < order(other),
    };
    let nearest = contacts.iter().reduce(|best, next| if is_before(&next.state, &best.state) { next } else { best });
    let Some(PartContact { state: State::Dropped(Near { order, separation }), .. }) = nearest else { return false };
    let (least, Separation { normal, lower, upper, .. }) = (*order, *separation);
    // All that are the same but for their ids, as at a common corner: they share different points
    // with the body.
    for PartContact { state, .. } in contacts {
        if let State::Dropped(Near { order, separation: of }) = state
            && *order == least
            && (of.normal, of.lower, of.upper) == (normal, lower, upper)
        {
            *state = State::Kept(*of);
        }
    }
    true
}

/// Keeps the contact of a body beside the border of a solid that has one, as a height field, where
/// it is below the planes of the triangles.
fn keep_border<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    contacts: &mut [PartContact<V>],
    work: &mut Work<'_, V>,
) {
    let order = |contact: &PartContact<V>| if let State::Behind(near) = &contact.state { near.order } else { f64::INFINITY };
    let least = contacts.iter().map(order).fold(f64::INFINITY, f64::min);
    for contact in contacts.iter_mut().filter(|contact| order(contact) <= least) {
        if let (State::Behind(_), Some(triangle)) = (&contact.state, &contact.triangle)
            && let Some(separation) = query.search_border_from_behind(triangle, pair, work)
        {
            contact.state = State::Kept(separation);
        }
    }
}
