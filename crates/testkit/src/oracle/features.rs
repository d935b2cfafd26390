//! The distance of two polytopes by brute force over their features.
//!
//! * The closest points of two polytopes that are apart are on a vertex and a face, on two edges,
//!   or on simpler features. Every such pair is measured by its closed form. There is no search, no
//!   start and no simplex: nothing in common with GJK.
//! * Every candidate is a pair of points *of the two shapes*, so that its length is an upper bound
//!   of the distance for any rounding. The lower bound is a separating plane, found elsewhere.

use glam::DVec3;

use crate::oracle::hull::Hull;

/// A point of A and a point of B.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Witness {
    pub(crate) a: DVec3,
    pub(crate) b: DVec3,
}

impl Witness {
    pub(crate) fn length(&self) -> f64 {
        (self.b - self.a).length()
    }
}

/// The closest of all feature pairs, and whether no other pair within `slack` of it has other
/// points.
pub(crate) fn closest(a: &Hull, b: &Hull, slack: f64) -> (Witness, bool) {
    let mut search = Search { best: Witness { a: a.vertices[0], b: b.vertices[0] }, length: f64::INFINITY, near: Vec::new(), slack };
    for &q in &b.vertices {
        for &p in &a.vertices {
            search.offer(p, q);
        }
        for t in &a.triangles {
            search.offer(on_triangle(t.map(|v| a.vertices[v]), q), q);
        }
    }
    for &p in &a.vertices {
        for t in &b.triangles {
            search.offer(p, on_triangle(t.map(|v| b.vertices[v]), p));
        }
    }
    for e in &a.edges {
        let e = e.ends.map(|v| a.vertices[v]);
        for f in &b.edges {
            let f = f.ends.map(|v| b.vertices[v]);
            let (p, q) = edges(e, f);
            search.offer(p, q);
        }
    }
    for (hull, other, swap) in [(a, b, false), (b, a, true)] {
        for e in &hull.edges {
            let e = e.ends.map(|v| hull.vertices[v]);
            for &q in &other.vertices {
                let p = on_segment(e, q);
                if swap { search.offer(q, p) } else { search.offer(p, q) }
            }
        }
    }
    let far = |w: &Witness| (w.a - search.best.a).length() > 1e3 * slack || (w.b - search.best.b).length() > 1e3 * slack;
    let unique = !search.near.iter().any(|w| w.length() <= search.length + slack && far(w));
    (search.best, unique)
}

struct Search {
    best: Witness,
    length: f64,
    /// Candidates that were within `slack` of the best one when they were found.
    near: Vec<Witness>,
    slack: f64,
}

impl Search {
    fn offer(&mut self, a: DVec3, b: DVec3) {
        let length = (b - a).length();
        if length > self.length + self.slack {
            return;
        }
        if length < self.length - self.slack {
            self.near.clear();
        }
        let found = Witness { a, b };
        if length < self.length {
            (self.length, self.best) = (length, found);
        }
        self.near.push(found);
    }
}

fn clamp(x: f64) -> f64 {
    // Not `f64::clamp`: for an edge of length 0, the NaN of 0/0 becomes its first end.
    if x > 1.0 {
        1.0
    } else if x > 0.0 {
        x
    } else {
        0.0
    }
}

fn on_segment([a, b]: [DVec3; 2], p: DVec3) -> DVec3 {
    let along = b - a;
    // From the nearer end: from the farther one digits would be lost.
    let (from, along) = if (p - a).length_squared() <= (p - b).length_squared() { (a, along) } else { (b, -along) };
    from + along * clamp((p - from).dot(along) / along.length_squared())
}

/// The projection of `p` if it is inside the triangle; otherwise some point of the triangle,
/// because edges are measured on their own. Above an edge between two triangles of a face, which is
/// none of the hull, rounding may put `p` outside of both: so it is moved into each.
fn on_triangle([a, b, c]: [DVec3; 3], p: DVec3) -> DVec3 {
    let n = (b - a).cross(c - a);
    let weight = |u: DVec3, v: DVec3| {
        let weight = (u - p).cross(v - p).dot(n);
        if weight > 0.0 { weight } else { 0.0 }
    };
    let (x, y, z) = (weight(b, c), weight(c, a), weight(a, b));
    let sum = x + y + z;
    if sum > 0.0 { a + (b - a) * (y / sum) + (c - a) * (z / sum) } else { a }
}

/// The closest points of the two lines, clamped to the segments.
///
/// Computed from cross products and not from the Gram determinant: for nearly parallel edges at an
/// angle θ the error is ε/θ instead of ε/θ².
fn edges(e: [DVec3; 2], f: [DVec3; 2]) -> (DVec3, DVec3) {
    let (d, g) = (e[1] - e[0], f[1] - f[0]);
    let n = d.cross(g);
    let s = clamp((f[0] - e[0]).cross(g).dot(n) / n.length_squared());
    let q = on_segment(f, e[0] + d * s);
    (on_segment(e, q), q)
}

#[cfg(test)]
mod tests {
    use super::{edges, on_segment, on_triangle};
    use glam::DVec3;

    const fn v(x: f64, y: f64, z: f64) -> DVec3 {
        DVec3::new(x, y, z)
    }

    #[test]
    fn closed_forms_by_hand() {
        assert_eq!(on_segment([v(0.0, 0.0, 0.0), v(2.0, 0.0, 0.0)], v(0.5, 3.0, 0.0)), v(0.5, 0.0, 0.0));
        assert_eq!(on_segment([DVec3::ONE; 2], v(0.5, 3.0, 0.0)), DVec3::ONE);
        let triangle = [v(0.0, 0.0, 0.0), v(4.0, 0.0, 0.0), v(0.0, 4.0, 0.0)];
        assert_eq!(on_triangle(triangle, v(1.0, 1.0, 5.0)), v(1.0, 1.0, 0.0));
        let (p, q) = edges([v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0)], [v(0.5, -2.0, 3.0), v(0.5, 2.0, 3.0)]);
        assert_eq!((p, q), (v(0.5, 0.0, 0.0), v(0.5, 0.0, 3.0)));
    }

    #[test]
    fn above_the_middle_of_a_face_the_nearest_point_is_below() {
        let random = &mut crate::random::Random::new(1);
        for _ in 0..1000 {
            let axes = glam::DMat3::from_quat(glam::DQuat::from_array(random.quaternion()));
            let corners = [(-3.0, -1.0), (3.0, -1.0), (3.0, 1.0), (-3.0, 1.0)].map(|(x, y)| axes * v(x, y, 0.0));
            let hull = crate::oracle::hull::Hull::new(&corners, 3);
            // On the diagonals of the face.
            let share = random.range(-1.0, 1.0);
            let side = if random.chance(0.5) { 1.0 } else { -1.0 };
            let above = crate::oracle::hull::Hull::new(&[axes * v(3.0 * share, side * share, 0.5)], 3);
            let (witness, _) = super::closest(&hull, &above, 1e-12);
            assert!((witness.length() - 0.5).abs() < 1e-14, "{share} {}", witness.length());
        }
    }

    #[test]
    fn nearly_parallel_edges_keep_their_digits() {
        // Lines at a distance of 1e-3 that cross, seen from above, at x = 0.25 at an angle of 1e-7.
        let tilt = 1e-7;
        let f = [v(-1.0, -1.25 * tilt, 1e-3), v(1.0, 0.75 * tilt, 1e-3)];
        let (p, q) = edges([v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0)], f);
        assert!(((q - p).length() - 1e-3).abs() < 1e-16);
    }
}
