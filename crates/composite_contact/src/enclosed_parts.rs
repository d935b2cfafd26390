//! The parts of one composite shape that are inside of another one, a solid.
//!
//! * Each part of the smaller shape, B, is a body of its own, and its contacts are those with the
//!   surface, A. A part of A that is wholly inside of a solid B is touched by none of these bodies,
//!   although the two shapes overlap. A part that sticks out of B with its middle inside touches
//!   the facets of B from behind. Their contacts would push it deeper, so the normal cones of B
//!   refuse them.
//! * So such a part is a body, and B is its surface: it leaves B by the place of B's surface that
//!   is nearest to its middle.
//! * It has no contact if that of a part of B separates it from B, that is, if moving B by the
//!   depth of that contact, along its normal, would leave the part and B apart. Alone, small parts
//!   of ground that B is pressed into would leave B through its sides.
//! * One-sided parts are never listed: B would reach most of them from behind.

use clinch_composite::{Composite, Sides, SubShapeId, posed_bounds};
use clinch_contact::{Pair, Separation, Settings, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Frame, Pose, Scalar, Vector};

use crate::order::by_depth;
use crate::part_pair_contact::PartPairContact;
use crate::parts::find_contacts::list_near_ids;
use crate::relation::CompositeRelation;
use crate::scratch::CompositeScratch;
use crate::separation::separation;
use crate::swap::swapped_settings;
use crate::tolerance::ANGLE;

/// Lists, in ascending order, the parts of A whose middle is inside of B, without those that a
/// contact of a part of B separates from B. Empty if B is not a solid, or A has one side.
///
/// `contacts` are those that touch, with a normal that the cone of B's part admits.
pub(crate) fn list_enclosed<'c, V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    contacts: impl Iterator<Item = &'c PartPairContact<V>>,
    scratch: &mut CompositeScratch<V>,
    enclosed: &mut Vec<SubShapeId>,
) {
    enclosed.clear();
    if pair.b.sides() != Sides::Solid || pair.a.sides() == Sides::One {
        return;
    }
    list_near_ids(pair.a, &posed_bounds(&pair.b.bounds(), &pair.b_in_a), enclosed);
    let frame = Frame::<V>::new(&pair.b_in_a);
    enclosed.retain(|&id| has_middle_inside(pair, &frame, id));
    if !enclosed.is_empty() {
        let ways = ways_out(contacts);
        enclosed.retain(|&id| !ways.iter().any(|way| way.separates(pair, settings, id, scratch)));
    }
}

/// How B is moved to separate it from a part of A.
struct WayOut<W> {
    /// Unit, from A to B, in A's frame.
    normal: W,
    depth: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> WayOut<W> {
    /// Whether B, moved by the depth along the normal, is apart from a part of A, or overlaps it by
    /// no more than the tolerance: another part of B may be flush with it.
    fn separates<V: Space<Wide = W>, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
        &self,
        pair: &Pair<V, &A, &B>,
        settings: &Settings<V::Scalar>,
        part: SubShapeId,
        scratch: &mut CompositeScratch<V>,
    ) -> bool {
        // What a normal that is off by this angle makes over the size of B.
        let slack = ANGLE * finite_size(&pair.b.bounds());
        let moved = Pose { translation: pair.b_in_a.translation + self.normal * (self.depth + slack), ..pair.b_in_a };
        let (a_in_b, settings) = (Pose::<W>::IDENTITY.relative_to(&moved), swapped_settings(settings));
        let settings = Settings { margin: V::Scalar::ZERO, ..settings };
        let mut overlaps = false;
        pair.a.sub_shape(part, &mut |shape: &dyn Convex<V>, pose| {
            let part_in_b = pose.map_or(a_in_b, |pose| a_in_b.after(pose));
            let of_part = Pair { a: pair.b, b: shape, b_in_a: part_in_b };
            overlaps |= match separation(&of_part, &settings, scratch) {
                CompositeRelation::Near { separation, .. } => separation.distance < -slack,
                CompositeRelation::Beyond { .. } => false,
                CompositeRelation::Undefined => true,
            };
        });
        !overlaps
    }
}

/// The ways out of contacts, the deepest first, and of nearly the same normal only the deepest.
fn ways_out<'c, V: Space>(contacts: impl Iterator<Item = &'c PartPairContact<V>>) -> Vec<WayOut<V::Wide>> {
    let mut sorted: Vec<&Separation<V>> = contacts.map(|contact| &contact.separation).collect();
    sorted.sort_by(|one, other| by_depth(one, other));
    let mut ways: Vec<WayOut<V::Wide>> = Vec::new();
    for &Separation { normal, distance, .. } in sorted {
        if !ways.iter().any(|deeper| (deeper.normal - normal).length() <= ANGLE) {
            ways.push(WayOut { normal, depth: -distance });
        }
    }
    ways
}

/// The sum of the extents. Infinite ones, as of a solid height field downward, do not count.
fn finite_size<W: Vector<Scalar = f64>>(bounds: &Aabb<W>) -> f64 {
    let extents = bounds.max - bounds.min;
    (0..W::DIM).map(|axis| extents.get(axis)).filter(|extent| extent.is_finite()).sum()
}

/// Whether the middle of a part of A is inside of B. `frame` is B's, in A's frame.
pub(crate) fn has_middle_inside<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    frame: &Frame<V>,
    id: SubShapeId,
) -> bool {
    let mut inside = false;
    pair.a.sub_shape(id, &mut |part, pose| {
        let middle = part.interior().widen();
        inside |= pair.b.contains(frame.to_b(pose.map_or(middle, |pose| pose.point(middle))));
    });
    inside
}
