//! The fast sub-distance step in 3D.
//!
//! * x is the newest vertex, eᵢ = wᵢ − x are the edges that start at it, and o = −x is the origin
//!   seen from it. Only features that contain x can be nearest: x itself, three edges, three faces.
//!   GJK has already moved away from the face opposite x.
//! * The plane of each face separates the origin from the fourth vertex, or does not. If no plane
//!   does, the tetrahedron contains the origin.
//! * For a face that does, two tests in its plane at x and one at the edge opposite x decide
//!   between the face and its edges. Without the third test a wrong decision goes unnoticed, and
//!   the witness points are off by a fifth of the size of the shapes.
//! * Points are computed by projection: n(n·p)/n² on a face, e × (p × e)/e² on an edge. Weighted
//!   sums of vertices cancel.
//! * p is the corner nearest the origin, in the tests too. A product with a corner far away also
//!   cancels: at a gap of a millionth of the size, n·p is off by 1e-10 of itself, and the step that
//!   corrects the normal does not seem to bring |v| down.
//!
//! Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex
//! objects in three-dimensional space" (1988), for the step; Montanari, Petrinic and Barbieri,
//! "Improving the GJK algorithm for faster and more reliable distance queries between convex
//! objects" (ACM TOG 2017), for selecting sub-features by the signs of volumes.

use clinch_support::Vector;
use glam::DVec3;

use crate::portal::{PortalOutcome, PortalSurface, PortalVertex};
use crate::portal3;
use crate::sub_distance::{GjkVector, NearestFeature, SubDistance};

impl GjkVector for DVec3 {
    // A result that is returned through memory stalls on store forwarding.
    #[inline(always)]
    fn fast_sub_distance(newest: Self, others: &[Self]) -> SubDistance<Self> {
        let x = newest;
        let mut nearest = NearestFeature::new();
        match others {
            [] => nearest.consider(x, 0),
            &[a] => edge(&mut nearest, [x, a], &Edge { vector: a - x, keep: 0b001 }),
            &[a, b] => {
                let e1 = Edge { vector: a - x, keep: 0b001 };
                let e2 = Edge { vector: b - x, keep: 0b010 };
                triangle(&mut nearest, [x, a, b], &[e1, e2], e1.vector.cross(e2.vector));
            }
            &[a, b, c, ..] => {
                let (e1, e2, e3) = (a - x, b - x, c - x);
                let (n12, n23, n31) = (e1.cross(e2), e2.cross(e3), e3.cross(e1));
                let volume = Vector::dot(n12, e3);
                // n·o, compared with n·e of the fourth vertex: all have the sign of the volume if
                // the origin is inside.
                let sides = [-Vector::dot(n12, x), -Vector::dot(n23, x), -Vector::dot(n31, x)];
                let outside = sides.map(|side| !(side * volume > 0.0));
                if outside == [false; 3] {
                    // Partial volumes divided by the whole are barycentric weights. The newest
                    // vertex gets the rest.
                    let rest = volume.abs() - sides[0].abs() - sides[1].abs() - sides[2].abs();
                    return if rest >= 0.0 { SubDistance::Encloses } else { SubDistance::Unreliable };
                }
                let e1 = Edge { vector: e1, keep: 0b001 };
                let e2 = Edge { vector: e2, keep: 0b010 };
                let e3 = Edge { vector: e3, keep: 0b100 };
                if outside[0] {
                    triangle(&mut nearest, [x, a, b], &[e1, e2], n12);
                }
                if outside[1] {
                    triangle(&mut nearest, [x, b, c], &[e2, e3], n23);
                }
                if outside[2] {
                    triangle(&mut nearest, [x, c, a], &[e3, e1], n31);
                }
            }
        }
        nearest.result()
    }

    #[inline]
    fn portal(direction: Self, first: PortalVertex<Self>, rounding: f64, surface: &mut impl PortalSurface<Self>) -> PortalOutcome<Self> {
        portal3::portal(direction, first, rounding, surface)
    }
}

/// An edge from the newest vertex to another one.
#[derive(Clone, Copy)]
struct Edge {
    vector: DVec3,
    /// The bit of the other vertex in [`SubDistance::Nearest`].
    keep: u8,
}

/// The sine of the angle at x below which the normal of a triangle, which is off by ε/sine, is not
/// used. Larger: more steps take the robust path, which costs a microsecond each. Smaller: |v|
/// comes out too small by ε/sine of the size, no later step can bring it down, and the search
/// stalls there.
const SLIVER: f64 = 1e-4;

/// The nearest point on the triangle (x, a, b), among the features that contain x. `edges` start at
/// x, and `n` is their cross product.
#[inline(always)]
fn triangle(nearest: &mut NearestFeature<DVec3>, [x, a, b]: [DVec3; 3], edges: &[Edge; 2], n: DVec3) {
    let (e1, e2) = (edges[0].vector, edges[1].vector);
    let inside1 = -Vector::dot(n.cross(e1), shorter(x, a)) > 0.0;
    let inside2 = -Vector::dot(e2.cross(n), shorter(x, b)) > 0.0;
    if inside1 && inside2 {
        let area = n.length_squared();
        if !(area > SLIVER * SLIVER * e1.length_squared() * e2.length_squared()) {
            nearest.mark_unreliable();
            return;
        }
        // The edge opposite x, from a to b.
        let far = shorter(a, b);
        if -Vector::dot(n.cross(e2 - e1), far) > 0.0 {
            nearest.consider(n * (Vector::dot(n, shorter(x, far)) / area), edges[0].keep | edges[1].keep);
        } else {
            nearest.mark_unreliable();
        }
        return;
    }
    if !inside1 {
        edge(nearest, [x, a], &edges[0]);
    }
    if !inside2 {
        edge(nearest, [x, b], &edges[1]);
    }
}

#[inline(always)]
fn edge(nearest: &mut NearestFeature<DVec3>, [x, a]: [DVec3; 2], edge: &Edge) {
    let e = edge.vector;
    if !(-Vector::dot(x, e) > 0.0) {
        nearest.consider(x, 0);
    } else if Vector::dot(a, e) >= 0.0 {
        nearest.consider(e.cross(shorter(x, a).cross(e)) * e.length_squared().recip(), edge.keep);
    } else {
        nearest.mark_unreliable();
    }
}

/// The one nearer the origin. Selected by component, so that the compiler emits no branch on an
/// unpredictable condition.
#[inline(always)]
fn shorter(one: DVec3, other: DVec3) -> DVec3 {
    let swap = other.length_squared() < one.length_squared();
    DVec3::new(if swap { other.x } else { one.x }, if swap { other.y } else { one.y }, if swap { other.z } else { one.z })
}
