//! The parts that were found near a body, while it is decided about them.
//!
//! Their edges are stored apart from their contacts, in few bytes: the neighbours of a triangle
//! look them up several times.

use clinch_composite::SubShapeId;
use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::parts::part_contact::PartContact;
use crate::triangle::edge_set::EdgeSet;

/// The parts near a body, in ascending order of their ids.
pub(crate) struct FoundParts<'f, V: Vector> {
    pub(crate) contacts: &'f mut Vec<PartContact<V>>,
    /// Triangles that the middle of a ball is beside and whose border has no contact. They have no
    /// [`PartContact`], because on level ground most are here.
    pub(crate) skipped: &'f mut Vec<OutsideEdges>,
    /// The box that they were found for.
    pub(crate) bounds: &'f Aabb<V::Wide>,
}

/// A triangle, and the edges that m is outside of: the point of its plane that the growing body
/// reaches first (`border.rs`). Of a ball it is the projection of the middle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutsideEdges {
    pub(crate) id: SubShapeId,
    pub(crate) outside: EdgeSet,
}

/// The edges that m is outside of, of all triangles that were found; in ascending order of the ids.
pub(crate) struct OutsideLookup<'f> {
    /// Those of [`FoundParts::contacts`].
    pub(crate) of_contacts: &'f [OutsideEdges],
    pub(crate) skipped: &'f [OutsideEdges],
}

impl OutsideLookup<'_> {
    /// Those of a triangle. One that is not found is beyond the margin, and so is its common edge
    /// with one that is: there is no contact.
    #[inline]
    pub(crate) fn of(&self, id: SubShapeId) -> EdgeSet {
        let within = |list: &[OutsideEdges]| list.binary_search_by_key(&id, |edges| edges.id).ok().map(|at| list[at].outside);
        within(self.of_contacts).or_else(|| within(self.skipped)).unwrap_or(EdgeSet::NONE)
    }
}
