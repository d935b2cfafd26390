//! The parts of one composite shape that are inside of another one, a solid.
//!
//! * Each part of the smaller shape, B, is a body of its own, and its contacts are those with the
//!   surface, A. A part of A that is wholly inside of a solid B is touched by none of these bodies,
//!   although the two shapes overlap. If only its middle is inside, the facets of B that it
//!   crosses face away from it: the normal cones of B refuse their contacts.
//! * So the parts of A whose middle is inside of B are bodies, too, and B is their surface. Each
//!   leaves B by the nearest place of it.
//! * A part of A whose middle is outside of B once a contact has pushed B away has no contact of its
//!   own: of ground that B is pressed into, some parts would leave B through its sides. It has one
//!   if no contact clears it, however deep the others are.
//! * A surface with one side is touched from in front only, and what is inside of B is not in front
//!   of it.

use clinch_composite::{Composite, Sides, SubShapeId, posed_bounds};
use clinch_contact::{Pair, Separation, Space};
use clinch_support::{Frame, Vector};

use crate::parts::find_contacts::list_near_ids;
use crate::tolerance::ANGLE;

/// Lists the parts of A whose middle is inside of B and stays there whichever of the `contacts`,
/// those of parts of B that touch A with a normal in their cone, pushes B away. In ascending order;
/// none if B is not solid, or A has one side.
pub(crate) fn list_enclosed<'c, V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    contacts: impl Iterator<Item = &'c Separation<V>> + Clone,
    enclosed: &mut Vec<SubShapeId>,
) {
    enclosed.clear();
    if pair.b.sides() != Sides::Solid || pair.a.sides() == Sides::One {
        return;
    }
    let bounds = pair.b.bounds();
    list_near_ids(pair.a, &posed_bounds(&bounds, &pair.b_in_a), enclosed);
    let frame = Frame::<V>::new(&pair.b_in_a);
    // A flat part that is pushed out is on the surface of B then, to within the tolerance of a
    // normal over its size.
    let slack = ANGLE * (bounds.max - bounds.min).length();
    let stays = |id: &SubShapeId| {
        let middle = middle_of(pair.a, *id);
        let is_inside_after = |push: V::Wide| middle.is_some_and(|middle| pair.b.contains(frame.to_b(middle - push)));
        is_inside_after(V::Wide::ZERO) && contacts.clone().all(|of| is_inside_after(of.normal * (slack - of.distance)))
    };
    enclosed.retain(stays);
}

/// Whether the middle of a part of A is inside of B. `frame` is that of B in A's.
pub(crate) fn has_middle_inside<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    frame: &Frame<V>,
    id: SubShapeId,
) -> bool {
    middle_of(pair.a, id).is_some_and(|middle| pair.b.contains(frame.to_b(middle)))
}

/// The middle of a part. `None` if there is no such part.
fn middle_of<V: Space, A: Composite<V> + ?Sized>(composite: &A, id: SubShapeId) -> Option<V::Wide> {
    let mut found = None;
    composite.sub_shape(id, &mut |part, pose| {
        let middle = part.interior().widen();
        found = Some(pose.map_or(middle, |pose| pose.point(middle)));
    });
    found
}
