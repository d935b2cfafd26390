//! A part of a surface: a triangle in 3D, a segment in 2D.

use clinch_composite::Feature;
use clinch_shapes::{Corner, EdgeId, STEEP_FACE};
use clinch_support::{Vector, VertexId};

use crate::tolerance::ANGLE;

/// How far outside of an edge a point is still above the facet, in parts of its height over that
/// edge. Larger: more contacts are found twice. Smaller: a point above an edge may be above neither
/// facet.
const ABOVE: f64 = 1e-9;

/// A part of a surface, by its corners.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Facet<W> {
    /// In 3D.
    Triangle([W; 3]),
    /// In 2D.
    Segment([W; 2]),
}

impl<W: Vector<Scalar = f64, Wide = W>> Facet<W> {
    pub(crate) fn corners(&self) -> &[W] {
        match self {
            Self::Triangle(corners) => corners,
            Self::Segment(ends) => ends,
        }
    }

    /// Whether the points of another feature, projected along a normal, are all outside of one edge
    /// by more than `slack`. May be `false` if they are beside the facet.
    pub(crate) fn is_beside(&self, normal: W, points: impl Iterator<Item = W> + Clone, slack: f64) -> bool {
        let Self::Triangle([a, b, c]) = *self else { return false };
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
    pub(crate) fn is_edge_near(&self, edge: usize, point: W, distance: f64) -> bool {
        let corners = self.corners();
        let nearest = nearest_of_edge([corners[edge % corners.len()], corners[(edge + 1) % corners.len()]], point);
        // False for NaN.
        !((nearest - point).length_squared() > distance * distance)
    }

    /// The features of its border whose cones bound those of all others: edges in 3D, ends in 2D.
    pub(crate) fn border(&self) -> impl Iterator<Item = Feature> {
        let count = self.corners().len() as u8;
        (0..count).map(move |i| if count == 3 { Feature::Edge(i) } else { Feature::Vertex(i) })
    }

    /// Whether the projection of a point along the normal is in the facet.
    pub(crate) fn is_below(&self, normal: W, point: W) -> bool {
        match *self {
            Self::Triangle([a, b, c]) => [[a, b, c], [b, c, a], [c, a, b]].into_iter().all(|[from, to, apex]| {
                let inward = cross(normal, to - from);
                let inward = if inward.dot(apex - from) > 0.0 { inward } else { -inward };
                (point - from).dot(inward) >= -ABOVE * (apex - from).dot(inward)
            }),
            Self::Segment([a, b]) => {
                let (along, slack) = (b - a, -ABOVE * (b - a).length_squared());
                (point - a).dot(along) >= slack && (b - point).dot(along) >= slack
            }
        }
    }

    /// The nearest point of the border.
    pub(crate) fn nearest_of_border(&self, point: W) -> W {
        let nearer = |p: W, q: W| if (q - point).length_squared() < (p - point).length_squared() { q } else { p };
        match *self {
            Self::Triangle([a, b, c]) => {
                let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|edge| nearest_of_edge(edge, point));
                nearer(nearer(ab, bc), ca)
            }
            Self::Segment([a, b]) => nearer(a, b),
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

/// The nearest point of an edge.
fn nearest_of_edge<W: Vector<Scalar = f64>>([from, to]: [W; 2], point: W) -> W {
    let along = to - from;
    let fraction = (point - from).dot(along) / along.length_squared();
    from + along * fraction.clamp(0.0, 1.0)
}

/// a × b, in 3D.
fn cross<W: Vector<Scalar = f64>>(a: W, b: W) -> W {
    W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3))
}
