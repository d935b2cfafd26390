//! The triangles below a body that leaves a solid.
//!
//! A body whose middle is inside of a solid may be far behind the plane by which it leaves. Then
//! the triangles of this plane, along the normal of which the body has its points, are beyond the
//! bounds of the body, and only the one nearest to its middle has been found. They are looked up
//! where the feature of the body is projected to. Without them, the points are those above one
//! triangle, and where the middle is above the edge of two, the order of the parts chooses it.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{FacingFeature, Pair, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::Vector;

use crate::part::with_part;
use crate::parts::find_contacts::list_near_ids;
use crate::parts::part_contact::{ContactState, PartContact};
use crate::parts::part_query::PartQuery;
use crate::scratch::CompositeScratch;
use crate::tolerance::SAME_PLANE;
use crate::triangle::facing_facet::FacingFacet;

/// Adds the triangles of a plane that are below the feature of the body, in its height along the
/// normal: as parts beyond the margin, which they are unless they were found before.
pub(crate) fn add_triangles_below<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    normal: V::Wide,
    height: f64,
    scratch: &mut CompositeScratch<V>,
) {
    let CompositeScratch { facing, near_ids, contacts, .. } = scratch;
    facing.find(&pair.b, &query.body.frame, normal);
    let Some(below) = bounds_on_plane(facing, normal, height) else { return };
    list_near_ids(pair.a, &below.grown(SAME_PLANE * query.body.radius_about_center), near_ids);
    let found = contacts.len();
    for &id in near_ids.iter() {
        if contacts[..found].binary_search_by_key(&id, |contact| contact.id).is_ok() {
            continue;
        }
        if let Some(triangle) = facet(query, pair, id) {
            let state = ContactState::Beyond(query.margin);
            contacts.push(PartContact { triangle: Some(triangle), state, ..PartContact::unknown(id) });
        }
    }
    contacts.sort_by_key(|contact| contact.id);
}

/// The bounds of the corners of a feature, projected to a plane. `None` if it has no two corners:
/// then it shares no more than the deepest point with the plane.
fn bounds_on_plane<V: Space>(facing: &FacingFeature<V>, normal: V::Wide, height: f64) -> Option<Aabb<V::Wide>> {
    let on_plane = facing.corners().iter().map(|corner| corner.point - normal * (normal.dot(corner.point) - height));
    Aabb::of_points(on_plane).filter(|_| facing.corners().len() > 1)
}

/// A part as a facet, if it is one.
fn facet<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    id: SubShapeId,
) -> Option<FacingFacet<V::Wide>> {
    let middle = query.body.middle;
    match pair.a.surface_triangle(id) {
        Some(surface) => Some(FacingFacet::of_surface(id, &surface, query.sides, middle)),
        None => with_part(pair, id, |part| FacingFacet::new(part, query.composite, middle)).flatten(),
    }
}
