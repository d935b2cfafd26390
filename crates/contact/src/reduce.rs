//! Reduces many points to the few that a solver needs.
//!
//! * The deepest point is kept. Then the one farthest from it; in 2D the two are exchanged for
//!   others that are farther apart, as long as one is equally deep. In 3D then the one farthest
//!   from the line through both, and the one farthest outside the triangle of the three. Then any
//!   of the four is exchanged for another as long as the area they span grows and a point of the
//!   greatest depth remains: the greedy four alone may span a fifth less than the best four.
//! * In 3D the points near the deepest are chosen so first, and only if they are not four, others
//!   are added that span the most with them. A body that tilts about an edge has both ends of it,
//!   however many points a large margin finds above.
//! * Points on a line span no area, and rounding would choose among them: of these the deepest and
//!   both ends are kept. An edge that lies on a row of parts has such points, two for each part.
//! * Last tick's choice is kept as long as one of it is deep enough, and it spans almost as much.
//!   Otherwise a cylinder that settles on its cap would have other points each tick, as its tilt
//!   turns by less than a micron, and without warm starting it would creep.
//! * Distances are measured orthogonally to the normal. Ties go to the first, so that rounding does
//!   not swap equals: the order of the caller must be stable.
//! * Two boxes with overlapping faces mostly share eight points, and which of them are kept is
//!   unpredictable. So all are compared each time, in lanes, with selects in place of branches.

use clinch_support::{Vector, cross};
use glam::DVec2;
use smallvec::SmallVec;

use crate::manifold::FeatureId;

/// Separations that differ by less than this, relative to the spread of the points, are equally
/// deep: the first is taken. Larger: a point that is deeper by as much may be dropped. Smaller: in
/// a resting contact rounding chooses another deepest point each tick.
const EQUALLY_DEEP: f64 = 1e-6;

/// Points within this part of the spread above the deepest are near it, and chosen before others.
/// Larger: a body that tilts may lose an end of the edge that it stands on. Smaller: points that a
/// body comes to rest on in a moment are not ready then.
const NEAR_DEEPEST: f64 = 1.0 / 32.0;

/// Two points that are nearer to each other than this part of the spread count as one place.
/// Larger: the ends of a short edge do. Smaller: the direction of the line through them is
/// rounding.
const ONE_PLACE: f64 = 1e-4;

/// The part of the best span that last tick's choice must have. Larger: points flicker where eight
/// are nearly equal, as for a box rotated on another. Smaller: the contact patch may be that much
/// smaller.
const HYSTERESIS: f64 = 0.95;

/// Last tick's choice is kept whole although it lacks the deepest point, if one of it is less deep
/// by no more than this part of the spread. Larger: a corner penetrates by as much before it has a
/// contact. Smaller: the points of a cylinder on its cap change as its tilt turns, however little.
const LAST_DEPTH: f64 = 3e-5;

/// By how much the deepest point that is kept may be less deep than the deepest of all, relative to
/// the radius of the smaller shape: all points are within twice that of each other.
pub(crate) const REDUCED_DEPTH: f64 = 2.0 * LAST_DEPTH;

/// The relative difference by which another choice must be better. Larger: worse points are kept.
/// Smaller: for two equal faces rotated on each other, whose eight corners are equally far in
/// pairs, rounding keeps other ones each tick.
const MIN_GAIN: f64 = 1e-6;

/// Points are on a line if none is farther from it than this part of its length. Larger: narrow
/// faces have the points of an edge. Smaller: points in `f32` are on none, and without an end of
/// the edge the body tilts.
const ON_LINE: f64 = 1.0 / (1 << 18) as f64;

/// A point projected along the normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Coordinates on two unit axes orthogonal to the normal. In 2D the second is zero.
    pub(crate) position: DVec2,
    pub(crate) height: f64,
    pub(crate) feature: FeatureId,
}

/// Indices of points.
type Places = SmallVec<[usize; 4]>;

/// Two axes orthogonal to a unit normal; in 2D one, and zero. Zero if the normal is not a unit
/// vector.
pub(crate) fn across<W: Vector<Scalar = f64>>(normal: W) -> [W; 2] {
    if W::DIM == 2 {
        return [W::from_fn(|axis| if axis == 0 { -normal.get(1) } else { normal.get(0) }), W::ZERO];
    }
    // The coordinate axis least along the normal, without its component along it.
    let least = (1..3).fold(0, |least, axis| if normal.get(axis).abs() < normal.get(least).abs() { axis } else { least });
    let x = W::unit(least) - normal * normal.get(least);
    let x = x * x.length().recip();
    if x.is_finite() { [x, cross(normal, x)] } else { [W::ZERO; 2] }
}

/// The indices of the points to keep, in ascending order, at most `most`: two or four. `last` are
/// the features of those that were kept in the last tick, in any order.
pub(crate) fn reduce(candidates: &[Candidate], most: usize, last: &[FeatureId]) -> Places {
    match candidates.len() {
        count if count <= most => (0..count).collect(),
        0..=8 => Lanes::<8>::of(candidates).reduce(candidates, most, last),
        9..=64 => Lanes::<64>::of(candidates).reduce(candidates, most, last),
        // Reduces the first 60, then what is left of them with the rest. Last tick's four stay
        // among them, so that they can be chosen again, and so does the deepest.
        _ => {
            let (early, late) = candidates.split_at(60);
            let was_kept = (0..early.len()).filter(|&place| last.contains(&early[place].feature));
            let deepest =
                (1..early.len()).fold(0, |deepest, place| if early[place].height < early[deepest].height { place } else { deepest });
            let mut places: Vec<usize> = reduce(early, most, last).into_iter().chain(was_kept).chain([deepest]).collect();
            places.sort_unstable();
            places.dedup();
            places.extend(60..60 + late.len());
            let rest: Vec<Candidate> = places.iter().map(|&place| candidates[place]).collect();
            reduce(&rest, most, last).into_iter().map(|place| places[place]).collect()
        }
    }
}

/// What a choice among points is compared with.
struct Choosing<'c> {
    candidates: &'c [Candidate],
    /// The features of last tick's choice.
    last: &'c [FeatureId],
    /// How many points are kept.
    most: usize,
    /// The height of the deepest of all points.
    lowest: f64,
    /// The distance of the point farthest from the middle of all from the one farthest from it. Not
    /// along the axes, so that it is the same in A's frame and in B's; and not from the deepest,
    /// which rounding chooses while a face is level.
    spread: f64,
}

impl Choosing<'_> {
    fn was_kept(&self, place: usize) -> bool {
        self.last.iter().fold(false, |kept, &name| kept | (name == self.candidates[place].feature))
    }

    /// The places of last tick's choice.
    fn last_places(&self) -> Places {
        (0..self.candidates.len()).filter(|&place| self.was_kept(place)).collect()
    }
}

/// Up to `N` points, in lanes. Unused lanes are NaN, which no comparison selects: so are points
/// that are left out.
struct Lanes<const N: usize> {
    x: [f64; N],
    y: [f64; N],
    height: [f64; N],
}

impl<const N: usize> Lanes<N> {
    fn of(candidates: &[Candidate]) -> Self {
        let mut lanes = Self { x: [f64::NAN; N], y: [f64::NAN; N], height: [f64::NAN; N] };
        for (place, candidate) in candidates.iter().enumerate().take(N) {
            (lanes.x[place], lanes.y[place], lanes.height[place]) = (candidate.position.x, candidate.position.y, candidate.height);
        }
        lanes
    }

    /// See [`reduce`].
    fn reduce(&self, candidates: &[Candidate], most: usize, last: &[FeatureId]) -> Places {
        let lowest = -greatest(&self.height.map(|height| -height), f64::NEG_INFINITY);
        let sum = candidates.iter().fold(DVec2::ZERO, |sum, candidate| sum + candidate.position);
        let middle = sum / candidates.len() as f64;
        let farthest = self.at(largest(&self.each(|at| at.distance_squared(middle))).unwrap_or(0));
        let spread = greatest(&self.each(|at| at.distance_squared(farthest)), 0.0).sqrt();
        let spread = if spread < f64::INFINITY { spread } else { 0.0 };
        let choosing = Choosing { candidates, last, most, lowest, spread };
        if most <= 2 {
            return self.choose(&choosing);
        }
        // Whether they were kept is of no account: the same points again give the same choice.
        let is_near = |place: usize| self.height[place] - choosing.lowest <= NEAR_DEEPEST * spread;
        let near: u64 = (0..candidates.len()).fold(0, |near, place| near | u64::from(is_near(place)) << place);
        if near.count_ones() as usize == candidates.len() {
            return self.choose(&choosing);
        }
        let kept = self.only(near).choose(&choosing);
        if kept.len() < most { self.with_others(kept, &choosing) } else { kept }
    }

    /// The points to keep, however deep the others are.
    fn choose(&self, choosing: &Choosing<'_>) -> Places {
        let equally_deep = choosing.lowest + EQUALLY_DEEP * choosing.spread;
        let deepest = first(&self.height, |height| height <= equally_deep);

        let mut kept = Places::from_elem(deepest, 1);
        let origin = self.at(deepest);
        let Some(second) = largest(&self.each(|at| at.distance_squared(origin))) else { return kept };
        kept.push(second);
        if choosing.most > 2 {
            let Some(third) = self.off_line([deepest, second]) else {
                let kept = self.with_other_end(kept);
                return self.last_on_line(choosing, &kept).unwrap_or(kept);
            };
            kept.push(third);
            if let Some(fourth) = self.beyond_triangle([deepest, second, third], choosing) {
                kept.push(fourth);
                self.exchange(&mut kept, equally_deep);
            }
        } else {
            self.exchange_two(&mut kept, equally_deep);
        }
        kept.sort_unstable();
        self.last_choice(choosing, &kept, deepest).unwrap_or(kept)
    }

    /// The points at these places, one bit each.
    fn only(&self, places: u64) -> Self {
        let of = |values: &[f64; N]| {
            let mut only = *values;
            for (place, value) in only.iter_mut().enumerate() {
                *value = if places >> place & 1 == 1 { *value } else { f64::NAN };
            }
            only
        };
        Self { x: of(&self.x), y: of(&self.y), height: of(&self.height) }
    }

    /// Adds to the points that were chosen near the deepest others that span the most with them.
    fn with_others(&self, near: Places, choosing: &Choosing<'_>) -> Places {
        let mut kept = near.clone();
        let one_place = ONE_PLACE * choosing.spread;
        match near[..] {
            [one, other] if self.at(one).distance(self.at(other)) > one_place => {
                if let Some(third) = self.off_line([one, other]) {
                    kept.push(third);
                    kept.extend(self.beyond_triangle([one, other, third], choosing));
                } else {
                    kept = self.with_ends(kept, choosing);
                }
            }
            // The triangle of three, or the line of its ends and the deepest.
            [one, two, three] if self.span(&near) > ON_LINE * choosing.spread * choosing.spread => {
                kept.extend(self.beyond_triangle([one, two, three], choosing));
            }
            [one, two, three] => {
                let pairs = [[one, two], [two, three], [one, three]];
                let length = |[a, b]: [usize; 2]| self.at(a).distance(self.at(b));
                let ends = pairs.into_iter().fold(pairs[0], |most, next| if length(next) > length(most) { next } else { most });
                if !(length(ends) > one_place) {
                    return self.choose(choosing);
                }
                match self.off_line(ends) {
                    Some(off) => kept.push(off),
                    None => kept = self.with_ends(kept, choosing),
                }
            }
            // One place: as if the depths were of no account, but for the deepest.
            _ => return self.choose(choosing),
        }
        kept.sort_unstable();
        let last_choice = choosing.last_places();
        let is_kept = last_choice.len() == kept.len()
            && near.iter().all(|point| last_choice.contains(point))
            && self.span(&last_choice) >= HYSTERESIS * self.span(&kept);
        if is_kept { last_choice } else { kept }
    }

    /// Adds the ends of all points, which are on a line, as far as there is room.
    fn with_ends(&self, mut kept: Places, choosing: &Choosing<'_>) -> Places {
        for end in self.choose(choosing) {
            if kept.len() < choosing.most && !kept.contains(&end) {
                kept.push(end);
            }
        }
        kept
    }

    /// The point farthest from the line through two; `None` if all are on it.
    fn off_line(&self, [first, second]: [usize; 2]) -> Option<usize> {
        // Distances from one line, all times its length.
        let line = self.at(second) - self.at(first);
        let off = self.each(|at| line.perp_dot(at - self.at(first)).abs());
        largest(&off).filter(|&place| off[place] > ON_LINE * line.length_squared())
    }

    /// The point farthest outside of a triangle.
    fn beyond_triangle(&self, corners: [usize; 3], choosing: &Choosing<'_>) -> Option<usize> {
        let triangle = corners.map(|corner| self.at(corner));
        let mut beyond = self.each(|at| outside(at, triangle));
        // By rounding a corner of the triangle may be outside of it.
        corners.iter().for_each(|&corner| beyond[corner] = 0.0);
        largest(&beyond).filter(|&place| beyond[place] > ON_LINE * choosing.spread * choosing.spread)
    }

    fn at(&self, place: usize) -> DVec2 {
        DVec2::new(self.x[place], self.y[place])
    }

    /// A value for each point.
    #[inline(always)]
    fn each(&self, value: impl Fn(DVec2) -> f64) -> [f64; N] {
        let mut values = [0.0; N];
        for (place, slot) in values.iter_mut().enumerate() {
            *slot = value(self.at(place));
        }
        values
    }

    /// Exchanges two points on a line, the second of which is an end of them all, for an end and
    /// the point farthest from it that is deep enough, if these are farther apart.
    fn exchange_two(&self, kept: &mut Places, deep: f64) {
        let &[_, end] = &kept[..] else { return };
        let other_end = largest(&self.each(|at| at.distance_squared(self.at(end)))).unwrap_or(end);
        for end in [end, other_end] {
            let mut distances = self.each(|at| at.distance_squared(self.at(end)));
            for (distance, &height) in distances.iter_mut().zip(&self.height) {
                *distance = if height <= deep { *distance } else { 0.0 };
            }
            if let Some(place) = largest(&distances)
                && self.span(&[place, end]) > self.span(kept) * (1.0 + MIN_GAIN)
            {
                (kept[0], kept[1]) = (place, end);
            }
        }
    }

    /// Adds to two points on a line, the second of which is an end of them all, the other end.
    fn with_other_end(&self, mut kept: Places) -> Places {
        let &[first, end] = &kept[..] else { return kept };
        let distances = self.each(|at| at.distance_squared(self.at(end)));
        if let Some(other_end) = largest(&distances)
            && distances[other_end] > distances[first] * (1.0 + MIN_GAIN)
        {
            kept.push(other_end);
        }
        kept.sort_unstable();
        kept
    }

    fn span(&self, places: &[usize]) -> f64 {
        match *places {
            [a, b] => self.at(b).distance(self.at(a)),
            [a, b, c] => (self.at(b) - self.at(a)).perp_dot(self.at(c) - self.at(a)).abs(),
            [a, b, c, d] => spanned([a, b, c, d].map(|place| self.at(place))),
            _ => 0.0,
        }
    }

    /// Exchanges points for better ones, the greatest gain first, but not the last one of the
    /// greatest depth. Each exchange increases the area, so the loop would end; four are more than
    /// enough.
    fn exchange(&self, kept: &mut Places, deep: f64) {
        for _ in 0..4 {
            let &[a, b, c, d] = &kept[..] else { return };
            let (mut best, mut choice) = (self.span(kept) * (1.0 + MIN_GAIN), None);
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

    /// Last tick's choice, if its points still exist and span nearly as much as `best`. If none of
    /// it is deep enough, one of it is replaced by the deepest: three persistent ids are better
    /// than none.
    fn last_choice(&self, choosing: &Choosing<'_>, best: &[usize], deepest: usize) -> Option<Places> {
        let mut last_choice = choosing.last_places();
        if last_choice.len() != best.len() {
            return None;
        }
        if !self.any_deep(choosing, &last_choice) {
            if last_choice.contains(&deepest) {
                return None;
            }
            let with_deepest = (0..last_choice.len()).map(|slot| {
                let mut places = last_choice.clone();
                places[slot] = deepest;
                places
            });
            last_choice = with_deepest.reduce(|most, next| if self.span(&next) > self.span(&most) { next } else { most })?;
            last_choice.sort_unstable();
        }
        (self.span(&last_choice) >= HYSTERESIS * self.span(best)).then_some(last_choice)
    }

    /// The same of points on a line, by its length.
    fn last_on_line(&self, choosing: &Choosing<'_>, best: &[usize]) -> Option<Places> {
        let length = |places: &[usize]| {
            let pairs = places.iter().flat_map(|&a| places.iter().map(move |&b| (a, b)));
            pairs.fold(0.0, |most: f64, (a, b)| most.max(self.at(a).distance(self.at(b))))
        };
        let last_choice = choosing.last_places();
        let is_kept = last_choice.len() == best.len()
            && last_choice.iter().all(|&place| self.x[place].is_finite())
            && self.any_deep(choosing, &last_choice)
            && length(&last_choice) >= HYSTERESIS * length(best);
        is_kept.then_some(last_choice)
    }

    /// Whether one of these points is as deep as one of last tick's choice must be.
    fn any_deep(&self, choosing: &Choosing<'_>, places: &[usize]) -> bool {
        let deep = choosing.lowest + LAST_DEPTH * choosing.spread;
        places.iter().any(|&place| self.height[place] <= deep)
    }
}

/// The greatest value above `none`. A tree of comparisons: in a chain each would wait for the one
/// before.
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

/// The first index of a value with this property; 0 if there is none.
#[inline(always)]
fn first<const N: usize>(values: &[f64; N], is: impl Fn(f64) -> bool) -> usize {
    let places = (0..N).fold(0_u64, |places, place| places | u64::from(is(values[place])) << place);
    if places == 0 { 0 } else { places.trailing_zeros() as usize }
}

/// The first index of the largest value above zero.
#[inline(always)]
fn largest<const N: usize>(values: &[f64; N]) -> Option<usize> {
    let most = greatest(values, 0.0);
    let cut = most * (1.0 - MIN_GAIN);
    (most > 0.0).then(|| first(values, |value| value >= cut))
}

/// Twice the area of four points in convex position, in any order: the greatest value over the
/// three ways to choose two diagonals.
#[inline(always)]
fn spanned([a, b, c, d]: [DVec2; 4]) -> f64 {
    let pairs = [(b - a).perp_dot(d - c).abs(), (c - a).perp_dot(d - b).abs(), (d - a).perp_dot(c - b).abs()];
    pairs.into_iter().fold(0.0, |most, x| if x > most { x } else { most })
}

/// The area, times two, by which the triangle grows if `point` is added beyond one of its sides:
/// the largest; 0 inside.
#[inline(always)]
fn outside(point: DVec2, [a, b, c]: [DVec2; 3]) -> f64 {
    let turn = if (b - a).perp_dot(c - a) < 0.0 { 1.0 } else { -1.0 };
    let beyond = |from: DVec2, to: DVec2| turn * (to - from).perp_dot(point - from);
    [beyond(a, b), beyond(b, c), beyond(c, a)].into_iter().fold(0.0, |most, area| if area > most { area } else { most })
}

#[cfg(test)]
mod tests;
