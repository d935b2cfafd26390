//! How near something in a box may be: cheap bounds, never too far.
//!
//! What is asked with is taken for its box. Where that box, moved by some vector, meets another one, the vector is in a third box: the *obstacle*. So a cast is a ray
//! from zero against a box, and a distance is that of zero from it.

use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};

/// The motions of one box that let it meet another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle<V: Vector>(Aabb<V::Wide>);

/// By more than this an answer is not rounded, of what it is computed from.
fn rounding<S: Scalar>() -> f64 {
    16.0 * S::EPSILON.widen()
}

impl<V: Vector> Obstacle<V> {
    /// For `moving` to meet `other`, or to come as near as `reach`. Grown by more than answers are rounded: what is in a box is never said to be farther than it
    /// answers, or what is found would depend on the tree.
    pub(crate) fn new(moving: &Aabb<V::Wide>, other: &Aabb<V::Wide>, reach: f64) -> Self {
        let finite = |bound: f64| if bound.is_finite() { bound.abs() } else { 0.0 };
        let size = |corner: V::Wide| (0..V::DIM).fold(0.0, |largest: f64, axis| largest.max(finite(corner.get(axis))));
        let largest = [moving.min, moving.max, other.min, other.max].into_iter().map(size).fold(0.0, f64::max);
        let extents = size(moving.max - moving.min) + size(other.max - other.min);
        // Where things are is known in `f64`, what they are in the scalar of the shapes.
        let grown = reach + rounding::<f64>() * largest + rounding::<V::Scalar>() * extents;
        let side = |from: V::Wide, to: V::Wide, by: f64| V::Wide::from_fn(|axis| to.get(axis) - from.get(axis) + by);
        Self(Aabb { min: side(moving.max, other.min, -grown), max: side(moving.min, other.max, grown) })
    }

    /// When it is met by what moves so, at the earliest; ∞ if not until then.
    pub(crate) fn met_by(&self, motion: V::Wide, until: f64) -> f64 {
        let (mut first, mut last) = (0.0_f64, if until > 0.0 { until } else { 0.0 });
        for axis in 0..V::DIM {
            let (min, max, speed) = (self.0.min.get(axis), self.0.max.get(axis), motion.get(axis));
            if speed == 0.0 {
                if !(min <= 0.0 && 0.0 <= max) {
                    return f64::INFINITY;
                }
            } else {
                let (enters, leaves) = if speed > 0.0 { (min / speed, max / speed) } else { (max / speed, min / speed) };
                first = first.max(enters * (1.0 - rounding::<V::Scalar>()));
                last = last.min(leaves * (1.0 + rounding::<V::Scalar>()));
            }
        }
        if first <= last { V::Scalar::narrow_down(first).widen() } else { f64::INFINITY }
    }

    /// How far from meeting it is what does not move; −∞ if it may overlap.
    pub(crate) fn distance(&self) -> f64 {
        let gap = |axis: usize| self.0.min.get(axis).max(-self.0.max.get(axis)).max(0.0);
        let largest = V::Wide::from_fn(gap).max_abs();
        if !(largest > 0.0) {
            return f64::NEG_INFINITY;
        }
        // Relative to the largest gap: the squares of lengths beyond 1e154 overflow.
        let least = V::Wide::from_fn(|axis| gap(axis) / largest).length() * largest * (1.0 - rounding::<V::Scalar>());
        V::Scalar::narrow_down(least).widen()
    }
}

#[cfg(test)]
mod tests {
    use super::Obstacle;
    use clinch_shapes::Aabb;
    use glam::{DVec3, Vec3};

    fn unit(at: f64) -> Aabb<DVec3> {
        Aabb::around(DVec3::X * at, DVec3::splat(0.5))
    }

    fn met(motion: DVec3, until: f64) -> f64 {
        Obstacle::<DVec3>::new(&unit(0.0), &unit(4.0), 0.0).met_by(motion, until)
    }

    #[test]
    fn a_box_is_met_when_its_side_is_reached_and_not_beyond_the_limit() {
        let time = met(DVec3::X * 2.0, f64::INFINITY);
        assert!(time <= 1.5 && time > 1.5 - 1e-12, "{time}");
        assert!(met(DVec3::X * 2.0, 1.5) <= 1.5);
        assert_eq!(met(DVec3::X * 2.0, 1.49), f64::INFINITY);
        assert_eq!(met(-DVec3::X, f64::INFINITY), f64::INFINITY);
        assert_eq!(met(DVec3::Y, f64::INFINITY), f64::INFINITY);
        assert_eq!(met(DVec3::ZERO, f64::INFINITY), f64::INFINITY);
        assert!(met(DVec3::new(4.0, 1.0, 0.0), f64::INFINITY) < 1.0, "a corner that is grazed is met");
    }

    #[test]
    fn what_overlaps_is_met_at_once() {
        let obstacle = Obstacle::<DVec3>::new(&unit(0.0), &unit(0.25), 0.0);
        assert_eq!((obstacle.met_by(DVec3::ZERO, 0.0), obstacle.distance()), (0.0, f64::NEG_INFINITY));
    }

    #[test]
    fn boxes_without_end_are_met_where_they_end() {
        let ground = Aabb { min: DVec3::splat(f64::NEG_INFINITY), max: DVec3::new(f64::INFINITY, -1.5, f64::INFINITY) };
        let obstacle = Obstacle::<DVec3>::new(&unit(0.0), &ground, 0.0);
        let (time, distance) = (obstacle.met_by(DVec3::NEG_Y, f64::INFINITY), obstacle.distance());
        assert!((time - 1.0).abs() < 1e-12 && (distance - 1.0).abs() < 1e-12, "{time} {distance}");
        assert_eq!(obstacle.met_by(DVec3::Y, f64::INFINITY), f64::INFINITY);
        let all = Obstacle::<DVec3>::new(&Aabb::unbounded(), &ground, 0.0);
        assert_eq!((all.met_by(DVec3::Y, 1.0), all.distance()), (0.0, f64::NEG_INFINITY));
    }

    #[test]
    fn far_from_the_origin_boxes_of_f32_are_as_tight_as_near_it() {
        let at = |x: f64| Aabb::around(DVec3::new(1e9 + x, -1e9, 0.0), DVec3::splat(0.5));
        let distance = Obstacle::<Vec3>::new(&at(0.0), &at(3.0), 0.0).distance();
        assert!(distance <= 2.0 && distance > 1.999, "{distance}");
    }

    #[test]
    fn distances_whose_squares_overflow_are_as_tight_as_others() {
        for size in [1e300, 1e160, 1.0, 1e-160, 1e-300] {
            let at = |part: f64| Aabb::around(DVec3::new(3.0, 4.0, 0.0) * size * part, DVec3::ZERO);
            let distance = Obstacle::<DVec3>::new(&at(0.0), &at(1.0), 0.0).distance() / size;
            assert!(distance <= 5.0 && distance > 5.0 - 1e-12, "{size:e}: {distance}");
        }
    }

    #[test]
    fn a_distance_is_that_of_the_nearest_corners_and_never_more() {
        let other = Aabb::around(DVec3::new(4.0, 5.0, 0.0), DVec3::splat(0.5));
        let distance = Obstacle::<DVec3>::new(&unit(0.0), &other, 0.0).distance();
        assert!(distance <= 5.0 && distance > 5.0 - 1e-12, "{distance}");
    }
}
