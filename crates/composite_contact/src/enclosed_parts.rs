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
use clinch_contact::{Pair, Settings, Space};
use clinch_support::{Frame, Pose};

use crate::part_pair_contact::PartPairContact;
use crate::parts::find_contacts::list_near_ids;
use crate::scratch::CompositeScratch;
use crate::swap::swapped_settings;
use crate::ways_out::{WayOut, overlaps_part_of_b, slack, ways_out};

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
        enclosed.retain(|&id| !ways.iter().any(|way| separates(way, pair, settings, id, scratch)));
    }
}

/// Whether B, moved out by a contact, is apart from a part of A, or flush with it.
fn separates<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    way: &WayOut<V::Wide>,
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    part: SubShapeId,
    scratch: &mut CompositeScratch<V>,
) -> bool {
    let slack = slack(&pair.b.bounds());
    let exchanged = Pair { a: pair.b, b: pair.a, b_in_a: Pose::<V::Wide>::IDENTITY.relative_to(&way.moved(&pair.b_in_a, slack)) };
    !overlaps_part_of_b(&exchanged, &swapped_settings(settings), part, slack, scratch)
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
