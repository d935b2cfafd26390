//! Contacts that have the normal of an inner face get another one.
//!
//! * Of a part that a body overlaps more down than sideways, the least depth is sideways: out of a
//!   face that the next part hides. So all deepest points of the contact are in other parts, which
//!   extend beyond them (`cover.rs`). They need not be parts that the body touches: an edge may be
//!   in one tile and lean over the next.
//! * The normal of an inner face says nothing about where the surface is. So here it is no reason
//!   for another contact to stay, which then may turn out to be one of an inner face itself.
//! * The new normal is that with which the body touches the part as it grows from its middle
//!   (`growth`). If that is inner too, the body came in through another part, which it overlaps as
//!   well. That part's contact has the right normal, and this one is not needed.
//! * If the middle is in the part, nothing grows. Then it is the normal of the face that is the
//!   least deep way out, of those that are not inner.
//! * Along any normal the body leaves the part if it moves by the depth along it, so another one
//!   loses nothing.

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
    /// Corrects the contacts, the deepest first, or drops them. Two passes: the first finds those
    /// of inner faces; the second no longer counts their normals, finds more, and corrects all.
    /// Each changes nothing before its end, so the order of the parts does not matter.
    pub(crate) fn correct_inner_normals(
        &self,
        kept: &mut [KeptContact<V>],
        corrected: &mut Vec<CorrectedContact<V>>,
        work: &mut CoverWork<'_, V>,
    ) {
        corrected.clear();
        for (index, contact) in kept.iter().enumerate() {
            if self.may_be_inner(contact) && self.is_inner(contact, kept, work) {
                corrected.push(CorrectedContact { index, contact: KeptContact { is_inner: true, ..*contact } });
            }
        }
        if corrected.is_empty() {
            return;
        }
        apply(corrected, kept);
        for (index, contact) in kept.iter().enumerate() {
            let is_inner = contact.is_inner || (self.may_be_inner(contact) && self.is_inner(contact, kept, work));
            if let Some(contact) = if is_inner { self.with_outer_normal(contact, kept, work) } else { None } {
                corrected.push(CorrectedContact { index, contact });
            }
        }
        apply(corrected, kept);
        sort_by_depth(kept);
        // The deepest of all stays, whatever it is.
        kept[0].is_covered = false;
        kept.iter_mut().for_each(|contact| contact.is_inner = false);
    }

    /// Whether a contact is one of overlapping cores, and not decided yet. Half-spaces have no
    /// other normal.
    fn may_be_inner(&self, contact: &KeptContact<V>) -> bool {
        let cores_overlap = contact.separation.distance + self.query.body.radii() <= TOUCHING * self.query.body.radius_about_center;
        cores_overlap && is_undecided(contact) && with_part(self.pair, contact.id, |part| !part.is_half_space()) == Some(true)
    }

    /// The contact with a normal that is not inner, or dropped; `None` if it stays as it is.
    fn with_outer_normal(&self, contact: &KeptContact<V>, kept: &[KeptContact<V>], work: &mut CoverWork<'_, V>) -> Option<KeptContact<V>> {
        let growth = with_part(self.pair, contact.id, |part| {
            let Growth { normal, point, .. } = grow_to_part(part, &self.query.body, work.convex)?;
            Some(self.contact_along(part, normal, point, contact))
        });
        match growth.flatten() {
            Some(grown) if !self.is_inner(&grown, kept, work) => Some(grown),
            // A contact that is inner only without the normals of others is left to the rule of
            // covering: these others may have been walls with a wrong normal.
            Some(_) => contact.is_inner.then_some(KeptContact { is_covered: true, ..*contact }),
            None => with_part(self.pair, contact.id, |part| self.least_deep_face(part, contact, kept, work)).flatten(),
        }
    }

    /// The contact with the normal of a face of its part that is not inner, and of these the least
    /// deep.
    fn least_deep_face(
        &self,
        part: &Part<'_, V>,
        contact: &KeptContact<V>,
        kept: &[KeptContact<V>],
        work: &mut CoverWork<'_, V>,
    ) -> Option<KeptContact<V>> {
        let mut found: Option<KeptContact<V>> = None;
        let middle = self.query.body.middle;
        for_each_face_normal(&part.pair.a.core(), &mut |in_part| {
            let normal = part.direction(in_part);
            // The place of the face that is nearest to the middle.
            let above = middle + normal * (part.top(normal) - normal.dot(middle));
            let on_face = part.distance_of_point(above, f64::INFINITY, work.convex).map_or(above, |near| near.point_a);
            let other = self.contact_along(part, normal, on_face, contact);
            let is_less_deep = found.as_ref().is_none_or(|least| other.separation.distance > least.separation.distance);
            if is_less_deep && !self.is_inner(&other, kept, work) {
                found = Some(other);
            }
        });
        found
    }

    /// A contact with another normal, from the supporting plane of its part at a point.
    fn contact_along(&self, part: &Part<'_, V>, normal: V::Wide, point: V::Wide, of: &KeptContact<V>) -> KeptContact<V> {
        let separation = self.query.body.above_plane(&self.pair.b, normal, part.supporting_plane(normal, point));
        // With the skin of the part, as all points of contacts.
        let point = point + normal * (part.top(normal) + self.query.body.skin_a - normal.dot(point));
        KeptContact { separation, point, is_inner: false, ..*of }
    }
}

fn apply<V: Space>(corrected: &mut Vec<CorrectedContact<V>>, kept: &mut [KeptContact<V>]) {
    corrected.drain(..).for_each(|CorrectedContact { index, contact }| kept[index] = contact);
}

/// Calls `visit` with the outward unit normals of the flat faces of a solid, in its frame.
fn for_each_face_normal<V: Vector>(core: &Core<'_, V>, visit: &mut dyn FnMut(V::Wide)) {
    match core {
        Core::Box(_) => (0..V::DIM).flat_map(|axis| [V::Wide::unit(axis), -V::Wide::unit(axis)]).for_each(visit),
        Core::Revolution(revolution) => {
            let caps = [-V::Wide::unit(1), V::Wide::unit(1)].into_iter().zip(revolution.radii());
            caps.filter(|&(_, radius)| radius > 0.0).for_each(|(normal, _)| visit(normal));
        }
        Core::Polytope(facets) => facets.planes().iter().for_each(|plane| visit(plane.normal)),
        Core::Posed(posed) => for_each_face_normal(&posed.inner.core(), &mut |normal| visit(posed.pose.vector(normal))),
        _ => {}
    }
}
