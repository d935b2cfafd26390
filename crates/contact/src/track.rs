//! Which of this tick's points go on from which of the last.
//!
//! * The same features, the same point.
//! * Where a corner slides over an edge it is named by two edges of its own in one tick, by those that cross there in the next, and back again: another name in the same
//!   place. So a point without a namesake goes on from the nearest of last tick's that no other goes on from, if it is near as either shape sees it. A
//!   solver finds its impulses again; without, a tower trembles.

use clinch_support::Vector;
use smallvec::SmallVec;

use crate::clip::Space;
use crate::manifold::ContactPoint;

/// How far a point may be from the one that it goes on from, as a part of the reach of the smaller shape. Larger: a point takes over what belongs to a neighbour.
/// Smaller: what slides fast loses its impulses where it passes an edge.
const SAME_PLACE: f64 = 0.01;

/// Gives each of `points` what its predecessor carried. `reach`, of the smaller shape, is asked for only if a point has no namesake: some shapes search for it.
pub(crate) fn track<V: Space>(last: &[ContactPoint<V>], points: &mut [ContactPoint<V>], reach: impl FnOnce() -> f64) {
    if let ([before], [point]) = (last, &mut *points)
        && before.feature == point.feature
    {
        return go_on(point, before);
    }
    let mut free: SmallVec<[bool; 4]> = SmallVec::from_elem(true, last.len());
    for point in points.iter_mut() {
        // Selected, not searched for: which it is changes from pair to pair.
        let namesake = |found, (place, before): (usize, &ContactPoint<V>)| if before.feature == point.feature { place } else { found };
        let place = last.iter().enumerate().fold(last.len(), namesake);
        if let Some(before) = last.get(place) {
            go_on(point, before);
            free[place] = false;
        }
    }
    if free.contains(&true) && !points.iter().all(|point| point.kept) {
        let near = SAME_PLACE * reach();
        by_place(last, points, &free, near * near);
    }
}

fn go_on<V: Space>(point: &mut ContactPoint<V>, before: &ContactPoint<V>) {
    point.kept = true;
    point.carried = before.carried;
}

/// The largest number of points in a manifold.
const MOST: usize = 4;

/// Of those that are not taken the nearest two first, the first of equals, if they are no farther apart than the root of `most`.
fn by_place<V: Space>(last: &[ContactPoint<V>], points: &mut [ContactPoint<V>], free: &[bool], most: f64) {
    let mut squares = [f64::INFINITY; MOST * MOST];
    for (new, point) in points.iter().enumerate().take(MOST) {
        for (old, before) in last.iter().enumerate().take(MOST) {
            let [on_a, on_b] = [point.on_a - before.on_a, point.on_b - before.on_b].map(|way| way.widen().length_squared());
            let squared = if on_a < on_b { on_a } else { on_b };
            squares[MOST * new + old] = if free[old] & !point.kept { squared } else { f64::INFINITY };
        }
    }
    loop {
        let least = squares.iter().fold(f64::INFINITY, |least, &squared| if squared < least { squared } else { least });
        if !(least <= most && least < f64::INFINITY) {
            return;
        }
        let place = (0..squares.len()).rev().fold(0, |found, place| if squares[place] <= least { place } else { found });
        let (new, old) = (place / MOST, place % MOST);
        go_on(&mut points[new], &last[old]);
        for other in 0..MOST {
            squares[MOST * new + other] = f64::INFINITY;
            squares[MOST * other + old] = f64::INFINITY;
        }
    }
}
