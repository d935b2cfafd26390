//! Which contacts of parts are kept, and why the others are dropped.
//!
//! * The contacts are found as those of [`collide`](fn@crate::collide) are, and those that it does
//!   not search are searched as well: it knows from the neighbours that others are nearer.
//! * A normal n is outside of the cone of a feature F because a part that shares F has a point y
//!   with n·y greater than that of F. From F towards y the distance from the body decreases, so
//!   this part is nearer. Of several the one that extends farthest is named.
//! * Nothing here is used by the queries: it costs them nothing.

use clinch_composite::{Composite, Feature, SubShapeId};
use clinch_contact::{Memory, Pair, Recycling, Relation, Scratch, Settings, Space, distance, measure};
use clinch_shapes::{Aabb, Convex, Point};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

use crate::enclosed_parts::list_enclosed;
use crate::facet_of_b::is_outside_cone_of_b;
use crate::manifolds::cover::{covering_parts, drop_covered};
use crate::manifolds::kept_contact::{KeptContact, list_kept};
use crate::manifolds::same_normal::is_same_normal;
use crate::part::{Part, with_part};
use crate::part_of_b::{BodyOfB, collide_with_inside};
use crate::part_pair_contact::PartPairContact;
use crate::part_verdict::{PartVerdict, Verdict};
use crate::parts::find_contacts::{add_skipped, find_contacts};
use crate::parts::part_contact::ContactState;
use crate::parts::part_query::{PartQuery, Work};
use crate::parts::triangle_cache::TriangleCache;
use crate::scratch::CompositeScratch;
use crate::triangle::facing_facet::FacingFacet;
use crate::two_composites::{
    Exchanged, Resolved, corners_at_faces, drop_resolved, is_dropped_outside_cone, parts_near_a, touching_inside_cones, with_larger_first,
};

/// How far from a part a corner may be to be a common one, relative to the coordinates: rounding of
/// the poses of parts. Larger: parts nearby are named. Smaller: no neighbour is found.
const SHARED: f64 = 1.0 / (1_u64 << 40) as f64;

/// What becomes of the contacts of the parts within the margin of a body? In ascending order of the
/// parts; empty if an input is not finite.
///
/// The answer says which of them [`collide`](fn@crate::collide) keeps, and why each other one is
/// dropped. For drawing, and to find out why there is no contact; costs several times as much as
/// the contacts.
///
/// ```
/// use clinch_composite::{Feature, SubShapeId, TriMesh};
/// use clinch_composite_contact::{CompositeScratch, Verdict, explain};
/// use clinch_contact::{Pair, Settings};
/// use clinch_shapes::Ball;
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// // A square of two triangles; the ball is above the second, near their common edge.
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
/// let floor = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let b_in_a = Pose::at(DVec3::new(0.45, 0.55, 0.2));
/// let pair = Pair { a: &floor, b: Ball::new(0.25)?, b_in_a };
/// let parts = explain(&pair, &Settings::default(), &mut CompositeScratch::new());
/// let verdicts: Vec<&Verdict> = parts.iter().map(|part| &part.verdict).collect();
/// let (feature, neighbor) = (Feature::Edge(2), SubShapeId(1));
/// let edge = Verdict::OutsideCone { feature, neighbor, of_b: false };
/// assert_eq!(verdicts, [&edge, &Verdict::Kept]);
/// assert!(parts[0].separation.distance > parts[1].separation.distance);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Vec<PartVerdict<V>> {
    // Parts beyond the margin are not listed.
    let settings = &Settings { recycling: Recycling::Off, ..*settings };
    let query = PartQuery::new(pair, settings);
    if find_contacts(&query, pair, &mut TriangleCache::new(), scratch).is_none() {
        return Vec::new();
    }
    list_kept(&scratch.contacts, &mut scratch.kept);
    drop_covered(&query, pair, scratch);
    let deepest = scratch.kept.iter().find(|kept| !kept.is_covered).map(|kept| kept.id);
    let mut verdicts: Vec<PartVerdict<V>> = Vec::new();
    for index in 0..scratch.kept.len() {
        let CompositeScratch { contacts, facing, kept, .. } = &mut *scratch;
        query.move_to_shared_point(&mut kept[index], contacts, &pair.b, facing);
        let KeptContact { id, separation, is_covered, .. } = kept[index];
        let verdict = if is_covered { covered(covering_parts(&query, pair, index, scratch), deepest) } else { Verdict::Kept };
        verdicts.push(PartVerdict { sub_shapes: [Some(id), None], separation, verdict });
    }
    let CompositeScratch { convex, facing, contacts, skipped, kept, .. } = scratch;
    let work = &mut Work { convex, facing, deepest: &mut None, neighbors: None };
    add_skipped(&query, pair, (contacts, skipped), work);
    for contact in contacts.iter() {
        let searched = match (&contact.state, &contact.triangle) {
            (ContactState::NotSearched, Some(triangle)) => Some(query.search_triangle(triangle, pair, work)),
            _ => None,
        };
        let (separation, verdict) = match searched.as_ref().unwrap_or(&contact.state) {
            ContactState::OutsideCone(dropped) => {
                let found = neighbor(pair.a, contact.id, dropped.separation.normal, work.convex);
                let outside = |(feature, neighbor)| Verdict::OutsideCone { feature, neighbor, of_b: false };
                (dropped.separation, found.map_or_else(|| covered(Vec::new(), deepest), outside))
            }
            ContactState::Behind(dropped) => (dropped.separation, Verdict::Behind),
            ContactState::Continued(_) => {
                let alone = |part: &Part<'_, V>| match measure(&part.pair, settings, &mut Memory::new(), work.convex).relation {
                    Relation::Near(separation) => Some(part.separation(separation)),
                    Relation::Beyond { .. } | Relation::Undefined => None,
                };
                let Some(separation) = with_part(pair, contact.id, alone).flatten() else { continue };
                (separation, Verdict::Continued)
            }
            // Found beside the triangle, in its plane.
            ContactState::Kept(separation) | ContactState::Candidate(separation) if searched.is_some() => {
                let same = |other: &&KeptContact<V>| !other.is_covered && is_same_normal(other.separation.normal, separation.normal);
                let joined = kept.iter().find(same).map(|kept| Verdict::Joined { to: kept.id });
                (*separation, joined.unwrap_or_else(|| covered(Vec::new(), deepest)))
            }
            _ => continue,
        };
        verdicts.push(PartVerdict { sub_shapes: [Some(contact.id), None], separation, verdict });
    }
    verdicts.sort_by_key(|verdict| verdict.sub_shapes);
    verdicts
}

/// As [`explain`], of two composite shapes: of the surface and of bodies as
/// [`collide_composites`](fn@crate::collide_composites) chooses them. In the order of the bodies.
pub fn explain_composites<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Vec<PartVerdict<V>> {
    let Some(Exchanged { pair: exchanged, settings }) = with_larger_first(pair, settings) else {
        return explain_bodies(pair, settings, scratch);
    };
    let verdicts = explain_bodies(&exchanged, &settings, scratch);
    verdicts.into_iter().map(|verdict| verdict.swapped(&exchanged.b_in_a)).collect()
}

/// What becomes of the contact of a body that is a part of a composite shape.
struct BodyVerdict<V: Vector> {
    of_part: PartVerdict<V>,
    /// The surface keeps it, and its normal is outside of the normal cone of the body.
    is_outside_cone_of_body: bool,
}

impl<V: Space> BodyVerdict<V> {
    fn is_kept(&self) -> bool {
        self.of_part.verdict == Verdict::Kept
    }
}

/// The parts of B are the bodies, and those of A that are inside of B, where
/// [`collide_composites`](fn@crate::collide_composites) has both.
fn explain_bodies<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Vec<PartVerdict<V>> {
    let mut bodies = Vec::new();
    if parts_near_a(pair, settings, &mut bodies).is_none() {
        return Vec::new();
    }
    // What is dropped is decided by the contacts that manifolds begin with, as there.
    let (mut of_b, mut found) = explain_parts_of_b(pair, settings, scratch, &bodies);
    let resolved = drop_resolved(pair, settings, scratch, &mut found);
    mark_resolved(&mut of_b, &resolved);
    for PartPairContact { separation, manifold, .. } in corners_at_faces(pair, settings, &found) {
        let of_part = PartVerdict { sub_shapes: manifold.sub_shapes, separation, verdict: Verdict::Kept };
        of_b.push(BodyVerdict { of_part, is_outside_cone_of_body: false });
    }
    let mut nearest = nearest_inside_cones(&of_b);
    list_enclosed(pair, settings, touching_inside_cones(&found), scratch, &mut bodies);
    let Exchanged { pair: exchanged, settings } = Exchanged::new(pair, settings);
    let (mut enclosed, _) = explain_parts_of_b(&exchanged, &settings, scratch, &bodies);
    nearest = nearest.min(nearest_inside_cones(&enclosed));
    let is_touched = of_b.iter().any(|body| body.is_kept() && body.of_part.separation.is_touching());
    drop_outside_cones_of_b(pair, &mut of_b, nearest, scratch);
    drop_outside_cones_of_b(&exchanged, &mut enclosed, if is_touched { f64::NEG_INFINITY } else { nearest }, scratch);
    let enclosed = enclosed.into_iter().map(|body| body.of_part.swapped(&exchanged.b_in_a));
    of_b.into_iter().map(|body| body.of_part).chain(enclosed).collect()
}

/// The contacts of A with these parts of B, explained and as they are found.
fn explain_parts_of_b<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    bodies: &[SubShapeId],
) -> (Vec<BodyVerdict<V>>, Vec<PartPairContact<V>>) {
    let (mut verdicts, mut found) = (Vec::new(), Vec::new());
    for &id in bodies {
        pair.b.sub_shape(id, &mut |shape: &dyn Convex<V>, pose| {
            let b_in_a = pose.map_or(pair.b_in_a, |pose| pair.b_in_a.after(pose));
            let (_, with_inside) = collide_with_inside(pair, settings, scratch, &BodyOfB { id, shape, pose }, &mut found);
            let body: &dyn Convex<V> = with_inside.as_ref().map_or(shape, |with_inside| with_inside);
            for mut of_part in explain(&Pair { a: pair.a, b: body, b_in_a }, settings, scratch) {
                of_part.sub_shapes[1] = Some(id);
                of_part.separation.point_b = pose.map_or(of_part.separation.point_b, |pose| pose.point(of_part.separation.point_b));
                let is_outside_cone_of_body = of_part.verdict == Verdict::Kept && is_outside_cone_of_b(pair, id, &of_part.separation);
                verdicts.push(BodyVerdict { of_part, is_outside_cone_of_body });
            }
        });
    }
    (verdicts, found)
}

/// Names what resolves the contacts of B's parts that have the normal of one that is resolved.
fn mark_resolved<V: Space>(verdicts: &mut [BodyVerdict<V>], resolved: &[Resolved<V::Wide>]) {
    for BodyVerdict { of_part: PartVerdict { sub_shapes, separation, verdict }, .. } in verdicts.iter_mut().filter(|body| body.is_kept()) {
        let is_same = |of: &&Resolved<V::Wide>| sub_shapes[1] == Some(of.part) && is_same_normal(of.normal, separation.normal);
        if let Some(&Resolved { by, .. }) = resolved.iter().find(is_same) {
            *verdict = Verdict::Resolved { by, of_b: true };
        }
    }
}

/// The least lower bound of the contacts that both shapes keep.
fn nearest_inside_cones<V: Space>(verdicts: &[BodyVerdict<V>]) -> f64 {
    let inside = verdicts.iter().filter(|body| body.is_kept() && !body.is_outside_cone_of_body);
    inside.fold(f64::INFINITY, |lower, body| lower.min(body.of_part.separation.lower))
}

/// Drops contacts that are outside of the cones of B, and names the neighbours that are nearer.
fn drop_outside_cones_of_b<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    verdicts: &mut [BodyVerdict<V>],
    nearest_inside: f64,
    scratch: &mut CompositeScratch<V>,
) {
    for BodyVerdict { of_part, .. } in verdicts.iter_mut().filter(|body| body.is_outside_cone_of_body) {
        let PartVerdict { sub_shapes, separation, verdict } = of_part;
        if !is_dropped_outside_cone(separation, nearest_inside) {
            continue;
        }
        let towards_a = -pair.b_in_a.rotation.basis().unrotate(separation.normal);
        let found = sub_shapes[1].and_then(|id| neighbor(pair.b, id, towards_a, &mut scratch.convex));
        if let Some((feature, neighbor)) = found {
            *verdict = Verdict::OutsideCone { feature, neighbor, of_b: true };
        }
    }
}

/// Covered by these parts. Where rounding leaves none, the deepest of all is as deep.
fn covered(by: Vec<SubShapeId>, deepest: Option<SubShapeId>) -> Verdict {
    let by = if by.is_empty() { deepest.into_iter().collect() } else { by };
    Verdict::Covered { by }
}

/// The feature of a part that is farthest along a normal, and of the parts that share it the one
/// that extends farthest beyond it. `None` if there is none.
fn neighbor<V: Space, C: Composite<V> + ?Sized>(
    composite: &C,
    id: SubShapeId,
    normal: V::Wide,
    scratch: &mut Scratch<V>,
) -> Option<(Feature, SubShapeId)> {
    let origin: Point<V> = Point::new(V::ZERO).ok()?;
    let alone = Pair { a: composite, b: origin, b_in_a: Pose::IDENTITY };
    let facet = with_part(&alone, id, |part| FacingFacet::seen_from(part, composite, normal)).flatten()?;
    let (corners, top) = (facet.corners(), facet.top(normal));
    let (mut best, mut found) = (0.0, None);
    for feature in facet.supporting_features(normal) {
        let shared: Vec<V::Wide> = match feature {
            Feature::Face => corners.to_vec(),
            Feature::Edge(edge) => (0..2).map(|end| corners[(usize::from(edge) + end) % corners.len()]).collect(),
            Feature::Vertex(vertex) => vec![corners[usize::from(vertex) % corners.len()]],
        };
        let tolerance = SHARED * corners.iter().fold(0.0, |size: f64, corner| size.max(corner.max_abs()));
        let mut near = Vec::new();
        composite.near(&Aabb::around(shared[0], V::Wide::from_fn(|_| tolerance)), &mut near);
        for other in near.into_iter().filter(|&other| other != id) {
            let beyond = with_part(&alone, other, |part| {
                let holds = |&corner: &V::Wide| is_within(part, corner, tolerance, scratch);
                if part.is_half_space() || !shared.iter().all(holds) { f64::NEG_INFINITY } else { part.top(normal) - top }
            });
            if let Some(beyond) = beyond.filter(|&beyond| beyond > best) {
                (best, found) = (beyond, Some((feature, other)));
            }
        }
    }
    found
}

/// Whether a part is within a distance of a point of the composite shape's frame.
fn is_within<V: Space>(part: &Part<'_, V>, point: V::Wide, of: f64, scratch: &mut Scratch<V>) -> bool {
    let settings = Settings::with_margin(V::Scalar::narrow_up(of));
    let pair = Pair { a: part.pair.a, b: part.pair.b, b_in_a: Pose::at(part.point_in_part(point)) };
    matches!(distance(&pair, &settings, &mut Memory::new(), scratch).relation, Relation::Near(_))
}
