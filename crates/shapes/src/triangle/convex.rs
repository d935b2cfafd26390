//! The triangle as a convex shape: faces, bounds and moments.

use clinch_mass::{Moments, polyhedron, swept_polygon};
use clinch_support::{Pose, Scalar, Vector, VertexId, normalize_or_zero};
use glam::{DVec2, DVec3};

use super::Triangle;
use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::convex::{Convex, Core, default_moments};
use crate::face::{EdgeId, Face, FaceId, STEEP_EDGE, STEEP_FACE};
use crate::points::bounds;

impl<V: Vector> Triangle<V> {
    /// Writes an edge as the feature along a direction.
    fn write_edge(&self, ends: [usize; 2], edge: usize, direction: V::Wide, face: &mut Face<V>) {
        // In 2D a side runs counter-clockwise: the direction rotated by a quarter turn to the left.
        let run = self.edge(ends[0], ends[1]);
        let forward = V::DIM == 3 || direction.get(0) * run.get(1) - direction.get(1) * run.get(0) >= 0.0;
        let ends = if forward { ends } else { [ends[1], ends[0]] };
        face.set_edge(EdgeId(edge as u32), ends.map(|vertex| self.corner(vertex, edge)));
    }
}

impl<V: Vector> Convex<V> for Triangle<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::Triangle(self)
    }

    /// In 3D the side along the direction. If that is steep, and in 2D, the edge at the support
    /// vertex that is most nearly perpendicular to the direction; if that is steep too, the vertex.
    /// In 2D an edge is a face, and steep only where a face would be. Of collinear corners, whose
    /// edges are equally perpendicular, it is the longest edge.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let direction = normalize_or_zero(direction.widen());
        if let Some(normal) = self.normal() {
            let facing = normal.dot(direction);
            if facing.abs() >= STEEP_FACE {
                let front = facing > 0.0;
                face.id = FaceId(u32::from(!front));
                face.corners.clear();
                let around = if front { [(0, 0), (1, 1), (2, 2)] } else { [(0, 2), (2, 1), (1, 0)] };
                face.corners.extend_from_slice(&around.map(|(vertex, edge)| self.corner(vertex, edge)));
                return;
            }
        }
        let top = self.farthest(direction);
        let limit = if V::DIM == 2 { 1.0 - STEEP_FACE * STEEP_FACE } else { STEEP_EDGE * STEEP_EDGE };
        if let Some(edge) = self.only_edge() {
            let ends = [edge, (edge + 1) % 3];
            let along = normalize_or_zero(self.edge(ends[0], ends[1]));
            let rise = along.dot(direction);
            if direction != V::Wide::ZERO && along != V::Wide::ZERO && rise * rise <= limit {
                self.write_edge(ends, edge, direction, face);
            } else {
                face.set_vertex(self.corners[top], VertexId::new(top));
            }
            return;
        }
        let (next, last) = ((top + 1) % 3, (top + 2) % 3);
        let rise = |to: usize| normalize_or_zero(self.edge(top, to)).dot(direction).abs();
        let is_edge = |to: usize| self.edge(top, to) != V::Wide::ZERO;
        // The edge that starts at the support vertex, or the one that ends there.
        let (ends, edge, rise) = if is_edge(next) && !(is_edge(last) && rise(last) < rise(next)) {
            ([top, next], top, rise(next))
        } else {
            ([last, top], last, rise(last))
        };
        if direction != V::Wide::ZERO && is_edge(if ends[0] == top { ends[1] } else { ends[0] }) && rise * rise <= limit {
            self.write_edge(ends, edge, direction, face);
        } else {
            face.set_vertex(self.corners[top], VertexId::new(top));
        }
    }

    /// The centroid, the farthest from the edges.
    fn interior(&self) -> V {
        V::narrow(self.corners[0].widen() + (self.edge(0, 1) + self.edge(0, 2)) * (1.0 / 3.0))
    }

    /// Exact except for `f64` rounding, which is added.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds(&self.corners, pose)
    }

    /// In closed form. The default in 3D if swept by a radius.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        let corners = self.corners.map(V::widen);
        if V::DIM == 2 {
            let corners = corners.map(|corner| DVec2::new(corner.get(0), corner.get(1)));
            swept_polygon(&corners, by).cast().finite()
        } else if by == 0.0 {
            let corners = corners.map(|corner| DVec3::new(corner.get(0), corner.get(1), corner.get(2)));
            polyhedron(&corners, &[[0, 1, 2]]).cast().finite()
        } else {
            default_moments(self, by)
        }
    }

    /// The smallest ball, rounded outward: about the longest edge, or through all corners if the
    /// triangle is acute.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let corners = self.corners.map(V::widen);
        // In units of the largest coordinate of an edge, so that fourth powers neither overflow nor
        // underflow.
        let edges = [0, 1, 2].map(|i| self.edge((i + 1) % 3, (i + 2) % 3));
        let size = edges.iter().fold(0.0, |size: f64, edge| size.max(edge.max_abs()));
        let squares = edges.map(|edge| V::Wide::from_fn(|axis| if size > 0.0 { edge.get(axis) / size } else { 0.0 }).length_squared());
        // The weight of a corner is not positive if its angle is not acute.
        let weight = |i: usize| squares[i] * (squares[(i + 1) % 3] + squares[(i + 2) % 3] - squares[i]);
        let sum = weight(0) + weight(1) + weight(2);
        let share = |i: usize| match (0..3).find(|&obtuse| !(weight(obtuse) > 0.0)) {
            Some(obtuse) if i == obtuse => 0.0,
            Some(_) => 0.5,
            None => weight(i) / sum,
        };
        let center = corners[0] + self.edge(0, 1) * share(1) + self.edge(0, 2) * share(2);
        let radius = corners.iter().fold(0.0, |radius: f64, &corner| radius.max((corner - center).length()));
        BoundingBall::around(center, radius)
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.bounding_radius.widen()
    }
}
