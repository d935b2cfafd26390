//! The parts of one composite shape that are inside of another one, a solid.
//!
//! * Each part of the smaller shape, B, is a body of its own, and its contacts are those with the
//!   surface, A. A part of A that is wholly inside of a solid B is touched by none of these bodies,
//!   although the two shapes overlap. If only its middle is inside, the facets of B that it
//!   crosses face away from it: the normal cones of B refuse their contacts.
//! * So if no part of B touches A with a normal in its cone, the parts of A whose middle is inside
//!   of B are the bodies, and B is their surface. Each leaves B by the nearest place of it.
//! * If a part of B touches A with such a normal, the parts inside of B have no contact: of ground
//!   that B is pressed into, some would leave B through its sides. So a part that is inside of B by
//!   itself has its contact only once that other one has pushed B away.
//! * A surface with one side is touched from in front only, and what is inside of B is not in front
//!   of it.

use clinch_composite::{Composite, Sides, SubShapeId, posed_bounds};
use clinch_contact::{Pair, Space};
use clinch_support::Frame;

use crate::parts::find_contacts::list_near_ids;

/// Lists the parts of A whose middle is inside of B, in ascending order; none if B is not solid, or
/// A has one side.
pub(crate) fn list_enclosed<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    enclosed: &mut Vec<SubShapeId>,
) {
    enclosed.clear();
    if pair.b.sides() != Sides::Solid || pair.a.sides() == Sides::One {
        return;
    }
    list_near_ids(pair.a, &posed_bounds(&pair.b.bounds(), &pair.b_in_a), enclosed);
    let frame = Frame::new(&pair.b_in_a);
    enclosed.retain(|&id| has_middle_inside(pair, &frame, id));
}

/// Whether the middle of a part of A is inside of B. `frame` is that of B in A's.
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
