//! A part of a surface: a triangle in 3D, a segment in 2D.

use clinch_composite::Feature;
use clinch_shapes::{Corner, EdgeId, STEEP_FACE};
use clinch_support::{Vector, VertexId};

use crate::tolerance::ANGLE;

/// How far outside of an edge a point is still above the facet, in parts of its height over that
/// edge. Larger: more contacts are found twice. Smaller: a point above an edge may be above neither
/// facet.
const ABOVE: f64 = 1e-9;

/// The same of the ends of a segment, which has no needles: relative to its length.
const ABOVE_SEGMENT: f64 = 1e-12;

/// Below this a square of a length may have lost digits by underflow.
const SMALLEST_SQUARE: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// For each edge of a triangle whether a point is outside of it; for each end of a segment whether
/// a point is beyond it. A bit each, from the lowest on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outside(u8);

impl Outside {
    /// Nothing is known.
    pub(crate) const PERHAPS: Self = Self(7);
    /// Of no edge.
    pub(crate) const NONE: Self = Self(0);

    #[inline]
    pub(crate) fn new([a, b, c]: [bool; 3]) -> Self {
        Self(u8::from(a) | u8::from(b) << 1 | u8::from(c) << 2)
    }

    #[inline]
    pub(crate) fn of(self, edge: usize) -> bool {
        self.0 >> (edge % 3) & 1 != 0
    }

    /// The same, counted from another edge on.
    #[inline]
    pub(crate) fn from(self, edge: usize) -> Self {
        let edge = edge % 3;
        Self((self.0 >> edge | self.0 << (3 - edge)) & Self::PERHAPS.0)
    }
}

/// A part of a surface, by its corners.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Facet<W> {
    /// In 3D.
    Triangle([W; 3]),
    /// In 2D.
    Segment([W; 2]),
}

impl<W: Vector<Scalar = f64, Wide = W>> Facet<W> {
    #[inline]
    pub(crate) fn corners(&self) -> &[W] {
        match self {
            Self::Triangle(corners) => corners,
            Self::Segment(ends) => ends,
        }
    }

    /// The largest |coordinate| of its corners.
    #[inline]
    pub(crate) fn size(&self) -> f64 {
        self.corners().iter().fold(0.0, |size: f64, corner| size.max(corner.max_abs()))
    }

    /// Whether the points of another feature, projected along a normal, are all outside of one edge
    /// by more than `slack`; of a segment, beyond one end. May be `false` if they are beside a
    /// triangle.
    pub(crate) fn is_beside(&self, normal: W, points: impl Iterator<Item = W> + Clone, slack: f64) -> bool {
        let [a, b, c] = match *self {
            Self::Triangle(corners) => corners,
            Self::Segment([a, b]) => {
                let (along, slack) = (b - a, slack * (b - a).length());
                let is_before = points.clone().all(|point| (point - a).dot(along) < -slack);
                return is_before || points.clone().all(|point| (point - b).dot(along) > slack);
            }
        };
        [[a, b, c], [b, c, a], [c, a, b]].into_iter().any(|[from, to, apex]| {
            let inward = cross(normal, to - from);
            let inward = if inward.dot(apex - from) > 0.0 { inward } else { -inward };
            let outside = -slack * inward.sum_abs();
            points.clone().all(|point| (point - from).dot(inward) < outside)
        })
    }

    /// The corners, in the order of the face that faces along a direction; `None` if the facet is
    /// too steep to be seen as a face. `normal` is that of its front.
    pub(crate) fn face_along(&self, normal: W, direction: W) -> Option<[Corner<W>; 3]> {
        let Self::Triangle(corners) = *self else { return None };
        let facing = normal.dot(direction);
        let corner =
            |vertex: usize, edge: usize| Corner { point: corners[vertex], vertex: VertexId::new(vertex), edge: EdgeId(edge as u32) };
        let front = facing > 0.0;
        let around = if front { [(0, 0), (1, 1), (2, 2)] } else { [(0, 2), (2, 1), (1, 0)] };
        (facing.abs() >= STEEP_FACE).then(|| around.map(|(vertex, edge)| corner(vertex, edge)))
    }

    /// Whether an edge comes within a distance of a point.
    #[inline]
    pub(crate) fn is_edge_near(&self, edge: usize, point: W, distance: f64) -> bool {
        let corners = self.corners();
        let nearest = nearest_of_edge([corners[edge % corners.len()], corners[(edge + 1) % corners.len()]], point);
        // False for NaN.
        !((nearest - point).length_squared() > distance * distance)
    }

    /// Whether a corner comes within a distance of a point.
    #[inline]
    pub(crate) fn is_corner_near(&self, corner: usize, point: W, distance: f64) -> bool {
        let corners = self.corners();
        // False for NaN.
        !((corners[corner % corners.len()] - point).length_squared() > distance * distance)
    }

    /// The features of its border whose cones bound those of all others: edges in 3D, ends in 2D.
    pub(crate) fn border(&self) -> impl Iterator<Item = Feature> {
        let count = self.corners().len() as u8;
        (0..count).map(move |i| if count == 3 { Feature::Edge(i) } else { Feature::Vertex(i) })
    }

    /// The edges that the projection of a point along the normal, of either side, is outside of; of
    /// a segment the ends. None if the point is above or below the facet.
    #[inline]
    pub(crate) fn outside(&self, normal: W, point: W) -> Outside {
        match *self {
            Self::Triangle(corners) => Prism::new(corners, normal).outside(corners, point),
            Self::Segment([a, b]) => {
                let (along, slack) = (b - a, -ABOVE_SEGMENT * (b - a).length_squared());
                Outside::new([!((point - a).dot(along) >= slack), !((b - point).dot(along) >= slack), false])
            }
        }
    }

    /// The nearest point of the border to a point that is outside of these edges: it is on one of
    /// them.
    pub(crate) fn nearest_of_border(&self, outside: Outside, point: W) -> W {
        match *self {
            Self::Triangle(corners) => nearest_of_edges(corners, outside, point),
            Self::Segment([a, b]) => {
                if outside.of(0) {
                    a
                } else {
                    b
                }
            }
        }
    }

    /// The edges that are farthest along a direction. A segment has none.
    pub(crate) fn supporting_edges(&self, direction: W) -> [Option<Feature>; 3] {
        let Self::Triangle(corners) = self else { return [None; 3] };
        let heights = corners.map(|corner| corner.dot(direction));
        core::array::from_fn(|edge| {
            let (from, to, apex) = (edge, (edge + 1) % 3, (edge + 2) % 3);
            let along = corners[to] - corners[from];
            let level = direction.dot(along).abs() <= ANGLE * along.length();
            (level && heights[from].max(heights[to]) >= heights[apex]).then_some(Feature::Edge(edge as u8))
        })
    }

    /// The corner that is farthest along a direction.
    pub(crate) fn supporting_vertex(&self, direction: W) -> Feature {
        let corners = self.corners();
        let height = |corner: usize| (corners[corner] - corners[0]).dot(direction);
        let top = (1..corners.len()).fold(0, |top, corner| if height(corner) > height(top) { corner } else { top });
        Feature::Vertex(top as u8)
    }
}

/// All points whose projection along a direction is in a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prism<W> {
    /// Across the sides. A point is within a side if its offset from the corner where the edge
    /// begins, times this, is not below `least`.
    inward: [W; 3],
    least: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> Prism<W> {
    #[inline]
    pub(crate) fn new(corners: [W; 3], direction: W) -> Self {
        let [a, b, c] = corners;
        // Twice the signed area of the projection.
        let whole = direction.dot(cross(b - a, c - b));
        Self::facing(corners, if whole < 0.0 { -direction } else { direction }, whole.abs())
    }

    /// Of a direction along which the corners are counter-clockwise. `whole` is twice the area of
    /// the projection.
    #[inline]
    fn facing([a, b, c]: [W; 3], direction: W, whole: f64) -> Self {
        Self { inward: [cross(direction, b - a), cross(direction, c - b), cross(direction, a - c)], least: -ABOVE * whole }
    }

    /// Whether it has a point. The first side decides for most.
    #[inline]
    pub(crate) fn has(&self, corners: [W; 3], point: W) -> bool {
        (0..3).all(|edge| self.is_within(edge, corners, point))
    }

    /// The edges that a point is outside of.
    #[inline]
    pub(crate) fn outside(&self, corners: [W; 3], point: W) -> Outside {
        // True for NaN.
        let is_outside = |edge: usize| !self.is_within(edge, corners, point);
        Outside::new([is_outside(0), is_outside(1), is_outside(2)])
    }

    /// Whether a point is outside of a side by more than `slack`.
    #[inline]
    pub(crate) fn is_clearly_outside(&self, corners: [W; 3], point: W, slack: f64) -> bool {
        (0..3).any(|edge| (point - corners[edge]).dot(self.inward[edge]) < -slack * self.inward[edge].sum_abs())
    }

    /// Whether a point is within a side by more than `slack`.
    #[inline]
    pub(crate) fn is_clearly_within(&self, edge: usize, corners: [W; 3], point: W, slack: f64) -> bool {
        (point - corners[edge]).dot(self.inward[edge]) > slack * self.inward[edge].sum_abs()
    }

    #[inline]
    fn is_within(&self, edge: usize, corners: [W; 3], point: W) -> bool {
        (point - corners[edge]).dot(self.inward[edge]) >= self.least
    }
}

/// A triangle with what the nearest points of it need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeasuredTriangle<W> {
    corners: [W; 3],
    /// Perpendicular to it, of any length.
    normal: W,
    /// The square of its length.
    squared: f64,
    above: Prism<W>,
    /// The largest |coordinate| of its corners, which rounding errors are relative to.
    pub(crate) size: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> MeasuredTriangle<W> {
    /// `size` is the largest |coordinate| of the corners.
    #[inline]
    pub(crate) fn new(corners: [W; 3], size: f64) -> Self {
        let [a, b, c] = corners;
        let normal = cross(b - a, c - a);
        let squared = normal.length_squared();
        Self { corners, normal, squared, above: Prism::facing(corners, normal, squared), size }
    }

    /// The edges that the projection of a point is outside of.
    #[inline]
    pub(crate) fn outside(&self, point: W) -> Outside {
        self.above.outside(self.corners, point)
    }

    /// The nearest point to a point. Off by rounding that grows with the height of the point, for
    /// needles of 1 : 10⁶ by 10⁻¹⁰ of it.
    // In registers: a measured triangle that is passed in memory is written and read for nothing.
    #[inline(always)]
    pub(crate) fn nearest(&self, point: W) -> Nearest<W> {
        match self.outside(point) {
            // A square that has underflown says nothing.
            Outside::NONE if !(self.squared > SMALLEST_SQUARE) => Nearest::Above(0.0),
            Outside::NONE => Nearest::Above(self.normal.dot(point - self.corners[0]).abs() / self.squared.sqrt()),
            outside => Nearest::Beside(outside, nearest_of_edges(self.corners, outside, point)),
        }
    }
}

/// Where the nearest point of a triangle is.
pub(crate) enum Nearest<W> {
    /// The point is above or below the triangle, by at least this.
    Above(f64),
    /// It is outside of these edges, and this is the nearest point of them.
    Beside(Outside, W),
}

/// The nearest point of those edges of a triangle that the point is outside of.
#[inline]
fn nearest_of_edges<W: Vector<Scalar = f64>>([a, b, c]: [W; 3], outside: Outside, point: W) -> W {
    let mut nearest = a;
    let mut least = f64::INFINITY;
    for (edge, outside) in [([a, b], outside.of(0)), ([b, c], outside.of(1)), ([c, a], outside.of(2))] {
        if outside {
            let on_edge = nearest_of_edge(edge, point);
            let squared = (on_edge - point).length_squared();
            if squared < least {
                (nearest, least) = (on_edge, squared);
            }
        }
    }
    nearest
}

/// The nearest point of an edge.
#[inline]
fn nearest_of_edge<W: Vector<Scalar = f64>>([from, to]: [W; 2], point: W) -> W {
    let along = to - from;
    let fraction = (point - from).dot(along) / along.length_squared();
    from + along * fraction.clamp(0.0, 1.0)
}

/// a × b, in 3D.
#[inline]
pub(crate) fn cross<W: Vector<Scalar = f64>>(a: W, b: W) -> W {
    W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3))
}
