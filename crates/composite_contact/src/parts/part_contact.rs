//! The contact of one part: what is known of it, and what becomes of it.
//!
//! `face_contact.rs` gives it a state; `border.rs`, `searched_contact.rs`, `fallback.rs` and
//! `way_out.rs` change it, in this order.

use clinch_composite::SubShapeId;
use clinch_contact::{Separation, Space};
use clinch_support::Vector;

use crate::triangle::edge_set::EdgeSet;
use crate::triangle::facing_facet::FacingFacet;

/// A part near the body.
#[derive(Debug)]
pub(crate) struct PartContact<V: Vector> {
    pub(crate) id: SubShapeId,
    /// The part as a facet, if it is one with a normal.
    pub(crate) triangle: Option<FacingFacet<V::Wide>>,
    /// The edges outside of which the body, growing from its middle, may first reach the plane of
    /// the triangle: see `border.rs`. [`EdgeSet::NONE`] if it reaches the triangle itself, or if
    /// the triangle is beyond the margin.
    pub(crate) outside: EdgeSet,
    pub(crate) state: ContactState<V>,
}

impl<V: Vector> PartContact<V> {
    /// Nothing is known yet.
    #[inline]
    pub(crate) fn unknown(id: SubShapeId) -> Self {
        Self { id, triangle: None, outside: EdgeSet::ALL, state: ContactState::NotSearched }
    }
}

/// The contact of a part, in a list sorted by id.
pub(crate) fn contact_of<V: Vector>(id: SubShapeId, contacts: &[PartContact<V>]) -> Option<&PartContact<V>> {
    contacts.binary_search_by_key(&id, |contact| contact.id).ok().map(|index| &contacts[index])
}

/// Whether any contact is kept, or a candidate.
pub(crate) fn any_kept<V: Space>(contacts: &[PartContact<V>]) -> bool {
    contacts.iter().any(|contact| matches!(contact.state, ContactState::Kept(_) | ContactState::Candidate(_)))
}

/// What becomes of the contact of a part. Separations are in the frame of the composite shape.
#[derive(Debug)]
pub(crate) enum ContactState<V: Vector> {
    /// It is a contact of the whole shape.
    Kept(Separation<V>),
    /// It is one unless other parts cover it: the normal cone is not known.
    Candidate(Separation<V>),
    /// Its normal is outside of the normal cone: a neighbour is nearer.
    OutsideCone(DroppedContact<V>),
    /// Not at the face; whether at the border is not decided. The place is where the growing body
    /// first reaches the plane, beside the triangle. `None` if its middle is behind the triangle,
    /// or if its core is a point.
    Undecided(Option<V::Wide>),
    /// Its neighbours say that it has no contact. Searched after all if none is kept, or if a
    /// dropped one is nearer than all that are kept. Also what a part begins with.
    NotSearched,
    /// It is at a border where another shape continues the surface, so a neighbour that belongs to
    /// this shape is nearer. See [`DroppedContact::order`] for the number.
    Continued(f64),
    /// The middle of the body is behind the triangle, which has no back.
    Behind(DroppedContact<V>),
    /// Farther apart than the margin: by at least this.
    Beyond(f64),
    /// An input is not finite.
    Undefined,
}

/// A contact of a part that is none of the whole shape, and how near it is.
#[derive(Debug)]
pub(crate) struct DroppedContact<V: Vector> {
    /// By this the nearest is found: the distance of the cores; of those that overlap, the scale of
    /// the body at which they touch, less 1, which is no length; −∞ if they overlap and the
    /// triangle is seen from behind.
    pub(crate) order: f64,
    pub(crate) separation: Separation<V>,
}
