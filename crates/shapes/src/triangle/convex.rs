//! The triangle as a convex shape: its faces, bounds and mass.

use clinch_mass::{Moments, polyhedron, swept_polygon};
use clinch_support::{Pose, Scalar, Vector, VertexId, normalize_or_zero};
use glam::{DVec2, DVec3};

use super::Triangle;
use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::convex::{Convex, Core, moments_by_core};
use crate::face::{EdgeId, Face, FaceId, STEEP_EDGE, STEEP_FACE};
use crate::points::bounds;

impl<V: Vector> Convex<V> for Triangle<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::Triangle(self)
    }

    /// In space the side that looks along the direction; where that is steep, and in the plane, the edge at the support vertex that lies most across;
    /// where that is steep too, the vertex. In the plane an edge is a face, and steep only where a face would be.
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
        let (next, last) = ((top + 1) % 3, (top + 2) % 3);
        let rise = |to: usize| normalize_or_zero(self.edge(top, to)).dot(direction).abs();
        let is_edge = |to: usize| self.edge(top, to) != V::Wide::ZERO;
        // The edge that leaves the support vertex, or the one that enters it.
        let (ends, edge, rise) = if is_edge(next) && !(is_edge(last) && rise(last) < rise(next)) {
            ([top, next], top, rise(next))
        } else {
            ([last, top], last, rise(last))
        };
        let limit = if V::DIM == 2 { 1.0 - STEEP_FACE * STEEP_FACE } else { STEEP_EDGE * STEEP_EDGE };
        if direction != V::Wide::ZERO && is_edge(if ends[0] == top { ends[1] } else { ends[0] }) && rise * rise <= limit {
            // In the plane a side runs counter-clockwise: the direction turned by a quarter to the left.
            let run = self.edge(ends[0], ends[1]);
            let forward = V::DIM == 3 || direction.get(0) * run.get(1) - direction.get(1) * run.get(0) >= 0.0;
            let ends = if forward { ends } else { [ends[1], ends[0]] };
            face.set_edge(EdgeId(edge as u32), ends.map(|vertex| self.corner(vertex, edge)));
        } else {
            face.set_vertex(self.corners[top], VertexId::new(top));
        }
    }

    /// Exact but for `f64` rounding, which is included.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds(&self.corners, pose)
    }

    /// In closed form; in space and swept by a radius the default.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        let corners = self.corners.map(V::widen);
        if V::DIM == 2 {
            let corners = corners.map(|corner| DVec2::new(corner.get(0), corner.get(1)));
            swept_polygon(&corners, by).cast().finite()
        } else if by == 0.0 {
            let corners = corners.map(|corner| DVec3::new(corner.get(0), corner.get(1), corner.get(2)));
            polyhedron(&corners, &[[0, 1, 2]]).cast().finite()
        } else {
            moments_by_core(self, by)
        }
    }

    /// The smallest, but for rounding: about the longest edge, or through all corners if they make acute angles.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let corners = self.corners.map(V::widen);
        // In units of the longest coordinate of an edge, so that no power of four of it leaves the range.
        let edges = [0, 1, 2].map(|i| self.edge((i + 1) % 3, (i + 2) % 3));
        let size = edges.iter().fold(0.0, |size: f64, edge| size.max(edge.max_abs()));
        let squares = edges.map(|edge| V::Wide::from_fn(|axis| if size > 0.0 { edge.get(axis) / size } else { 0.0 }).length_squared());
        // Of a corner whose angle is not acute the weight is not positive.
        let weight = |i: usize| squares[i] * (squares[(i + 1) % 3] + squares[(i + 2) % 3] - squares[i]);
        let sum = weight(0) + weight(1) + weight(2);
        let share = |i: usize| match (0..3).find(|&obtuse| !(weight(obtuse) > 0.0)) {
            Some(obtuse) if i == obtuse => 0.0,
            Some(_) => 0.5,
            None => weight(i) / sum,
        };
        let center = corners[0] + self.edge(0, 1) * share(1) + self.edge(0, 2) * share(2);
        let reach = corners.iter().fold(0.0, |reach: f64, &corner| reach.max((corner - center).length()));
        BoundingBall::around(center, reach)
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.reach.widen()
    }
}
