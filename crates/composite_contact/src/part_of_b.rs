//! The contacts of a part of B, as a body, with A.
//!
//! A facet of a solid has no extent along its normal: it grows in its plane, and what is pressed
//! into it may have normals that are none of the solid. Such contacts are doubtful, and those are
//! taken with which the facet touches A from a place inside of the solid ([`PartWithInside`]).

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{Pair, Separation, Settings, Space};
use clinch_shapes::Convex;
use clinch_support::{Pose, Vector};

use crate::collide::collide;
use crate::facet_of_b::{facet_of_b, is_outside_cone_of_b, towards_a};
use crate::manifolds::kept_contact::KeptContact;
use crate::manifolds::point_id::point_id_of_part_of_b;
use crate::manifolds::same_normal::is_same_normal;
use crate::memory::CompositeMemory;
use crate::part_pair_contact::PartPairContact;
use crate::part_with_inside::PartWithInside;
use crate::parts::part_query::PartQuery;
use crate::relation::{CompositeManifold, CompositeRelation};
use crate::scratch::CompositeScratch;
use crate::tolerance::ANGLE;
use crate::triangle::facing_facet::FacingFacet;

/// Adds the contacts of A with a part of B to `found`.
pub(crate) fn collide_part_of_b<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    id: SubShapeId,
    found: &mut Vec<PartPairContact<V>>,
) -> CompositeRelation<V> {
    let mut relation = CompositeRelation::Beyond { at_least: f64::INFINITY };
    pair.b.sub_shape(id, &mut |shape: &dyn Convex<V>, pose| {
        (relation, _) = collide_with_inside(pair, settings, scratch, &BodyOfB { id, shape, pose }, found);
    });
    relation
}

/// Adds the contacts of A with a part of B. Where those of a facet are doubtful, they are replaced
/// by those of the facet with a place of its inside, which is returned, too.
pub(crate) fn collide_with_inside<'b, V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    part: &BodyOfB<'b, V>,
    found: &mut Vec<PartPairContact<V>>,
) -> (CompositeRelation<V>, Option<PartWithInside<'b, V>>) {
    let of_part = found.len();
    let relation = collide_body_of_b(pair, settings, scratch, part, found);
    let &BodyOfB { id, shape, pose } = part;
    if pair.b.sides() != Sides::Solid || !found[of_part..].iter().any(|contact| contact.separation.is_touching()) {
        return (relation, None);
    }
    // A solid is seen from its front, whatever the direction.
    let Some(facet) = facet_of_b(pair.b, id, V::Wide::ZERO) else { return (relation, None) };
    if !found[of_part..].iter().any(|contact| is_doubtful(pair, &facet, contact)) {
        return (relation, None);
    }
    let Some(with_inside) = PartWithInside::new(pair.b, &facet, shape, pose) else { return (relation, None) };
    let of_hull = found.len();
    collide_body_of_b(pair, settings, scratch, &BodyOfB { id, shape: &with_inside, pose }, found);
    let of_hull: Vec<PartPairContact<V>> =
        found.drain(of_hull..).filter(|contact| with_inside.has_point_of_part(towards_a(pair, contact.separation.normal), pose)).collect();
    if !of_hull.iter().any(|contact| contact.separation.is_touching()) {
        return (relation, None);
    }
    let of_part: Vec<PartPairContact<V>> = found.drain(of_part..).filter(|contact| !is_doubtful(pair, &facet, contact)).collect();
    let is_known = |contact: &PartPairContact<V>| {
        let is_same = |known: &PartPairContact<V>| is_same_normal(known.separation.normal, contact.separation.normal);
        of_part.iter().any(|known| known.separation.is_touching() && is_same(known))
    };
    let added: Vec<PartPairContact<V>> = of_hull.into_iter().filter(|contact| !is_known(contact)).collect();
    found.extend(of_part);
    found.extend(added);
    (relation, Some(with_inside))
}

/// Whether a contact of A with a facet of B may be no contact of the whole B. A facet grows in its
/// plane: what it touches along its own normal is beyond doubt, and what it touches along a normal
/// in its plane, unless the cone of B refuses that, or the facet is pressed in by more than half of
/// its extent from its middle.
fn is_doubtful<V: Space, A: ?Sized, B: ?Sized>(pair: &Pair<V, &A, &B>, facet: &FacingFacet<V::Wide>, contact: &PartPairContact<V>) -> bool {
    let Separation { normal, distance, point_b, .. } = contact.separation;
    let towards_a = towards_a(pair, normal);
    if !contact.separation.is_touching() || (towards_a - facet.normal).length() <= ANGLE {
        return false;
    }
    let rise = towards_a.dot(point_b - facet.middle());
    contact.is_outside_cone_of_body || towards_a.dot(facet.normal).abs() > ANGLE || rise < -2.0 * distance
}

/// A body: a part of B, or its hull with a place inside.
pub(crate) struct BodyOfB<'b, V: Vector> {
    pub(crate) id: SubShapeId,
    pub(crate) shape: &'b dyn Convex<V>,
    /// Its pose in B.
    pub(crate) pose: Option<&'b Pose<V::Wide>>,
}

/// Adds the contacts of A with a body of B to `found`.
fn collide_body_of_b<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    &BodyOfB { id, shape, pose }: &BodyOfB<'_, V>,
    found: &mut Vec<PartPairContact<V>>,
) -> CompositeRelation<V> {
    let mut manifolds = core::mem::take(&mut scratch.manifolds_of_part);
    manifolds.clear();
    let b_in_a = pose.map_or(pair.b_in_a, |pose| pair.b_in_a.after(pose));
    let of_part = Pair { a: pair.a, b: shape, b_in_a };
    let mut relation = collide(&of_part, settings, &mut CompositeMemory::new(), scratch, &mut manifolds);
    // `collide` has placed only the points of the deepest, and the cones of B may drop that one.
    if manifolds.len() > 1 {
        let query = PartQuery::new(&of_part, settings);
        let CompositeScratch { kept, contacts, facing, .. } = &mut *scratch;
        let leaders = kept.iter_mut().enumerate().filter(|(index, kept)| kept.leader == *index);
        leaders.for_each(|(_, kept)| query.move_to_shared_point(kept, contacts, &of_part.b, facing));
    }
    let to_b = |point: V::Wide| pose.map_or(point, |pose| pose.point(point));
    if let CompositeRelation::Near { separation, .. } = &mut relation {
        separation.point_b = to_b(separation.point_b);
    }
    for mut manifold in manifolds.drain(..) {
        let Some(separation) = separation_of(&manifold, &scratch.kept, &relation, to_b) else { continue };
        for point in &mut manifold.manifold.points {
            point.on_b = V::narrow(to_b(point.on_b.widen()));
            point.feature = point_id_of_part_of_b(point.feature, id);
        }
        manifold.sub_shapes[1] = Some(id);
        let is_outside_cone_of_body = is_outside_cone_of_b(pair, id, &separation);
        found.push(PartPairContact { manifold, separation, is_outside_cone_of_body, is_dropped: false, leader: 0 });
    }
    scratch.manifolds_of_part = manifolds;
    relation
}

/// The separation of a manifold: that of the contact which it begins with. `relation` has better
/// bounds of the deepest.
fn separation_of<V: Space>(
    manifold: &CompositeManifold<V>,
    kept: &[KeptContact<V>],
    relation: &CompositeRelation<V>,
    to_b: impl Fn(V::Wide) -> V::Wide,
) -> Option<Separation<V>> {
    let leads = |(index, kept): &(usize, &KeptContact<V>)| {
        kept.leader == *index && manifold.sub_shapes[0] == Some(kept.id) && manifold.manifold.normal == V::narrow(kept.separation.normal)
    };
    let (_, KeptContact { separation: of, .. }) = kept.iter().enumerate().find(leads)?;
    Some(match relation {
        CompositeRelation::Near { separation, .. } if separation.distance == of.distance && separation.normal == of.normal => *separation,
        _ => Separation { point_b: to_b(of.point_b), ..*of },
    })
}
