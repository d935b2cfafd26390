//! The contacts of two composite shapes.
//!
//! * The larger of the two is the surface, whichever is A. Each part of the other one that is near
//!   it is a body of its own, whose contacts are found as those of any body. If the triangles of
//!   the ground were the bodies, they would be inside of what lies on it, and be pushed the wrong
//!   way.
//! * The normal cones of B's parts filter the contacts, too, if they are known: a contact is kept
//!   if the opposite of its normal is in the cone of the feature of B that is touched. One outside
//!   of its cone is dropped only if one inside of its cone is as near, or if both touch.
//! * A contact that a shorter way out than its depth resolves is dropped (`ways_out.rs`). Where the
//!   cones of B refuse all that touch, corners of A are pushed out of the faces of B
//!   (`corners_at_faces.rs`).
//! * Parts of the surface may be inside of the smaller shape, where none of these pushes them out:
//!   see `enclosed_parts.rs`.
//! * Contacts of several parts with nearly the same normal are one manifold.

use clinch_composite::{Composite, SubShapeId, posed_bounds};
use clinch_contact::{ContactPoint, Pair, Separation, Settings, Space, replace_points};
use clinch_shapes::Aabb;
use clinch_support::{Pose, Vector};

use crate::corners_at_faces::corner_at_face;
use crate::enclosed_parts::list_enclosed;
use crate::manifolds::same_normal::leader_of;
use crate::manifolds::write_manifolds::{continue_manifold, merge_points, sort_points, touch_with_leader};
use crate::not_negative::not_negative;
use crate::order::by_depth;
use crate::part_of_b::collide_part_of_b;
use crate::part_pair_contact::PartPairContact;
use crate::relation::{CompositeManifold, CompositeRelation};
use crate::scratch::CompositeScratch;
use crate::swap::swapped_settings;
use crate::ways_out::{add_way, resolved_by};

/// Where do two shapes made of convex parts touch?
///
/// As [`collide`](fn@crate::collide), with parts in both. The one with the larger bounds, in its
/// own frame, is the surface, A if they are equal, and the parts of the other are bodies: a part
/// whose middle is behind a one-sided surface is not touched by it. If the smaller one is a solid,
/// parts of the surface whose middle is inside of it are pushed out of it, unless one contact of
/// its own parts separates them.
///
/// Costs a query for each part of the smaller one in the bounds of the larger. If the smaller one
/// is a solid, also the question whether it contains a point for each part of the larger in its
/// bounds, and for each of its facets that is pressed in at a slant a second query and some of
/// these questions; and where it touches from several sides, up to eight queries for a contact.
pub fn collide_composites<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    manifolds: &mut Vec<CompositeManifold<V>>,
) -> CompositeRelation<V> {
    let Some(Exchanged { pair: exchanged, settings }) = with_larger_first(pair, settings) else {
        return collide_with_surface(pair, settings, scratch, manifolds);
    };
    manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&pair.b_in_a));
    let relation = collide_with_surface(&exchanged, &settings, scratch, manifolds);
    manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&exchanged.b_in_a));
    relation.swapped(&exchanged.b_in_a)
}

/// A pair with its shapes exchanged, and its settings.
pub(crate) struct Exchanged<'p, V: Space, A: ?Sized, B: ?Sized> {
    pub(crate) pair: Pair<V, &'p B, &'p A>,
    pub(crate) settings: Settings<V::Scalar>,
}

impl<'p, V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized> Exchanged<'p, V, A, B> {
    pub(crate) fn new(pair: &Pair<V, &'p A, &'p B>, settings: &Settings<V::Scalar>) -> Self {
        Self {
            pair: Pair { a: pair.b, b: pair.a, b_in_a: Pose::<V::Wide>::IDENTITY.relative_to(&pair.b_in_a) },
            settings: swapped_settings(settings),
        }
    }
}

/// The pair with its shapes exchanged, if B has the larger bounds.
pub(crate) fn with_larger_first<'p, V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &'p A, &'p B>,
    settings: &Settings<V::Scalar>,
) -> Option<Exchanged<'p, V, A, B>> {
    is_b_larger(pair.a, pair.b).then(|| Exchanged::new(pair, settings))
}

/// Whether B has the larger bounds, in its own frame: then it is the surface.
pub(crate) fn is_b_larger<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(a: &A, b: &B) -> bool {
    let size = |bounds: Aabb<V::Wide>| (bounds.max - bounds.min).length();
    // False for NaN.
    size(b.bounds()) > size(a.bounds())
}

/// The contacts of the parts of B with the surface A.
fn collide_with_surface<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    manifolds: &mut Vec<CompositeManifold<V>>,
) -> CompositeRelation<V> {
    let (mut parts, mut found) = (core::mem::take(&mut scratch.parts_of_b), core::mem::take(&mut scratch.part_pairs));
    let relation = find_part_pairs(pair, settings, scratch, &mut parts, &mut found);
    // What is apart and dropped may be nearer by rounding. Of what touches the depths along several
    // normals are not compared.
    let bounds = found.iter().filter(|contact| !contact.is_dropped || !contact.separation.is_touching());
    let nearest = bounds.fold(f64::INFINITY, |lower, contact| lower.min(contact.separation.lower));
    found.retain(|contact| !contact.is_dropped);
    found.sort_by(compare_contacts);
    let mut written = 0;
    let relation = match (relation, found.first()) {
        (CompositeRelation::Beyond { .. }, Some(deepest)) => {
            let PartPairContact { separation: of, manifold: CompositeManifold { sub_shapes, .. }, .. } = *deepest;
            let separation = Separation { lower: of.lower.min(nearest), ..of };
            find_leaders(&mut found);
            written = join_manifolds(pair, &found, &mut scratch.points, manifolds);
            CompositeRelation::Near { separation, sub_shapes }
        }
        (relation, _) => relation,
    };
    manifolds.truncate(written);
    (scratch.parts_of_b, scratch.part_pairs) = (parts, found);
    relation
}

/// Finds the contacts of all bodies: the parts of B, and those of A that are inside of B. The
/// relation is that of parts without a contact.
fn find_part_pairs<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    parts: &mut Vec<SubShapeId>,
    found: &mut Vec<PartPairContact<V>>,
) -> CompositeRelation<V> {
    parts.clear();
    found.clear();
    let Some(beyond) = parts_near_a(pair, settings, parts) else { return CompositeRelation::Undefined };
    let mut relation = CompositeRelation::Beyond { at_least: beyond };
    for &id in parts.iter() {
        match collide_part_of_b(pair, settings, scratch, id, found) {
            CompositeRelation::Beyond { at_least } => relation = nearer(relation, at_least),
            // Its contacts are in the list.
            CompositeRelation::Near { .. } => {}
            CompositeRelation::Undefined => return CompositeRelation::Undefined,
        }
    }
    drop_resolved(pair, settings, scratch, found);
    let at_faces = corners_at_faces(pair, settings, found);
    found.extend(at_faces);
    let (first, nearest) = (found.len(), nearest_inside_cones(found));
    list_enclosed(pair, settings, touching_inside_cones(found), scratch, parts);
    let other = Exchanged::new(pair, settings);
    for &id in parts.iter() {
        if let CompositeRelation::Undefined = collide_part_of_b(&other.pair, &other.settings, scratch, id, found) {
            return CompositeRelation::Undefined;
        }
    }
    let (of_b, enclosed) = found.split_at_mut(first);
    enclosed.iter_mut().for_each(|contact| *contact = contact.swapped(&other.pair.b_in_a));
    let nearest = nearest.min(nearest_inside_cones(enclosed));
    // If the cones refuse all of them, those of B's parts stay, and those of enclosed parts do not.
    let is_touched = of_b.iter().any(|contact| contact.separation.is_touching());
    drop_outside_cones(of_b, nearest);
    drop_outside_cones(enclosed, if is_touched { f64::NEG_INFINITY } else { nearest });
    relation
}

/// The contacts that touch, with a normal inside of the cone of their body.
pub(crate) fn touching_inside_cones<V: Space>(found: &[PartPairContact<V>]) -> impl Iterator<Item = &PartPairContact<V>> {
    found.iter().filter(|contact| !contact.is_dropped && !contact.is_outside_cone_of_body && contact.separation.is_touching())
}

/// Drops the contacts that shorter ways out than theirs resolve, and returns them. A contact that
/// is dropped is no way out itself.
pub(crate) fn drop_resolved<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    found: &mut [PartPairContact<V>],
) -> Vec<Resolved<V::Wide>> {
    let mut order: Vec<usize> = (0..found.len()).filter(|&place| found[place].separation.is_touching()).collect();
    order.sort_by(|&one, &other| compare_contacts(&found[other], &found[one]));
    let (mut ways, mut resolved) = (Vec::new(), Vec::new());
    for place in order {
        let contact = &mut found[place];
        if let Some(by) = resolved_by(pair, settings, &ways, contact, scratch) {
            contact.is_dropped = true;
            resolved.extend(contact.manifold.sub_shapes[1].map(|part| Resolved { part, normal: contact.separation.normal, by }));
        } else if !contact.is_outside_cone_of_body {
            add_way(&mut ways, contact);
        }
    }
    resolved
}

/// A contact of a part of B that another one resolves.
pub(crate) struct Resolved<W> {
    pub(crate) part: SubShapeId,
    pub(crate) normal: W,
    pub(crate) by: SubShapeId,
}

/// Contacts of corners of A at faces of B, each once, if all that touch are outside of the cones of
/// B.
pub(crate) fn corners_at_faces<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    found: &[PartPairContact<V>],
) -> Vec<PartPairContact<V>> {
    if touching_inside_cones(found).next().is_some() {
        return Vec::new();
    }
    let mut at_faces: Vec<PartPairContact<V>> = Vec::new();
    for refused in found.iter().filter(|contact| contact.separation.is_touching()) {
        let Some(contact) = corner_at_face(pair, settings, refused) else { continue };
        let is_same = |other: &PartPairContact<V>| {
            other.separation.point_a == contact.separation.point_a && other.separation.normal == contact.separation.normal
        };
        if !at_faces.iter().any(is_same) {
            at_faces.push(contact);
        }
    }
    at_faces
}

/// The least lower bound of the contacts that are inside of the cones of their bodies.
fn nearest_inside_cones<V: Space>(found: &[PartPairContact<V>]) -> f64 {
    let inside = found.iter().filter(|contact| !contact.is_dropped && !contact.is_outside_cone_of_body);
    inside.fold(f64::INFINITY, |lower, contact| lower.min(contact.separation.lower))
}

/// Drops contacts that are outside of the cones of their bodies.
fn drop_outside_cones<V: Space>(found: &mut [PartPairContact<V>], nearest_inside: f64) {
    for contact in found.iter_mut().filter(|contact| contact.is_outside_cone_of_body) {
        contact.is_dropped |= is_dropped_outside_cone(&contact.separation, nearest_inside);
    }
}

/// Whether a contact that is outside of the cone of its body is dropped, given the least lower
/// bound of those that are inside of theirs. A neighbour of the body is nearer, but the cone of
/// that one may refuse its contact, too. So this one is kept if all those inside are proved to be
/// farther, or if it touches and none of them does. Of two that touch, depths along different
/// normals do not say which is nearer.
pub(crate) fn is_dropped_outside_cone<V: Space>(separation: &Separation<V>, nearest_inside: f64) -> bool {
    nearest_inside <= if separation.is_touching() { 0.0 } else { separation.upper }
}

fn nearer<V: Space>(relation: CompositeRelation<V>, lower: f64) -> CompositeRelation<V> {
    match relation {
        CompositeRelation::Beyond { at_least } => CompositeRelation::Beyond { at_least: at_least.min(lower) },
        other => other,
    }
}

/// Lists the parts of B that may be within the margin of A. Returns the distance beyond which the
/// others are; `None` if an input is not finite.
pub(crate) fn parts_near_a<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    parts: &mut Vec<SubShapeId>,
) -> Option<f64> {
    let margin = not_negative(settings.margin);
    let skins = not_negative(settings.skin_a) + not_negative(settings.skin_b);
    let a_in_b = Pose::<V::Wide>::IDENTITY.relative_to(&pair.b_in_a);
    let bounds: Aabb<V::Wide> = posed_bounds(&pair.a.bounds(), &a_in_b).grown(margin + skins);
    let is_defined = (0..V::DIM).all(|i| bounds.min.get(i) <= bounds.max.get(i)) && pair.b_in_a.translation.is_finite();
    if !is_defined {
        return None;
    }
    pair.b.near(&bounds, parts);
    Some(margin)
}

/// The deepest first; by what they are before ids, so that the order of the parts chooses nothing.
fn compare_contacts<V: Space>(one: &PartPairContact<V>, other: &PartPairContact<V>) -> core::cmp::Ordering {
    by_depth(&one.separation, &other.separation).then(one.manifold.sub_shapes.cmp(&other.manifold.sub_shapes))
}

/// Finds the contacts that begin a manifold, and those that join it.
fn find_leaders<V: Space>(found: &mut [PartPairContact<V>]) {
    for next in 0..found.len() {
        let leading = |before: usize| (found[before].leader == before).then(|| found[before].separation.normal);
        found[next].leader = leader_of(next, found[next].separation.normal, leading);
    }
}

/// Joins the points of all contacts with one leader into a manifold. `manifolds` goes in as last
/// tick's; returns how many of them, from the first on, are this tick's.
fn join_manifolds<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    found: &[PartPairContact<V>],
    points: &mut Vec<ContactPoint<V>>,
    manifolds: &mut Vec<CompositeManifold<V>>,
) -> usize {
    let size = |bounds: Aabb<V::Wide>| 0.5 * (bounds.max - bounds.min).length();
    let radius = size(pair.a.bounds()).min(size(pair.b.bounds()));
    let mut written = 0;
    for leader in (0..found.len()).filter(|&place| found[place].leader == place) {
        let normal = found[leader].separation.normal;
        let members = found.iter().filter(|contact| contact.leader == leader);
        points.clear();
        points.extend(members.flat_map(|contact| contact.manifold.manifold.points.iter().copied()));
        merge_points(points);
        sort_points(points);
        continue_manifold(manifolds, written, normal);
        if points.is_empty() {
            manifolds.remove(written);
            continue;
        }
        let CompositeManifold { manifold, sub_shapes } = &mut manifolds[written];
        *sub_shapes = found[leader].manifold.sub_shapes;
        replace_points(points, normal, radius, manifold);
        touch_with_leader(found[leader].separation.is_touching(), manifold);
        written += 1;
    }
    written
}
