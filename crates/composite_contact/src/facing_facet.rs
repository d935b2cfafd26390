//! A facet of a surface, seen from a body.

use clinch_composite::{Composite, EdgeBeyond, Feature, NormalCone, Sides, SubShapeId, SurfaceTriangle};
use clinch_contact::Space;
use clinch_shapes::{Core, Corner};
use clinch_support::{Vector, normalize_or_zero};

use crate::body::PlaneHeight;
use crate::facet::{Facet, Outside, cross};
use crate::part::Part;
use crate::surface_part::SurfacePart;
use crate::tolerance::ANGLE;

/// A facet, and the side of it that is in question.
#[derive(Debug)]
pub(crate) struct FacingFacet<W> {
    pub(crate) id: SubShapeId,
    facet: Facet<W>,
    /// Unit, on this side.
    pub(crate) normal: W,
    /// This side is the front.
    front: bool,
    /// The middle of the body is on this side, or in the plane.
    pub(crate) has_body: bool,
    /// The largest |coordinate| of its corners, which rounding errors are relative to.
    pub(crate) size: f64,
    /// What is known of the edges of a triangle of a surface.
    pub(crate) edges: Option<FacingEdges>,
}

/// The edges of a triangle of a surface, seen from one of its sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacingEdges {
    /// Whether their normal cones have other directions than the normal of the triangle.
    pub(crate) exposed: [bool; 3],
    /// The next triangles.
    pub(crate) beyond: [Option<EdgeBeyond>; 3],
}

impl<W: Vector<Scalar = f64, Wide = W>> FacingFacet<W> {
    /// The side that a body with its middle at `middle` can touch. `None` if the part is no facet:
    /// if it is swept by a radius, is neither a triangle nor a segment in 2D, or has no normal.
    pub(crate) fn new<V: Space<Wide = W>, C: Composite<V> + ?Sized>(part: &Part<'_, V>, composite: &C, middle: W) -> Option<Self> {
        let (facet, normal) = facet_of(part, composite)?;
        let front = Self { id: part.id, facet, normal, front: true, has_body: true, size: facet.size(), edges: None };
        Some(front.turned_to(middle, composite.sides()))
    }

    /// The same of a triangle that the shape describes.
    #[inline]
    pub(crate) fn of_surface(id: SubShapeId, triangle: &SurfaceTriangle<W>, sides: Sides, middle: W) -> Self {
        Self::of_part(&SurfacePart::new(id, triangle), sides, middle)
    }

    /// The same of a triangle whose size is known.
    #[inline]
    pub(crate) fn of_part(part: &SurfacePart<'_, W>, sides: Sides, middle: W) -> Self {
        let &SurfacePart { id, triangle, size, .. } = part;
        let (facet, normal) = (Facet::Triangle(triangle.corners), triangle.normal);
        let facing = Self { id, facet, normal, front: true, has_body: true, size, edges: None }.turned_to(middle, sides);
        let edges = FacingEdges { exposed: triangle.exposed_edges(facing.front), beyond: triangle.beyond };
        Self { edges: Some(edges), ..facing }
    }

    /// The side that faces a point, of a facet that is given by its front.
    #[inline]
    fn turned_to(self, middle: W, sides: Sides) -> Self {
        let in_front = self.height(middle) >= 0.0;
        let front = in_front || sides != Sides::Two;
        let normal = if front { self.normal } else { -self.normal };
        Self { normal, front, has_body: in_front || !front, ..self }
    }

    /// The side that is seen against a direction, whichever has contacts. `None` as of
    /// [`new`](Self::new).
    pub(crate) fn along<V: Space<Wide = W>, C: Composite<V> + ?Sized>(part: &Part<'_, V>, composite: &C, direction: W) -> Option<Self> {
        let (facet, normal) = facet_of(part, composite)?;
        let front = normal.dot(direction) >= 0.0;
        let normal = if front { normal } else { -normal };
        Some(Self { id: part.id, facet, normal, front, has_body: true, size: facet.size(), edges: None })
    }

    /// The other side.
    pub(crate) fn back(&self) -> Self {
        Self { normal: -self.normal, front: !self.front, has_body: !self.has_body, ..*self }
    }

    /// Whether this side is the front.
    pub(crate) fn is_front(&self) -> bool {
        self.front
    }

    /// The edges that are farthest along a direction; if there is none, the vertex.
    pub(crate) fn supporting_features(&self, direction: W) -> impl Iterator<Item = Feature> {
        let edges = self.facet.supporting_edges(direction);
        let vertex = edges.iter().all(Option::is_none).then(|| self.facet.supporting_vertex(direction));
        edges.into_iter().flatten().chain(vertex)
    }

    /// The height of a point above the plane.
    #[inline]
    pub(crate) fn height(&self, point: W) -> f64 {
        self.normal.dot(point - self.facet.corners()[0])
    }

    /// The greatest height of its points along a direction.
    #[inline]
    pub(crate) fn top(&self, direction: W) -> f64 {
        self.facet.corners().iter().fold(f64::NEG_INFINITY, |top, corner| top.max(corner.dot(direction)))
    }

    /// Whether the projection of a point to the plane is in the facet.
    pub(crate) fn is_below(&self, point: W) -> bool {
        self.outside(point) == Outside::NONE
    }

    /// The edges that the projection of a point to the plane is outside of.
    #[inline]
    pub(crate) fn outside(&self, point: W) -> Outside {
        self.facet.outside(self.normal, point)
    }

    pub(crate) fn corners(&self) -> &[W] {
        self.facet.corners()
    }

    /// The plane that is perpendicular to a direction and supports the facet.
    #[inline]
    pub(crate) fn supporting_plane(&self, direction: W) -> PlaneHeight {
        PlaneHeight { height: self.top(direction), size: self.size }
    }

    /// Whether an edge comes within a distance of a point.
    #[inline]
    pub(crate) fn is_edge_near(&self, edge: usize, point: W, distance: f64) -> bool {
        self.facet.is_edge_near(edge, point, distance)
    }

    /// Whether a corner comes within a distance of a point.
    #[inline]
    pub(crate) fn is_corner_near(&self, corner: usize, point: W, distance: f64) -> bool {
        self.facet.is_corner_near(corner, point, distance)
    }

    /// The facet as a face that can be clipped along a direction: `None` if it is too steep, or a
    /// segment.
    pub(crate) fn face_along(&self, direction: W) -> Option<[Corner<W>; 3]> {
        self.facet.face_along(if self.front { self.normal } else { -self.normal }, direction)
    }

    /// Whether points are all beside the facet, seen along a normal: see [`Facet::is_beside`].
    pub(crate) fn is_beside(&self, normal: W, points: impl Iterator<Item = W> + Clone, slack: f64) -> bool {
        self.facet.is_beside(normal, points, slack)
    }

    /// Perpendicular to an edge of another feature, in the plane of the facet.
    pub(crate) fn across(&self, edge: W) -> W {
        cross(self.normal, edge)
    }

    /// Whether the facet can be touched with another normal than its own, by the cones of its
    /// border.
    pub(crate) fn has_exposed_edges<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C) -> bool {
        let is_own = |feature| matches!(composite.normal_cone(self.id, feature, self.front), NormalCone::Empty | NormalCone::Ray(_));
        !self.facet.border().all(is_own)
    }

    /// Whether a body that touches the facet along a unit normal can touch the whole shape so:
    /// whether the normal is in the normal cone of the feature that is farthest along it.
    ///
    /// Vertices are not looked at where an edge is as far: their cones are within its cone there.
    pub(crate) fn admit<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, normal: W) -> Admission<W> {
        self.admit_unless(composite, normal, |_| None)
    }

    /// As [`admit`](Self::admit). `at_vertex` says whether the cone of a corner has the normal, or
    /// leaves it to the shape.
    pub(crate) fn admit_unless<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(
        &self,
        composite: &C,
        normal: W,
        at_vertex: impl FnOnce(usize) -> Option<bool>,
    ) -> Admission<W> {
        if (normal - self.normal).length() <= ANGLE {
            return Admission::Admitted(self.normal);
        }
        let mut edges = self.facet.supporting_edges(normal).into_iter().flatten().peekable();
        let mut verdict = Admission::Refused;
        if edges.peek().is_none() {
            let corner = self.facet.supporting_vertex(normal);
            let Feature::Vertex(vertex) = corner else { return self.admit_at(composite, corner, normal) };
            return match at_vertex(usize::from(vertex)) {
                Some(true) => Admission::Admitted(normal),
                Some(false) => Admission::Refused,
                None if self.is_nearer_beyond(composite, corner, normal) => Admission::Refused,
                None => self.admit_at(composite, corner, normal),
            };
        }
        for edge in edges {
            match self.beyond_edge(composite, edge, normal) {
                BeyondEdge::Above => continue,
                BeyondEdge::Below => return Admission::Admitted(normal),
                BeyondEdge::Unknown => {}
            }
            match self.admit_at(composite, edge, normal) {
                Admission::Refused => {}
                other => verdict = other,
            }
        }
        verdict
    }

    /// Where the triangle beyond an edge is, seen from a body that touches this one there with a
    /// normal perpendicular to the edge. That decides about nearly all normals without the cone of
    /// the edge.
    fn beyond_edge<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, edge: Feature, normal: W) -> BeyondEdge {
        let (Some(edges), Feature::Edge(edge), &[a, b, c]) = (&self.edges, edge, self.facet.corners()) else { return BeyondEdge::Unknown };
        let edge = usize::from(edge) % 3;
        let Some(beyond) = edges.beyond[edge] else { return BeyondEdge::Unknown };
        let Some(corners) = composite.surface_corners(beyond.id) else { return BeyondEdge::Unknown };
        let place = [a, b, c][edge];
        let [of_next, own] = [corners[(usize::from(beyond.edge) + 2) % 3], [c, a, b][edge]].map(|apex| apex - place);
        if is_clearly_above(of_next, normal) {
            return BeyondEdge::Above;
        }
        // On the outside of a convex edge, whose arc ends at the two normals.
        let is_below = edges.exposed[edge] && is_clearly_above(of_next, -normal) && is_clearly_above(own, -normal);
        if is_below { BeyondEdge::Below } else { BeyondEdge::Unknown }
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

    /// The nearest point of the facet.
    pub(crate) fn nearest(&self, point: W) -> W {
        self.nearest_outside(self.outside(point), point)
    }

    /// The nearest point of the facet, given the edges that the point is outside of.
    pub(crate) fn nearest_outside(&self, outside: Outside, point: W) -> W {
        match outside {
            Outside::NONE => point - self.normal * self.height(point),
            _ => self.facet.nearest_of_border(outside, point),
        }
    }

    /// The direction from a point inside of a solid to its nearest place of the surface; `None` if
    /// the point is not inside.
    pub(crate) fn way_out<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, inside: W, place: W) -> Option<W> {
        match self.back().admit(composite, normalize_or_zero(inside - place)) {
            Admission::Admitted(inward) => Some(-inward),
            Admission::Unknown | Admission::Refused => None,
        }
    }

    fn admit_at<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, feature: Feature, normal: W) -> Admission<W> {
        let cone = composite.normal_cone(self.id, feature, self.front);
        match self.admit_in(&cone, normal) {
            Admission::Refused => {}
            admission => return admission,
        }
        // A body may have its middle on this side, and yet touch the edge from the other one. No
        // other part has the contact at a border.
        let other = || composite.normal_cone(self.id, feature, !self.front);
        match composite.sides() {
            Sides::One => Admission::Refused,
            Sides::Two => self.admit_in(&other(), normal),
            Sides::Solid => match (cone, other()) {
                (NormalCone::Arc(_), cone @ NormalCone::Arc(_)) => self.admit_in(&cone, normal),
                _ => Admission::Refused,
            },
        }
    }

    fn admit_in(&self, cone: &NormalCone<W>, normal: W) -> Admission<W> {
        match cone {
            NormalCone::Unknown => Admission::Unknown,
            NormalCone::Ray(ray) if (normal - *ray).length() <= ANGLE => Admission::Admitted(*ray),
            cone => match cone.nearest(normal) {
                Some(nearest) if (normal - nearest).length() <= ANGLE => Admission::Admitted(normal),
                _ => Admission::Refused,
            },
        }
    }
}

/// Whether a direction rises along a normal by more than the tolerance of a cone.
#[inline]
pub(crate) fn is_clearly_above<W: Vector<Scalar = f64>>(along: W, normal: W) -> bool {
    let rise = normal.dot(along);
    rise > 0.0 && rise * rise > (4.0 * ANGLE * ANGLE) * along.length_squared()
}

/// The triangle beyond an edge, along the normal of a contact at this edge.
enum BeyondEdge {
    /// It rises along the normal, so it is nearer to the body: the cone refuses the normal.
    Above,
    /// Both triangles fall away from the edge: the normal is in the cone.
    Below,
    /// The cone decides.
    Unknown,
}

/// What the normal cones say about a normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Admission<W> {
    /// It is this direction of a cone, up to rounding.
    Admitted(W),
    /// The cone is not known.
    Unknown,
    /// It is in none: a neighbour is nearer.
    Refused,
}

/// The unit normal of a segment in the frame of its part, on the side that the composite shape
/// calls its front. `None` if the ends coincide, or the shape does not know: then it has no side.
fn normal_of_segment<V: Space, C: Composite<V> + ?Sized>([from, to]: [V::Wide; 2], composite: &C, part: &Part<'_, V>) -> Option<V::Wide> {
    let NormalCone::Ray(front) = composite.normal_cone(part.id, Feature::Face, true) else { return None };
    let along = normalize_or_zero(to - from);
    let right = V::Wide::from_fn(|axis| if axis == 0 { along.get(1) } else { -along.get(0) });
    let side = part.direction(right).dot(front);
    if side > 0.0 { Some(right) } else { (side < 0.0).then_some(-right) }
}

/// The part as a facet, and the unit normal of its front.
fn facet_of<V: Space, C: Composite<V> + ?Sized>(part: &Part<'_, V>, composite: &C) -> Option<(Facet<V::Wide>, V::Wide)> {
    if part.pair.a.radius_wide() != 0.0 {
        return None;
    }
    match part.pair.a.core() {
        Core::Triangle(triangle) => {
            let corners = triangle.corners().map(|corner| part.point(corner.widen()));
            Some((Facet::Triangle(corners), part.direction(triangle.normal()?)))
        }
        Core::Segment(ends) if V::DIM == 2 => {
            let facet = Facet::Segment(ends.map(|end| part.point(end)));
            Some((facet, part.direction(normal_of_segment(ends, composite, part)?)))
        }
        _ => None,
    }
}
