//! A triangle of a surface, seen from a body.

use clinch_composite::{Composite, Feature, NormalCone, Sides, SubShapeId};
use clinch_contact::Space;
use clinch_shapes::{Convex, Triangle};
use clinch_support::{Vector, normalize_or_zero};

use crate::part::Part;

/// A direction within this angle of a normal cone is in it, and a feature that is perpendicular to
/// a direction to within this angle is perpendicular. Larger: contacts whose normal is off by as
/// much are kept. Smaller: the rounding of `f32` vertices makes ridges of flat edges, and the
/// contacts on both sides of such an edge may be dropped.
pub(crate) const ANGLE: f64 = 1.0 / (1 << 20) as f64;

/// How far outside of an edge a point is still above the triangle, in parts of its height over that
/// edge. Larger: more contacts are found twice. Smaller: a point above an edge may be above neither
/// triangle.
const ABOVE: f64 = 1e-9;

/// A triangle, and the side of it that is in question.
#[derive(Debug)]
pub(crate) struct FacingTriangle<W> {
    pub(crate) id: SubShapeId,
    pub(crate) corners: [W; 3],
    /// Unit, on this side.
    pub(crate) normal: W,
    /// This is the side from which the corners are counter-clockwise.
    front: bool,
    /// The middle of the body is on this side, or in the plane.
    pub(crate) has_body: bool,
}

impl<W: Vector<Scalar = f64, Wide = W>> FacingTriangle<W> {
    /// The side that a body with its middle at `middle` can touch. `None` if the corners are
    /// collinear.
    pub(crate) fn new<V: Space<Wide = W>, B: Convex<V>>(
        part: &Part<'_, V, B>,
        triangle: &Triangle<V>,
        sides: Sides,
        middle: W,
    ) -> Option<Self> {
        let corners = triangle.corners().map(|corner| part.point(corner.widen()));
        let normal = part.direction(triangle.normal()?);
        let in_front = normal.dot(middle - corners[0]) >= 0.0;
        let front = in_front || sides != Sides::Two;
        let normal = if front { normal } else { -normal };
        Some(Self { id: part.id, corners, normal, front, has_body: in_front || !front })
    }

    /// The height of a point above the plane.
    pub(crate) fn height(&self, point: W) -> f64 {
        self.normal.dot(point - self.corners[0])
    }

    /// The greatest height of its points along a direction.
    pub(crate) fn top(&self, direction: W) -> f64 {
        self.corners.iter().fold(f64::NEG_INFINITY, |top, corner| top.max(corner.dot(direction)))
    }

    /// Whether the projection of a point to the plane is in the triangle.
    pub(crate) fn is_below(&self, point: W) -> bool {
        let [a, b, c] = self.corners;
        [[a, b, c], [b, c, a], [c, a, b]].into_iter().all(|[from, to, apex]| {
            let inward = cross(self.normal, to - from);
            let inward = if inward.dot(apex - from) > 0.0 { inward } else { -inward };
            (point - from).dot(inward) >= -ABOVE * (apex - from).dot(inward)
        })
    }

    /// Whether contacts can have another normal than that of the triangle.
    ///
    /// If its edges are flat or concave, they cannot: a vertex with other normals has a convex
    /// edge, and the triangles there have the same contact.
    pub(crate) fn can_touch_at_edges<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C) -> bool {
        let is_own =
            |edge: u8| matches!(composite.normal_cone(self.id, Feature::Edge(edge), self.front), NormalCone::Empty | NormalCone::Ray(_));
        !(0..3).all(is_own)
    }

    /// Whether a body that touches the triangle along a unit normal can touch the whole shape so:
    /// whether the normal is in the normal cone of the feature that is farthest along it.
    ///
    /// Vertices are not looked at where an edge is as far: their cones are within its cone there.
    pub(crate) fn admit<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, normal: W) -> Admission<W> {
        if (normal - self.normal).length() <= ANGLE {
            return Admission::Admitted(self.normal);
        }
        let mut edges = self.supporting_edges(normal).into_iter().flatten().peekable();
        let mut verdict = Admission::Refused;
        if edges.peek().is_none() {
            return self.admit_at(composite, self.supporting_vertex(normal), normal);
        }
        for edge in edges {
            match self.admit_at(composite, edge, normal) {
                Admission::Refused => {}
                other => verdict = other,
            }
        }
        verdict
    }

    /// The nearest point of the triangle.
    pub(crate) fn nearest(&self, point: W) -> W {
        if self.is_below(point) {
            return point - self.normal * self.height(point);
        }
        let [a, b, c] = self.corners;
        let on_edge = |[from, to]: [W; 2]| {
            let along = to - from;
            let fraction = (point - from).dot(along) / along.length_squared();
            from + along * fraction.clamp(0.0, 1.0)
        };
        let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(on_edge);
        let nearer = |p: W, q: W| if (q - point).length_squared() < (p - point).length_squared() { q } else { p };
        nearer(nearer(ab, bc), ca)
    }

    /// The direction from a point inside of a solid to its nearest place of the surface; `None` if
    /// the point is not inside.
    pub(crate) fn way_out<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, inside: W, place: W) -> Option<W> {
        let back = Self { normal: -self.normal, front: !self.front, ..*self };
        match back.admit(composite, normalize_or_zero(inside - place)) {
            Admission::Admitted(inward) => Some(-inward),
            Admission::Unknown | Admission::Refused => None,
        }
    }

    fn admit_at<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(&self, composite: &C, feature: Feature, normal: W) -> Admission<W> {
        match composite.normal_cone(self.id, feature, self.front) {
            NormalCone::Unknown => Admission::Unknown,
            NormalCone::Ray(ray) if (normal - ray).length() <= ANGLE => Admission::Admitted(ray),
            cone => match cone.nearest(normal) {
                Some(nearest) if (normal - nearest).length() <= ANGLE => Admission::Admitted(normal),
                _ => Admission::Refused,
            },
        }
    }

    /// The edges that are farthest along a direction.
    fn supporting_edges(&self, direction: W) -> [Option<Feature>; 3] {
        let heights = self.corners.map(|corner| corner.dot(direction));
        core::array::from_fn(|edge| {
            let (from, to, apex) = (edge, (edge + 1) % 3, (edge + 2) % 3);
            let along = self.corners[to] - self.corners[from];
            let level = direction.dot(along).abs() <= ANGLE * along.length();
            (level && heights[from].max(heights[to]) >= heights[apex]).then_some(Feature::Edge(edge as u8))
        })
    }

    fn supporting_vertex(&self, direction: W) -> Feature {
        let height = |corner: usize| (self.corners[corner] - self.corners[0]).dot(direction);
        let top = (1..3).fold(0, |top, corner| if height(corner) > height(top) { corner } else { top });
        Feature::Vertex(top as u8)
    }
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

/// a × b, in 3D.
fn cross<W: Vector<Scalar = f64>>(a: W, b: W) -> W {
    W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3))
}
