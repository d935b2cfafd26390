//! Edges against edges, on the sphere of directions.
//!
//! * An edge is the arc between the normals of its two faces: the directions in which it is farthest. An edge of A and one of B make a facet of A − B exactly where
//!   A's arc crosses that of B turned inside out. Most pairs do not cross, and four dot products say so.
//! * Where they cross is found on one of the arcs, between its two ends, in the shares that the dots give: it looks outward by construction.
//! * What a dot product's sign means near zero is decided by no length: the vectors are all of length 1. If an end of one arc lies on the other's great circle to
//!   rounding, the crossing is that end, or next to it, and the face there knows the depth as well, to that rounding times the size: it is skipped.
//! * Arcs that run nearly along each other cross in a place that rounding moves by ε over the sine of their angle. The facet is as narrow as the
//!   sine is small, so that where it holds the foot of the origin a direction that errs by δ raises the support value by ε and δ² only. Below a sine of about 1e-9
//!   that is too much, and what may be missed is added up in [`Crossing::lost`].

use clinch_support::Vector;

use crate::vector::cross;

/// An end this near to the other arc's great circle lies on it. Larger: depths are off by as much. Smaller: the sign is rounding.
const ON_CIRCLE: f64 = 8.0 * f64::EPSILON;

/// Rounding of a cross product of unit vectors that were turned.
const TURNED: f64 = 4.0 * f64::EPSILON;

/// An arc longer than a third of a turn is not divided at the crossing if the other one is shorter: its ends nearly cancel.
const LONG: f64 = -0.5;

/// An edge on the sphere, in A's frame. B's is turned inside out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc<W> {
    pub(crate) ends: [W; 2],
    /// Unit, along the edge and across the arc.
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
    /// By how much the true support value at the crossing, if the facet is the nearest of all, may be less than that along this normal, relative to the size.
    pub(crate) lost: f64,
}

impl<W: Vector<Scalar = f64>> Arc<W> {
    /// The ends of another lie on both sides of this arc's great circle. Most pairs say no here, and which do nobody can foretell.
    #[inline]
    pub(crate) fn parts_ends_of(&self, other: &Self) -> bool {
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
        // On the same half of the sphere, and not on opposite ones.
        if !(a * b < 0.0 && c * b > 0.0) {
            return None;
        }
        let nearest = [a, b, c, d].into_iter().fold(f64::INFINITY, |least, dot| if dot.abs() < least { dot.abs() } else { least });
        if nearest <= ON_CIRCLE {
            return None;
        }
        let between = |ends: [W; 2], x: f64, y: f64| ends[0] * y.abs() + ends[1] * x.abs();
        let bent = |ends: [W; 2]| ends[0].dot(ends[1]);
        let (own, others) = (bent(self.ends), bent(other.ends));
        let on_own = own >= LONG || own >= others;
        let normal = if on_own { between(self.ends, a, b) } else { between(other.ends, c, d) };
        let normal = normal * normal.length().recip();
        let sine = cross(self.along, other.along).length();
        let turned = TURNED / sine;
        let (noisy, skipped) = (turned * turned, 2.0 * nearest);
        Some(Crossing { normal, lost: if noisy < skipped { noisy } else { skipped } })
    }
}

#[cfg(test)]
mod tests {
    use super::Arc;
    use glam::DVec3;

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
        // In a corner of both.
        assert!(a.crosses(&arc(DVec3::new(1.0, 0.0, 3.0), DVec3::new(1.0, 4.0, 3.0))).is_none());
    }

    #[test]
    fn crossings_of_arcs_that_run_alike_are_found_and_owned_up_to() {
        for angle in [1e-3, 1e-6, 1e-9, 1e-12] {
            let a = arc(DVec3::new(-1.0, 0.0, 1.0), DVec3::new(1.0, 0.0, 1.0));
            let b = arc(DVec3::new(-1.0, -angle, 2.0), DVec3::new(1.0, angle, 2.0));
            let crossing = a.crosses(&b).unwrap();
            assert!((crossing.normal - DVec3::Z).length() < 1e-15 / angle, "{angle}: {crossing:?}");
            assert_eq!(crossing.lost > 1e-13, angle < 1e-8, "{angle}: {crossing:?}");
        }
    }
}
