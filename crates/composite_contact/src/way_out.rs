//! The contact of a body whose middle is deep inside of a solid.

use clinch_composite::Composite;
use clinch_contact::{Pair, Space};
use clinch_shapes::Convex;
use clinch_support::{Vector, normalize_or_zero};

use crate::facing_facet::FacingFacet;
use crate::growth::TOUCHING;
use crate::part::with_part;
use crate::part_contact::{PartContact, PartQuery, State};

/// If the shape knows the part of its surface through which the middle of the body leaves it, keeps
/// that part, with the normal towards its nearest place. The part need not be near the body. Returns
/// whether it did.
pub(crate) fn keep_known_way_out<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    contacts: &mut Vec<PartContact<V>>,
) -> bool {
    let middle = query.body.middle;
    let Some(id) = query.composite.way_out(middle).filter(|_| !query.body.is_half_space) else { return false };
    let Some(triangle) = with_part(pair, id, |part| FacingFacet::new(part, query.composite, middle)).flatten() else { return false };
    let place = triangle.nearest(middle);
    let out = place - middle;
    // Below a face it is the normal of the face, without rounding; so it is if there is no way to
    // go.
    let is_clear = out.length() > TOUCHING * query.body.reach && !triangle.is_below(middle);
    let normal = if is_clear { normalize_or_zero(out) } else { triangle.normal };
    let state = State::Kept(query.body.above_plane(&pair.b, normal, normal.dot(place)));
    let kept = PartContact { id, triangle: Some(triangle), state };
    match contacts.binary_search_by_key(&id, |contact| contact.id) {
        Ok(index) => contacts[index] = kept,
        Err(index) => contacts.insert(index, kept),
    }
    true
}
