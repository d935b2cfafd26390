//! The parts that are found near a body.

use clinch_composite::SubShapeId;
use clinch_support::Vector;

use crate::facet::Outside;
use crate::part_contact::PartContact;

/// The parts near a body, in ascending order of their ids.
pub(crate) struct Found<'f, V: Vector> {
    pub(crate) contacts: &'f mut Vec<PartContact<V>>,
    /// Triangles that a ball is beside and whose border has no contact, in few bytes: of level
    /// ground, most.
    pub(crate) beside: &'f mut Vec<Beside>,
}

/// A triangle that the middle of a ball is beside, and the edges that it is outside of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside {
    pub(crate) id: SubShapeId,
    pub(crate) outside: Outside,
}

/// The edges of a triangle outside of which the body may first reach its plane. Triangles that are
/// not found are beyond the margin, so it touches none of their edges.
pub(crate) fn outside_of<V: Vector>(id: SubShapeId, contacts: &[PartContact<V>], beside: &[Beside]) -> Outside {
    match contacts.binary_search_by_key(&id, |contact| contact.id) {
        Ok(at) => contacts[at].outside,
        Err(_) => beside.binary_search_by_key(&id, |beside| beside.id).map_or(Outside::NONE, |at| beside[at].outside),
    }
}
