//! The convex hull of points in 2D: Andrew's monotone chain (*Another efficient algorithm for
//! convex hulls in two dimensions*, 1979) on exact signs, and a simplification of its corners.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;

use crate::scaled_points::orient2d;

/// The corners of the hull of scaled points, as indices, counter-clockwise, without collinear
/// points and repeats (of equal points the first stays). One index if all points are equal, two if
/// all are collinear. O(n log n).
///
/// ```
/// use clinch_hull::outline;
/// use glam::DVec2;
///
/// let points = [DVec2::ZERO, DVec2::X, DVec2::splat(0.25), DVec2::ONE, DVec2::Y];
/// assert_eq!(outline(&points), [0, 1, 3, 4]);
/// ```
pub fn outline(points: &[DVec2]) -> Vec<usize> {
    let at = |i: usize| points[i];
    let mut order: Vec<usize> = (0..points.len()).collect();
    // `total_cmp` would order −0 before 0. The coordinates are finite, so the partial order is
    // total on them.
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
            if orient2d(points[a], points[b], points[next]) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(next);
    }
    chain
}

/// At most `max_corners` of the corners (two or more), without those that stand out by at most
/// `tolerance`. The result is a subset of the polygon. If `max_corners` is not reached, no point of
/// the polygon is farther than `tolerance` from it.
///
/// Douglas and Peucker's split at the farthest corner (*Algorithms for the reduction of the number
/// of points*, 1973): a removed corner is measured against the edge that replaces it, so errors do
/// not add up along a finely sampled arc. The run whose farthest corner stands out most is split
/// first, so the result for a smaller `max_corners` is a part of that for a larger one.
pub fn simplified(points: &[DVec2], corners: &[usize], tolerance: f64, max_corners: usize) -> Vec<usize> {
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
    // How far the farthest corner of a run stands out, which it is, and the run. The bits of
    // non-negative floats are ordered as the floats are.
    let farthest = |from: usize, to: usize| {
        let distance = |i: usize| distance_to_segment(at(i), at(from), at(to));
        let most = (from + 1..to).fold(None, |best: Option<(f64, usize)>, i| match best {
            Some((d, _)) if distance(i) <= d => best,
            _ => Some((distance(i), i)),
        });
        most.filter(|&(distance, _)| distance > tolerance).map(|(distance, split)| (distance.to_bits(), Reverse(split), from, to))
    };
    let mut runs: BinaryHeap<_> =
        [(start, start + end), (start + end, start + corners.len())].into_iter().filter_map(|(from, to)| farthest(from, to)).collect();
    while kept.len() < max_corners
        && let Some((_, Reverse(split), from, to)) = runs.pop()
    {
        kept.push(split);
        runs.extend(farthest(from, split));
        runs.extend(farthest(split, to));
    }
    kept.sort_unstable();
    kept.into_iter().map(|i| corners[i % corners.len()]).collect()
}

/// The largest distance of a corner of an outline from the edge that replaces it. `kept` has the
/// remaining corners in the same order, but may start elsewhere. Zero if all were kept.
pub fn simplification_error(corners: &[usize], kept: &[usize], distance: impl Fn(usize, [usize; 2]) -> f64) -> f64 {
    let start = corners.iter().position(|corner| Some(corner) == kept.first()).unwrap_or(0);
    let (mut index, mut error) = (0, 0.0_f64);
    for &corner in corners[start..].iter().chain(&corners[..start]) {
        if kept.get(index + 1) == Some(&corner) {
            index += 1;
        }
        if kept[index] != corner {
            error = error.max(distance(corner, [kept[index], kept[(index + 1) % kept.len()]]));
        }
    }
    error
}

/// The distance of a point from a segment.
pub fn distance_to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let (along, to) = (b - a, p - a);
    let length_squared = along.length_squared();
    let share = if length_squared > 0.0 { (to.dot(along) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    (to - along * share).length()
}

#[cfg(test)]
mod tests {
    use super::{outline, simplified};
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
        let mut thin = simplified(&points, &corners, 1e-6, usize::MAX);
        thin.sort_unstable();
        assert_eq!(thin, [0, 2, 3, 4, 5]);
    }
}
