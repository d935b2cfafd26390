//! The contacts of triangles at their borders.
//!
//! * Let the body grow from its middle, and let it reach the plane of a triangle first at a point
//!   outside of it. The scale at which it reaches a point of the plane is a convex function, so the
//!   way from where it first touches the triangle to that point never leads away from the body, and
//!   leaves the triangle there. So it first touches the triangle at an edge that this point is
//!   outside of. Of cores that are apart the distance is such a function, with the same point.
//! * A contact of the whole surface at an edge is the first touch of both triangles there, and one
//!   at a vertex that of all. So if this point of the next triangle is not outside of the edge, or
//!   the next triangle is beyond the margin, there is no contact at the edge: the next triangle is
//!   nearer. Most triangles need no search because of that.
//! * Vertices are looked at only from triangles with a convex edge there: one with normals besides
//!   those of its triangles has such an edge.

use clinch_composite::{Composite, EdgeBeyond};
use clinch_contact::{Pair, Space};
use clinch_shapes::Convex;
use clinch_support::Vector;

use crate::facet::Outside;
use crate::facing_facet::FacingFacet;
use crate::part_contact::{PartContact, PartQuery, State, Work};
use crate::tolerance::ANGLE;

/// Decides the contacts of the triangles that the body first reaches beside them. `contacts` are
/// those of all parts within the margin, in ascending order of their ids.
pub(crate) fn search_borders<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    contacts: &mut [PartContact<V>],
    work: &mut Work<'_, V>,
) {
    for index in 0..contacts.len() {
        let PartContact { triangle: Some(triangle), state: State::Outside, outside, .. } = &contacts[index] else { continue };
        let state = if query.can_touch_border(triangle, *outside, contacts) {
            query.search_part(triangle, pair, work)
        } else if !triangle.has_body || query.body.is_point || is_on_plane_of_other(triangle, contacts, query.body.reach) {
            State::Beside
        } else {
            query.resting_on_face(triangle, pair, work).map_or(State::Beside, State::Kept)
        };
        contacts[index].state = state;
    }
}

/// Whether the body touches the face of another triangle in the same plane. What it shares with
/// this one is then a part of that contact.
fn is_on_plane_of_other<V: Space>(triangle: &FacingFacet<V::Wide>, contacts: &[PartContact<V>], reach: f64) -> bool {
    contacts.iter().filter(|contact| contact.outside == Outside::NONE).any(|contact| match (&contact.state, &contact.triangle) {
        (State::Kept(face), Some(other)) => {
            let is_level = (triangle.top(face.normal) - other.top(face.normal)).abs() <= ANGLE * reach;
            is_level && (triangle.normal - other.normal).length() <= ANGLE
        }
        _ => false,
    })
}

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// Whether the body may touch the whole shape at the border of a triangle, with another normal
    /// than that of its face.
    fn can_touch_border(&self, triangle: &FacingFacet<V::Wide>, outside: Outside, contacts: &[PartContact<V>]) -> bool {
        let Some(edges) = triangle.edges else { return triangle.has_exposed_edges(self.composite) };
        let (middle, ball) = (self.body.middle, self.ball());
        // Of the triangle beyond an edge, the edges that are `steps` after the common one.
        let beyond_is_outside = |edge: usize, steps: &[usize]| {
            // Nothing is known of what is beyond a border.
            edges.beyond[edge].is_none_or(|EdgeBeyond { id, edge }| {
                let next = contacts.binary_search_by_key(&id, |contact| contact.id).map_or(Outside::NONE, |at| contacts[at].outside);
                steps.iter().any(|step| next.of(usize::from(edge) + step))
            })
        };
        let at_edge = |edge: usize| outside.of(edge) && triangle.is_edge_near(edge, middle, ball) && beyond_is_outside(edge, &[0]);
        // The edge runs the other way in the next triangle: it begins there where it ends here.
        let at_corner = |corner: usize| {
            let [from, to] = [corner % 3, (corner + 2) % 3];
            (outside.of(from) || outside.of(to))
                && triangle.is_corner_near(corner, middle, ball)
                && beyond_is_outside(from, &[0, 1])
                && beyond_is_outside(to, &[0, 2])
        };
        (0..3).any(|edge| edges.exposed[edge] && (at_edge(edge) || at_corner(edge) || at_corner(edge + 1)))
    }
}
