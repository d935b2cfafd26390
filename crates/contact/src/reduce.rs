//! From many points to the few that a solver wants.
//!
//! * The deepest is kept. Then the one farthest from it, then the one farthest from the line through both, then the one farthest outside the
//!   triangle of the three. Then any of the four is exchanged for another as long as the area they span grows, and one that is as deep stays among them: the
//!   greedy four alone may span a fifth less than four could.
//! * Last tick's choice stays as long as it holds a point as deep, but for next to nothing, and spans nearly as much: a drum that settles on its cap would else have others each tick, as
//!   its tilt turns by less than a micron, and a solver that never finds an impulse again lets it creep.
//! * Distances are measured across the normal. Ties go to the lower feature id, so that rounding does not swap equals.

use clinch_support::{Scalar, Vector};
use glam::DVec2;
use smallvec::SmallVec;

use crate::clip::{Clip, Clipping};
use crate::manifold::{ContactPoint, FeatureId};
use crate::sat::cross;

/// Separations that differ by less than this, relative to the spread of the points, are equally deep: the lower feature id decides. Larger: a point
/// that is deeper by as much may be dropped. Smaller: in a resting contact rounding picks another deepest point each tick.
const EQUALLY_DEEP: f64 = 1e-6;

/// What last tick's choice must span of what the best would. Larger: points flicker where eight are nearly alike, as of a box turned on another. Smaller: the patch
/// is that much smaller than it could be.
const HYSTERESIS: f64 = 0.95;

/// By how much, relative to the spread of the points, all of last tick's choice may be less deep than the deepest for it to stay whole. Larger: a corner digs in by as much
/// before it has a contact. Smaller: the points of a drum on its cap change as its tilt turns, however little that is.
const HELD_DEEP: f64 = 3e-5;

/// A point as seen along the normal: across it, on two axes of length 1. In the plane the second is nothing.
type Flat = DVec2;

/// The points to keep, by their places, given in the order of their feature ids. `last` are those of the last tick, in any order.
pub(crate) fn reduce<V: Clip>(points: &[ContactPoint<V>], normal: V::Wide, last: &[FeatureId]) -> SmallVec<[usize; 4]> {
    if points.len() <= V::Wide::POINTS {
        return (0..points.len()).collect();
    }
    let flats: SmallVec<[Flat; 16]> = across(normal).map(|axes| flatten(points, axes)).unwrap_or_default();
    let heights: SmallVec<[f64; 16]> = points.iter().map(|point| point.separation.widen()).collect();
    let all = || 0..flats.len();
    let first = all().fold(0, |best, place| if heights[place] < heights[best] { place } else { best });
    let spread = largest(all(), |place| flats[place].distance_squared(flats[first])).map_or(0.0, |(_, squared)| squared.sqrt());
    let as_deep = |place: usize, slack: f64| heights[place] <= heights[first] + slack * spread;
    let deepest = all().find(|&place| as_deep(place, EQUALLY_DEEP)).unwrap_or(first);

    let mut kept = SmallVec::from_elem(deepest, 1);
    let from_origin = |place: usize| flats[place] - flats[deepest];
    let Some((second, _)) = largest(all(), |place| from_origin(place).length_squared()) else { return kept };
    kept.push(second);
    if V::Wide::POINTS > 2 {
        // All from one line, and its length is the same for all.
        let line = from_origin(second);
        let from_line = |place: usize| line.perp_dot(from_origin(place)).abs();
        if let Some((third, _)) = largest(all(), from_line) {
            kept.push(third);
            let triangle = [deepest, second, third];
            // To rounding a corner of the triangle lies outside of it.
            let others = all().filter(|place| !triangle.contains(place));
            kept.extend(largest(others, |place| outside(flats[place], triangle.map(|corner| flats[corner]))).map(|(place, _)| place));
        }
        exchange(&mut kept, &flats, |place| as_deep(place, EQUALLY_DEEP));
    }
    kept.sort_unstable();
    let names = |place: usize| last.contains(&points[place].feature);
    again(names, &kept, deepest, |place| as_deep(place, HELD_DEEP), &flats).unwrap_or(kept)
}

/// Two axes across a unit normal; in the plane one, and zero. `None` of a normal that is none.
fn across<W: Vector<Scalar = f64>>(normal: W) -> Option<[W; 2]> {
    if W::DIM == 2 {
        return Some([W::from_fn(|axis| if axis == 0 { -normal.get(1) } else { normal.get(0) }), W::ZERO]);
    }
    // The axis that lies least along the normal, less what does.
    let least = (1..3).fold(0, |least, axis| if normal.get(axis).abs() < normal.get(least).abs() { axis } else { least });
    let x = W::unit(least) - normal * normal.get(least);
    let x = x * x.length().recip();
    x.is_finite().then(|| [x, cross(normal, x)])
}

fn flatten<V: Clip>(points: &[ContactPoint<V>], [x, y]: [V::Wide; 2]) -> SmallVec<[Flat; 16]> {
    let flat = |point: &ContactPoint<V>| {
        let on_a = point.on_a.widen();
        Flat::new(x.dot(on_a), y.dot(on_a))
    };
    points.iter().map(flat).collect()
}

/// Last tick's choice, if it is still there and spans nearly as much as `best` does. If none of it is deep enough, one gives way to the deepest: three ids that stay are
/// better than none.
fn again(
    was_kept: impl Fn(usize) -> bool,
    best: &[usize],
    deepest: usize,
    is_deep: impl Fn(usize) -> bool,
    flats: &[Flat],
) -> Option<SmallVec<[usize; 4]>> {
    let mut again: SmallVec<[usize; 4]> = (0..flats.len()).filter(|&place| was_kept(place)).collect();
    if again.len() != best.len() {
        return None;
    }
    let span = |places: &[usize]| match *places {
        [a, b] => flats[b].distance(flats[a]),
        [a, b, c, d] => spanned([a, b, c, d].map(|place| flats[place])),
        _ => 0.0,
    };
    if !again.iter().any(|&place| is_deep(place)) {
        let with_deepest = (0..again.len()).map(|slot| {
            let mut places = again.clone();
            places[slot] = deepest;
            places
        });
        again = with_deepest.reduce(|most, next| if span(&next) > span(&most) { next } else { most })?;
        again.sort_unstable();
    }
    (span(&again) >= HYSTERESIS * span(best)).then_some(again)
}

/// Exchanges points for better ones, the one that gains most first. Each exchange makes the area larger, so that it ends; four are more than enough.
fn exchange(kept: &mut SmallVec<[usize; 4]>, flats: &[Flat], is_deepest: impl Fn(usize) -> bool) {
    for _ in 0..4 {
        let &[a, b, c, d] = &kept[..] else { return };
        let mut best = (spanned([a, b, c, d].map(|place| flats[place])) * (1.0 + EQUALLY_FAR), None);
        for slot in 0..4 {
            let others_hold_deepest = (0..4).any(|other| other != slot && is_deepest(kept[other]));
            for place in (0..flats.len()).filter(|place| !kept.contains(place)) {
                if !(others_hold_deepest || is_deepest(place)) {
                    continue;
                }
                let mut corners = [a, b, c, d];
                corners[slot] = place;
                let area = spanned(corners.map(|place| flats[place]));
                if area > best.0 {
                    best = (area, Some((slot, place)));
                }
            }
        }
        let Some((slot, place)) = best.1 else { return };
        kept[slot] = place;
    }
}

/// Twice the area of four points in convex position, whatever their order: of the three ways to take two diagonals the right one gives the most.
fn spanned([a, b, c, d]: [Flat; 4]) -> f64 {
    let pairs = [(b - a).perp_dot(d - c).abs(), (c - a).perp_dot(d - b).abs(), (d - a).perp_dot(c - b).abs()];
    pairs.into_iter().fold(0.0, |most, x| if x > most { x } else { most })
}

/// The part by which the next choice must be better to count. Larger: worse points are kept. Smaller: of a face turned on a like one, whose eight
/// corners are in pairs equally far, rounding keeps other ones each tick.
const EQUALLY_FAR: f64 = 1e-6;

/// The first place of the largest value above zero, and the value.
fn largest(places: impl Iterator<Item = usize> + Clone, value: impl Fn(usize) -> f64) -> Option<(usize, f64)> {
    let most = places.clone().map(&value).fold(0.0, |most, value| if value > most { value } else { most });
    let mut valued = places.map(|place| (place, value(place)));
    valued.find(|&(_, value)| value > 0.0 && value >= most * (1.0 - EQUALLY_FAR))
}

/// By what area the triangle grows if `point` is added beyond one of its sides: twice the largest, 0 inside.
fn outside(point: Flat, [a, b, c]: [Flat; 3]) -> f64 {
    let turn = (b - a).perp_dot(c - a);
    let beyond = |from: Flat, to: Flat| {
        let area = (to - from).perp_dot(point - from);
        if turn < 0.0 { area } else { -area }
    };
    [beyond(a, b), beyond(b, c), beyond(c, a)].into_iter().fold(0.0, |most, area| if area > most { area } else { most })
}
