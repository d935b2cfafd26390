//! A facet of a surface, and the side of it that a body can touch.
//!
//! A surface with one side is touched at its front only, one with two sides on the side that the
//! middle of the body is on. Whether a normal is one of the whole shape is for `cone_test.rs`.

use clinch_composite::{Composite, EdgeBeyond, Feature, NormalCone, Sides, SubShapeId, SurfaceTriangle};
use clinch_contact::Space;
use clinch_shapes::{Core, Corner};
use clinch_support::{Vector, cross, normalize_or_zero};

use crate::body::PlaneHeight;
use crate::part::Part;
use crate::triangle::edge_set::EdgeSet;
use crate::triangle::facet::Facet;
use crate::triangle::surface_part::SurfacePart;

/// A facet, and the side of it that is in question.
#[derive(Debug)]
pub(crate) struct FacingFacet<W> {
    pub(crate) id: SubShapeId,
    pub(super) facet: Facet<W>,
    /// Unit, on this side.
    pub(crate) normal: W,
    /// This side is the front.
    pub(crate) is_front: bool,
    /// The middle of the body is on this side, or in the plane.
    pub(crate) faces_middle: bool,
    /// The largest |coordinate| of its corners, which rounding errors are relative to.
    pub(crate) max_abs: f64,
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
        let front = Self { id: part.id, facet, normal, is_front: true, faces_middle: true, max_abs: facet.max_abs(), edges: None };
        Some(front.facing(middle, composite.sides()))
    }

    /// The same of a triangle that the shape describes.
    #[inline]
    pub(crate) fn of_surface(id: SubShapeId, triangle: &SurfaceTriangle<W>, sides: Sides, middle: W) -> Self {
        Self::of_part(&SurfacePart::new(id, triangle), sides, middle)
    }

    /// The same of a triangle whose largest |coordinate| is known.
    #[inline]
    pub(crate) fn of_part(part: &SurfacePart<'_, W>, sides: Sides, middle: W) -> Self {
        let &SurfacePart { id, triangle, max_abs, .. } = part;
        let (facet, normal) = (Facet::Triangle(triangle.corners), triangle.normal);
        let facing = Self { id, facet, normal, is_front: true, faces_middle: true, max_abs, edges: None }.facing(middle, sides);
        let edges = FacingEdges { exposed: triangle.exposed_edges(facing.is_front), beyond: triangle.beyond };
        Self { edges: Some(edges), ..facing }
    }

    /// The side that faces a point, of a facet that is given by its front.
    #[inline]
    fn facing(self, middle: W, sides: Sides) -> Self {
        let in_front = self.height(middle) >= 0.0;
        let is_front = in_front || sides != Sides::Two;
        let normal = if is_front { self.normal } else { -self.normal };
        Self { normal, is_front, faces_middle: in_front || !is_front, ..self }
    }

    /// The side that is seen from a direction: its normal is along it. Whichever side has contacts;
    /// `faces_middle` means nothing here. `None` as of [`new`](Self::new).
    pub(crate) fn seen_from<V: Space<Wide = W>, C: Composite<V> + ?Sized>(part: &Part<'_, V>, composite: &C, direction: W) -> Option<Self> {
        let (facet, normal) = facet_of(part, composite)?;
        let is_front = normal.dot(direction) >= 0.0;
        let normal = if is_front { normal } else { -normal };
        Some(Self { id: part.id, facet, normal, is_front, faces_middle: true, max_abs: facet.max_abs(), edges: None })
    }

    /// The other side.
    pub(crate) fn back(&self) -> Self {
        Self { normal: -self.normal, is_front: !self.is_front, faces_middle: !self.faces_middle, ..*self }
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
    pub(crate) fn contains_projection(&self, point: W) -> bool {
        self.outside(point) == EdgeSet::NONE
    }

    /// The edges that the projection of a point to the plane is outside of.
    #[inline]
    pub(crate) fn outside(&self, point: W) -> EdgeSet {
        self.facet.outside(self.normal, point)
    }

    pub(crate) fn corners(&self) -> &[W] {
        self.facet.corners()
    }

    /// The mean of the corners.
    pub(crate) fn middle(&self) -> W {
        let corners = self.corners();
        corners.iter().fold(W::ZERO, |sum, &corner| sum + corner) * (1.0 / corners.len() as f64)
    }

    /// The plane that is perpendicular to a direction and supports the facet.
    #[inline]
    pub(crate) fn supporting_plane(&self, direction: W) -> PlaneHeight {
        PlaneHeight { height: self.top(direction), max_abs: self.max_abs }
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
        self.facet.face_along(if self.is_front { self.normal } else { -self.normal }, direction)
    }

    /// Whether an edge separates points from the facet, seen along a normal: see
    /// [`Facet::is_separated`].
    pub(crate) fn is_separated(&self, normal: W, points: impl Iterator<Item = W> + Clone, slack: f64) -> bool {
        self.facet.is_separated(normal, points, slack)
    }

    /// Perpendicular to an edge of another feature, in the plane of the facet.
    pub(crate) fn across(&self, edge: W) -> W {
        cross(self.normal, edge)
    }

    /// The nearest point of the facet, without the tolerance of [`outside`](Self::outside).
    pub(crate) fn strictly_nearest(&self, point: W) -> W {
        self.facet.nearest(self.normal, point)
    }

    /// The nearest point of the facet.
    pub(crate) fn nearest(&self, point: W) -> W {
        self.nearest_given(self.outside(point), point)
    }

    /// The nearest point of the facet, given the edges that the point is outside of.
    pub(crate) fn nearest_given(&self, outside: EdgeSet, point: W) -> W {
        match outside {
            EdgeSet::NONE => point - self.normal * self.height(point),
            _ => self.facet.nearest_of_border(outside, point),
        }
    }
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
