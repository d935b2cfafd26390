//! The parts that are found near a body.

use clinch_composite::SubShapeId;
use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::facet::Outside;
use crate::facing_facet::{FacingFacet, is_clearly_above};
use crate::part_state::PartContact;

/// The parts near a body, in ascending order of their ids.
pub(crate) struct Found<'f, V: Vector> {
    pub(crate) contacts: &'f mut Vec<PartContact<V>>,
    /// Triangles that a ball is beside and whose border has no contact. They are stored in few
    /// bytes, because on level ground most are here.
    pub(crate) beside: &'f mut Vec<Beside>,
    /// The box that they were found for.
    pub(crate) bounds: &'f Aabb<V::Wide>,
}

/// A triangle that a body may be beside, as the middle of a ball is, and the edges that it is
/// outside of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside {
    pub(crate) id: SubShapeId,
    pub(crate) outside: Outside,
}

/// The contacts of all parts that meet a box and come within a radius of the middle of a body.
pub(crate) struct Around<'f, V: Vector> {
    pub(crate) contacts: &'f [PartContact<V>],
    pub(crate) bounds: &'f Aabb<V::Wide>,
    pub(crate) middle: V::Wide,
    pub(crate) ball: f64,
}

impl<V: Vector> Around<'_, V> {
    /// Whether a normal is in the cone of a vertex of a triangle, by the edges of all triangles
    /// that share it, or have a vertex at the same place; `None` if it is at the border of the
    /// cone. That decides about nearly all normals, for less than the cone would cost.
    pub(crate) fn admits_at_vertex(&self, facet: &FacingFacet<V::Wide>, corner: usize, normal: V::Wide) -> Option<bool> {
        let place = *facet.corners().get(corner)?;
        let has_all = (0..V::DIM).all(|i| self.bounds.min.get(i) <= place.get(i) && place.get(i) <= self.bounds.max.get(i));
        if !has_all || !((place - self.middle).length_squared() <= self.ball * self.ball) {
            return None;
        }
        let mut all_fall_away = true;
        for contact in self.contacts {
            let triangle = contact.triangle.as_ref()?;
            let (edges, corners) = (triangle.edges.as_ref()?, triangle.corners());
            let Some(at) = corners.iter().position(|&other| other == place) else { continue };
            let sides = [1, 2].map(|step| corners[(at + step) % corners.len()] - place);
            if sides.iter().any(|&side| is_clearly_above(side, normal)) {
                return Some(false);
            }
            // Seen from behind, and at a border that another shape may continue, the cone decides.
            all_fall_away &= triangle.is_front() == facet.is_front()
                && triangle.normal.dot(normal) > 0.0
                && edges.beyond[at].is_some()
                && edges.beyond[(at + 2) % 3].is_some()
                && sides.iter().all(|&side| is_clearly_above(side, -normal));
        }
        all_fall_away.then_some(true)
    }
}

/// The edges of all triangles that are found, outside of which the body may first reach their
/// planes: in ascending order of the ids.
pub(crate) struct Outsides<'f> {
    /// Of the contacts. They are listed apart from these, in few bytes, because each is looked up
    /// several times.
    pub(crate) of_contacts: &'f [Beside],
    pub(crate) beside: &'f [Beside],
}

impl Outsides<'_> {
    /// Those of a triangle. One that is not found is beyond the margin, and so is its common edge
    /// with one that is: there is no contact.
    #[inline]
    pub(crate) fn of(&self, id: SubShapeId) -> Outside {
        let within = |list: &[Beside]| list.binary_search_by_key(&id, |beside| beside.id).ok().map(|at| list[at].outside);
        within(self.of_contacts).or_else(|| within(self.beside)).unwrap_or(Outside::NONE)
    }
}
