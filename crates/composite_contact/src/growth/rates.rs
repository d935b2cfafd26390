//! The half extents of a body while it is scaled to find the normal of an overlap.
//!
//! * At one rate for all axes, the end of a plank moves faster than its lower face. If its end
//!   overlaps a table by a smaller part of its length than of its thickness, the end face meets the
//!   side of the table first, and the plank is pushed out along its length.
//! * So, as a box shrinks, all its faces move inward by the same distance. Once the two faces of an
//!   axis meet, the extent along it stays 0: a rectangle, a segment, then the middle. A cylinder
//!   becomes a disk or a segment, then its middle. If the least depth is at most the least half
//!   extent, the depth along the normal is at most √3 times it (decision record 0044).
//! * Each scaled body contains all smaller ones. Let the scale of a point be the least at which the
//!   body contains it. On a plane or a triangle this scale falls along every segment to the point
//!   where it is least, which `border.rs` relies on. It jumps where faces have met.
//! * Cubes, hulls, cones, posed shapes and all others have the same rate along all axes.

use clinch_shapes::Core;
use clinch_support::Vector;

/// How fast the core of a body grows along each of its axes.
///
/// At a scale s, from 0, its middle, to 1, its full size, a half extent h is
/// h·max(0, 1 − (1 − s)·rate).
#[derive(Clone, Copy, Debug)]
pub(crate) struct GrowthRates<W> {
    /// The greatest half extent over that of the axis; 1 if that one is 0.
    of_axis: W,
    /// Whether they are all 1.
    pub(crate) are_equal: bool,
}

impl<W: Vector<Scalar = f64, Wide = W>> GrowthRates<W> {
    /// The rates of a core. All are 1 unless it is a box or a cylinder with its middle at the
    /// origin.
    pub(crate) fn of<V: Vector<Wide = W>>(core: &Core<'_, V>, middle: W) -> Self {
        let half = if middle == W::ZERO { half_extents(core) } else { None };
        let ones = || W::from_fn(|_| 1.0);
        let of_axis = half.map_or_else(ones, |half| {
            let greatest = half.max_abs();
            // An axis without extent does not grow. With 1, the rates of a square plate are equal.
            let rate = |half: f64| Some(greatest / half).filter(|rate| rate.is_finite()).unwrap_or(1.0);
            W::from_fn(|axis| rate(half.get(axis)))
        });
        Self { of_axis, are_equal: of_axis == ones() }
    }

    /// The half extents at a scale, in parts of the full ones.
    pub(crate) fn factors(&self, scale: f64) -> W {
        W::from_fn(|axis| self.factor(axis, scale).max(0.0))
    }

    /// Negative at scales at which the faces of the axis have met.
    #[inline]
    fn factor(&self, axis: usize, scale: f64) -> f64 {
        1.0 - (1.0 - scale) * self.of_axis.get(axis)
    }

    /// The scale at which the core reaches a plane; at most 1. `middle` is the height of its middle
    /// above the plane, and `drop`, for each axis of the body, by how much its half extent lowers
    /// the deepest point at full size.
    #[inline]
    pub(crate) fn scale_reaching(&self, middle: f64, drop: W) -> f64 {
        // The height of the deepest point is concave in the scale, with one linear piece for each
        // set of axes that have extent. From above, a step of Newton's method never passes the
        // root, and each drops an axis or is the last.
        let mut scale = 1.0;
        for _ in 0..W::DIM {
            let (mut tangent_at_0, mut fall) = (middle, 0.0);
            for axis in (0..W::DIM).filter(|&axis| self.factor(axis, scale) > 0.0) {
                let (rate, drop) = (self.of_axis.get(axis), drop.get(axis));
                tangent_at_0 += (rate - 1.0) * drop;
                fall += rate * drop;
            }
            let reached = tangent_at_0 / fall;
            if !(reached < scale) {
                break;
            }
            scale = reached;
        }
        // A middle below the plane by rounding gives a negative scale.
        if scale > 0.0 { scale } else { 0.0 }
    }

    /// How far the faces are from the spine (`growing_solid.rs`) at a scale, in least half extents;
    /// negative if the body is smaller than the spine.
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
