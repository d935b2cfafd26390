//! Which of this tick's points go on from which of the last.
//!
//! * The same features, the same point.
//! * Where a corner slides over an edge it is named by two edges of its own in one tick, by those that cross there in the next, and back again: another name in the same
//!   place. So a point without a namesake goes on from the nearest of last tick's that no other goes on from, if it is near as either shape sees it. A
//!   solver finds its impulses again; without, a tower trembles.

use clinch_support::Vector;
use smallvec::SmallVec;

use crate::clip::Clip;
use crate::manifold::ContactPoint;

/// How far a point may be from the one that it goes on from, as a part of the reach of the smaller shape. Larger: a point takes over what belongs to a neighbour.
/// Smaller: what slides fast loses its impulses where it passes an edge.
const SAME_PLACE: f64 = 0.01;

/// Gives each of `points` what its predecessor carried. `reach`, of the smaller shape, is asked for only if a point has no namesake: some shapes search for it.
pub(crate) fn track<V: Clip>(last: &[ContactPoint<V>], points: &mut [ContactPoint<V>], reach: impl FnOnce() -> f64) {
    if let ([before], [point]) = (last, &mut *points)
        && before.feature == point.feature
    {
        return go_on(point, before);
    }
    let mut free: SmallVec<[bool; 4]> = SmallVec::from_elem(true, last.len());
    for point in points.iter_mut() {
        if let Some(place) = last.iter().position(|before| before.feature == point.feature) {
            go_on(point, &last[place]);
            free[place] = false;
        }
    }
    if !free.contains(&true) || points.iter().all(|point| point.kept) {
        return;
    }
    let near = SAME_PLACE * reach();
    while let Some((new, old)) = nearest(last, points, &free, near * near) {
        go_on(&mut points[new], &last[old]);
        free[old] = false;
    }
}

fn go_on<V: Clip>(point: &mut ContactPoint<V>, before: &ContactPoint<V>) {
    point.kept = true;
    point.carried = before.carried;
}

/// The nearest two that are not taken, no farther apart than the root of `most`; the first of equals.
fn nearest<V: Clip>(last: &[ContactPoint<V>], points: &[ContactPoint<V>], free: &[bool], most: f64) -> Option<(usize, usize)> {
    let mut best = None;
    let mut least = most;
    for (new, point) in points.iter().enumerate().filter(|(_, point)| !point.kept) {
        for (old, before) in last.iter().enumerate().filter(|&(old, _)| free[old]) {
            let [on_a, on_b] = [point.on_a - before.on_a, point.on_b - before.on_b].map(|way| way.widen().length_squared());
            let squared = if on_a < on_b { on_a } else { on_b };
            if squared < least || (best.is_none() && squared <= least) {
                (best, least) = (Some((new, old)), squared);
            }
        }
    }
    best
}
