//! The contact manifolds of a composite shape and a body.

use clinch_composite::Composite;
use clinch_contact::{Pair, Separation, Settings, Space};
use clinch_shapes::Convex;

use crate::manifolds::cover::drop_covered;
use crate::manifolds::kept_contact::{KeptContact, list_kept};
use crate::manifolds::write_manifolds::write_manifolds;
use crate::memory::CompositeMemory;
use crate::parts::find_contacts::find_contacts;
use crate::parts::part_contact::{ContactState, contact_of};
use crate::parts::part_query::PartQuery;
use crate::parts::triangle_cache::TriangleCache;
use crate::relation::{CompositeManifold, CompositeRelation};
use crate::scratch::CompositeScratch;
use crate::triangle::edge_set::EdgeSet;

/// Where does a body touch a shape made of convex parts?
///
/// `manifolds` goes in as last tick's and comes out as this tick's: one for each normal, the
/// deepest first, in A's frame and the caller's unit. Their points are apart by up to
/// `settings.margin`; a point that continues one of last tick's carries its user data. There are
/// none if the two are farther apart than the margin or an input is not finite; the returned
/// relation says which. A body that touches a part from in front has at least one point, unless it
/// also touches a nearer part from behind.
///
/// Costs what the convex queries about the parts near the body cost. With
/// [`recycling`](Settings::recycling), parts a little beyond the margin are looked at, too: a pair
/// that is apart can then be recycled for longer.
///
/// ```
/// use clinch_composite::TriMesh;
/// use clinch_composite_contact::{CompositeMemory, CompositeScratch, collide};
/// use clinch_contact::{Pair, Settings};
/// use clinch_shapes::{Ball, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// // A square of two triangles; the ball is above their common edge.
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
/// let floor = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
/// let pair = Pair { a: &floor, b: Ball::new(0.25)?, b_in_a: Pose::at(DVec3::new(0.5, 0.5, 0.2)) };
/// let mut manifolds = Vec::new();
/// let (mut memory, mut scratch) = (CompositeMemory::new(), CompositeScratch::new());
/// collide(&pair, &Settings::default(), &mut memory, &mut scratch, &mut manifolds);
/// assert_eq!(manifolds.len(), 1);
/// assert_eq!(manifolds[0].manifold.normal, Vec3::Z);
/// assert_eq!(manifolds[0].manifold.points.len(), 1);
/// # Ok::<(), ShapeError>(())
/// ```
pub fn collide<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut CompositeMemory<V>,
    scratch: &mut CompositeScratch<V>,
    manifolds: &mut Vec<CompositeManifold<V>>,
) -> CompositeRelation<V> {
    let query = PartQuery::new(pair, settings);
    let relation = relation(&query, pair, &mut memory.triangles, scratch);
    match relation {
        CompositeRelation::Near { .. } => write_manifolds(&query, pair, scratch, manifolds),
        CompositeRelation::Beyond { .. } | CompositeRelation::Undefined => manifolds.clear(),
    }
    relation
}

/// How far apart are a shape made of convex parts and a body?
///
/// The separation is that of the manifold that [`collide`] puts first. With an infinite margin, the
/// distance of any two; all parts are visited then.
///
/// ```
/// use clinch_composite::HeightField;
/// use clinch_composite_contact::{CompositeRelation, CompositeScratch, measure};
/// use clinch_contact::{Pair, Settings};
/// use clinch_shapes::{Ball, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let plain = HeightField::new(2, 2, vec![0.0; 4], Vec3::ONE).unwrap();
/// let pair = Pair { a: &plain, b: Ball::new(0.25)?, b_in_a: Pose::at(DVec3::new(0.1, 0.5, 0.2)) };
/// let relation = measure(&pair, &Settings::with_margin(1.0), &mut CompositeScratch::new());
/// let CompositeRelation::Near { separation, .. } = relation else { panic!("{relation:?}") };
/// assert!(separation.lower <= 0.25 && 0.25 <= separation.upper);
/// # Ok::<(), ShapeError>(())
/// ```
pub fn measure<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    relation(&PartQuery::new(pair, settings), pair, &mut TriangleCache::new(), scratch)
}

/// The relation; the contacts of the parts are left in the scratch.
fn relation<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    cache: &mut TriangleCache<V::Wide>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    if find_contacts(query, pair, cache, scratch).is_none() {
        return CompositeRelation::Undefined;
    }
    list_kept(&scratch.contacts, &mut scratch.kept);
    // What is covered may be nearer by rounding.
    let lower = scratch.kept.iter().fold(f64::INFINITY, |lower, kept| lower.min(kept.separation.lower));
    drop_covered(query, pair, scratch);
    let CompositeScratch { contacts, facing, kept, .. } = &mut *scratch;
    if let Some(deepest) = kept.iter_mut().find(|kept| !kept.is_covered) {
        query.move_to_shared_point(deepest, contacts, &pair.b, facing);
        let deepest = *deepest;
        let separation = separation_of_deepest(query, &deepest, lower, scratch);
        return CompositeRelation::Near { separation, sub_shapes: [Some(deepest.id), None] };
    }
    // Parts that are not listed are farther than what was looked at. What is seen from behind is no
    // contact, but may become one with the least motion.
    let beyond = scratch.contacts.iter().map(|contact| match contact.state {
        ContactState::Beyond(at_least) => at_least,
        _ => query.margin,
    });
    CompositeRelation::Beyond { at_least: beyond.fold(query.margin + query.recycling_margin, f64::min) }
}

/// The separation of the whole shape: that of the deepest contact. `lower` is the least lower bound
/// of all contacts.
fn separation_of_deepest<V: Space, C: Composite<V> + ?Sized>(
    query: &PartQuery<'_, V, C>,
    deepest: &KeptContact<V>,
    lower: f64,
    scratch: &CompositeScratch<V>,
) -> Separation<V> {
    let of = deepest.separation;
    // Parts that are equally deep have bounds of their own: the order of the parts chooses none of
    // them.
    let equal = scratch.kept.iter().filter(|kept| kept.separation.distance == of.distance && kept.separation.normal == of.normal);
    let (lower, upper) = equal
        .fold((of.lower.min(lower), of.upper), |(lower, upper), kept| (lower.min(kept.separation.lower), upper.min(kept.separation.upper)));
    let contact = contact_of(deepest.id, &scratch.contacts);
    // The distance of a contact at a face is that of the plane. Of others it is that of a search.
    let at_face = contact.filter(|contact| contact.outside == EdgeSet::NONE).and_then(|contact| contact.triangle.as_ref());
    let upper = at_face.map_or(upper, |triangle| query.upper_bound_above(triangle, &Separation { upper, ..of }));
    Separation { lower, upper, ..of }
}
