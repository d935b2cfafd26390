//! Normals at a vertex, decided by the triangles that were found around it.
//!
//! The normal cone of a vertex takes a walk around it, which reads the tree of a mesh. Where all
//! triangles at the vertex are among those that were found, their edges say the same.

use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::parts::part_contact::PartContact;
use crate::triangle::cone_test::is_clearly_above;
use crate::triangle::facing_facet::FacingFacet;

/// The contacts of all parts that meet a box and come within a radius of the middle of a body.
pub(crate) struct KnownNeighbors<'f, V: Vector> {
    pub(crate) contacts: &'f [PartContact<V>],
    pub(crate) bounds: &'f Aabb<V::Wide>,
    pub(crate) middle: V::Wide,
    pub(crate) radius: f64,
}

impl<V: Vector> KnownNeighbors<'_, V> {
    /// Whether a normal is in the cone of a vertex of a triangle, by the edges of all triangles
    /// that share it, or have a vertex at the same place; `None` if it is at the border of the
    /// cone. That decides about nearly all normals, for less than the cone would cost.
    pub(crate) fn test_vertex(&self, facet: &FacingFacet<V::Wide>, corner: usize, normal: V::Wide) -> Option<bool> {
        let place = *facet.corners().get(corner)?;
        let has_all = (0..V::DIM).all(|i| self.bounds.min.get(i) <= place.get(i) && place.get(i) <= self.bounds.max.get(i));
        if !has_all || !((place - self.middle).length_squared() <= self.radius * self.radius) {
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
            all_fall_away &= triangle.is_front == facet.is_front
                && triangle.normal.dot(normal) > 0.0
                && edges.beyond[at].is_some()
                && edges.beyond[(at + 2) % 3].is_some()
                && sides.iter().all(|&side| is_clearly_above(side, -normal));
        }
        all_fall_away.then_some(true)
    }
}
