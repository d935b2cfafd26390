//! Edges against edges, on the sphere of directions.
//!
//! * An edge is farthest in the directions of the arc between the normals of its two faces. An edge
//!   of A and one of B make a facet of A − B exactly where A's arc crosses the negated arc of B.
//!   Most pairs do not cross, which four dot products decide.
//! * The crossing is a point of one of the arcs, interpolated between its two ends by the dot
//!   products, so that it points outward by construction. The ends of arcs of nearly half a turn,
//!   as around the edges of thin plates, nearly cancel: of two such arcs the crossing is the cross
//!   product of the edges.
//! * All vectors are of length 1, so the sign of a dot product is noise only if an end of one arc
//!   is on the other's great circle to rounding. Then the crossing is at that end or next to it,
//!   and the face there has the same depth, to that rounding times the size: the pair is skipped.
//! * Arcs that are nearly parallel cross in a place that rounding moves by ε over the sine of their
//!   angle. The facet is as narrow as the sine is small, so where it holds the foot of the origin a
//!   direction with an error of δ raises the support value by ε and δ² only. Below a sine of about
//!   1e-9 that is too much; [`Crossing::missed`] bounds what is lost.

use clinch_support::{Vector, cross};

/// An end this near to the other arc's great circle is on it. Larger: depths are off by as much.
/// Smaller: the sign is rounding.
const ON_CIRCLE: f64 = 8.0 * f64::EPSILON;

/// Rounding error of the cross product of two rotated unit vectors.
const CROSS_NOISE: f64 = 4.0 * f64::EPSILON;

/// The crossing is not interpolated on an arc longer than a third of a turn, whose ends nearly
/// cancel, if there is a better way. This is the cosine of that length.
const LONG: f64 = -0.5;

/// An edge on the sphere, in A's frame. Arcs of B are negated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc<W> {
    pub(crate) ends: [W; 2],
    /// Unit, along the edge: orthogonal to the arc.
    pub(crate) along: W,
    /// A point of the edge, in A's frame.
    pub(crate) point: W,
    /// The number of the edge.
    pub(crate) edge: u32,
}

/// Where two arcs cross.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing<W> {
    pub(crate) normal: W,
    /// How far the true support value at the crossing, if the facet is the nearest of all, may be
    /// below that along this normal, relative to the size.
    pub(crate) missed: f64,
}

impl<W: Vector<Scalar = f64>> Arc<W> {
    /// The ends of another arc are on both sides of this arc's great circle. False for most pairs,
    /// in an order that no branch predictor learns.
    #[inline]
    pub(crate) fn separates_ends_of(&self, other: &Self) -> bool {
        let [c, d] = other.ends.map(|end| end.dot(self.along));
        c * d < 0.0
    }

    /// Where this arc of A crosses one of B, if it does.
    #[inline]
    pub(crate) fn crosses(&self, other: &Self) -> Option<Crossing<W>> {
        let [c, d] = other.ends.map(|end| end.dot(self.along));
        if !(c * d < 0.0) {
            return None;
        }
        let [a, b] = self.ends.map(|end| end.dot(other.along));
        // The arcs cross on the same half of the sphere.
        if !(a * b < 0.0 && c * b > 0.0) {
            return None;
        }
        let nearest = [a, b, c, d].into_iter().fold(f64::INFINITY, |least, dot| if dot.abs() < least { dot.abs() } else { least });
        if nearest <= ON_CIRCLE {
            return None;
        }
        let cosine = |ends: [W; 2]| ends[0].dot(ends[1]);
        let (cos_own, cos_other) = (cosine(self.ends), cosine(other.ends));
        let interpolate_own = cos_own >= LONG || cos_own >= cos_other;
        let (ends, x, y) = if interpolate_own { (self.ends, a, b) } else { (other.ends, c, d) };
        let normal = ends[0] * y.abs() + ends[1] * x.abs();
        let along_both = cross(self.along, other.along);
        let sine = along_both.length();
        let normal = if cos_own.max(cos_other) < LONG && normal.length() < sine * (x.abs() + y.abs()) {
            if along_both.dot(normal) < 0.0 { -along_both } else { along_both }
        } else {
            normal
        };
        let normal = normal * normal.length().recip();
        let error = CROSS_NOISE / sine;
        let (squared_error, skipped) = (error * error, 2.0 * nearest);
        Some(Crossing { normal, missed: if squared_error < skipped { squared_error } else { skipped } })
    }
}

#[cfg(test)]
mod tests {
    use super::Arc;
    use glam::{DQuat, DVec3};

    fn arc(from: DVec3, to: DVec3) -> Arc<DVec3> {
        let ends = [from.normalize(), to.normalize()];
        Arc { ends, along: from.cross(to).normalize(), point: DVec3::ZERO, edge: 0 }
    }

    #[test]
    fn arcs_cross_on_one_side_of_the_sphere_and_not_on_the_other() {
        let a = arc(DVec3::new(-1.0, 0.0, 3.0), DVec3::new(1.0, 0.0, 3.0));
        let b = arc(DVec3::new(0.0, -1.0, 2.0), DVec3::new(0.0, 1.0, 2.0));
        assert!((a.crosses(&b).unwrap().normal - DVec3::Z).length() < 1e-15);
        assert!((b.crosses(&a).unwrap().normal - DVec3::Z).length() < 1e-15);
        let behind = arc(DVec3::new(0.0, -1.0, -2.0), DVec3::new(0.0, 1.0, -2.0));
        assert!(a.crosses(&behind).is_none() && behind.crosses(&a).is_none());
        let beside = arc(DVec3::new(2.0, -1.0, 2.0), DVec3::new(2.0, 1.0, 2.0));
        assert!(a.crosses(&beside).is_none() && beside.crosses(&a).is_none());
        // At an end of both.
        assert!(a.crosses(&arc(DVec3::new(1.0, 0.0, 3.0), DVec3::new(1.0, 4.0, 3.0))).is_none());
    }

    #[test]
    fn the_ends_of_arcs_of_nearly_half_a_turn_do_not_cancel() {
        let rotation = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.4).normalize();
        for height in [1e-2, 1e-5, 1e-8] {
            let around = |along: DVec3| {
                let ends = [1.0, -1.0].map(|side| rotation * (along.cross(DVec3::Z) * side + DVec3::Z * height).normalize());
                Arc { ends, along: rotation * along, point: DVec3::ZERO, edge: 0 }
            };
            let (a, b) = (around(DVec3::X), around(DVec3::new(0.6, 0.8, 0.0)));
            let crossing = a.crosses(&b).unwrap();
            assert!((crossing.normal - rotation * DVec3::Z).length() < 1e-15, "{height}: {crossing:?}");
        }
    }

    #[test]
    fn crossings_of_nearly_parallel_arcs_are_found_and_bounded() {
        for angle in [1e-3, 1e-6, 1e-9, 1e-12] {
            let a = arc(DVec3::new(-1.0, 0.0, 1.0), DVec3::new(1.0, 0.0, 1.0));
            let b = arc(DVec3::new(-1.0, -angle, 2.0), DVec3::new(1.0, angle, 2.0));
            let crossing = a.crosses(&b).unwrap();
            assert!((crossing.normal - DVec3::Z).length() < 1e-15 / angle, "{angle}: {crossing:?}");
            assert_eq!(crossing.missed > 1e-13, angle < 1e-8, "{angle}: {crossing:?}");
        }
    }
}
