//! Manifolds from the contacts of the parts: one for each normal.
//!
//! * The contacts kept are sorted by their separation. Each begins a manifold of its own, unless
//!   one with nearly the same normal has begun before.
//! * The points of a manifold are what the features of the body and of the parts share along its
//!   normal: of the parts whose contacts it has, and of all others that are in the same plane.
//!   These matter for a body that is pressed deeply into a plane: its deepest point is above one
//!   triangle, but it rests on all of them. So do parts that others cover: the next of two flush
//!   boxes is touched from the side, and carries the body all the same.
//! * Points with the same id are one point.

use core::cmp::Ordering;

use clinch_composite::Composite;
use clinch_contact::{ContactPoint, Manifold, Pair, Space, replace_points, witness};
use clinch_shapes::Convex;
use clinch_support::{Scalar, Vector};

use crate::body::Body;
use crate::manifolds::kept_contact::KeptContact;
use crate::manifolds::manifold_points::write_manifold_points;
use crate::manifolds::point_id::point_id_of_part;
use crate::manifolds::same_normal::leader_of;
use crate::order::lexicographic;
use crate::parts::part_contact::{PartContact, contact_of};
use crate::parts::part_query::PartQuery;
use crate::relation::CompositeManifold;
use crate::scratch::CompositeScratch;
use crate::tolerance::SAME_PLANE;
use crate::triangle::facing_facet::FacingFacet;

/// Points nearer to each other than this part of the body's radius are one, and depths that differ
/// by less than this part of the smaller shape's are equal. Larger: points that a solver needs are
/// left out. Smaller: it gets the same point twice.
const SAME_POINT: f64 = 1e-6;

/// The deepest points of contacts in one manifold that are nearer to each other than this part of
/// the smaller shape's radius are on one patch of it, and one of them is enough. A round body that
/// is smaller has all its points of a manifold on one patch: their normals are within 4° of each
/// other. Larger: of two peaks below a body one is left out. Smaller: a round body on a fine mesh
/// gets a point for each triangle.
const SAME_PATCH: f64 = 1.0 / 12.0;

/// Finds the contacts that begin a manifold, and those that join it.
fn find_leaders<V: Space>(kept: &mut [KeptContact<V>]) {
    for next in 0..kept.len() {
        if !kept[next].is_covered {
            let leading = |before: usize| (kept[before].leader == before).then(|| kept[before].separation.normal);
            kept[next].leader = leader_of(next, kept[next].separation.normal, leading);
        }
    }
}

/// Writes the manifolds, the deepest first. `manifolds` goes in as last tick's.
pub(crate) fn write_manifolds<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    scratch: &mut CompositeScratch<V>,
    manifolds: &mut Vec<CompositeManifold<V>>,
) {
    find_leaders(&mut scratch.kept);
    let radius = query.smaller_radius();
    let mut written = 0;
    for leader in 0..scratch.kept.len() {
        if scratch.kept[leader].leader != leader {
            continue;
        }
        write_manifold_points(query, pair, leader, scratch);
        merge_points(&mut scratch.points);
        add_witnesses(query, pair, leader, radius, scratch);
        let CompositeScratch { kept, points, .. } = &mut *scratch;
        sort_points(points);
        let KeptContact { id, separation, .. } = &kept[leader];
        continue_manifold(manifolds, written, separation.normal);
        if points.is_empty() {
            manifolds.remove(written);
            continue;
        }
        let CompositeManifold { manifold, sub_shapes } = &mut manifolds[written];
        *sub_shapes = [Some(*id), None];
        replace_points(points, separation.normal, radius, manifold);
        touch_with_leader(separation.is_touching(), manifold);
        written += 1;
    }
    manifolds.truncate(written);
}

/// Of points that are equally deep but for rounding, the reduction may keep those that do not
/// touch. A manifold touches if its leader does.
pub(crate) fn touch_with_leader<V: Space>(leader_touches: bool, manifold: &mut Manifold<V>) {
    let deepest = manifold.separation();
    if leader_touches && !manifold.is_touching() {
        manifold.points.iter_mut().filter(|point| point.separation <= deepest).for_each(|point| point.touching = true);
    }
}

/// The cosine of 15°: a manifold continues the one of last tick whose normal is nearest, within
/// this angle. Larger cosine: bodies that turn fast lose their impulses. Smaller: a manifold takes
/// the impulses of another wall.
const CONTINUES: f64 = 0.965_925_826_289_068_3;

/// Brings the manifold of last tick that one with this normal continues, or an empty one, to
/// `place`. Those from `place` on are last tick's.
// They stay in one list: a manifold is large.
pub(crate) fn continue_manifold<V: Space>(manifolds: &mut Vec<CompositeManifold<V>>, place: usize, normal: V::Wide) {
    let cosine = |manifold: &CompositeManifold<V>| manifold.manifold.normal.widen().dot(normal);
    let nearest =
        (place..manifolds.len()).reduce(|best, next| if cosine(&manifolds[next]) > cosine(&manifolds[best]) { next } else { best });
    match nearest {
        // The others keep their order: of manifolds with the same normal, the first continues the
        // first.
        Some(nearest) if cosine(&manifolds[nearest]) >= CONTINUES => manifolds[place..=nearest].rotate_right(1),
        _ => manifolds.insert(place, CompositeManifold { manifold: Manifold::new(), sub_shapes: [None, None] }),
    }
}

/// Of several points with one id the deepest remains.
pub(crate) fn merge_points<V: Space>(points: &mut Vec<ContactPoint<V>>) {
    points.sort_by(|one, other| one.feature.cmp(&other.feature).then_with(|| compare_places(one, other)));
    points.dedup_by_key(|point| point.feature);
}

/// A direction that is level with no edge that is likely to occur.
const TILTED: [f64; 3] = [0.519, 0.737, 0.433];

/// Sorts points by their places on the body. The reduction prefers the first of equals: the order
/// of the parts, which is in the ids, must choose none. Of a body at rest these places stay where
/// they are, but for rounding.
pub(crate) fn sort_points<V: Space>(points: &mut [ContactPoint<V>]) {
    let key = |point: &ContactPoint<V>| (0..V::DIM).fold(0.0, |sum, axis| sum + TILTED[axis] * point.on_b.widen().get(axis));
    points.sort_by(|one, other| {
        let order = key(one).total_cmp(&key(other)).then_with(|| compare_places(one, other));
        order.then(one.feature.cmp(&other.feature))
    });
}

/// The deeper one first.
fn compare_places<V: Space>(one: &ContactPoint<V>, other: &ContactPoint<V>) -> Ordering {
    let order = one.separation.widen().total_cmp(&other.separation.widen());
    let order = order.then_with(|| lexicographic(one.on_b.widen(), other.on_b.widen()));
    order.then_with(|| lexicographic(one.on_a.widen(), other.on_a.widen()))
}

/// Adds the deepest point of the leader, and those of the other contacts of its manifold, where no
/// point is as deep; and, of parts without points, those of peaks, or under a ball all. Points that
/// are nearly at the same place of A or of B are one.
fn add_witnesses<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    leader: usize,
    smaller_radius: f64,
    scratch: &mut CompositeScratch<V>,
) {
    let CompositeScratch { kept, contacts, facing, points, parts_of_points, .. } = scratch;
    // A small shape on a large body has small contacts, and recycling relies on their depths.
    let depth_tolerance = SAME_POINT * smaller_radius;
    let Body { is_point, radius_about_center: body_radius, .. } = query.body;
    // All points of a ball that is the smaller shape are on one patch: no need to look at them.
    let is_one_patch = is_point && body_radius <= smaller_radius;
    for (index, contact) in kept.iter_mut().enumerate().filter(|(_, kept)| kept.leader == leader) {
        let distance = contact.separation.distance;
        let is_as_deep = |distance: f64| points.iter().any(|other| other.separation.widen() <= distance);
        // A part that shares no feature with the body, as a peak below a face, has a point of its
        // own.
        let has_points = index == leader || is_one_patch || parts_of_points.binary_search(&contact.id).is_ok();
        // The first because −∞ and an infinite tolerance have no sum.
        let is_found = is_as_deep(distance) || is_as_deep(distance + depth_tolerance);
        if is_found && has_points {
            continue;
        }
        query.move_to_shared_point(contact, contacts, &pair.b, facing);
        // On an edge that is level with the body any point is deepest, and which one is found
        // depends on the order of the corners. A ball has one deepest point above any edge.
        if is_found && !is_point && !is_at_peak(query, contact, contacts) {
            continue;
        }
        let Some(point) = witness(&contact.separation, query.settings) else { continue };
        let tolerance = if has_points { SAME_POINT * body_radius } else { SAME_PATCH * smaller_radius };
        let is_near = |other: &ContactPoint<V>| {
            let [on_a, on_b] = [other.on_a - point.on_a, other.on_b - point.on_b].map(|offset| offset.widen().length());
            on_a <= tolerance || on_b <= tolerance
        };
        if index == leader {
            points.push(point);
        } else if !points.iter().any(is_near) {
            points.push(ContactPoint { feature: point_id_of_part(point.feature, contact.id), ..point });
        }
    }
}

/// Whether the deepest point of a contact is a corner of its triangle, and no other place of the
/// triangles that share it is as high. Which of them has the contact depends on their order.
fn is_at_peak<V: Space, C: Composite<V> + ?Sized>(query: &PartQuery<'_, V, C>, of: &KeptContact<V>, contacts: &[PartContact<V>]) -> bool {
    let (normal, point) = (of.separation.normal, of.separation.point_a);
    let place = point - normal * query.body.skin_a;
    let at_place = |&corner: &V::Wide| (corner - place).length() <= SAME_POINT * query.body.radius_about_center;
    let is_lower = |&corner: &V::Wide| normal.dot(corner - place) < -SAME_PLANE * (corner - place).length();
    let has_corner = |contact: &&PartContact<V>| contact.triangle.as_ref().is_some_and(|triangle| triangle.corners().iter().any(at_place));
    let sharing = contacts.iter().filter(has_corner).filter_map(|contact| contact.triangle.as_ref());
    contact_of(of.id, contacts).as_ref().is_some_and(has_corner)
        && sharing.flat_map(FacingFacet::corners).all(|corner| at_place(corner) || is_lower(corner))
}
