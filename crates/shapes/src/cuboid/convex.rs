//! The box as a convex shape: faces, bounds and moments.

use clinch_mass::{Moments, rounded_box};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector, VertexId};

use super::Cuboid;
use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::convex::{Convex, Core};
use crate::face::{Corner, Face, FaceId};

impl<V: Vector> Convex<V> for Cuboid<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::Box(self)
    }

    fn face(&self, direction: V, face: &mut Face<V>) {
        // Zero or NaN.
        if !(direction.sum_abs() > V::Scalar::ZERO) {
            let lowest = VertexId::new(0);
            return face.set_vertex(self.corner(lowest.index()), lowest);
        }
        let mut up = 0;
        for axis in 1..V::DIM {
            if direction.get(axis).abs() > direction.get(up).abs() {
                up = axis;
            }
        }
        let positive = direction.get(up) > V::Scalar::ZERO;
        let base = usize::from(positive) << up;
        // The corners, counter-clockwise about the positive axis. An axis without extent has only
        // one side.
        let (u, v) = ((up + 1) % V::DIM, (up + 2) % V::DIM);
        let side = |axis: usize| if self.half.get(axis) > V::Scalar::ZERO { 1 << axis } else { 0 };
        let (u_bit, v_bit) = (side(u), if V::DIM == 3 { side(v) } else { 0 });
        let corner = |index: usize, axis: usize| Corner {
            point: self.corner(index),
            vertex: VertexId::new(index),
            edge: Self::edge(axis, VertexId::new(index)),
        };
        face.id = FaceId((2 * up + usize::from(positive)) as u32);
        face.corners.clear();
        match (u_bit, v_bit) {
            (0, 0) => face.corners.push(corner(base, u)),
            (bit, 0) => face.corners.extend([corner(base, u), corner(base | bit, u)]),
            (0, bit) => face.corners.extend([corner(base, v), corner(base | bit, v)]),
            (u_bit, v_bit) => {
                let around = [corner(base, u), corner(base | u_bit, v), corner(base | u_bit | v_bit, u), corner(base | v_bit, v)];
                let [a, b, c, d] = around;
                // Seen from the negative axis, the order is reversed; an edge belongs to the corner
                // where it starts.
                let reversed = [
                    Corner { edge: d.edge, ..a },
                    Corner { edge: c.edge, ..d },
                    Corner { edge: b.edge, ..c },
                    Corner { edge: a.edge, ..b },
                ];
                face.corners.extend_from_slice(if positive { &around } else { &reversed });
            }
        }
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let basis = pose.rotation.basis();
        let half_extents = (0..V::DIM).fold(V::Wide::ZERO, |sum, axis| {
            let side = basis.rotate((V::unit(axis) * self.half.get(axis)).widen());
            sum + V::Wide::from_fn(|i| side.get(i).abs())
        });
        let at = pose.translation.widen();
        Aabb::around(at, half_extents).grown(8.0 * f64::EPSILON * (at.max_abs() + half_extents.max_abs()))
    }

    fn interior(&self) -> V {
        V::ZERO
    }

    /// The smallest ball, rounded outward.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        BoundingBall::around(V::Wide::ZERO, self.half.widen().length())
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.bounding_radius.widen()
    }

    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        rounded_box(self.half.widen(), by).finite()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Convex, Cuboid, Face};
    use clinch_support::{SupportMap, Vector};
    use glam::{Vec2, Vec3};
    use std::collections::BTreeMap;

    #[test]
    fn faces_run_counter_clockwise_and_share_each_edge_with_one_other() {
        let block = Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).expect("sizes");
        let mut edges: BTreeMap<u32, Vec<[usize; 2]>> = BTreeMap::new();
        let mut face = Face::new();
        for direction in [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z] {
            block.face(direction, &mut face);
            let corner = |i: usize| face.corners[i % 4];
            let normal = (corner(1).point - corner(0).point).cross(corner(2).point - corner(1).point);
            assert!(normal.dot(direction) > 0.99 * normal.length(), "{direction}");
            for i in 0..4 {
                edges.entry(corner(i).edge.0).or_default().push([corner(i).vertex.index(), corner(i + 1).vertex.index()]);
            }
        }
        assert_eq!(edges.len(), 12);
        for runs in edges.values() {
            assert_eq!(runs[0], [runs[1][1], runs[1][0]], "the two faces of an edge run in opposite directions: {edges:?}");
        }
    }

    #[test]
    fn the_rim_of_a_plate_is_an_edge() {
        let mut face = Face::new();
        Cuboid::new(Vec3::new(1.0, 0.0, 3.0)).expect("sizes").face(Vec3::X, &mut face);
        let corners: Vec<Vec3> = face.corners.iter().map(|corner| corner.point).collect();
        assert_eq!(corners, [Vec3::new(1.0, 0.0, -3.0), Vec3::new(1.0, 0.0, 3.0)]);
    }

    #[test]
    fn a_rectangle_has_four_edges() {
        let rectangle = Cuboid::new(Vec2::new(1.0, 2.0)).expect("sizes");
        let mut face = Face::new();
        let ids: Vec<u32> = [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y]
            .map(|direction| {
                rectangle.face(direction, &mut face);
                assert!(face.corners.iter().all(|corner| corner.point.dot(direction) == direction.abs().dot(rectangle.half())));
                assert_eq!(face.corners[0].edge, face.corners[1].edge);
                face.corners[0].edge.0
            })
            .to_vec();
        assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
    }

    #[test]
    fn ties_and_nan_go_to_the_lowest_id() {
        let block = Cuboid::new(Vec3::ONE).expect("sizes");
        assert_eq!(block.support(Vec3::ZERO).point, -Vec3::ONE);
        assert_eq!(block.support(Vec3::splat(f32::NAN)).point, -Vec3::ONE);
        assert!(Vector::is_finite(block.support(Vec3::splat(f32::INFINITY)).point));
    }
}
