//! The signed distance of any two convex sets by a certified search over directions.
//!
//! * h(n) = h_A(n) + h_B(−n), a closed form of the parameters, is the overlap of A and B along n.
//!   The signed distance is −min h over unit n: the largest gap of separated sets, and the depth of
//!   overlapping ones. One search serves both, and it uses no simplices.
//! * The directions are divided into cells: the arcs of a square in 2D, the triangles of an
//!   octahedron in 3D. Every value of h is an upper bound of the minimum. The support points at the
//!   corners of a cell bound h from below over the whole cell ([`solve`]), to second order in its
//!   size: cells of a width of 1e-6 prove 1e-12.
//! * The cell with the smallest bound is cut next (branch and bound; Land and Doig, 1960), so that
//!   bound and value converge from both sides.
//! * If the shapes are apart, convex combinations of the support points are points of A and B:
//!   their distance is another upper bound, and they are the witness points.
//! * Minima that are not single points need many cells; coaxial cylinders have a circle of them.
//!   The search ends at a limit, and the bounds show how far it came.

use core::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec3;

use crate::oracle::features::Witness;
use crate::oracle::mixture::{nearest, solve};

/// The bounds of min h.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The direction of the smallest h that was evaluated.
    pub(crate) n: DVec3,
    /// h there: an upper bound of the minimum.
    pub(crate) h: f64,
    /// A lower bound of the minimum.
    pub(crate) lower: f64,
    /// The closest points, if the shapes are apart.
    pub(crate) witness: Option<Witness>,
    /// No direction far from `n` is as good.
    pub(crate) unique: bool,
}

/// The support points of both shapes: of A along n, of B along −n.
pub(crate) trait Supports: Fn(DVec3) -> Witness {}
impl<F: Fn(DVec3) -> Witness> Supports for F {}

#[derive(Clone, Copy)]
struct Sample {
    n: DVec3,
    at: Witness,
    p: DVec3,
    h: f64,
}

struct Cell<const N: usize> {
    lower: f64,
    corners: [Sample; N],
}

impl<const N: usize> PartialEq for Cell<N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl<const N: usize> Eq for Cell<N> {}
impl<const N: usize> PartialOrd for Cell<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<const N: usize> Ord for Cell<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.lower.total_cmp(&self.lower)
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The largest number of cells that are cut.
    pub(crate) cuts: usize,
    /// The difference of the bounds at which the search stops, as a multiple of S.
    pub(crate) enough: f64,
}

/// Searches all directions of the plane z = 0 or of space. `extent` is S.
pub(crate) fn search(dim: usize, extent: f64, effort: Effort, supports: impl Supports) -> Found {
    let (x, y, z) = (DVec3::X, DVec3::Y, DVec3::Z);
    if dim == 2 {
        let start = [[x, y], [y, -x], [-x, -y], [-y, x]];
        run(&start, extent, effort, supports, |[a, b], mid| {
            let m = mid(a.n + b.n);
            vec![[a, m], [m, b]]
        })
    } else {
        let signs = [(x, y), (y, -x), (-x, -y), (-y, x)];
        let start: Vec<[DVec3; 3]> = signs.iter().flat_map(|&(a, b)| [[a, b, z], [b, a, -z]]).collect();
        run(&start, extent, effort, supports, |[a, b, c], mid| {
            let (ab, bc, ca) = (mid(a.n + b.n), mid(b.n + c.n), mid(c.n + a.n));
            vec![[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        })
    }
}

fn run<const N: usize>(
    start: &[[DVec3; N]],
    extent: f64,
    effort: Effort,
    supports: impl Supports,
    cut: impl Fn([Sample; N], &mut dyn FnMut(DVec3) -> Sample) -> Vec<[Sample; N]>,
) -> Found {
    let mut best = Found { n: start[0][0], h: f64::INFINITY, lower: f64::NEG_INFINITY, witness: None, unique: true };
    let Effort { cuts, enough } = effort;
    let mut closest = f64::INFINITY;
    let mut heap: BinaryHeap<Cell<N>> = BinaryHeap::new();
    let take = |best: &mut Found, n: DVec3| {
        let n = n.normalize();
        let at = supports(n);
        let p = at.a - at.b;
        let sample = Sample { n, at, p, h: n.dot(p) };
        if sample.h < best.h {
            (best.n, best.h) = (n, sample.h);
        }
        sample
    };
    let mut fresh: Vec<[Sample; N]> = start.iter().map(|corners| corners.map(|n| take(&mut best, n))).collect();
    for done in 0..=cuts {
        for corners in fresh.drain(..) {
            let matrix: [[f64; N]; N] = core::array::from_fn(|i| core::array::from_fn(|j| corners[i].n.dot(corners[j].p)));
            let value = solve(&matrix);
            let lower = if value >= 0.0 { value } else { value / flat_height(&corners) };
            // Only where the minimum may be: two more directions that are exact once the cell is
            // small. For shapes that are apart, the direction from the combined point to the
            // origin; else the normal of the support points, which span a face of A − B.
            if lower <= best.h {
                let weights = nearest(&corners.map(|c| c.p));
                let mix = |of: fn(&Witness) -> DVec3| (0..N).fold(DVec3::ZERO, |sum, i| sum + of(&corners[i].at) * weights[i]);
                let witness = Witness { a: mix(|w| w.a), b: mix(|w| w.b) };
                if witness.length() < closest {
                    closest = witness.length();
                    best.witness = Some(witness);
                    if closest > 0.0 {
                        take(&mut best, witness.b - witness.a);
                    }
                }
                if let Some(n) = face_normal(&corners) {
                    take(&mut best, n);
                }
            }
            heap.push(Cell { lower, corners });
        }
        // The required accuracy decreases: the last digits are worth a few thousand cells, but not
        // a hundred thousand.
        let goal = extent
            * if done < 2_000 {
                1e-14
            } else if done < 10_000 {
                1e-11
            } else {
                1e-9
            };
        let Some(cell) = heap.peek() else { break };
        best.lower = cell.lower.max(-closest);
        if best.h - best.lower <= larger(goal, enough * extent) || done == cuts {
            break;
        }
        if let Some(cell) = heap.pop() {
            fresh = cut(cell.corners, &mut |n| take(&mut best, n));
        }
    }
    // Unique if every cell that may contain a direction as good is near the best one.
    let limit = best.h + 1e-9 * extent;
    best.unique = heap.iter().all(|cell| cell.lower > limit || cell.corners.iter().all(|c| (c.n - best.n).length() < 1e-2));
    best
}

/// A lower bound of |Σ w_i n_i| over all weights: 1 − |Σ w_i n_i|² is half the weighted sum of
/// squared differences of the corners. It is accurate in the smallest cells, where the plane
/// through the corners is not.
fn flat_height<const N: usize>(corners: &[Sample; N]) -> f64 {
    let mut widest = 0.0_f64;
    for i in 0..N {
        for j in 0..i {
            let wide = (corners[i].n - corners[j].n).length_squared();
            widest = if wide > widest { wide } else { widest };
        }
    }
    let corners = N as f64;
    (1.0 - widest * (corners - 1.0) / (2.0 * corners)).sqrt()
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The normal of the facet through the support points of the corners, on the side of the cell.
fn face_normal<const N: usize>(corners: &[Sample; N]) -> Option<DVec3> {
    let p = |i: usize| corners[i].p;
    let normal = if N == 2 { DVec3::new(p(1).y - p(0).y, p(0).x - p(1).x, 0.0) } else { (p(1) - p(0)).cross(p(2) - p(0)) };
    let normal = normal.try_normalize()?;
    let side = corners.iter().map(|c| normal.dot(c.n)).sum::<f64>();
    Some(if side < 0.0 { -normal } else { normal })
}
