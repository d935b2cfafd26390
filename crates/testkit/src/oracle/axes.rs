//! The depth of two polytopes: the smallest overlap over all candidate axes.
//!
//! * The depth is the distance from the origin to the boundary of A − B, so it is attained along
//!   the normal of a facet of A − B. A facet is the sum of two features whose directions span a
//!   plane: a face of one shape, or an edge of each. All of them are tried (the separating axis
//!   theorem; Gottschalk, *Separating axis theorem*, 1996).
//! * If A − B is flat, its own normals are tried, along which it has no depth.
//! * An edge pair is skipped only if the overlap of its own neighbourhood, or of the vertices that
//!   decided recently, already exceeds the best: a true lower bound without a tolerance.
//! * Directions are accurate to the last digit, for thin needles and nearly parallel edges too
//!   (`twice`): along a tilted normal a facet seems farther out than it is.
//! * The overlap along each direction is measured over all vertices, so that every candidate is an
//!   upper bound of the depth, even if the direction is badly rounded.

use glam::DVec3;

use crate::oracle::hull::{Edge, Hull};

/// A direction, and the overlap of A and B along it; negative is a gap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) n: DVec3,
    pub(crate) overlap: f64,
}

/// h_A(n) + h_B(−n): the distance by which B must move along the unit vector `n` until `n`
/// separates them.
pub(crate) fn overlap(a: &Hull, b: &Hull, n: DVec3) -> f64 {
    n.dot(a.support(n)) - n.dot(b.support(-n))
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The unit direction perpendicular to two edges.
fn perpendicular_to(e: &Edge, f: &Edge) -> Option<DVec3> {
    let (along, across) = (e.along.rounded(), f.along.rounded());
    let n = along.cross(across);
    if n.length_squared() > STEEP * along.length_squared() * across.length_squared() {
        return n.try_normalize();
    }
    e.along.normal_to(&f.along)
}

/// The squared sine of the angle (3°) above which a cross product in `f64` is used: its direction
/// is off by twenty ulps, and [`TURNED`](super::TURNED) allows for hundreds. Smaller costs digits,
/// larger time.
const STEEP: f64 = 0.0025;

/// The best axis near `n`, the unit direction between the closest points of two shapes that are
/// apart.
///
/// If the shapes almost touch, rounding tilts that direction, and a small tilt matters on long
/// shapes. The true direction is perpendicular to the edges that meet at the closest points: it is
/// made so again, which costs no digits.
pub(crate) fn aimed(a: &Hull, b: &Hull, n: DVec3) -> Axis {
    let mut best = Axis { n, overlap: overlap(a, b, n) };
    for hull in [a, b] {
        for edge in &hull.edges {
            let along = edge.along.rounded().normalize();
            let tilt = n.dot(along);
            if tilt.abs() < 1e-2
                && let Some(perpendicular) = (n - along * tilt).try_normalize()
            {
                let found = Axis { n: perpendicular, overlap: overlap(a, b, perpendicular) };
                best = if found.overlap < best.overlap { found } else { best };
            }
        }
    }
    best
}

/// The best axis, and whether no other direction comes within `slack` of it.
pub(crate) fn least(a: &Hull, b: &Hull, dim: usize, slack: f64) -> (Axis, bool) {
    let mut search =
        Search { a, b, best: Axis { n: DVec3::X, overlap: f64::INFINITY }, near: Vec::new(), recent: [None; RECENT], count: 0, slack };
    for &n in &a.normals {
        search.offer(n);
    }
    for &n in &b.normals {
        search.offer(-n);
    }
    if dim == 3 {
        search.edge_pairs();
    }
    if a.rank.max(b.rank) <= 1 {
        // Two points or segments: A − B may be a point, a line or a parallelogram. Its normals are
        // perpendicular to both.
        for hull in [a, b] {
            search.offer_normals(hull.vertices[hull.vertices.len() - 1] - hull.vertices[0], dim);
        }
    }
    let best = search.best;
    let other = |axis: &Axis| axis.overlap <= best.overlap + slack && (axis.n - best.n).length() > 1e-6;
    (best, !search.near.iter().any(other))
}

struct Search<'h> {
    a: &'h Hull,
    b: &'h Hull,
    best: Axis,
    /// Axes that were within `slack` of the best one when they were found.
    near: Vec<Axis>,
    /// The points of A − B that decided the last measurements. Consecutive directions are similar,
    /// so a point that rejects one often rejects the next.
    recent: [Option<DVec3>; RECENT],
    count: usize,
    slack: f64,
}

/// The number of recent points. Fewer reject less; more cost more than the measurement that they
/// save.
const RECENT: usize = 6;

impl Search<'_> {
    fn offer(&mut self, n: DVec3) {
        let limit = self.best.overlap + self.slack;
        if self.recent.iter().flatten().any(|p| n.dot(*p) > limit) {
            return;
        }
        let p = self.a.support(n) - self.b.support(-n);
        let overlap = n.dot(p);
        if overlap > limit {
            self.recent[self.count % RECENT] = Some(p);
            self.count += 1;
            return;
        }
        let found = Axis { n, overlap };
        if overlap < self.best.overlap {
            self.best = found;
        }
        self.near.push(found);
    }

    fn edge_pairs(&mut self) {
        let (a, b) = (self.a, self.b);
        let around = |hull: &Hull, e: &Edge| [e.ends[0], e.ends[1], e.wings[0], e.wings[1]].map(|v| hull.vertices[v]);
        let all_b: Vec<[DVec3; 4]> = b.edges.iter().map(|f| around(b, f)).collect();
        for e in &a.edges {
            let p = around(a, e);
            for (f, q) in b.edges.iter().zip(&all_b) {
                let Some(n) = perpendicular_to(e, f) else { continue };
                // The overlap of the edges and their neighbour vertices, in both directions.
                let (mut low_a, mut high_a) = (f64::INFINITY, f64::NEG_INFINITY);
                let (mut low_b, mut high_b) = (f64::INFINITY, f64::NEG_INFINITY);
                for i in 0..4 {
                    let (x, y) = (n.dot(p[i]), n.dot(q[i]));
                    low_a = -larger(-low_a, -x);
                    high_a = larger(high_a, x);
                    low_b = -larger(-low_b, -y);
                    high_b = larger(high_b, y);
                }
                let limit = self.best.overlap + self.slack;
                if high_a - low_b <= limit {
                    self.offer(n);
                }
                if high_b - low_a <= limit {
                    self.offer(-n);
                }
            }
        }
    }

    fn offer_normals(&mut self, along: DVec3, dim: usize) {
        let along = along.normalize_or_zero();
        let square = if along == DVec3::ZERO {
            DVec3::X
        } else if dim == 2 {
            DVec3::new(-along.y, along.x, 0.0)
        } else {
            along.any_orthonormal_vector()
        };
        self.offer(square);
        self.offer(-square);
        // Two points separate along any direction, and a point and a line along any direction
        // perpendicular to it: another one shows that the axis is not unique.
        let other = if along == DVec3::ZERO {
            DVec3::Y
        } else if dim == 2 {
            square
        } else {
            along.cross(square)
        };
        self.offer(other);
    }
}
