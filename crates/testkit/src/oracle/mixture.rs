//! Convex combinations of up to three support points.
//!
//! * A convex combination (weights ≥ 0 that sum to 1) of points of a convex set is a point of the
//!   set.
//! * With m[i][j] = n_i·p_j and such weights w, the point p = Σ w_j p_j of A − B proves h(n) ≥ n·p
//!   for *every* n. Over the flat cell spanned by the n_i, the smallest of the n_i·p is a lower
//!   bound of it. The best weights are those of a matrix game.
//! * Any weights give a valid bound: an inaccurate solution of the game costs time, but no
//!   correctness.
//! * The combination nearest to the origin is another one: when a cell is small, its directions are
//!   nearly the same, and the game does not distinguish the support points of one face.

use glam::DVec3;

/// The value min_i Σ_j m[i][j]·w_j of the best weights that were found.
pub(crate) fn solve<const N: usize>(m: &[[f64; N]; N]) -> f64 {
    let mut best = f64::NEG_INFINITY;
    let mut offer = |w: [f64; N]| {
        let value = m.iter().map(|row| (0..N).map(|j| row[j] * w[j]).sum::<f64>()).fold(f64::INFINITY, |a, b| if b < a { b } else { a });
        best = if value > best { value } else { best };
    };
    for j in 0..N {
        offer(core::array::from_fn(|k| if k == j { 1.0 } else { 0.0 }));
    }
    for j in 0..N {
        for k in j + 1..N {
            // Between two points every row is linear in the weight. The maximum of the smallest row
            // is where two rows cross.
            for r in 0..N {
                for s in r + 1..N {
                    let (at_j, at_k) = (m[r][j] - m[s][j], m[r][k] - m[s][k]);
                    let t = at_j / (at_j - at_k);
                    if t > 0.0 && t < 1.0 {
                        offer(core::array::from_fn(|l| {
                            if l == j {
                                1.0 - t
                            } else if l == k {
                                t
                            } else {
                                0.0
                            }
                        }));
                    }
                }
            }
        }
    }
    if N == 3 {
        // All three rows equal: the weights are the cross product of the differences of the rows.
        let u: [f64; N] = core::array::from_fn(|j| m[0][j] - m[1][j]);
        let v: [f64; N] = core::array::from_fn(|j| m[0][j] - m[2][j]);
        let w: [f64; N] = core::array::from_fn(|j| u[(j + 1) % 3] * v[(j + 2) % 3] - u[(j + 2) % 3] * v[(j + 1) % 3]);
        let sum: f64 = w.iter().sum();
        let w = w.map(|x| x / sum);
        if w.iter().all(|x| *x >= 0.0) {
            offer(w);
        }
    }
    best
}

/// The weights of the convex combination nearest to the origin.
pub(crate) fn nearest<const N: usize>(p: &[DVec3; N]) -> [f64; N] {
    let mut best = (f64::INFINITY, [0.0; N]);
    let mut offer = |w: [f64; N]| {
        let length = (0..N).fold(DVec3::ZERO, |sum, i| sum + p[i] * w[i]).length_squared();
        if length < best.0 {
            best = (length, w);
        }
    };
    for j in 0..N {
        offer(core::array::from_fn(|i| if i == j { 1.0 } else { 0.0 }));
        for k in 0..j {
            let along = p[k] - p[j];
            let t = -p[j].dot(along) / along.length_squared();
            if t > 0.0 && t < 1.0 {
                offer(core::array::from_fn(|i| {
                    if i == j {
                        1.0 - t
                    } else if i == k {
                        t
                    } else {
                        0.0
                    }
                }));
            }
        }
    }
    if N == 3 {
        let normal = (p[1] - p[0]).cross(p[2] - p[0]);
        let w: [f64; N] = core::array::from_fn(|i| p[(i + 1) % 3].cross(p[(i + 2) % 3]).dot(normal) / normal.length_squared());
        let sum: f64 = w.iter().sum();
        if w.iter().all(|x| *x >= 0.0) && sum > 0.0 {
            offer(w.map(|x| x / sum));
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::{nearest, solve};
    use glam::DVec3;

    #[test]
    fn games_by_hand() {
        assert_eq!(solve(&[[1.0, 0.0], [0.0, 1.0]]), 0.5);
        assert_eq!(solve(&[[3.0, 1.0], [2.0, 0.0]]), 2.0);
        assert!((solve(&[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 4.0]]) - 0.8).abs() < 1e-15);
        // The third point is never used, and the third row is never the smallest.
        assert_eq!(solve(&[[1.0, 0.0, -9.0], [0.0, 1.0, -9.0], [7.0, 7.0, 7.0]]), 0.5);
    }

    #[test]
    fn nearest_of_corner_edge_and_face() {
        let triangle = |x: f64, y: f64| [DVec3::new(x, y, 1.0), DVec3::new(x + 4.0, y, 1.0), DVec3::new(x, y + 4.0, 1.0)];
        assert_eq!(nearest(&triangle(1.0, 1.0)), [1.0, 0.0, 0.0]);
        assert_eq!(nearest(&triangle(-1.0, 2.0)), [0.75, 0.25, 0.0]);
        assert_eq!(nearest(&triangle(-1.0, -1.0)), [0.5, 0.25, 0.25]);
        assert_eq!(nearest(&[DVec3::ONE; 3]), [1.0, 0.0, 0.0]);
    }
}
