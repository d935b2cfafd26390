//! The contacts of all parts near a body.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{Pair, Separation, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::Vector;

use crate::body::Deepest;
use crate::border::search_borders;
use crate::boxes::{body_box, bounds_of_corners, meets, size};
use crate::facet::{MeasuredTriangle, Outside};
use crate::found_parts::{Beside, Found};
use crate::kept::compare;
use crate::near_list::{ListedTriangle, NearList};
use crate::nearest_dropped::{is_nearest_dropped, keep_nearest_dropped};
use crate::part_contact::{Foot, PartQuery, Work};
use crate::part_state::{Near, PartContact, State, any_kept};
use crate::scratch::CompositeScratch;
use crate::surface_part::SurfacePart;
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
    let CompositeScratch { convex, facing, candidates, contacts, beside, borders, .. } = scratch;
    facing.clear();
    let work = &mut Work { convex, facing, deepest: &mut None, around: None };
    contacts.clear();
    beside.clear();
    // A half-space reaches far from its middle.
    let listed = if query.body.is_half_space { None } else { list.of(query) };
    let has_all = if let Some(listed) = listed {
        for triangle in listed {
            add_listed(query, &pair.b, triangle, &mut Found { contacts, beside, bounds: &bounds }, work.deepest);
        }
        false
    } else {
        find_candidates(pair.a, &bounds, candidates);
        for &id in candidates.iter() {
            add_near(query, pair, id, &mut Found { contacts, beside, bounds: &bounds }, work);
        }
        contacts.len() == candidates.len()
    };
    search_borders(query, pair, &mut Found { contacts, beside, bounds: &bounds }, work, borders);
    // If the nearest is not kept, by rounding or by wrong neighbours of a user's shape, the
    // triangles that were not searched are searched after all.
    if !any_kept(contacts) || is_nearest_dropped(query, contacts) {
        leave_out_far(query, contacts);
        add_beside(query, pair, (contacts, beside), work);
        for contact in contacts.iter_mut().filter(|contact| matches!(contact.state, State::Beside)) {
            if let Some(triangle) = &contact.triangle {
                contact.state =
                    query.beyond_beside(triangle, &pair.b).map_or_else(|| query.search_part(triangle, pair, work), State::Beyond);
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
            contacts.extend(left_out.into_iter().filter_map(|id| query.contact(pair, id, work)));
            contacts.sort_by_key(|contact| contact.id);
            if any_undefined(contacts) {
                return None;
            }
        }
        keep_nearest_wall(query, &bounds, pair, contacts);
    }
    Some(())
}

/// Adds the contact of a listed triangle, if it is near.
#[inline]
fn add_listed<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    body: &B,
    triangle: &ListedTriangle<V::Wide>,
    found: &mut Found<'_, V>,
    deepest: &mut Option<Deepest<V::Wide>>,
) {
    let ListedTriangle { id, surface, prism } = triangle;
    let bounds = bounds_of_corners(surface.corners);
    if !meets(&bounds, found.bounds) {
        return;
    }
    let size = size(&bounds);
    let mut foot = Foot::Unknown;
    if query.body.is_point {
        if query.touches_face_only(surface) {
            let outside = prism.outside(surface.corners, query.body.middle);
            if outside != Outside::NONE {
                return found.beside.push(Beside { id: *id, outside });
            }
        }
        foot = query.foot(&MeasuredTriangle::new(surface.corners, size), query.ball());
        if matches!(foot, Foot::Beyond) {
            return;
        }
    }
    let part = SurfacePart { id: *id, triangle: surface, size, prism: Some(prism) };
    query.surface_contact(body, &part, foot, deepest, next_contact(found.contacts, *id));
}

/// Adds the contact of a part, if it is near.
#[inline]
fn add_near<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    id: SubShapeId,
    found: &mut Found<'_, V>,
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
    let size = size(&bounds);
    let foot = if !query.body.is_point && query.has_near_corner(corners) {
        // Not farther than its corner. Only a point is compared with the place of the foot.
        Foot::Unknown
    } else {
        // A comparison costs less than what the shape says of a triangle.
        query.foot(&MeasuredTriangle::new(corners, size), query.ball())
    };
    if matches!(foot, Foot::Beyond) {
        return;
    }
    match (pair.a.surface_triangle(id), foot) {
        (Some(surface), Foot::Beside(outside, _)) if query.touches_face_only(&surface) => found.beside.push(Beside { id, outside }),
        (Some(surface), foot) => {
            let part = SurfacePart { id, triangle: &surface, size, prism: None };
            query.surface_contact(&pair.b, &part, foot, work.deepest, next_contact(found.contacts, id));
        }
        (None, _) => found.contacts.extend(query.contact(pair, id, work)),
    }
}

/// Adds a contact that is written in place.
#[inline]
fn next_contact<V: Space>(contacts: &mut Vec<PartContact<V>>, id: SubShapeId) -> &mut PartContact<V> {
    let place = contacts.len();
    contacts.push(PartContact::unknown(id));
    &mut contacts[place]
}

/// Leaves out the triangles farther than what is looked at. Of a list they are not left out before,
/// because that costs more than it saves, but the bound of a body that is apart depends on them.
fn leave_out_far<V: Space, C: Composite<V> + ?Sized>(query: &PartQuery<'_, V, C>, contacts: &mut Vec<PartContact<V>>) {
    contacts.retain(|contact| match contact.triangle.as_ref().map(|triangle| (triangle.corners(), triangle.edges.is_some())) {
        Some((&[a, b, c], true)) => {
            let size = size(&bounds_of_corners([a, b, c]));
            !matches!(query.foot(&MeasuredTriangle::new([a, b, c], size), query.ball()), Foot::Beyond)
        }
        _ => true,
    });
}

/// Adds the contacts of the triangles that a ball is beside.
pub(crate) fn add_beside<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    (contacts, beside): (&mut Vec<PartContact<V>>, &mut Vec<Beside>),
    work: &mut Work<'_, V>,
) {
    if beside.is_empty() {
        return;
    }
    let added = beside.drain(..).filter_map(|Beside { id, .. }| query.contact(pair, id, work));
    contacts.extend(added.map(|contact| match contact.state {
        State::Outside(_) => PartContact { state: State::Beside, ..contact },
        _ => contact,
    }));
    contacts.sort_by_key(|contact| contact.id);
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
