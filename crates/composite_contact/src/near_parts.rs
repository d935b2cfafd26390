//! The contacts of all parts near a body.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{Pair, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::Vector;

use crate::body::Body;
use crate::border::search_borders;
use crate::boxes::meets;
use crate::facet::MeasuredTriangle;
use crate::facing_facet::FacingFacet;
use crate::kept::compare;
use crate::near_list::{ListedTriangle, NearList};
use crate::part_contact::{Foot, PartContact, PartQuery, State, Work, any_kept};
use crate::scratch::CompositeScratch;
use crate::way_out::keep_nearest_outside;

/// Writes the contacts of all parts within the margin of the body to `scratch.contacts`, in
/// ascending order of their ids; those of parts that are clearly farther than margin and slack are
/// left out. `None` if an input is not finite.
pub(crate) fn near_parts<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    list: &mut NearList<V::Wide>,
    scratch: &mut CompositeScratch<V>,
) -> Option<()> {
    let CompositeScratch { convex, facing, candidates, contacts, faces, .. } = scratch;
    facing.clear();
    let work = &mut Work { convex, facing };
    contacts.clear();
    let bounds = body_bounds(query, pair)?;
    let ball = query.ball();
    // A list has left out parts already.
    let mut all_near = false;
    // The middle of a half-space says nothing of what is near it.
    let listed = if query.body.is_half_space { None } else { list.of(query) };
    if let Some(listed) = listed {
        for ListedTriangle { id, surface, measured, bounds: of_triangle, prism, .. } in listed {
            if !of_triangle.intersects(&bounds) {
                continue;
            }
            let foot = query.foot(measured, ball);
            if !matches!(foot, Foot::Beyond) {
                contacts.push(query.surface_contact(&pair.b, *id, surface, foot, Some(prism)));
            }
        }
    } else {
        find_candidates(pair.a, &bounds, candidates);
        all_near = true;
        for &id in candidates.iter() {
            let foot = match pair.a.surface_corners(id) {
                // Nor does the distance from it.
                _ if query.body.is_half_space => Foot::Unknown,
                Some(corners) if !meets(corners, &bounds) => Foot::Beyond,
                Some(corners) => query.foot(&MeasuredTriangle::new(corners), ball),
                None => Foot::Unknown,
            };
            if matches!(foot, Foot::Beyond) {
                all_near = false;
            } else if let Some(contact) = query.contact(pair, id, foot, work) {
                contacts.push(contact);
            }
        }
    }
    search_borders(query, pair, contacts, work, faces);
    // Rounding, or wrong neighbours of a user's shape, may refuse every contact. Then the triangles
    // that were skipped are searched.
    if !any_kept(contacts) {
        for contact in contacts.iter_mut().filter(|contact| matches!(contact.state, State::Beside)) {
            if let Some(triangle) = &contact.triangle {
                contact.state = query.search_part(triangle, pair, work);
            }
        }
    }
    if contacts.iter().any(|contact| matches!(contact.state, State::Undefined)) {
        return None;
    }
    keep_nearest_outside(query, pair, work, contacts);
    if !any_kept(contacts) && !keep_nearest_in_front(contacts) && query.sides == Sides::Solid {
        if !query.composite.contains(query.body.middle) {
            keep_border(query, pair, contacts, work);
            return Some(());
        }
        // In a solid, the nearest part may be far from the body.
        if !all_near {
            find_candidates(pair.a, &bounds, candidates);
            let far = candidates.iter().filter(|&&id| contacts.binary_search_by_key(&id, |contact| contact.id).is_err());
            let far: Vec<_> = far.copied().collect();
            contacts.extend(far.into_iter().filter_map(|id| query.contact(pair, id, Foot::Unknown, work)));
            contacts.sort_by_key(|contact| contact.id);
        }
        keep_way_out(query, &bounds, pair, contacts);
    }
    Some(())
}

/// Lists the parts whose bounds meet a box, in ascending order of their ids.
fn find_candidates<V: Space, C: Composite<V> + ?Sized>(composite: &C, bounds: &Aabb<V::Wide>, candidates: &mut Vec<SubShapeId>) {
    candidates.clear();
    composite.near(bounds, candidates);
    // `Composite::near` must list ids in ascending order. A user's shape may fail to, and the next
    // triangles are found by binary search.
    if !candidates.is_sorted() {
        candidates.sort_unstable();
    }
}

/// The bounds of the body, grown by the margin and the skins. `None` if they are NaN.
fn body_bounds<V: Space, C: ?Sized, B: Convex<V>>(query: &PartQuery<'_, V, C>, pair: &Pair<V, &C, B>) -> Option<Aabb<V::Wide>> {
    let Body { is_half_space, middle, .. } = query.body;
    if is_half_space {
        return middle.is_finite().then(Aabb::unbounded);
    }
    let skins = query.body.radii() - pair.b.radius_wide();
    let bounds = pair.b.bounds(&pair.b_in_a).grown(query.margin + query.slack + skins);
    // False for NaN.
    (middle.is_finite() && (0..V::DIM).all(|i| bounds.min.get(i) <= bounds.max.get(i))).then_some(bounds)
}

/// Keeps the nearest contact where the normal cones refuse all, if it is seen from in front: by the
/// rule of the cones that is rounding, or a shape whose cones are wrong. `false` if it is
/// not, or is where another shape continues the surface; from inside of a solid, all parts are seen
/// from behind.
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
    let nearest = contacts.iter_mut().reduce(|best, next| if is_before(&next.state, &best.state) { next } else { best });
    let Some(PartContact { state, .. }) = nearest else { return false };
    let State::Dropped(near) = &state else { return false };
    *state = State::Kept(near.separation);
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

/// If the middle of the body is inside of the solid, keeps the part nearest to it, with the normal
/// towards it.
fn keep_way_out<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    bounds: &Aabb<V::Wide>,
    pair: &Pair<V, &C, B>,
    contacts: &mut [PartContact<V>],
) {
    let squared = |triangle: &FacingFacet<V::Wide>| (triangle.nearest(query.body.middle) - query.body.middle).length_squared();
    let distance = |contact: &PartContact<V>| contact.triangle.as_ref().map_or(f64::INFINITY, squared);
    let least = contacts.iter().map(distance).fold(f64::INFINITY, f64::min);
    // What lies between the middle and the nearest place is among the parts only if the place is
    // within the bounds. Along an axis on which the solid has no end, all parts are.
    let solid = pair.a.bounds();
    let within = |place: V::Wide, i: usize| {
        let endless = solid.min.get(i) == f64::NEG_INFINITY || solid.max.get(i) == f64::INFINITY;
        endless || (bounds.min.get(i) <= place.get(i) && place.get(i) <= bounds.max.get(i))
    };
    let way_out = |contact: &PartContact<V>| {
        let triangle = contact.triangle.as_ref()?;
        let place = triangle.nearest(query.body.middle);
        let is_listed = (0..V::DIM).all(|i| within(place, i));
        is_listed.then(|| triangle.way_out(query.composite, query.body.middle, place)).flatten().map(|normal| (normal, place))
    };
    // Of equally near ones that with the least normal: the order of the parts chooses none.
    let ways = contacts.iter().enumerate().filter(|(_, contact)| distance(contact) <= least);
    let ways = ways.filter_map(|(index, contact)| Some((index, way_out(contact)?)));
    let first = ways.reduce(|one, other| if compare(other.1.0, one.1.0).is_lt() { other } else { one });
    if let Some((index, (normal, place))) = first {
        contacts[index].state = State::Kept(query.body.above_plane(&pair.b, normal, normal.dot(place)));
    }
}
