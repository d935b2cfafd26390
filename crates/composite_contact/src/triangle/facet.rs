//! A facet of a surface, by its corners: a triangle in 3D, a segment in 2D.

use clinch_composite::Feature;
use clinch_shapes::{Corner, EdgeId, STEEP_FACE};
use clinch_support::{Vector, VertexId, cross};

use crate::tolerance::ANGLE;
use crate::triangle::edge_set::EdgeSet;
use crate::triangle::nearest_on_triangle::{nearest_of_edge, nearest_of_edges};
use crate::triangle::prism::Prism;

/// How far beyond an end of a segment a point is still above it, in parts of its length. Less than
/// for a triangle, which may be a needle. Larger: more contacts are found twice. Smaller: a point
/// above an end may be above neither segment.
const ABOVE_SEGMENT: f64 = 1e-12;

/// A facet of a surface, by its corners.
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
    pub(crate) fn max_abs(&self) -> f64 {
        self.corners().iter().fold(0.0, |size: f64, corner| size.max(corner.max_abs()))
    }

    /// Whether the points of another feature, projected along a normal, are all outside of one edge
    /// by more than `slack`; of a segment, beyond one end. May be `false` if they are beside a
    /// triangle.
    pub(crate) fn is_separated(&self, normal: W, points: impl Iterator<Item = W> + Clone, slack: f64) -> bool {
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
    pub(crate) fn outside(&self, normal: W, point: W) -> EdgeSet {
        match *self {
            Self::Triangle(corners) => Prism::new(corners, normal).outside(corners, point),
            Self::Segment([a, b]) => {
                let (along, slack) = (b - a, -ABOVE_SEGMENT * (b - a).length_squared());
                EdgeSet::new([!((point - a).dot(along) >= slack), !((b - point).dot(along) >= slack), false])
            }
        }
    }

    /// The nearest point of the facet, also to a point that is outside of an edge by less than what
    /// [`outside`](Self::outside) counts. `normal` is that of either side.
    pub(crate) fn nearest(&self, normal: W, point: W) -> W {
        let outside = match *self {
            Self::Triangle(corners) => Prism::new(corners, normal).strict().outside(corners, point),
            Self::Segment([a, b]) => EdgeSet::new([(point - a).dot(b - a) < 0.0, (point - b).dot(b - a) > 0.0, false]),
        };
        match outside {
            EdgeSet::NONE => point - normal * normal.dot(point - self.corners()[0]),
            _ => self.nearest_of_border(outside, point),
        }
    }

    /// The nearest point of the border to a point that is outside of these edges: it is on one of
    /// them.
    pub(crate) fn nearest_of_border(&self, outside: EdgeSet, point: W) -> W {
        match *self {
            Self::Triangle(corners) => nearest_of_edges(corners, outside, point),
            Self::Segment([a, b]) => {
                if outside.contains(0) {
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

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::Facet;
    use crate::triangle::edge_set::EdgeSet;

    #[test]
    fn the_nearest_point_to_one_that_is_barely_beside_is_on_the_edge() {
        let facet = Facet::Triangle([DVec3::ZERO, DVec3::X, DVec3::Y]);
        let beside = DVec3::new(0.5, -1e-10, 1e-10);
        assert_eq!(facet.outside(DVec3::Z, beside), EdgeSet::NONE);
        assert_eq!(facet.nearest(DVec3::Z, beside), DVec3::new(0.5, 0.0, 0.0));
        let above = DVec3::new(0.25, 0.25, 3.0);
        assert_eq!(facet.nearest(DVec3::Z, above), DVec3::new(0.25, 0.25, 0.0));
    }
}
