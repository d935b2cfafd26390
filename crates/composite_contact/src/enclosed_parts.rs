//! The parts of one composite shape that are inside of another one, a solid.
//!
//! * Each part of the smaller shape, B, is a body of its own, and its contacts are those with the
//!   surface, A. A part of A that is wholly inside of a solid B is touched by none of these bodies,
//!   although the two shapes overlap. If only its middle is inside, it is behind the facets of B
//!   that it crosses. They would push it farther in, so the normal cones of B refuse these contacts.
//! * So such a part is a body, and B is its surface: it leaves B by the place of B's surface that is
//!   nearest to its middle.
//! * It is left out if one of the contacts separates it from B, that is, if moving B by the depth of
//!   the contact, along its normal, would leave the two apart. Small parts of ground that B is
//!   pressed into would leave B through its sides.
//! * If A has one side there are none: a part is touched from in front only, and it is inside.

use clinch_composite::{Composite, Sides, SubShapeId, posed_bounds};
use clinch_contact::{Pair, Separation, Settings, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Frame, Pose, Vector};

use crate::overlap::overlap;
use crate::parts::find_contacts::list_near_ids;
use crate::scratch::CompositeScratch;
use crate::swap::swapped_settings;
use crate::tolerance::ANGLE;

/// Lists, in ascending order, the parts of A whose middle is inside of B, and which would overlap B
/// if it moved by the depth of any one of the contacts. These are the touching ones of parts of B,
/// with a normal in the part's cone. None if B is no solid or A has one side.
pub(crate) fn list_enclosed<'c, V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    contacts: impl Iterator<Item = &'c Separation<V>> + Clone,
    scratch: &mut CompositeScratch<V>,
    enclosed: &mut Vec<SubShapeId>,
) {
    enclosed.clear();
    if pair.b.sides() != Sides::Solid || pair.a.sides() == Sides::One {
        return;
    }
    let bounds = pair.b.bounds();
    list_near_ids(pair.a, &posed_bounds(&bounds, &pair.b_in_a), enclosed);
    let frame = Frame::<V>::new(&pair.b_in_a);
    enclosed.retain(|&id| has_middle_inside(pair, &frame, id));
    // A flat part would end on the surface of B. A little farther, by what a normal that is off by
    // this angle makes over the size of B.
    let slack = ANGLE * finite_size(&bounds);
    enclosed.retain(|&id| {
        let is_separated_by = |contact: &Separation<V>| {
            let moved = Pose { translation: pair.b_in_a.translation + contact.normal * (slack - contact.distance), ..pair.b_in_a };
            !overlaps_part(&Pair { b_in_a: moved, ..*pair }, settings, id, scratch)
        };
        !contacts.clone().any(is_separated_by)
    });
}

/// The sum of the extents. That of a solid height field has no end along one axis.
fn finite_size<W: Vector<Scalar = f64>>(bounds: &Aabb<W>) -> f64 {
    let extents = bounds.max - bounds.min;
    (0..W::DIM).map(|axis| extents.get(axis)).filter(|extent| extent.is_finite()).sum()
}

/// Whether a part of A overlaps B.
fn overlaps_part<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    id: SubShapeId,
    scratch: &mut CompositeScratch<V>,
) -> bool {
    let (a_in_b, settings) = (Pose::<V::Wide>::IDENTITY.relative_to(&pair.b_in_a), swapped_settings(settings));
    let mut overlaps = false;
    pair.a.sub_shape(id, &mut |part: &dyn Convex<V>, pose| {
        let part_in_b = pose.map_or(a_in_b, |pose| a_in_b.after(pose));
        overlaps |= overlap(&Pair { a: pair.b, b: part, b_in_a: part_in_b }, &settings, scratch) != Some(false);
    });
    overlaps
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
