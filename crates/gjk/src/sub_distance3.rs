//! The lean sub-distance step in 3D.
//!
//! * x is the newest vertex, e_i = w_i − x the edges from it, o = −x the origin seen from it. Only features that hold x can be nearest: x,
//!   three edges, three faces. The base without x is what GJK has already left behind.
//! * A face's plane tells on which side the origin lies, against the fourth vertex. None outside: the tetrahedron holds the origin.
//! * In an outside face two in-plane tests at x and one at the far edge decide between the face and its edges. Without the far-edge
//!   test a wrong choice goes unnoticed and returns witness points off by a fifth of the shapes.
//! * Points come by projection: n(n·p)/n² on a face, e × (p × e)/e² on an edge. Sums of weighted vertices cancel.
//! * p is the corner nearest the origin, in tests as well. That of one far away cancels, too: at a gap of a millionth of the size n·p is off by 1e-10 of itself,
//!   and the step that sets the normal right seems to gain nothing.
//!
//! After Montanari, Petrinic and Barbieri's "Improving the GJK algorithm for faster and more reliable distance queries" (ACM TOG 2017) in asking for sub-faces by
//! sign, and Gilbert, Johnson and Keerthi (1988) for the whole.

use clinch_support::Vector;
use glam::DVec3;

use crate::portal::{Corner, Passage, Surface};
use crate::portal3;
use crate::sub_distance::{Algebra, Best, Step};

impl Algebra for DVec3 {
    #[inline]
    fn lean_step(newest: Self, others: &[Self]) -> Step<Self> {
        let x = newest;
        let mut best = Best::none();
        match others {
            [] => best.offer(x, 0),
            &[a] => edge(&mut best, [x, a], a - x, 0b001),
            &[a, b] => {
                let (e1, e2) = (a - x, b - x);
                triangle(&mut best, [x, a, b], (e1, 0b001), (e2, 0b010), e1.cross(e2));
            }
            &[a, b, c, ..] => {
                let (e1, e2, e3) = (a - x, b - x, c - x);
                let (n12, n23, n31) = (e1.cross(e2), e2.cross(e3), e3.cross(e1));
                let volume = Vector::dot(n12, e3);
                // n·o against the fourth vertex's n·e: both carry the volume's sign when the origin lies inside.
                let sides = [-Vector::dot(n12, x), -Vector::dot(n23, x), -Vector::dot(n31, x)];
                let outside = sides.map(|side| !(side * volume > 0.0));
                if outside == [false; 3] {
                    // Volumes over the whole are barycentric weights; the newest vertex takes what is left.
                    let rest = volume.abs() - sides[0].abs() - sides[1].abs() - sides[2].abs();
                    return if rest >= 0.0 { Step::Encloses } else { Step::Doubtful };
                }
                if outside[0] {
                    triangle(&mut best, [x, a, b], (e1, 0b001), (e2, 0b010), n12);
                }
                if outside[1] {
                    triangle(&mut best, [x, b, c], (e2, 0b010), (e3, 0b100), n23);
                }
                if outside[2] {
                    triangle(&mut best, [x, c, a], (e3, 0b100), (e1, 0b001), n31);
                }
            }
        }
        best.step()
    }

    #[inline]
    fn portal(along: Self, first: Corner<Self>, noise: f64, surface: &mut impl Surface<Self>) -> Passage<Self> {
        portal3::portal(along, first, noise, surface)
    }
}

/// The sine of the angle at x below which a triangle's normal, off by ε/sine, is not good enough. Larger: more steps are slow ones, a microsecond each.
/// Smaller: |v| comes out too small by the size of the shapes times ε/sine, no later step brings it down, and the search stalls where it is.
const SLIVER: f64 = 1e-4;

/// The nearest point on the triangle (x, a, b) with edges e1 and e2 from x and normal n = e1 × e2, among the features at x.
#[inline(always)]
fn triangle(best: &mut Best<DVec3>, [x, a, b]: [DVec3; 3], (e1, keep1): (DVec3, u8), (e2, keep2): (DVec3, u8), n: DVec3) {
    let inside1 = -Vector::dot(n.cross(e1), shorter(x, a)) > 0.0;
    let inside2 = -Vector::dot(e2.cross(n), shorter(x, b)) > 0.0;
    if inside1 && inside2 {
        let area = n.length_squared();
        if !(area > SLIVER * SLIVER * e1.length_squared() * e2.length_squared()) {
            best.doubt();
            return;
        }
        // Seen from the end of e1, the far edge runs along e2 − e1.
        let far = shorter(a, b);
        if -Vector::dot(n.cross(e2 - e1), far) > 0.0 {
            best.offer(n * (Vector::dot(n, shorter(x, far)) / area), keep1 | keep2);
        } else {
            best.doubt();
        }
        return;
    }
    if !inside1 {
        edge(best, [x, a], e1, keep1);
    }
    if !inside2 {
        edge(best, [x, b], e2, keep2);
    }
}

#[inline(always)]
fn edge(best: &mut Best<DVec3>, [x, a]: [DVec3; 2], e: DVec3, keep: u8) {
    if !(-Vector::dot(x, e) > 0.0) {
        best.offer(x, 0);
    } else if Vector::dot(a, e) >= 0.0 {
        best.offer(e.cross(shorter(x, a).cross(e)) * e.length_squared().recip(), keep);
    } else {
        best.doubt();
    }
}

#[inline(always)]
fn shorter(one: DVec3, other: DVec3) -> DVec3 {
    let swap = other.length_squared() < one.length_squared();
    DVec3::new(if swap { other.x } else { one.x }, if swap { other.y } else { one.y }, if swap { other.z } else { one.z })
}
