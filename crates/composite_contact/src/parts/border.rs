//! Which triangles can have a contact at their border: at an edge or a vertex.
//!
//! * Let the body grow from its middle, and let **m** be the point of a triangle's plane that it
//!   reaches first. The scale at which the body reaches a point of the plane is least at m, and
//!   falls along every segment to m that begins where it is greater (`rates.rs`). Let q be the
//!   point of the triangle that the body touches first. If the value at q is that at m, a face or
//!   an edge of the body is parallel to the plane, and the contact has the normal of the triangle
//!   (`parallel_feature.rs`). Otherwise the value falls along the segment from q to m, which
//!   therefore leaves the triangle at q: **q is on an edge that m is outside of.**
//! * Of cores that are apart, q is the nearest point, and the function is the distance from the
//!   core. It is least at the projection of the deepest point; if the core crosses the plane, at
//!   any point of both, such as the one where it arrives.
//! * The body touches the whole surface at q with a normal of the cone there. Then it first touches
//!   all triangles that have q at q. So m of the triangle beyond an edge is outside of this edge,
//!   too; at a vertex, m of the two triangles beyond the edges is outside of one of theirs. If not,
//!   or if a triangle there is beyond the margin and q with it, there is no contact at q, and no
//!   search. That is so of most triangles.
//! * A vertex with more normals than those of its triangles has a convex edge or a border. It is
//!   looked at from the triangles that have one there, and, of a surface with two sides, from those
//!   beside which the body is on the other side.

use clinch_composite::{Composite, EdgeBeyond, Sides};
use clinch_contact::{Pair, Space};
use clinch_shapes::Convex;
use clinch_support::Vector;

use crate::parts::found_parts::{FoundParts, OutsideEdges, OutsideLookup};
use crate::parts::known_neighbors::KnownNeighbors;
use crate::parts::part_contact::{ContactState, PartContact};
use crate::parts::part_query::{PartQuery, Work};
use crate::tolerance::ANGLE;
use crate::triangle::edge_set::EdgeSet;
use crate::triangle::facing_facet::FacingFacet;

/// Buffers of [`decide_borders`].
#[derive(Debug)]
pub(crate) struct BorderBuffers<W> {
    faces: Vec<TouchedFace<W>>,
    outside_edges: Vec<OutsideEdges>,
}

impl<W> BorderBuffers<W> {
    pub(crate) fn new() -> Self {
        Self { faces: Vec::new(), outside_edges: Vec::new() }
    }
}

/// Decides the contacts of the triangles whose m is outside of them. `found` has all parts within
/// the margin.
pub(crate) fn decide_borders<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    found: &mut FoundParts<'_, V>,
    work: &mut Work<'_, V>,
    buffers: &mut BorderBuffers<V::Wide>,
) {
    let FoundParts { contacts, skipped, bounds } = found;
    if !contacts.iter().any(|contact| matches!(contact.state, ContactState::Undecided(_))) {
        return;
    }
    let BorderBuffers { faces, outside_edges } = buffers;
    outside_edges.clear();
    outside_edges.extend(contacts.iter().map(|contact| OutsideEdges { id: contact.id, outside: contact.outside }));
    let outside_edges = OutsideLookup { of_contacts: outside_edges, skipped };
    faces.clear();
    // A point rests on no face beside it.
    if !query.body.is_point {
        faces.extend(contacts.iter().filter_map(TouchedFace::of));
    }
    for index in 0..contacts.len() {
        let PartContact { triangle: Some(triangle), state: ContactState::Undecided(first), outside, .. } = &contacts[index] else {
            continue;
        };
        // Of skipped triangles only the ids and the edges are known.
        let is_known = skipped.is_empty();
        let known = || KnownNeighbors { contacts, bounds, radius: query.query_radius(), middle: query.body.middle };
        let work = &mut Work { neighbors: is_known.then(known), convex: work.convex, facing: work.facing, deepest: work.deepest };
        let beyond = || query.bound_toward_middle(triangle, &pair.b);
        let state = if query.can_touch_border(triangle, *outside, contacts, &outside_edges) {
            beyond().map_or_else(|| query.search_triangle(triangle, pair, work), ContactState::Beyond)
        // Seen from behind, and under a point, there is no face that it may rest on. What it shares
        // with a plane is listed with the contact of the plane.
        } else if !triangle.faces_middle
            || query.body.is_point
            || faces.iter().any(|face| face.is_on_plane_with(triangle, query.body.radius_about_center))
            || first.is_some_and(|first| query.reaches_plane_beside(triangle, &pair.b, first))
        {
            ContactState::NotSearched
        } else {
            beyond().map_or_else(|| query.parallel_face_contact(triangle, pair, work), ContactState::Beyond)
        };
        contacts[index].state = state;
    }
}

/// A triangle that the body touches at its face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TouchedFace<W> {
    /// That of the contact, too.
    normal: W,
    /// The height of the triangle along it.
    top: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> TouchedFace<W> {
    fn of<V: Space<Wide = W>>(contact: &PartContact<V>) -> Option<Self> {
        match (&contact.state, &contact.triangle) {
            (ContactState::Kept(_), Some(triangle)) if contact.outside == EdgeSet::NONE => {
                Some(Self { normal: triangle.normal, top: triangle.top(triangle.normal) })
            }
            _ => None,
        }
    }

    /// Whether another triangle is in the same plane. The body touches this plane, wherever on it.
    #[inline]
    fn is_on_plane_with(&self, other: &FacingFacet<W>, radius: f64) -> bool {
        (other.normal - self.normal).length() <= ANGLE && (other.top(self.normal) - self.top).abs() <= ANGLE * radius
    }
}

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// `false` if the body does not touch the whole shape at the border of a triangle, but for
    /// contacts with the normal of its face. `outside` are the edges that m is outside of. Of
    /// shapes that do not name the next triangles, the cones alone decide.
    #[inline]
    fn can_touch_border(
        &self,
        triangle: &FacingFacet<V::Wide>,
        outside: EdgeSet,
        contacts: &[PartContact<V>],
        outside_edges: &OutsideLookup<'_>,
    ) -> bool {
        let Some(edges) = &triangle.edges else { return triangle.has_exposed_edges(self.composite) };
        // A surface with two sides may be folded so that the body is in front of this triangle and
        // behind the next. Then the cones of their common vertices are those of other sides.
        let is_seen_from_other_side = |edge: usize| {
            let index_of = |beyond: EdgeBeyond| contacts.binary_search_by_key(&beyond.id, |contact| contact.id).ok();
            self.sides == Sides::Two
                && edges.beyond[edge]
                    .and_then(index_of)
                    .and_then(|index| contacts[index].triangle.as_ref())
                    .is_some_and(|next| next.is_front != triangle.is_front)
        };
        let is_open: [bool; 3] = core::array::from_fn(|edge| edges.exposed[edge] || is_seen_from_other_side(edge));
        if is_open == [false; 3] {
            return false;
        }
        let (middle, radius) = (self.body.middle, self.query_radius());
        // The edges that m of the triangle beyond an edge is outside of, from the common edge on.
        // Looked up once, if at all: an edge and both of its corners depend on it.
        let mut known = [None; 3];
        let mut beyond = |edge: usize| {
            let edges_of = |EdgeBeyond { id, edge: common }: EdgeBeyond| outside_edges.of(id).rotated(usize::from(common));
            // Nothing is known of what is beyond a border.
            *known[edge].get_or_insert_with(|| edges.beyond[edge].map_or(EdgeSet::ALL, edges_of))
        };
        for edge in 0..3 {
            let before = (edge + 2) % 3;
            let at_edge = is_open[edge] && outside.contains(edge) && triangle.is_edge_near(edge, middle, radius);
            if at_edge && beyond(edge).contains(0) {
                return true;
            }
            // The corner that the edge begins at. In the triangle beyond it, the edge ends there.
            let at_corner = (is_open[edge] || is_open[before])
                && (outside.contains(edge) || outside.contains(before))
                && triangle.is_corner_near(edge, middle, radius);
            if at_corner {
                let (next, last) = (beyond(edge), beyond(before));
                if (next.contains(0) || next.contains(1)) && (last.contains(0) || last.contains(2)) {
                    return true;
                }
            }
        }
        false
    }
}
