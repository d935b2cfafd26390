//! The best mixture of up to three support points: a lower bound for a whole cell of directions.
//!
//! * With m[i][j] = n_i·p_j and weights w ≥ 0 that sum to 1, the point p = Σ w_j p_j of A − B proves h(n) ≥ n·p for *every* n; over the flat cell
//!   spanned by the n_i the smallest of the n_i·p bounds it. The best weights are those of a matrix game.
//! * Any weights give a true bound; a badly solved game costs time, never truth.

/// The value min_i Σ_j m[i][j]·w_j of the best weights found, and the weights.
pub(crate) fn solve<const N: usize>(m: &[[f64; N]; N]) -> (f64, [f64; N]) {
    let mut best = (f64::NEG_INFINITY, [0.0; N]);
    let mut offer = |w: [f64; N]| {
        let value = m.iter().map(|row| (0..N).map(|j| row[j] * w[j]).sum::<f64>()).fold(f64::INFINITY, |a, b| if b < a { b } else { a });
        if value > best.0 {
            best = (value, w);
        }
    };
    for j in 0..N {
        offer(core::array::from_fn(|k| if k == j { 1.0 } else { 0.0 }));
    }
    for j in 0..N {
        for k in j + 1..N {
            // Between two points every row is a line over the weight; the best of the lowest is where two rows cross.
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

#[cfg(test)]
mod tests {
    use super::solve;

    #[test]
    fn games_by_hand() {
        assert_eq!(solve(&[[1.0, 0.0], [0.0, 1.0]]).0, 0.5);
        assert_eq!(solve(&[[3.0, 1.0], [2.0, 0.0]]), (2.0, [1.0, 0.0]));
        let (value, weights) = solve(&[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 4.0]]);
        assert!((value - 0.8).abs() < 1e-15);
        assert!((weights[2] - 0.2).abs() < 1e-15);
        // The third point is useless and the third row never binds.
        assert_eq!(solve(&[[1.0, 0.0, -9.0], [0.0, 1.0, -9.0], [7.0, 7.0, 7.0]]).0, 0.5);
    }
}
