//! What becomes of the contact of a part.

use clinch_composite::SubShapeId;
use clinch_contact::{Separation, Space};
use clinch_support::Vector;

use crate::facet::Outside;
use crate::facing_facet::FacingFacet;

/// A part near the body.
#[derive(Debug)]
pub(crate) struct PartContact<V: Vector> {
    pub(crate) id: SubShapeId,
    /// The part, if it is a triangle with a plane.
    pub(crate) triangle: Option<FacingFacet<V::Wide>>,
    /// The edges outside of which the body, growing from its middle, may first reach the plane of
    /// the triangle: see `border.rs`. [`Outside::NONE`] if it reaches the triangle itself, or if
    /// the triangle is beyond the margin.
    pub(crate) outside: Outside,
    pub(crate) state: State<V>,
}

impl<V: Vector> PartContact<V> {
    /// Nothing is known yet.
    #[inline]
    pub(crate) fn unknown(id: SubShapeId) -> Self {
        Self { id, triangle: None, outside: Outside::PERHAPS, state: State::Beside }
    }
}

/// Whether a contact is kept, unless others cover it.
pub(crate) fn any_kept<V: Space>(contacts: &[PartContact<V>]) -> bool {
    contacts.iter().any(|contact| matches!(contact.state, State::Kept(_) | State::Candidate(_)))
}

/// What becomes of the contact of a part. Separations are in the frame of the composite shape.
#[derive(Debug)]
pub(crate) enum State<V: Vector> {
    /// It is a contact of the whole shape.
    Kept(Separation<V>),
    /// It is one unless other parts cover it: the normal cone is not known.
    Candidate(Separation<V>),
    /// A neighbour is nearer.
    Dropped(Near<V>),
    /// Not decided yet: the body first reaches the plane of the triangle beside it, at this place,
    /// or its middle is behind the triangle. No place is known there, and under a point.
    Outside(Option<V::Wide>),
    /// It has no contact, as far as the next triangles say. It is searched after all if no part has
    /// one.
    Beside,
    /// A neighbour that belongs to another shape is nearer than this: see [`Near::order`].
    Elsewhere(f64),
    /// The middle of the body is behind the triangle, which has no back.
    Behind(Near<V>),
    /// Farther apart than the margin: by at least this.
    Beyond(f64),
    /// An input is not finite.
    Undefined,
}

/// How near the body is to a part that it does not touch as a whole.
#[derive(Debug)]
pub(crate) struct Near<V: Vector> {
    /// By this the nearest is found: the distance of the cores; of those that overlap, the scale of
    /// the body at which they touch, less 1, which is no length; −∞ if they overlap and the
    /// triangle is seen from behind.
    pub(crate) order: f64,
    pub(crate) separation: Separation<V>,
}
