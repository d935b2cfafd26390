//! The contacts that are kept, before they become manifolds.
//!
//! They are listed in the order of their depth, and of equally deep ones in an order that the ids
//! of the parts do not choose. That order decides which contacts cover others (`cover.rs`) and
//! which of them begin a manifold (`write_manifolds.rs`).

use clinch_composite::SubShapeId;
use clinch_contact::{Separation, Space};
use clinch_support::Vector;

use crate::order::by_depth;
use crate::parts::part_contact::{ContactState, PartContact};

/// A contact that is kept, unless other parts cover it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptContact<V: Vector> {
    pub(crate) id: SubShapeId,
    pub(crate) separation: Separation<V>,
    /// The point of the part where it is touched, or touched first.
    pub(crate) point: V::Wide,
    /// Its normal cone is not known, so other parts may cover it.
    pub(crate) is_candidate: bool,
    /// Other parts hide the face that it has its normal from, so this normal says nothing about
    /// where the surface is.
    pub(crate) is_inner: bool,
    /// Other parts cover it: it is dropped.
    pub(crate) is_covered: bool,
    /// It covers another that is equally deep but for rounding, so it stays.
    pub(crate) is_certificate: bool,
    /// The index of the contact that its manifold begins with: the first whose normal is nearly the
    /// same. `usize::MAX` if it is covered.
    pub(crate) leader: usize,
}

/// A contact that gets another normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorrectedContact<V: Vector> {
    /// Among the contacts that are kept.
    pub(crate) index: usize,
    pub(crate) contact: KeptContact<V>,
}

impl<V: Vector> KeptContact<V> {
    pub(crate) fn new(id: SubShapeId, separation: Separation<V>, is_candidate: bool) -> Self {
        Self {
            id,
            separation,
            point: separation.point_a,
            is_candidate,
            is_inner: false,
            is_covered: false,
            is_certificate: false,
            leader: usize::MAX,
        }
    }
}

/// Lists the contacts that are kept, the deepest first.
pub(crate) fn list_kept<V: Space>(contacts: &[PartContact<V>], kept: &mut Vec<KeptContact<V>>) {
    kept.clear();
    kept.extend(contacts.iter().filter_map(|contact| match &contact.state {
        ContactState::Kept(separation) => Some(KeptContact::new(contact.id, *separation, false)),
        ContactState::Candidate(separation) => Some(KeptContact::new(contact.id, *separation, true)),
        _ => None,
    }));
    sort_by_depth(kept);
}

/// Sorts contacts, the deepest first.
pub(crate) fn sort_by_depth<V: Vector>(kept: &mut [KeptContact<V>]) {
    // By what they are before their ids, so that the order of the parts chooses nothing.
    kept.sort_by(|one, other| by_depth(&one.separation, &other.separation).then(one.id.cmp(&other.id)));
}
