//! Lower bounds of times and distances between the contents of two AABBs.
//!
//! The Minkowski difference of two boxes is a box: the translations of the first that make it meet
//! the second. A cast of the first is a ray from the origin against the difference, and the
//! distance of the boxes is that of the origin from it.

use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};

/// The translations of one box that make it meet another, in world space. `V` is the vector of the
/// shapes in the boxes, whose rounding the bounds allow for.
///
/// ```
/// use clinch_bvh::AabbDifference;
/// use clinch_shapes::Aabb;
/// use glam::{DVec3, Vec3};
///
/// let unit = |x: f64| Aabb::around(DVec3::X * x, DVec3::splat(0.5));
/// let difference = AabbDifference::<Vec3>::new(&unit(0.0), &unit(4.0), 0.0);
/// let (gap, time) = (difference.distance(), difference.entry_time(DVec3::X * 2.0, 8.0));
/// assert!(gap <= 3.0 && gap > 2.999 && time <= 1.5 && time > 1.499);
/// assert_eq!(difference.entry_time(DVec3::Y, 8.0), f64::INFINITY);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AabbDifference<V: Vector>(Aabb<V::Wide>);

/// An upper bound of the relative rounding error of an answer in the scalar `S`.
fn rounding<S: Scalar>() -> f64 {
    16.0 * S::EPSILON.widen()
}

impl<V: Vector> AabbDifference<V> {
    /// The translations that bring `moving` within `target_distance` of `other`.
    ///
    /// Grown by the rounding error of the answers about the contents. Without it the bound of an
    /// AABB could exceed the answer for a shape inside it, and the result of a query would depend
    /// on the tree.
    pub fn new(moving: &Aabb<V::Wide>, other: &Aabb<V::Wide>, target_distance: f64) -> Self {
        let finite = |bound: f64| if bound.is_finite() { bound.abs() } else { 0.0 };
        let size = |corner: V::Wide| (0..V::DIM).fold(0.0, |largest: f64, axis| largest.max(finite(corner.get(axis))));
        let largest = [moving.min, moving.max, other.min, other.max].into_iter().map(size).fold(0.0, f64::max);
        let extents = size(moving.max - moving.min) + size(other.max - other.min);
        // Positions are in `f64`, sizes in the scalar of the shapes.
        let grown = target_distance + rounding::<f64>() * largest + rounding::<V::Scalar>() * extents;
        let side = |from: V::Wide, to: V::Wide, by: f64| V::Wide::from_fn(|axis| to.get(axis) - from.get(axis) + by);
        Self(Aabb { min: side(moving.max, other.min, -grown), max: side(moving.min, other.max, grown) })
    }

    /// A lower bound of the time at which the boxes meet if the first moves by `motion` per unit of
    /// time; ∞ if they do not meet up to `max_time`.
    pub fn entry_time(&self, motion: V::Wide, max_time: f64) -> f64 {
        let (mut first, mut last) = (0.0_f64, if max_time > 0.0 { max_time } else { 0.0 });
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

    /// A lower bound of the signed distance; −∞ if the boxes may overlap.
    pub fn distance(&self) -> f64 {
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
    use super::AabbDifference;
    use clinch_shapes::Aabb;
    use glam::{DVec3, Vec3};

    fn unit(at: f64) -> Aabb<DVec3> {
        Aabb::around(DVec3::X * at, DVec3::splat(0.5))
    }

    fn entry_time(motion: DVec3, max_time: f64) -> f64 {
        AabbDifference::<DVec3>::new(&unit(0.0), &unit(4.0), 0.0).entry_time(motion, max_time)
    }

    #[test]
    fn the_entry_time_is_that_of_the_nearest_side_and_at_most_the_limit() {
        let time = entry_time(DVec3::X * 2.0, f64::INFINITY);
        assert!(time <= 1.5 && time > 1.5 - 1e-12, "{time}");
        assert!(entry_time(DVec3::X * 2.0, 1.5) <= 1.5);
        assert_eq!(entry_time(DVec3::X * 2.0, 1.49), f64::INFINITY);
        assert_eq!(entry_time(-DVec3::X, f64::INFINITY), f64::INFINITY);
        assert_eq!(entry_time(DVec3::Y, f64::INFINITY), f64::INFINITY);
        assert_eq!(entry_time(DVec3::ZERO, f64::INFINITY), f64::INFINITY);
        assert!(entry_time(DVec3::new(4.0, 1.0, 0.0), f64::INFINITY) < 1.0, "a grazed corner counts");
    }

    #[test]
    fn boxes_that_overlap_meet_at_once() {
        let difference = AabbDifference::<DVec3>::new(&unit(0.0), &unit(0.25), 0.0);
        assert_eq!((difference.entry_time(DVec3::ZERO, 0.0), difference.distance()), (0.0, f64::NEG_INFINITY));
    }

    #[test]
    fn infinite_boxes_have_finite_sides() {
        let ground = Aabb { min: DVec3::splat(f64::NEG_INFINITY), max: DVec3::new(f64::INFINITY, -1.5, f64::INFINITY) };
        let difference = AabbDifference::<DVec3>::new(&unit(0.0), &ground, 0.0);
        let (time, distance) = (difference.entry_time(DVec3::NEG_Y, f64::INFINITY), difference.distance());
        assert!((time - 1.0).abs() < 1e-12 && (distance - 1.0).abs() < 1e-12, "{time} {distance}");
        assert_eq!(difference.entry_time(DVec3::Y, f64::INFINITY), f64::INFINITY);
        let all = AabbDifference::<DVec3>::new(&Aabb::unbounded(), &ground, 0.0);
        assert_eq!((all.entry_time(DVec3::Y, 1.0), all.distance()), (0.0, f64::NEG_INFINITY));
    }

    #[test]
    fn far_from_the_origin_boxes_of_f32_are_as_tight_as_near_it() {
        let at = |x: f64| Aabb::around(DVec3::new(1e9 + x, -1e9, 0.0), DVec3::splat(0.5));
        let distance = AabbDifference::<Vec3>::new(&at(0.0), &at(3.0), 0.0).distance();
        assert!(distance <= 2.0 && distance > 1.999, "{distance}");
    }

    #[test]
    fn the_distance_is_that_of_the_nearest_corners_and_never_more() {
        let other = Aabb::around(DVec3::new(4.0, 5.0, 0.0), DVec3::splat(0.5));
        let distance = AabbDifference::<DVec3>::new(&unit(0.0), &other, 0.0).distance();
        assert!(distance <= 5.0 && distance > 5.0 - 1e-12, "{distance}");
    }

    #[test]
    fn distances_whose_squares_overflow_are_as_tight_as_others() {
        for size in [1e300, 1e160, 1.0, 1e-160, 1e-300] {
            let at = |part: f64| Aabb::around(DVec3::new(3.0, 4.0, 0.0) * size * part, DVec3::ZERO);
            let distance = AabbDifference::<DVec3>::new(&at(0.0), &at(1.0), 0.0).distance() / size;
            assert!(distance <= 5.0 && distance > 5.0 - 1e-12, "{size:e}: {distance}");
        }
    }
}
