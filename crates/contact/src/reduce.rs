//! From many points to the few that a solver wants.
//!
//! * The deepest is kept. Then the one farthest from it, then the one farthest from the line through both, then the one farthest outside the
//!   triangle of the three. Then any of the four is exchanged for another as long as the area they span grows, and one that is as deep stays among them: the
//!   greedy four alone may span a fifth less than four could.
//! * Last tick's choice stays as long as it holds a point as deep, but for next to nothing, and spans nearly as much: a drum that settles on its cap would else have others each tick, as
//!   its tilt turns by less than a micron, and a solver that never finds an impulse again lets it creep.
//! * Distances are measured across the normal. Ties go to the lower feature id, so that rounding does not swap equals.
//! * Boxes that lie on each other share eight points as a rule, and which of them are kept no processor foretells: so all are looked at each time, side by side, and what is best is
//!   selected and not branched to.

use clinch_support::Vector;
use glam::DVec2;
use smallvec::SmallVec;

use crate::manifold::FeatureId;
use crate::vector::cross;

/// Separations that differ by less than this, relative to the spread of the points, are equally deep: the lower feature id decides. Larger: a point
/// that is deeper by as much may be dropped. Smaller: in a resting contact rounding picks another deepest point each tick.
const EQUALLY_DEEP: f64 = 1e-6;

/// What last tick's choice must span of what the best would. Larger: points flicker where eight are nearly alike, as of a box turned on another. Smaller: the patch
/// is that much smaller than it could be.
const HYSTERESIS: f64 = 0.95;

/// By how much, relative to the spread of the points, all of last tick's choice may be less deep than the deepest for it to stay whole. Larger: a corner digs in by as much
/// before it has a contact. Smaller: the points of a drum on its cap change as its tilt turns, however little that is.
const HELD_DEEP: f64 = 3e-5;

/// The part by which the next choice must be better to count. Larger: worse points are kept. Smaller: of a face turned on a like one, whose eight
/// corners are in pairs equally far, rounding keeps other ones each tick.
const EQUALLY_FAR: f64 = 1e-6;

/// A point as seen along the normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Across the normal, on two axes of length 1. In the plane the second is nothing.
    pub(crate) at: DVec2,
    pub(crate) height: f64,
    pub(crate) feature: FeatureId,
}

/// Places of points.
type Places = SmallVec<[usize; 4]>;

/// Two axes across a unit normal; in the plane one, and zero. Zero of a normal that is none.
pub(crate) fn across<W: Vector<Scalar = f64>>(normal: W) -> [W; 2] {
    if W::DIM == 2 {
        return [W::from_fn(|axis| if axis == 0 { -normal.get(1) } else { normal.get(0) }), W::ZERO];
    }
    // The axis that lies least along the normal, less what does.
    let least = (1..3).fold(0, |least, axis| if normal.get(axis).abs() < normal.get(least).abs() { axis } else { least });
    let x = W::unit(least) - normal * normal.get(least);
    let x = x * x.length().recip();
    if x.is_finite() { [x, cross(normal, x)] } else { [W::ZERO; 2] }
}

/// The places of the points to keep, at most so many: two or four. The points are given in the order of their feature ids; `last` are those of the last tick, in any order.
pub(crate) fn reduce(spots: &[Spot], most: usize, last: &[FeatureId]) -> Places {
    match spots.len() {
        count if count <= most => (0..count).collect(),
        0..=8 => Patch::<8>::of(spots).reduce(spots, most, last),
        9..=64 => Patch::<64>::of(spots).reduce(spots, most, last),
        // A few of the first, and of them and the rest.
        _ => {
            let (early, late) = spots.split_at(60);
            let places: Vec<usize> = reduce(early, most, last).into_iter().chain(60..60 + late.len()).collect();
            let rest: Vec<Spot> = places.iter().map(|&place| spots[place]).collect();
            reduce(&rest, most, last).into_iter().map(|place| places[place]).collect()
        }
    }
}

/// Up to so many points, number beside number. Where there are fewer, the last numbers are NaN, which no comparison chooses.
struct Patch<const N: usize> {
    x: [f64; N],
    y: [f64; N],
    height: [f64; N],
}

impl<const N: usize> Patch<N> {
    fn of(spots: &[Spot]) -> Self {
        let mut patch = Self { x: [f64::NAN; N], y: [f64::NAN; N], height: [f64::NAN; N] };
        for (place, spot) in spots.iter().enumerate().take(N) {
            (patch.x[place], patch.y[place], patch.height[place]) = (spot.at.x, spot.at.y, spot.height);
        }
        patch
    }

    /// See [`reduce`].
    fn reduce(&self, spots: &[Spot], most: usize, last: &[FeatureId]) -> Places {
        let lowest = -greatest(&self.height.map(|height| -height), f64::NEG_INFINITY);
        let first = self.at(first(&self.height, |height| height <= lowest));
        let spread = greatest(&self.each(|at| at.distance_squared(first)), 0.0).sqrt();
        let equally_deep = lowest + EQUALLY_DEEP * spread;
        let deepest = self::first(&self.height, |height| height <= equally_deep);

        let mut kept = Places::from_elem(deepest, 1);
        let origin = self.at(deepest);
        let Some(second) = largest(&self.each(|at| at.distance_squared(origin))) else { return kept };
        kept.push(second);
        if most > 2 {
            // All from one line, and its length is the same for all.
            let line = self.at(second) - origin;
            if let Some(third) = largest(&self.each(|at| line.perp_dot(at - origin).abs())) {
                kept.push(third);
                let triangle = [origin, self.at(second), self.at(third)];
                let mut beyond = self.each(|at| outside(at, triangle));
                // To rounding a corner of the triangle lies outside of it.
                kept.iter().for_each(|&corner| beyond[corner] = 0.0);
                if let Some(fourth) = largest(&beyond) {
                    kept.push(fourth);
                    self.exchange(&mut kept, equally_deep);
                }
            }
        }
        kept.sort_unstable();
        self.again(spots, last, &kept, deepest, lowest + HELD_DEEP * spread).unwrap_or(kept)
    }

    fn at(&self, place: usize) -> DVec2 {
        DVec2::new(self.x[place], self.y[place])
    }

    /// A value of each.
    #[inline(always)]
    fn each(&self, value: impl Fn(DVec2) -> f64) -> [f64; N] {
        let mut values = [0.0; N];
        for (place, slot) in values.iter_mut().enumerate() {
            *slot = value(self.at(place));
        }
        values
    }

    fn span(&self, places: &[usize]) -> f64 {
        match *places {
            [a, b] => self.at(b).distance(self.at(a)),
            [a, b, c, d] => spanned([a, b, c, d].map(|place| self.at(place))),
            _ => 0.0,
        }
    }

    /// Exchanges points for better ones, the one that gains most first, but the last that is as deep as that. Each exchange makes the area larger, so that it ends; four are more than enough.
    fn exchange(&self, kept: &mut Places, deep: f64) {
        for _ in 0..4 {
            let &[a, b, c, d] = &kept[..] else { return };
            let (mut best, mut choice) = (self.span(kept) * (1.0 + EQUALLY_FAR), None);
            for (slot, others) in [[b, c, d], [a, c, d], [a, b, d], [a, b, c]].into_iter().enumerate() {
                let [p, q, r] = others.map(|other| self.at(other));
                let mut spans = self.each(|at| spanned([p, q, r, at]));
                kept.iter().for_each(|&place| spans[place] = 0.0);
                if !others.iter().any(|&other| self.height[other] <= deep) {
                    for (span, &height) in spans.iter_mut().zip(&self.height) {
                        *span = if height <= deep { *span } else { 0.0 };
                    }
                }
                let most = greatest(&spans, 0.0);
                if most > best {
                    (best, choice) = (most, Some((slot, first(&spans, |span| span >= most))));
                }
            }
            let Some((slot, place)) = choice else { return };
            kept[slot] = place;
        }
    }

    /// Last tick's choice, if it is still there and spans nearly as much as `best` does. If none of it is deep enough, one gives way to the deepest: three ids that stay are
    /// better than none.
    fn again(&self, spots: &[Spot], last: &[FeatureId], best: &[usize], deepest: usize, deep: f64) -> Option<Places> {
        let was_kept = |spot: &Spot| last.iter().fold(false, |kept, &name| kept | (name == spot.feature));
        let mut again: Places = spots.iter().enumerate().filter(|(_, spot)| was_kept(spot)).map(|(place, _)| place).collect();
        if again.len() != best.len() {
            return None;
        }
        if !again.iter().any(|&place| self.height[place] <= deep) {
            let with_deepest = (0..again.len()).map(|slot| {
                let mut places = again.clone();
                places[slot] = deepest;
                places
            });
            again = with_deepest.reduce(|most, next| if self.span(&next) > self.span(&most) { next } else { most })?;
            again.sort_unstable();
        }
        (self.span(&again) >= HYSTERESIS * self.span(best)).then_some(again)
    }
}

/// The greatest value above `none`. In pairs: one after the other each would wait for the one before.
#[inline(always)]
fn greatest<const N: usize>(values: &[f64; N], none: f64) -> f64 {
    let mut most = values.map(|value| if value > none { value } else { none });
    let mut half = N / 2;
    while half > 0 {
        for place in 0..half {
            most[place] = if most[place + half] > most[place] { most[place + half] } else { most[place] };
        }
        half /= 2;
    }
    most[0]
}

/// The first place of a value like this; 0, if there is none.
#[inline(always)]
fn first<const N: usize>(values: &[f64; N], is: impl Fn(f64) -> bool) -> usize {
    let places = (0..N).fold(0_u64, |places, place| places | u64::from(is(values[place])) << place);
    if places == 0 { 0 } else { places.trailing_zeros() as usize }
}

/// The first place of the largest value above zero.
#[inline(always)]
fn largest<const N: usize>(values: &[f64; N]) -> Option<usize> {
    let most = greatest(values, 0.0);
    let cut = most * (1.0 - EQUALLY_FAR);
    (most > 0.0).then(|| first(values, |value| value >= cut))
}

/// Twice the area of four points in convex position, whatever their order: of the three ways to take two diagonals the right one gives the most.
#[inline(always)]
fn spanned([a, b, c, d]: [DVec2; 4]) -> f64 {
    let pairs = [(b - a).perp_dot(d - c).abs(), (c - a).perp_dot(d - b).abs(), (d - a).perp_dot(c - b).abs()];
    pairs.into_iter().fold(0.0, |most, x| if x > most { x } else { most })
}

/// By what area the triangle grows if `point` is added beyond one of its sides: twice the largest, 0 inside.
#[inline(always)]
fn outside(point: DVec2, [a, b, c]: [DVec2; 3]) -> f64 {
    let turn = if (b - a).perp_dot(c - a) < 0.0 { 1.0 } else { -1.0 };
    let beyond = |from: DVec2, to: DVec2| turn * (to - from).perp_dot(point - from);
    [beyond(a, b), beyond(b, c), beyond(c, a)].into_iter().fold(0.0, |most, area| if area > most { area } else { most })
}

#[cfg(test)]
mod tests {
    use clinch_testkit::random::Random;
    use glam::DVec2;

    use super::{HYSTERESIS, Spot, reduce};
    use crate::manifold::FeatureId;

    /// Corners of a polygon about the origin, as faces share them; their names in any order around it.
    fn polygon(random: &mut Random, count: usize) -> Vec<Spot> {
        let (wide, tilt) = (random.range(0.2, 1.0), random.range(-0.1, 0.1));
        let at = |_| {
            let angle = random.range(0.0, core::f64::consts::TAU);
            let (sin, cos) = libm::sincos(angle);
            DVec2::new(cos, wide * sin)
        };
        let places: Vec<DVec2> = (0..count).map(at).collect();
        let spot = |(name, &at): (usize, &DVec2)| Spot { at, height: tilt * at.x - 0.2 * tilt * at.y, feature: FeatureId(name as u64) };
        let mut spots: Vec<Spot> = places.iter().enumerate().map(spot).collect();
        // One is the deepest beyond doubt.
        let deepest = lowest(&spots);
        spots[deepest].height -= 1e-4;
        spots
    }

    /// Twice the area of a convex quadrangle, by its corners in the order of their angles.
    fn area(spots: &[Spot], places: &[usize]) -> f64 {
        let middle = places.iter().fold(DVec2::ZERO, |sum, &place| sum + spots[place].at) / places.len() as f64;
        let angle = |place: usize| libm::atan2(spots[place].at.y - middle.y, spots[place].at.x - middle.x);
        let mut around = places.to_vec();
        around.sort_by(|&one, &other| angle(one).total_cmp(&angle(other)));
        (0..around.len()).map(|slot| spots[around[slot]].at.perp_dot(spots[around[(slot + 1) % around.len()]].at)).sum()
    }

    fn lowest(spots: &[Spot]) -> usize {
        (0..spots.len()).reduce(|least, place| if spots[place].height < spots[least].height { place } else { least }).unwrap()
    }

    /// The largest area of the deepest and three others.
    fn best(spots: &[Spot]) -> f64 {
        let deepest = lowest(spots);
        let mut most = 0.0_f64;
        for one in 0..spots.len() {
            for two in one + 1..spots.len() {
                for three in two + 1..spots.len() {
                    if ![one, two, three].contains(&deepest) {
                        most = most.max(area(spots, &[deepest, one, two, three]));
                    }
                }
            }
        }
        most
    }

    #[test]
    fn four_of_many_hold_the_deepest_and_span_all_but_what_any_four_with_it_could() {
        let mut random = Random::new(5);
        let (mut asked, mut exact) = (0, 0);
        for round in 0..4000 {
            // One block of lanes, and two.
            let spots = polygon(&mut random, 5 + round % 9);
            let kept = reduce(&spots, 4, &[]);
            assert!(kept.len() == 4 && kept.contains(&lowest(&spots)), "{spots:?} {kept:?}");
            assert!(kept.windows(2).all(|two| two[0] < two[1]), "in the order of their names: {kept:?}");
            let (ours, most) = (area(&spots, &kept), best(&spots));
            assert!(ours >= 0.8 * most, "{ours} of {most}: {spots:?} {kept:?}");
            asked += 1;
            exact += usize::from(ours >= 0.999 * most);
        }
        assert!(10 * exact > 9 * asked, "no exchange gains more: {exact} of {asked}");
    }

    #[test]
    fn four_of_hundreds_are_those_of_a_few() {
        let mut random = Random::new(6);
        for count in [63, 64, 65, 66, 120, 300] {
            let spots = polygon(&mut random, count);
            let kept = reduce(&spots, 4, &[]);
            assert!(kept.len() == 4 && kept.contains(&lowest(&spots)), "{count}: {kept:?}");
            // Four on an ellipse span at most 2 a b.
            let wide = spots.iter().fold(0.0_f64, |wide, spot| wide.max(spot.at.y.abs()));
            assert!(area(&spots, &kept) > 0.85 * 4.0 * wide, "{count}: {}", area(&spots, &kept) / wide);
        }
    }

    #[test]
    fn last_ticks_four_stay_while_they_span_nearly_as_much() {
        let mut random = Random::new(7);
        let (mut stayed, mut gave_way) = (0, 0);
        for _ in 0..4000 {
            let mut spots = polygon(&mut random, 8);
            spots.iter_mut().for_each(|spot| spot.height = 0.0);
            let mut last = [0, 1, 2, 3].map(|_| random.below(8));
            last.sort_unstable();
            if last.windows(2).any(|two| two[0] == two[1]) {
                continue;
            }
            let fresh = reduce(&spots, 4, &[]);
            let kept = reduce(&spots, 4, &last.map(|place| spots[place].feature));
            if area(&spots, &last) >= (HYSTERESIS + 1e-9) * area(&spots, &fresh) {
                assert_eq!(kept[..], last);
                stayed += 1;
            } else if area(&spots, &last) < (HYSTERESIS - 1e-9) * area(&spots, &fresh) {
                assert_eq!(kept, fresh);
                gave_way += 1;
            }
        }
        assert!(stayed > 100 && gave_way > 1000, "{stayed} {gave_way}");
    }

    #[test]
    fn numbers_that_are_none_choose_something() {
        let spot = |x: f64, name: usize| Spot { at: DVec2::new(x, -x), height: x, feature: FeatureId(name as u64) };
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 0.0] {
            for count in [5, 9, 70] {
                let spots: Vec<Spot> = (0..count).map(|name| spot(if name % 2 == 0 { x } else { 1.0 }, name)).collect();
                let kept = reduce(&spots, 4, &[]);
                assert!((1..=4).contains(&kept.len()) && kept.iter().all(|&place| place < count), "{x}: {kept:?}");
            }
        }
    }
}
