//! Whether a normal is in the normal cone of the feature of a facet that it touches.
//!
//! * The feature is the one that is farthest along the normal: the face if the normal is its own,
//!   else the edges that are perpendicular to it, else a vertex.
//! * Most normals are decided by the corners of the neighbours, without the cone. A neighbour that
//!   rises along the normal is nearer to the body, so the normal is outside of the cone. If both
//!   triangles at a convex edge clearly fall away, it is inside.

use clinch_composite::{Composite, Feature, NormalCone, Sides};
use clinch_support::{Vector, normalize_or_zero};

use crate::tolerance::ANGLE;
use crate::triangle::facing_facet::FacingFacet;

/// Whether a normal is in the normal cone of the feature that it touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ConeTest<W> {
    /// It is in the cone, and to within rounding this direction.
    Inside(W),
    /// The cone is not known.
    Unknown,
    /// It is outside: a neighbour is nearer.
    Outside,
}

impl<W: Vector<Scalar = f64, Wide = W>> FacingFacet<W> {
    /// Whether the facet can be touched with another normal than its own, by the cones of its
    /// border.
    pub(crate) fn has_exposed_edges<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C) -> bool {
        let is_own = |feature| matches!(composite.normal_cone(self.id, feature, self.is_front), NormalCone::Empty | NormalCone::Ray(_));
        !self.facet.border().all(is_own)
    }

    /// Whether a body that touches the facet along a unit normal can touch the whole shape so:
    /// whether the normal is in the normal cone of the feature that is farthest along it.
    ///
    /// Vertices are not looked at where an edge is as far: their cones are within its cone there.
    pub(crate) fn test_cones<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, normal: W) -> ConeTest<W> {
        self.test_cones_with(composite, normal, |_| None)
    }

    /// As [`test_cones`](Self::test_cones). `at_vertex` says whether the normal is in the cone of a
    /// corner; `None` leaves it to the shape.
    pub(crate) fn test_cones_with<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(
        &self,
        composite: &C,
        normal: W,
        at_vertex: impl FnOnce(usize) -> Option<bool>,
    ) -> ConeTest<W> {
        if (normal - self.normal).length() <= ANGLE {
            return ConeTest::Inside(self.normal);
        }
        let mut edges = self.facet.supporting_edges(normal).into_iter().flatten().peekable();
        let mut answer = ConeTest::Outside;
        if edges.peek().is_none() {
            let corner = self.facet.supporting_vertex(normal);
            let Feature::Vertex(vertex) = corner else { return self.test_feature(composite, corner, normal) };
            return match at_vertex(usize::from(vertex)) {
                Some(true) => ConeTest::Inside(normal),
                Some(false) => ConeTest::Outside,
                None if self.is_nearer_beyond(composite, corner, normal) => ConeTest::Outside,
                None => self.test_feature(composite, corner, normal),
            };
        }
        for edge in edges {
            match self.neighbor_side(composite, edge, normal) {
                NeighborSide::Rises => continue,
                NeighborSide::FallsAway => return ConeTest::Inside(normal),
                NeighborSide::Unknown => {}
            }
            match self.test_feature(composite, edge, normal) {
                ConeTest::Outside => {}
                other => answer = other,
            }
        }
        answer
    }

    /// Where the triangle beyond an edge is, seen from a body that touches this one there with a
    /// normal perpendicular to the edge. That decides about nearly all normals without the cone of
    /// the edge.
    fn neighbor_side<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, edge: Feature, normal: W) -> NeighborSide {
        let (Some(edges), Feature::Edge(edge), &[a, b, c]) = (&self.edges, edge, self.facet.corners()) else {
            return NeighborSide::Unknown;
        };
        let edge = usize::from(edge) % 3;
        let Some(beyond) = edges.beyond[edge] else { return NeighborSide::Unknown };
        let Some(corners) = composite.surface_corners(beyond.id) else { return NeighborSide::Unknown };
        let place = [a, b, c][edge];
        let [of_next, own] = [corners[(usize::from(beyond.edge) + 2) % 3], [c, a, b][edge]].map(|apex| apex - place);
        if is_clearly_above(of_next, normal) {
            return NeighborSide::Rises;
        }
        // On the outside of a convex edge, whose arc ends at the two normals.
        let is_below = edges.exposed[edge] && is_clearly_above(of_next, -normal) && is_clearly_above(own, -normal);
        if is_below { NeighborSide::FallsAway } else { NeighborSide::Unknown }
    }

    /// Whether the triangles beyond the two edges at a corner are clearly nearer to a body that
    /// touches this one there. That decides for most corners; a cone needs all triangles there.
    fn is_nearer_beyond<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, corner: Feature, normal: W) -> bool {
        let (Some(edges), Feature::Vertex(corner)) = (&self.edges, corner) else { return false };
        let corner = usize::from(corner);
        let Some(&place) = self.facet.corners().get(corner) else { return false };
        let is_nearer = |to: W| is_clearly_above(to - place, normal);
        let beyond = [corner, (corner + 2) % 3].into_iter().filter_map(|edge| edges.beyond[edge]);
        beyond.filter_map(|beyond| composite.surface_corners(beyond.id)).any(|corners| corners.into_iter().any(is_nearer))
    }

    /// Whether another shape continues the surface at the place that is farthest along a normal,
    /// which the cones there refuse.
    pub(crate) fn continues<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, normal: W) -> bool {
        let mut edges = self.facet.supporting_edges(normal).into_iter().flatten();
        let vertex = self.facet.supporting_vertex(normal);
        edges.any(|edge| composite.continues(self.id, edge)) || composite.continues(self.id, vertex)
    }

    /// The direction from a point inside of a solid to `place`, the nearest place of this triangle;
    /// `None` if the point is not inside.
    pub(crate) fn outward_normal_at<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, inside: W, place: W) -> Option<W> {
        match self.back().test_cones(composite, normalize_or_zero(inside - place)) {
            ConeTest::Inside(inward) => Some(-inward),
            ConeTest::Unknown | ConeTest::Outside => None,
        }
    }

    /// Tests a normal against the cone of a feature, and where it counts, of its other side.
    fn test_feature<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, feature: Feature, normal: W) -> ConeTest<W> {
        let cone = composite.normal_cone(self.id, feature, self.is_front);
        match test_cone(&cone, normal) {
            ConeTest::Outside => {}
            answer => return answer,
        }
        // A body may have its middle on this side, and yet touch the edge from the other one. No
        // other part has the contact at a border.
        let other = || composite.normal_cone(self.id, feature, !self.is_front);
        match composite.sides() {
            Sides::One => ConeTest::Outside,
            Sides::Two => test_cone(&other(), normal),
            Sides::Solid => match (cone, other()) {
                (NormalCone::Arc(_), cone @ NormalCone::Arc(_)) => test_cone(&cone, normal),
                _ => ConeTest::Outside,
            },
        }
    }
}

fn test_cone<W: Vector<Scalar = f64, Wide = W>>(cone: &NormalCone<W>, normal: W) -> ConeTest<W> {
    match cone {
        NormalCone::Unknown => ConeTest::Unknown,
        NormalCone::Ray(ray) if (normal - *ray).length() <= ANGLE => ConeTest::Inside(*ray),
        cone => match cone.nearest(normal) {
            Some(nearest) if (normal - nearest).length() <= ANGLE => ConeTest::Inside(normal),
            _ => ConeTest::Outside,
        },
    }
}

/// Whether a direction rises along a normal by more than the tolerance of a cone.
#[inline]
pub(crate) fn is_clearly_above<W: Vector<Scalar = f64>>(along: W, normal: W) -> bool {
    let rise = normal.dot(along);
    rise > 0.0 && rise * rise > (4.0 * ANGLE * ANGLE) * along.length_squared()
}

/// Where the neighbour beyond an edge is, along the normal of a contact at this edge.
enum NeighborSide {
    /// It rises along the normal, so it is nearer to the body: the normal is outside of the cone.
    Rises,
    /// Both triangles fall away from the edge: the normal is in the cone.
    FallsAway,
    /// The cone decides.
    Unknown,
}
