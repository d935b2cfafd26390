//! The fast sub-distance step in 2D.
//!
//! * x is the newest vertex, eᵢ = wᵢ − x are the edges that start at it, and −x is the origin seen
//!   from it. Of a triangle only x and the two edges at x can be nearest.
//! * An edge at x is examined if the origin is on its outer side. If it is on neither outer side,
//!   the triangle contains the origin.
//! * The nearest point on an edge is perp(e)·(e × p)/e², where p is the end nearer the origin: one
//!   rounding of the offset. The sum x + t·e would cancel, and so would the far end.

use clinch_support::Vector;
use glam::DVec2;

use crate::portal::{PortalOutcome, PortalSurface, PortalVertex};
use crate::portal2;
use crate::sub_distance::{GjkVector, NearestFeature, SubDistance};

impl GjkVector for DVec2 {
    #[inline]
    fn fast_sub_distance(newest: Self, others: &[Self]) -> SubDistance<Self> {
        let x = newest;
        let mut nearest = NearestFeature::new();
        match others {
            [] => nearest.consider(x, 0),
            &[a] => edge(&mut nearest, [x, a], a - x, 0b01),
            &[a, b, ..] => {
                let (e1, e2) = (a - x, b - x);
                let area = cross(e1, e2);
                // e × o with o = −x. Multiplied by the area it is positive on the side of the other
                // vertex.
                let (side1, side2) = (area * cross(x, e1), area * cross(e2, x));
                let (outside1, outside2) = (!(side1 > 0.0), !(side2 > 0.0));
                if !outside1 && !outside2 {
                    // The edge opposite x: the origin must be on x's side of it. GJK guarantees
                    // that, but rounding on a sliver may break it.
                    let beyond = area * cross(b - a, -a);
                    return if beyond >= 0.0 { SubDistance::Encloses } else { SubDistance::Unreliable };
                }
                if outside1 {
                    edge(&mut nearest, [x, a], e1, 0b01);
                }
                if outside2 {
                    edge(&mut nearest, [x, b], e2, 0b10);
                }
            }
        }
        nearest.result()
    }

    #[inline]
    fn portal(direction: Self, first: PortalVertex<Self>, rounding: f64, surface: &mut impl PortalSurface<Self>) -> PortalOutcome<Self> {
        portal2::portal(direction, first, rounding, surface)
    }
}

fn edge(nearest: &mut NearestFeature<DVec2>, [x, a]: [DVec2; 2], e: DVec2, keep: u8) {
    if !(-Vector::dot(x, e) > 0.0) {
        nearest.consider(x, 0);
    } else if Vector::dot(a, e) >= 0.0 {
        let end = if a.length_squared() < x.length_squared() { a } else { x };
        nearest.consider(e.perp() * (cross(e, end) / e.length_squared()), keep);
    } else {
        nearest.mark_unreliable();
    }
}

fn cross(a: DVec2, b: DVec2) -> f64 {
    a.x * b.y - a.y * b.x
}
