//! The lean sub-distance step in 2D.
//!
//! * x is the newest vertex, e_i = w_i − x the edges from it. Of a triangle only x and the two edges at x can be nearest.
//! * An edge at x is looked at when the origin lies on its outer side. Neither outside: the triangle holds the origin.
//! * The point on an edge is perp(e)·(e × p)/e², where p is the end nearest the origin: one rounding of the offset, where x + t·e would cancel, and that of the
//!   far end as well.

use clinch_support::Vector;
use glam::DVec2;

use crate::portal::{Corner, Passage, Surface};
use crate::portal2;
use crate::sub_distance::{Algebra, Best, Step};

impl Algebra for DVec2 {
    #[inline]
    fn lean_step(newest: Self, others: &[Self]) -> Step<Self> {
        let x = newest;
        let mut best = Best::none();
        match others {
            [] => best.offer(x, 0),
            &[a] => edge(&mut best, [x, a], a - x, 0b01),
            &[a, b, ..] => {
                let (e1, e2) = (a - x, b - x);
                let area = cross(e1, e2);
                // e × o with o = −x; positive on the side of the other vertex when multiplied by the area's sign.
                let (side1, side2) = (area * cross(x, e1), area * cross(e2, x));
                let (outside1, outside2) = (!(side1 > 0.0), !(side2 > 0.0));
                if !outside1 && !outside2 {
                    // The far edge: o must lie on x's side of it. GJK promises so; a sliver may break the promise.
                    let beyond = area * cross(b - a, -a);
                    return if beyond >= 0.0 { Step::Encloses } else { Step::Doubtful };
                }
                if outside1 {
                    edge(&mut best, [x, a], e1, 0b01);
                }
                if outside2 {
                    edge(&mut best, [x, b], e2, 0b10);
                }
            }
        }
        best.step()
    }

    #[inline]
    fn portal(along: Self, first: Corner<Self>, noise: f64, surface: &mut impl Surface<Self>) -> Passage<Self> {
        portal2::portal(along, first, noise, surface)
    }
}

fn edge(best: &mut Best<DVec2>, [x, a]: [DVec2; 2], e: DVec2, keep: u8) {
    if !(-Vector::dot(x, e) > 0.0) {
        best.offer(x, 0);
    } else if Vector::dot(a, e) >= 0.0 {
        let end = if a.length_squared() < x.length_squared() { a } else { x };
        best.offer(e.perp() * (cross(e, end) / e.length_squared()), keep);
    } else {
        best.doubt();
    }
}

fn cross(a: DVec2, b: DVec2) -> f64 {
    a.x * b.y - a.y * b.x
}
