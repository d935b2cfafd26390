//! How fast a body grows along its axes, from its middle to its full size.
//!
//! * Grown about its middle at the same rate along all axes, a plank whose end is on a table reaches
//!   the side of the table with its end face before it reaches the top with its lower face, however
//!   little it overlaps the top: its faces move by as much as they are far from the middle.
//! * So all faces of a box move by the same distance. Seen from the full size, they move inward
//!   until the nearest two meet; these stay, and what is left of the box, a rectangle, goes on to a
//!   segment, and this to the middle. A cylinder goes on to a segment or a disk. The body leaves a
//!   solid by what is nearly its least depth, then: see the decision record 0044.
//! * Between two of these events the scale at which a point is reached is a convex function of the
//!   point, and what is reached before is a convex set. So it falls along every segment to the
//!   point of a plane or a triangle that is reached first, as `border.rs` needs it.
//! * Cubes and all other shapes grow at one rate: hulls, cones, and what is at a pose or off its
//!   middle in its own frame.

use clinch_shapes::Core;
use clinch_support::Vector;

/// How fast the core of a body grows along each of its axes.
///
/// At a scale s, from 0, its middle, to 1, its full size, it has the part 1 − (1 − s)·rate of its
/// half extent along an axis, or nothing if that is negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GrowthRates<W> {
    /// 1 along the longest axis.
    of_axis: W,
    /// Whether they are all 1.
    pub(crate) are_equal: bool,
}

impl<W: Vector<Scalar = f64, Wide = W>> GrowthRates<W> {
    /// Those of a core whose middle is this point of its frame.
    pub(crate) fn of<V: Vector<Wide = W>>(core: &Core<'_, V>, middle: W) -> Self {
        let half = if middle == W::ZERO { half_extents(core) } else { None };
        let ones = || W::from_fn(|_| 1.0);
        let of_axis = half.map_or_else(ones, |half| {
            let greatest = half.max_abs();
            // Along the axis of a flat body, nothing grows.
            let rate = |half: f64| Some(greatest / half).filter(|rate| rate.is_finite()).unwrap_or(1.0);
            W::from_fn(|axis| rate(half.get(axis)))
        });
        Self { of_axis, are_equal: of_axis == ones() }
    }

    /// By what the core is multiplied along each axis, about its middle, at a scale.
    pub(crate) fn factors(&self, scale: f64) -> W {
        W::from_fn(|axis| self.factor(axis, scale).max(0.0))
    }

    /// Negative where the faces of an axis have not parted yet.
    #[inline]
    fn factor(&self, axis: usize, scale: f64) -> f64 {
        1.0 - (1.0 - scale) * self.of_axis.get(axis)
    }

    /// The scale at which the core reaches a plane; at most 1. `middle` is the height of its middle
    /// above the plane, and `drop` by how much its deepest point is lower than that: the sum of one
    /// part for each axis of the body.
    #[inline]
    pub(crate) fn scale_reaching(&self, middle: f64, drop: W) -> f64 {
        // As the body shrinks, the height of its deepest point is a piecewise linear, concave
        // function of the scale: Newton's method goes down from piece to piece.
        let mut scale = 1.0;
        for _ in 0..W::DIM {
            let (mut height_at_0, mut fall) = (middle, 0.0);
            for axis in (0..W::DIM).filter(|&axis| self.factor(axis, scale) > 0.0) {
                let (rate, drop) = (self.of_axis.get(axis), drop.get(axis));
                height_at_0 += (rate - 1.0) * drop;
                fall += rate * drop;
            }
            let reached = height_at_0 / fall;
            if !(reached < scale) {
                break;
            }
            scale = reached;
        }
        // By rounding.
        if scale > 0.0 { scale } else { 0.0 }
    }

    /// By how much of the least half extent the faces have moved outward, at a scale, since the last
    /// two of them parted; negative before. From then on the body grows along all axes.
    pub(crate) fn offset(&self, scale: f64) -> f64 {
        1.0 - (1.0 - scale) * self.of_axis.max_abs()
    }

    /// The scale with this offset.
    pub(crate) fn scale_of_offset(&self, offset: f64) -> f64 {
        1.0 - (1.0 - offset) / self.of_axis.max_abs()
    }
}

/// The half extents of a core that is a box or a cylinder about the origin.
pub(crate) fn half_extents<V: Vector>(core: &Core<'_, V>) -> Option<V::Wide> {
    match core {
        Core::Box(cuboid) => Some(cuboid.half().widen()),
        Core::Revolution(revolution) => {
            let [bottom, top] = revolution.radii();
            (bottom == top).then(|| V::Wide::from_fn(|axis| if axis == 1 { revolution.half() } else { top }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clinch_shapes::{Convex, Cuboid};
    use clinch_testkit::random::Random;
    use glam::DVec3;

    use super::GrowthRates;

    /// The faces of a box move by the same distance, and stay where they have met.
    #[test]
    fn a_box_grows_by_the_same_distance_at_all_faces() {
        let half = DVec3::new(1.0, 0.25, 0.0625);
        let rates = GrowthRates::of(&Convex::<DVec3>::core(&Cuboid::new(half).unwrap()), DVec3::ZERO);
        for (scale, grown) in [
            (1.0, half),
            (0.96875, half - 0.03125),
            (0.9375, DVec3::new(0.9375, 0.1875, 0.0)),
            (0.75, DVec3::X * 0.75),
            (0.5, DVec3::X * 0.5),
            (0.0, DVec3::ZERO),
        ] {
            assert_eq!(rates.factors(scale) * half, grown, "{scale}");
        }
    }

    /// Where it reaches a plane, its deepest point is in the plane.
    #[test]
    fn a_growing_box_reaches_a_plane_with_its_deepest_point() {
        let random = &mut Random::new(63);
        let mut pieces = [0; 3];
        for _ in 0..2000 {
            let half = DVec3::from_array([0; 3].map(|_| random.power(-3.0, 0.0)));
            let rates = GrowthRates::of(&Convex::<DVec3>::core(&Cuboid::new(half).unwrap()), DVec3::ZERO);
            let drop = half * DVec3::from_array(random.direction(3).into()).abs();
            let middle = drop.element_sum() * random.range(0.0, 1.0);
            let scale = rates.scale_reaching(middle, drop);
            let factors = rates.factors(scale);
            assert!((middle - factors.dot(drop)).abs() < 1e-14, "{half} {drop} {middle}: {scale}");
            pieces[(0..3).filter(|&axis| factors[axis] > 0.0).count() - 1] += 1;
        }
        assert!(pieces.iter().all(|&count| count > 100), "{pieces:?}");
    }
}
