//! The convex hull of points of the plane: Andrew's monotone chain (*Another efficient algorithm for convex hulls in two dimensions*, 1979)
//! on exact signs, and a tolerant thinning of its corners.

use glam::DVec2;

use crate::exact::turn;

/// The corners of the hull of scaled points, as indices, counter-clockwise; collinear points and repeats dropped (the first of equals
/// stays). One index if all are equal, two if all are collinear. O(n log n).
pub(crate) fn outline(points: &[DVec2]) -> Vec<usize> {
    let at = |i: usize| points[i];
    let mut order: Vec<usize> = (0..points.len()).collect();
    // `total_cmp` would tell −0 from 0; the coordinates are finite, so the partial order is total on them.
    let compare = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(core::cmp::Ordering::Equal);
    order.sort_by(|&i, &j| compare(at(i).x, at(j).x).then(compare(at(i).y, at(j).y)).then(i.cmp(&j)));
    order.dedup_by(|later, first| at(*later) == at(*first));
    if order.len() < 3 {
        return order;
    }
    let mut corners = half_outline(points, order.iter().copied());
    let upper = half_outline(points, order.iter().rev().copied());
    // Each half ends where the other begins.
    corners.pop();
    corners.extend(&upper[..upper.len().saturating_sub(1)]);
    corners
}

fn half_outline(points: &[DVec2], order: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut chain: Vec<usize> = Vec::new();
    for next in order {
        while let [.., a, b] = chain[..] {
            if turn(points[a], points[b], points[next]) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(next);
    }
    chain
}

/// The corners without those that stand out by no more than `tolerance`: the thinned polygon is a subset of the given one, and no point
/// of that is farther than `tolerance` from it.
///
/// Douglas and Peucker's split at the farthest corner (*Algorithms for the reduction of the number of points*, 1973): a dropped corner is
/// measured against the edge that replaces it, so that errors do not add up along a finely sampled arc.
pub(crate) fn thinned(points: &[DVec2], corners: &[usize], tolerance: f64) -> Vec<usize> {
    let at = |i: usize| points[corners[i % corners.len()]];
    let farthest_from = |p: DVec2| {
        (0..corners.len()).fold(0, |best, i| if (at(i) - p).length_squared() > (at(best) - p).length_squared() { i } else { best })
    };
    if corners.len() < 3 {
        return corners.to_vec();
    }
    let start = farthest_from(at(0));
    let end = (farthest_from(at(start)) + corners.len() - start) % corners.len();
    let mut kept = vec![start, start + end];
    let mut runs = vec![(start, start + end), (start + end, start + corners.len())];
    while let Some((from, to)) = runs.pop() {
        let distance = |i: usize| distance_to_segment(at(i), at(from), at(to));
        let farthest = (from + 1..to).fold(None, |best: Option<(usize, f64)>, i| match best {
            Some((_, d)) if distance(i) <= d => best,
            _ => Some((i, distance(i))),
        });
        if let Some((split, distance)) = farthest
            && distance > tolerance
        {
            kept.push(split);
            runs.push((from, split));
            runs.push((split, to));
        }
    }
    kept.sort_unstable();
    kept.into_iter().map(|i| corners[i % corners.len()]).collect()
}

fn distance_to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let (along, to) = (b - a, p - a);
    let length_squared = along.length_squared();
    let share = if length_squared > 0.0 { (to.dot(along) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    (to - along * share).length()
}

#[cfg(test)]
mod tests {
    use super::{outline, thinned};
    use glam::DVec2;

    fn square_with_midpoints() -> Vec<DVec2> {
        [(0.0, 0.0), (0.5, 0.5), (1.0, 0.0), (0.5, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.5), (1.0, 1.0)].map(DVec2::from).to_vec()
    }

    #[test]
    fn only_the_corners_remain_counter_clockwise() {
        assert_eq!(outline(&square_with_midpoints()), [0, 2, 4, 5]);
    }

    #[test]
    fn all_equal_and_all_collinear() {
        assert_eq!(outline(&[DVec2::ONE; 4]), [0]);
        let line: Vec<_> = [2.0, 0.0, 3.0, 1.0, 3.0].map(DVec2::splat).to_vec();
        assert_eq!(outline(&line), [1, 2]);
    }

    #[test]
    fn thinning_drops_what_stands_out_less_than_the_tolerance() {
        let points: Vec<_> = [(0.0, 0.0), (0.5, -1e-9), (1.0, 0.0), (1.0 + 1e-3, 0.5), (1.0, 1.0), (0.0, 1.0)].map(DVec2::from).to_vec();
        let corners = outline(&points);
        assert_eq!(corners.len(), 6);
        let mut thin = thinned(&points, &corners, 1e-6);
        thin.sort_unstable();
        assert_eq!(thin, [0, 2, 3, 4, 5]);
    }
}
