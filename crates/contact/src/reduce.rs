//! From many points to the few that a solver wants.
//!
//! * The deepest is kept. Then the one farthest from it, then the one farthest from the line through both, then the one farthest outside the
//!   triangle of the three. Then any of the four is exchanged for another as long as the area they span grows, and one that is as deep stays among them: the
//!   greedy four alone may span a fifth less than four could.
//! * Last tick's choice stays as long as it holds a point as deep, but for next to nothing, and spans nearly as much: a drum that settles on its cap would else have others each tick, as
//!   its tilt turns by less than a micron, and a solver that never finds an impulse again lets it creep.
//! * Distances are measured across the normal. Ties go to the lower feature id, so that rounding does not swap equals.

use clinch_support::Vector;
use smallvec::SmallVec;

use crate::clip::{Clip, Clipping};
use crate::manifold::{ContactPoint, FeatureId};

/// Separations that differ by less than this, relative to the spread of the points, are equally deep: the lower feature id decides. Larger: a point
/// that is deeper by as much may be dropped. Smaller: in a resting contact rounding picks another deepest point each tick.
const EQUALLY_DEEP: f64 = 1e-6;

/// What last tick's choice must span of what the best would. Larger: points flicker where eight are nearly alike, as of a box turned on another. Smaller: the patch
/// is that much smaller than it could be.
const HYSTERESIS: f64 = 0.95;

/// By how much, relative to the spread of the points, all of last tick's choice may be less deep than the deepest for it to stay whole. Larger: a corner digs in by as much
/// before it has a contact. Smaller: the points of a drum on its cap change as its tilt turns, however little that is.
const HELD_DEEP: f64 = 3e-5;

/// The points to keep, by their places, given in the order of their feature ids. `last` are those of the last tick, in any order.
pub(crate) fn reduce<V: Clip>(points: &[ContactPoint<V>], normal: V::Wide, last: &[FeatureId]) -> SmallVec<[usize; 4]> {
    if points.len() <= V::Wide::POINTS {
        return (0..points.len()).collect();
    }
    let flat = |place: usize| {
        let point = points[place].on_a.widen();
        point - normal * point.dot(normal)
    };
    let all = || 0..points.len();
    let first = all().fold(0, |best, place| if separation(points, place) < separation(points, best) { place } else { best });
    let spread = largest(all(), |place| (flat(place) - flat(first)).length_squared()).map_or(0.0, |(_, squared)| squared.sqrt());
    let slack = EQUALLY_DEEP * spread;
    let deepest = all().find(|&place| separation(points, place) <= separation(points, first) + slack).unwrap_or(first);

    let is_deepest = |place: usize| separation(points, place) <= separation(points, first) + slack;

    let mut kept = SmallVec::from_elem(deepest, 1);
    let origin = flat(deepest);
    let from_origin = |place: usize| flat(place) - origin;
    let Some((second, _)) = largest(all(), |place| from_origin(place).length_squared()) else { return kept };
    kept.push(second);
    if V::Wide::POINTS > 2 {
        let from_line = |place: usize| off(from_origin(place), from_origin(second));
        if let Some((third, _)) = largest(all(), |place| from_line(place).length_squared()) {
            kept.push(third);
            let triangle = [deepest, second, third];
            let corners = triangle.map(flat);
            // To rounding a corner of the triangle lies outside of it.
            let others = all().filter(|place| !triangle.contains(place));
            kept.extend(largest(others, |place| outside(flat(place), corners)).map(|(place, _)| place));
        }
        let flats: SmallVec<[V::Wide; 16]> = all().map(flat).collect();
        exchange(&mut kept, &flats, is_deepest);
    }
    kept.sort_unstable();
    let is_deep = |place: usize| separation(points, place) <= separation(points, first) + HELD_DEEP * spread;
    again(points, last, &kept, deepest, is_deep, flat).unwrap_or(kept)
}

/// Last tick's choice, if it is still there and spans nearly as much as `best` does. If none of it is deep enough, one gives way to the deepest: three ids that stay are
/// better than none.
fn again<V: Vector<Wide = W>, W: Vector<Scalar = f64>>(
    points: &[ContactPoint<V>],
    last: &[FeatureId],
    best: &[usize],
    deepest: usize,
    is_deep: impl Fn(usize) -> bool,
    flat: impl Fn(usize) -> W,
) -> Option<SmallVec<[usize; 4]>> {
    let mut again: SmallVec<[usize; 4]> = (0..points.len()).filter(|&place| last.contains(&points[place].feature)).collect();
    if again.len() != best.len() {
        return None;
    }
    let span = |places: &[usize]| match *places {
        [a, b] => (flat(b) - flat(a)).length(),
        [a, b, c, d] => spanned([a, b, c, d].map(&flat)),
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
fn exchange<W: Vector<Scalar = f64>>(kept: &mut SmallVec<[usize; 4]>, flats: &[W], is_deepest: impl Fn(usize) -> bool) {
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
fn spanned<W: Vector<Scalar = f64>>([a, b, c, d]: [W; 4]) -> f64 {
    let cross = |u: W, v: W| {
        let (u2, v2, uv) = (u.length_squared(), v.length_squared(), u.dot(v));
        u2 * v2 - uv * uv
    };
    let most =
        [cross(b - a, d - c), cross(c - a, d - b), cross(d - a, c - b)].into_iter().fold(0.0, |most, x| if x > most { x } else { most });
    most.sqrt()
}

fn separation<V: Vector>(points: &[ContactPoint<V>], place: usize) -> f64 {
    use clinch_support::Scalar;
    points[place].separation.widen()
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

/// The part of `vector` across `along`.
fn off<W: Vector<Scalar = f64>>(vector: W, along: W) -> W {
    let squared = along.length_squared();
    if squared > 0.0 { vector - along * (vector.dot(along) / squared) } else { vector }
}

/// By what area the triangle grows if `point` is added beyond one of its sides: twice the largest, 0 inside.
fn outside<W: Vector<Scalar = f64>>(point: W, [a, b, c]: [W; 3]) -> f64 {
    let beyond = |from: W, to: W, inner: W| {
        let inward = off(inner - from, to - from);
        let length = inward.length();
        if length > 0.0 { -(point - from).dot(inward) / length * (to - from).length() } else { 0.0 }
    };
    [beyond(a, b, c), beyond(b, c, a), beyond(c, a, b)].into_iter().fold(0.0, |most, area| if area > most { area } else { most })
}
