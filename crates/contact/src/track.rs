//! Matches this tick's points with last tick's, so that a solver can warm-start.
//!
//! * A point with the same features is the same point.
//! * A corner that slides over an edge is named by two edges of its own in one tick, and by those
//!   that cross there in the next: another id in the same place. So a point without a match by id
//!   is matched with the nearest unmatched point of last tick, if that is near on either shape.
//!   Without it the impulses are lost, and a tower trembles.

use clinch_support::Vector;
use smallvec::SmallVec;

use crate::clip::Space;
use crate::manifold::ContactPoint;

/// The distance at which two points match, as a part of the radius of the smaller shape. Larger: a
/// point takes the data of a neighbour. Smaller: points that slide fast lose their impulses when
/// they pass an edge.
const SAME_PLACE: f64 = 0.01;

/// Copies the user data of matching points of last tick to `points`. `radius`, of the smaller
/// shape, is computed only if a point has no match by id: some shapes search for it.
pub(crate) fn track<V: Space>(last: &[ContactPoint<V>], points: &mut [ContactPoint<V>], radius: impl FnOnce() -> f64) {
    if let ([before], [point]) = (last, &mut *points)
        && before.feature == point.feature
    {
        return persist(point, before);
    }
    let mut free: SmallVec<[bool; 4]> = SmallVec::from_elem(true, last.len());
    for point in points.iter_mut() {
        // A select, not a search: the index changes from pair to pair.
        let same_feature = |found, (place, before): (usize, &ContactPoint<V>)| if before.feature == point.feature { place } else { found };
        let place = last.iter().enumerate().fold(last.len(), same_feature);
        if let Some(before) = last.get(place) {
            persist(point, before);
            free[place] = false;
        }
    }
    if free.contains(&true) && !points.iter().all(|point| point.persisted) {
        let near = SAME_PLACE * radius();
        match_by_place(last, points, &free, near * near);
    }
}

fn persist<V: Space>(point: &mut ContactPoint<V>, before: &ContactPoint<V>) {
    point.persisted = true;
    point.user_data = before.user_data;
}

/// The largest number of points in a manifold.
const MAX_POINTS: usize = 4;

/// Matches the nearest pair of unmatched points first, the first of equals, if their squared
/// distance is at most `most`.
fn match_by_place<V: Space>(last: &[ContactPoint<V>], points: &mut [ContactPoint<V>], free: &[bool], most: f64) {
    let mut squares = [f64::INFINITY; MAX_POINTS * MAX_POINTS];
    for (new, point) in points.iter().enumerate().take(MAX_POINTS) {
        for (old, before) in last.iter().enumerate().take(MAX_POINTS) {
            let [on_a, on_b] = [point.on_a - before.on_a, point.on_b - before.on_b].map(|offset| offset.widen().length_squared());
            let squared = if on_a < on_b { on_a } else { on_b };
            squares[MAX_POINTS * new + old] = if free[old] & !point.persisted { squared } else { f64::INFINITY };
        }
    }
    loop {
        let least = squares.iter().fold(f64::INFINITY, |least, &squared| if squared < least { squared } else { least });
        if !(least <= most && least < f64::INFINITY) {
            return;
        }
        let place = (0..squares.len()).rev().fold(0, |found, place| if squares[place] <= least { place } else { found });
        let (new, old) = (place / MAX_POINTS, place % MAX_POINTS);
        persist(&mut points[new], &last[old]);
        for other in 0..MAX_POINTS {
            squares[MAX_POINTS * new + other] = f64::INFINITY;
            squares[MAX_POINTS * other + old] = f64::INFINITY;
        }
    }
}
