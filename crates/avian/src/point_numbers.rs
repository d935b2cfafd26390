//! Numbers of contact points, from which avian's feature ids are made.
//!
//! avian carries impulses over to a point of the next tick that has both feature ids of it, in
//! either order. So the ids must name the point, not the features: clinch matches the points of two
//! ticks by features, and by their places where the features differ, and a matched point keeps its
//! number. Numbers begin with 1, because avian's id of unknown features is 0.

use clinch_composite_contact::CompositeManifold;
use clinch_support::Vector;

/// The numbers fit into the digits of an `f32`, in which clinch carries them from tick to tick.
const MOST: u32 = (1 << 24) - 1;

/// The last number of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PointNumbers {
    last: u32,
}

impl PointNumbers {
    /// Numbers up to this one are used.
    pub(crate) fn skip_to(&mut self, used: u32) {
        if used > self.last {
            self.last = used;
        }
    }

    /// Gives a number to each point without one, or with that of a point before it.
    pub(crate) fn number<V: Vector<Scalar = f32>>(&mut self, manifolds: &mut [CompositeManifold<V>]) {
        let mut seen = Vec::new();
        for point in manifolds.iter_mut().flat_map(|manifold| &mut manifold.manifold.points) {
            if point.user_data[0] == 0.0 || seen.contains(&point.user_data[0]) {
                point.user_data[0] = self.next() as f32;
            }
            seen.push(point.user_data[0]);
        }
    }

    fn next(&mut self) -> u32 {
        self.last = self.last % MOST + 1;
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, PointNumbers};
    use clinch_composite_contact::CompositeManifold;
    use clinch_contact::{ContactPoint, FeatureId, Manifold};
    use glam::Vec3;

    fn manifold(numbers: &[f32]) -> CompositeManifold<Vec3> {
        let point = |&number: &f32| ContactPoint {
            on_a: Vec3::ZERO,
            on_b: Vec3::ZERO,
            separation: 0.0,
            feature: FeatureId::WITNESS,
            touching: true,
            persisted: number != 0.0,
            user_data: [number, 0.0, 0.0, 0.0],
        };
        CompositeManifold { manifold: Manifold { normal: Vec3::Y, points: numbers.iter().map(point).collect() }, sub_shapes: [None; 2] }
    }

    fn numbered(numbers: &mut PointNumbers, before: &[&[f32]]) -> Vec<f32> {
        let mut manifolds: Vec<_> = before.iter().map(|points| manifold(points)).collect();
        numbers.number(&mut manifolds);
        manifolds.iter().flat_map(|manifold| manifold.manifold.points.iter().map(|point| point.user_data[0])).collect()
    }

    #[test]
    fn new_points_get_new_numbers_and_no_two_are_equal() {
        let mut numbers = PointNumbers::default();
        assert_eq!(numbered(&mut numbers, &[&[0.0, 0.0], &[0.0]]), [1.0, 2.0, 3.0]);
        assert_eq!(numbered(&mut numbers, &[&[2.0, 0.0], &[2.0]]), [2.0, 4.0, 5.0]);
        numbers.skip_to(9);
        assert_eq!(numbered(&mut numbers, &[&[0.0]]), [10.0]);
    }

    #[test]
    fn numbers_stay_exact_and_never_become_zero() {
        let mut numbers = PointNumbers::default();
        numbers.skip_to(MOST - 1);
        assert_eq!(numbered(&mut numbers, &[&[0.0, 0.0]]), [MOST as f32, 1.0]);
        assert_eq!((MOST as f32) as u32, MOST);
    }
}
