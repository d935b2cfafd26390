//! The contact of a body whose middle is inside of a solid: at any depth if the shape has a
//! [`Composite::way_out`], else near the surface.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{Pair, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Vector, normalize_or_zero};

use crate::body::{Body, PlaneHeight};
use crate::growth::TOUCHING;
use crate::near_first::NearFirst;
use crate::order::lexicographic;
use crate::part::with_part;
use crate::parts::part_contact::{ContactState, PartContact, any_kept};
use crate::parts::part_query::{PartQuery, Work};
use crate::triangle::facing_facet::FacingFacet;

/// Two squares of distances are equal if they differ by this part of them. Larger: a nearer place
/// is not chosen. Smaller: rounding, and with it the order of the parts, chooses one of two that
/// are equally far.
const TIE: f64 = 1.0 / (1_u64 << 40) as f64;

/// If the middle of the body is inside of a solid with a [`Composite::way_out`], keeps the contact
/// with the nearest place outside, at any depth. The other contacts stay: they belong to other
/// walls.
pub(crate) fn keep_way_out<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    work: &mut Work<'_, V>,
    contacts: &mut Vec<PartContact<V>>,
) {
    let Body { middle, is_half_space, .. } = query.body;
    let is_behind = |contact: &PartContact<V>| contact.triangle.as_ref().is_some_and(|facet| !facet.faces_middle);
    // If a contact is kept and no triangle is seen from behind, the middle is outside, or in front
    // of a surface that is inside of the solid.
    let is_in_front = any_kept(contacts) && !contacts.iter().any(is_behind);
    if query.sides != Sides::Solid || is_half_space || is_in_front && !query.composite.overlaps_itself() {
        return;
    }
    let Some((id, place)) = query.composite.way_out(middle) else { return };
    let (id, place) = least_normal_at(query, pair, (id, place));
    let Some(mut contact) = query.contact(pair, id, work) else { return };
    let out = place - middle;
    // If the middle projects into the triangle, or is on the surface, the normal is that of the
    // face, without rounding. Otherwise it points from the middle to the nearest place.
    let of_face = contact
        .triangle
        .as_ref()
        .filter(|facet| out.length() <= TOUCHING * query.body.radius_about_center || facet.contains_projection(middle));
    let normal = of_face.map_or_else(|| normalize_or_zero(out), |facet| facet.normal);
    if normal == V::Wide::ZERO {
        return;
    }
    contact.state = ContactState::Kept(query.body.above_plane(&pair.b, normal, PlaneHeight::through(place, normal)));
    match contacts.binary_search_by_key(&id, |contact| contact.id) {
        Ok(index) => contacts[index] = contact,
        Err(index) => contacts.insert(index, contact),
    }
}

/// Of all facets that are equally near, the one with the least normal, by the first coordinate that
/// differs, and its nearest point: the order of the parts chooses none of them. Two of them may be
/// far from each other, as the sides of a slab.
fn least_normal_at<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    (id, place): (SubShapeId, V::Wide),
) -> (SubShapeId, V::Wide) {
    let middle = query.body.middle;
    let facet = |id: SubShapeId| match query.composite.surface_triangle(id) {
        Some(triangle) => Some(FacingFacet::of_surface(id, &triangle, query.sides, middle)),
        None => with_part(pair, id, |part| FacingFacet::new(part, query.composite, middle)).flatten(),
    };
    let Some(first) = facet(id) else { return (id, place) };
    let squared = (place - middle).length_squared();
    let equal = squared * (1.0 - TIE)..=squared * (1.0 + TIE);
    let first_faces_middle = first.faces_middle;
    let (mut least, mut is_alone) = ((first.nearest(middle), first), true);
    // More than the square root by its rounding.
    let limit = equal.end().sqrt() * (1.0 + TIE);
    NearFirst::run(query.composite, Aabb { min: middle, max: middle }, limit, |other, limit| {
        // The front of another component, in which the middle is not, is no way out.
        let is_outward = |facet: &FacingFacet<V::Wide>| !facet.faces_middle || first_faces_middle;
        if let Some(facet) = facet(other).filter(|facet| other != id && is_outward(facet)) {
            let nearest = facet.nearest(middle);
            // Nearer ones are inside of the solid, where it overlaps itself.
            if equal.contains(&(nearest - middle).length_squared()) {
                is_alone = false;
                let order = lexicographic(facet.normal, least.1.normal).then_with(|| lexicographic(nearest, least.0));
                if order.is_lt() {
                    least = (nearest, facet);
                }
            }
        }
        Some(limit)
    });
    if is_alone { (id, place) } else { (least.1.id, least.0) }
}

/// Of a solid without [`Composite::way_out`] that contains the middle: keeps the contact with the
/// nearest triangle, if its nearest place is within `bounds`, which parts were listed for, and the
/// cones behind it admit the way there.
pub(crate) fn keep_nearest_triangle<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
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
    let outward = |contact: &PartContact<V>| {
        let triangle = contact.triangle.as_ref()?;
        let place = triangle.nearest(query.body.middle);
        let is_listed = (0..V::DIM).all(|i| within(place, i));
        is_listed.then(|| triangle.outward_normal_at(query.composite, query.body.middle, place)).flatten().map(|normal| (normal, place))
    };
    // Of equally near ones that with the least normal: the order of the parts chooses none.
    let ways = contacts.iter().enumerate().filter(|(_, contact)| distance(contact) <= least);
    let ways = ways.filter_map(|(index, contact)| Some((index, outward(contact)?)));
    let first = ways.reduce(|one, other| if lexicographic(other.1.0, one.1.0).is_lt() { other } else { one });
    if let Some((index, (normal, place))) = first {
        contacts[index].state = ContactState::Kept(query.body.above_plane(&pair.b, normal, PlaneHeight::through(place, normal)));
    }
}
