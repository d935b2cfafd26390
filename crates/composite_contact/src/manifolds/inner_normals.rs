//! Contacts that have the normal of an inner face get another one.
//!
//! * Of a part that a body overlaps more down than sideways, the least depth is sideways: out of a
//!   face that the next part hides. So all deepest points of the contact are in other parts, which
//!   extend beyond them (`cover.rs`). They need not be parts that the body touches: an edge may be
//!   in one tile and lean over the next.
//! * The normal of an inner face says nothing about where the surface is. So it is no reason for
//!   another contact to stay, which then may turn out to be one of an inner face itself.
//! * The new normal is that with which the body touches the part as it grows from its middle
//!   (`growth`). If the middle is in the part, it is the normal of the face that is the least deep
//!   way out, of those that are not inner.
//! * The depth along any normal is one by which the body leaves the part, so nothing is lost. If the
//!   normal of the growing body is inner as well, the body has grown into the part through another
//!   one, whose contact it is then. The contact keeps its normal, and is dropped unless it is the
//!   deepest of all.

use clinch_composite::Composite;
use clinch_contact::Space;
use clinch_shapes::{Convex, Core};
use clinch_support::Vector;

use crate::growth::iteration::grow_to_part;
use crate::growth::{Growth, TOUCHING};
use crate::manifolds::cover::{Cover, CoverWork, is_undecided};
use crate::manifolds::kept_contact::{CorrectedContact, KeptContact, sort_by_depth};
use crate::part::{Part, with_part};

impl<V: Space, C: Composite<V> + ?Sized, B: Convex<V>> Cover<'_, V, C, B> {
    /// Corrects the contacts of overlapping cores. Each is compared with the others as they were:
    /// of contacts that are the same but for their parts, the order of the parts would choose which
    /// is corrected first.
    pub(crate) fn correct_inner_normals(
        &self,
        kept: &mut [KeptContact<V>],
        corrected: &mut Vec<CorrectedContact<V>>,
        work: &mut CoverWork<'_, V>,
    ) {
        corrected.clear();
        for index in 0..kept.len() {
            if self.may_be_inner(&kept[index]) && self.is_inner(kept, index, work) {
                corrected.push(CorrectedContact { index, contact: KeptContact { is_inner: true, ..kept[index] } });
            }
        }
        if corrected.is_empty() {
            return;
        }
        apply(corrected, kept);
        for index in 0..kept.len() {
            let is_inner = kept[index].is_inner || self.may_be_inner(&kept[index]) && self.is_inner(kept, index, work);
            if let Some(contact) = if is_inner { self.with_outer_normal(kept, index, work) } else { None } {
                corrected.push(CorrectedContact { index, contact });
            }
        }
        apply(corrected, kept);
        sort_by_depth(kept);
    }

    fn may_be_inner(&self, contact: &KeptContact<V>) -> bool {
        is_undecided(contact) && contact.separation.distance + self.query.body.radii() <= TOUCHING * self.query.body.radius_about_center
    }

    /// The contact with a normal that is not inner, if one is found.
    fn with_outer_normal(&self, kept: &mut [KeptContact<V>], index: usize, work: &mut CoverWork<'_, V>) -> Option<KeptContact<V>> {
        let before = kept[index];
        let growth = with_part(self.pair, before.id, |part| {
            let Growth { normal, point, .. } = grow_to_part(part, &self.query.body, work.convex)?;
            Some(self.contact_along(part, normal, point, &before))
        });
        let found = match growth.flatten() {
            Some(grown) => Some(grown).filter(|grown| self.is_outer(kept, index, grown, work)),
            None => with_part(self.pair, before.id, |part| self.least_deep_face(part, kept, index, work)).flatten(),
        };
        kept[index] = before;
        found
    }

    /// The contact with the normal of a face of its part that is not inner, and of these the least
    /// deep.
    fn least_deep_face(
        &self,
        part: &Part<'_, V>,
        kept: &mut [KeptContact<V>],
        index: usize,
        work: &mut CoverWork<'_, V>,
    ) -> Option<KeptContact<V>> {
        let (before, mut found) = (kept[index], None::<KeptContact<V>>);
        for_each_face_normal(&part.pair.a.core(), &mut |in_part| {
            let on_face = part.point(part.pair.a.support_wide(in_part).point);
            let contact = self.contact_along(part, part.direction(in_part), on_face, &before);
            let is_less_deep = found.as_ref().is_none_or(|least| contact.separation.distance > least.separation.distance);
            if is_less_deep && self.is_outer(kept, index, &contact, work) {
                found = Some(contact);
            }
        });
        found
    }

    /// Whether a contact would not be inner in the place of this one, where it is left.
    fn is_outer(&self, kept: &mut [KeptContact<V>], index: usize, contact: &KeptContact<V>, work: &mut CoverWork<'_, V>) -> bool {
        kept[index] = *contact;
        !self.is_inner(kept, index, work)
    }

    /// A contact with another normal, from the supporting plane of its part at a point.
    fn contact_along(&self, part: &Part<'_, V>, normal: V::Wide, point: V::Wide, of: &KeptContact<V>) -> KeptContact<V> {
        let separation = self.query.body.above_plane(&self.pair.b, normal, part.supporting_plane(normal, point));
        // With the skins, as all points of contacts.
        let point = point + normal * (part.top(normal) + self.query.body.skin_a - normal.dot(point));
        KeptContact { separation, point, is_inner: false, ..*of }
    }
}

fn apply<V: Space>(corrected: &mut Vec<CorrectedContact<V>>, kept: &mut [KeptContact<V>]) {
    corrected.drain(..).for_each(|CorrectedContact { index, contact }| kept[index] = contact);
}

/// Calls `visit` with the outward unit normals of the faces of a solid, in its frame. Round faces
/// are left out.
fn for_each_face_normal<V: Vector>(core: &Core<'_, V>, visit: &mut dyn FnMut(V::Wide)) {
    let both = |axis: usize| [V::Wide::unit(axis), -V::Wide::unit(axis)];
    match core {
        Core::Box(_) => (0..V::DIM).flat_map(both).for_each(visit),
        Core::Revolution(_) => both(1).into_iter().for_each(visit),
        Core::Polytope(facets) => facets.planes().iter().for_each(|plane| visit(plane.normal)),
        Core::Posed(posed) => for_each_face_normal(&posed.inner.core(), &mut |normal| visit(posed.pose.vector(normal))),
        _ => {}
    }
}
