//! Reduces many points to the few that a solver needs.
//!
//! * The deepest point is kept. Then the one farthest from it; in 2D the two are exchanged for
//!   others that are farther apart, as long as one is equally deep. In 3D then the one farthest
//!   from the line through both, and the one farthest outside the triangle of the three. Then any
//!   of the four is exchanged for another as long as the area they span grows and a point of the
//!   greatest depth remains: the greedy four alone may span a fifth less than the best four.
//! * In 3D all of that is done with the points that are nearly as deep as the deepest, if there are
//!   four; two or three are kept, and others added to them that span the most. A body that tilts
//!   about an edge has both ends of it, however many points a large margin finds above.
//! * Points on a line span no area, and rounding would choose among them: of these the deepest and
//!   both ends are kept. An edge that lies on a row of parts has such points, two for each part.
//! * Last tick's choice is kept as long as it has an equally deep point, or nearly, and spans
//!   almost as much. Otherwise a cylinder that settles on its cap would have other points each
//!   tick, as its tilt turns by less than a micron, and without warm starting it would creep.
//! * Distances are measured orthogonally to the normal. Ties go to the lower feature id, so that
//!   rounding does not swap equals.
//! * Two boxes with overlapping faces mostly share eight points, and which of them are kept is
//!   unpredictable. So all are compared each time, in lanes, with selects in place of branches.

use clinch_support::{Vector, cross};
use glam::DVec2;
use smallvec::SmallVec;

use crate::manifold::FeatureId;

/// Separations that differ by less than this, relative to the spread of the points, are equally
/// deep: the lower feature id decides. Larger: a point that is deeper by as much may be dropped.
/// Smaller: in a resting contact rounding chooses another deepest point each tick.
const EQUALLY_DEEP: f64 = 1e-6;

/// Points within this part of their spread above the deepest are nearly as deep: those beyond it are
/// kept only in addition. Larger: a body that tilts may lose an end of the edge that it stands on.
/// Smaller: points that a body comes to rest on in a moment are not ready then.
const NEARLY_DEEPEST: f64 = 1.0 / 32.0;

/// The part of the best span that last tick's choice must have. Larger: points flicker where eight
/// are nearly equal, as for a box rotated on another. Smaller: the contact patch may be that much
/// smaller.
const HYSTERESIS: f64 = 0.95;

/// All of last tick's choice may be less deep than the deepest point by this, relative to the
/// spread of the points, and be kept whole. Larger: a corner penetrates by as much before it has a
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

/// The indices of the points to keep, at most `most`: two or four. `candidates` are in the order of
/// their feature ids; `last` are those of the last tick, in any order.
pub(crate) fn reduce(candidates: &[Candidate], most: usize, last: &[FeatureId]) -> Places {
    match candidates.len() {
        count if count <= most => (0..count).collect(),
        0..=8 => Lanes::<8>::of(candidates).reduce(candidates, most, last),
        9..=64 => Lanes::<64>::of(candidates).reduce(candidates, most, last),
        // Reduces the first 60, then what is left of them with the rest.
        _ => {
            let (early, late) = candidates.split_at(60);
            let places: Vec<usize> = reduce(early, most, last).into_iter().chain(60..60 + late.len()).collect();
            let rest: Vec<Candidate> = places.iter().map(|&place| candidates[place]).collect();
            reduce(&rest, most, last).into_iter().map(|place| places[place]).collect()
        }
    }
}

/// The height of the deepest of all points, and how far apart they are.
struct Depths {
    lowest: f64,
    spread: f64,
}

/// Up to `N` points, in lanes. Unused lanes are NaN, which no comparison selects.
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
        let first = self.at(first(&self.height, |height| height <= lowest));
        let spread = greatest(&self.each(|at| at.distance_squared(first)), 0.0).sqrt();
        let depths = Depths { lowest, spread };
        if most > 2 {
            let nearly_deepest = lowest + NEARLY_DEEPEST * spread;
            let deep: Places = (0..candidates.len()).filter(|&place| self.height[place] <= nearly_deepest).collect();
            if deep.len() >= most && deep.len() < candidates.len() {
                return self.at_most(nearly_deepest).reduce_all(candidates, most, last, &depths);
            }
            if (2..most).contains(&deep.len())
                && let Some(kept) = self.with_others(&deep)
            {
                return self.last_choice_with(candidates, last, &kept, &deep).unwrap_or(kept);
            }
        }
        self.reduce_all(candidates, most, last, &depths)
    }

    /// [`reduce`](Self::reduce) without regard to how deep the points are, but for the deepest.
    fn reduce_all(&self, candidates: &[Candidate], most: usize, last: &[FeatureId], &Depths { lowest, spread }: &Depths) -> Places {
        let equally_deep = lowest + EQUALLY_DEEP * spread;
        let deepest = self::first(&self.height, |height| height <= equally_deep);

        let mut kept = Places::from_elem(deepest, 1);
        let origin = self.at(deepest);
        let Some(second) = largest(&self.each(|at| at.distance_squared(origin))) else { return kept };
        kept.push(second);
        if most > 2 {
            let Some(third) = self.off_line([deepest, second]) else { return self.with_other_end(kept) };
            kept.push(third);
            if let Some(fourth) = self.beyond_triangle([deepest, second, third]) {
                kept.push(fourth);
                self.exchange(&mut kept, equally_deep);
            }
        } else {
            self.exchange_two(&mut kept, equally_deep);
        }
        kept.sort_unstable();
        self.last_choice(candidates, last, &kept, deepest, lowest + LAST_DEPTH * spread).unwrap_or(kept)
    }

    /// The points that are no higher than this.
    fn at_most(&self, height: f64) -> Self {
        let mut deep = Self { x: self.x, y: self.y, height: self.height };
        for place in 0..N {
            let is_deep = self.height[place] <= height;
            deep.x[place] = if is_deep { self.x[place] } else { f64::NAN };
            deep.y[place] = if is_deep { self.y[place] } else { f64::NAN };
            deep.height[place] = if is_deep { self.height[place] } else { f64::NAN };
        }
        deep
    }

    /// Two or three points and the others that span the most with them. `None` if the two are at one
    /// place, or all points on their line.
    fn with_others(&self, points: &[usize]) -> Option<Places> {
        let mut kept = Places::from_slice(points);
        let &[first, second, ..] = points else { return None };
        let third = points.get(2).copied().or_else(|| self.off_line([first, second]))?;
        if points.len() == 2 {
            kept.push(third);
        }
        kept.extend(self.beyond_triangle([first, second, third]));
        kept.sort_unstable();
        Some(kept)
    }

    /// Last tick's choice, if it has all of these points and spans nearly as much as `best`.
    fn last_choice_with(&self, candidates: &[Candidate], last: &[FeatureId], best: &[usize], points: &[usize]) -> Option<Places> {
        let last_choice: Places = (0..candidates.len()).filter(|&place| last.contains(&candidates[place].feature)).collect();
        let is_kept = last_choice.len() == best.len()
            && points.iter().all(|point| last_choice.contains(point))
            && self.span(&last_choice) >= HYSTERESIS * self.span(best);
        is_kept.then_some(last_choice)
    }

    /// The point farthest from the line through two; `None` if all are on it.
    fn off_line(&self, [first, second]: [usize; 2]) -> Option<usize> {
        // Distances from one line, all times its length.
        let line = self.at(second) - self.at(first);
        let off = self.each(|at| line.perp_dot(at - self.at(first)).abs());
        largest(&off).filter(|&place| off[place] > ON_LINE * line.length_squared())
    }

    /// The point farthest outside of a triangle.
    fn beyond_triangle(&self, corners: [usize; 3]) -> Option<usize> {
        let triangle = corners.map(|corner| self.at(corner));
        let mut beyond = self.each(|at| outside(at, triangle));
        // By rounding a corner of the triangle may be outside of it.
        corners.iter().for_each(|&corner| beyond[corner] = 0.0);
        largest(&beyond)
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
    fn last_choice(&self, candidates: &[Candidate], last: &[FeatureId], best: &[usize], deepest: usize, deep: f64) -> Option<Places> {
        let was_kept = |candidate: &Candidate| last.iter().fold(false, |kept, &name| kept | (name == candidate.feature));
        let mut last_choice: Places =
            candidates.iter().enumerate().filter(|(_, candidate)| was_kept(candidate)).map(|(place, _)| place).collect();
        if last_choice.len() != best.len() {
            return None;
        }
        if !last_choice.iter().any(|&place| self.height[place] <= deep) {
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
mod tests {
    use clinch_testkit::random::Random;
    use glam::DVec2;

    use super::{Candidate, HYSTERESIS, reduce};
    use crate::manifold::FeatureId;

    /// The corners of a polygon about the origin, as faces share them, with feature ids in any
    /// order around it.
    fn polygon(random: &mut Random, count: usize) -> Vec<Candidate> {
        let (wide, tilt) = (random.range(0.2, 1.0), random.range(-0.01, 0.01));
        let at = |_| {
            let angle = random.range(0.0, core::f64::consts::TAU);
            let (sin, cos) = libm::sincos(angle);
            DVec2::new(cos, wide * sin)
        };
        let places: Vec<DVec2> = (0..count).map(at).collect();
        let candidate = |(name, &at): (usize, &DVec2)| Candidate {
            position: at,
            height: tilt * at.x - 0.2 * tilt * at.y,
            feature: FeatureId(name as u64),
        };
        let mut candidates: Vec<Candidate> = places.iter().enumerate().map(candidate).collect();
        // One is clearly the deepest.
        let deepest = lowest(&candidates);
        candidates[deepest].height -= 1e-4;
        candidates
    }

    /// Twice the area of a convex quadrilateral, by its corners in angular order.
    fn area(candidates: &[Candidate], places: &[usize]) -> f64 {
        let middle = places.iter().fold(DVec2::ZERO, |sum, &place| sum + candidates[place].position) / places.len() as f64;
        let angle = |place: usize| libm::atan2(candidates[place].position.y - middle.y, candidates[place].position.x - middle.x);
        let mut around = places.to_vec();
        around.sort_by(|&one, &other| angle(one).total_cmp(&angle(other)));
        (0..around.len())
            .map(|slot| candidates[around[slot]].position.perp_dot(candidates[around[(slot + 1) % around.len()]].position))
            .sum()
    }

    fn lowest(candidates: &[Candidate]) -> usize {
        (0..candidates.len())
            .reduce(|least, place| if candidates[place].height < candidates[least].height { place } else { least })
            .unwrap()
    }

    /// The largest area of the deepest point and three others.
    fn best(candidates: &[Candidate]) -> f64 {
        let deepest = lowest(candidates);
        let mut most = 0.0_f64;
        for one in 0..candidates.len() {
            for two in one + 1..candidates.len() {
                for three in two + 1..candidates.len() {
                    if ![one, two, three].contains(&deepest) {
                        most = most.max(area(candidates, &[deepest, one, two, three]));
                    }
                }
            }
        }
        most
    }

    #[test]
    fn two_of_many_in_2d_are_the_ends_of_what_is_equally_deep() {
        let candidates = |xs: [f64; 5], tilt: f64| -> Vec<Candidate> {
            let candidate =
                |(name, x): (usize, f64)| Candidate { position: DVec2::new(x, 0.0), height: tilt * x, feature: FeatureId(name as u64) };
            xs.into_iter().enumerate().map(candidate).collect()
        };
        assert_eq!(reduce(&candidates([0.3, 0.0, 0.7, 1.0, 0.5], 0.0), 2, &[])[..], [1, 3]);
        // The deepest of all, and the one farthest from it.
        assert_eq!(reduce(&candidates([0.3, 0.9, 0.7, 0.0, 0.5], 1.0), 2, &[])[..], [1, 3]);
        assert_eq!(reduce(&candidates([0.6, 0.2, 0.7, 0.9, 0.5], -1.0), 2, &[])[..], [1, 3]);
    }

    /// An octagonal prism that tilts about an edge, and a margin that is as large as its lift.
    #[test]
    fn both_ends_of_the_edge_that_a_body_tilts_about_are_kept() {
        let corner = |name: usize| DVec2::new(1.0, 0.0).rotate(DVec2::from_angle((name as f64 + 0.5) * core::f64::consts::FRAC_PI_4));
        let tilted = |angle: f64| -> Vec<Candidate> {
            let lift = |at: DVec2| (at.x - corner(0).x).abs() * angle;
            (0..8).map(|name| Candidate { position: corner(name), height: lift(corner(name)), feature: FeatureId(name as u64) }).collect()
        };
        let flat = reduce(&tilted(0.0), 4, &[]);
        for angle in [0.05, 0.15, 1.0] {
            let candidates = tilted(angle);
            for last in [&[][..], &flat, &[0, 2, 4, 6], &[1, 3, 5, 7]] {
                let names = |places: &[usize]| places.iter().map(|&place| candidates[place].feature).collect::<Vec<_>>();
                let kept = reduce(&candidates, 4, &names(last));
                assert!(kept.len() == 4 && kept.contains(&0) && kept.contains(&7), "{angle} {kept:?}");
                assert_eq!(reduce(&candidates, 4, &names(&kept)), kept, "it stays");
            }
        }
    }

    #[test]
    fn four_of_many_that_are_nearly_the_deepest_are_those_that_span_the_most_of_them() {
        let mut random = Random::new(8);
        for round in 0..1000 {
            let mut candidates = polygon(&mut random, 6 + round % 9);
            let deep: Vec<usize> = (0..candidates.len()).filter(|place| place % 3 > 0).collect();
            candidates.iter_mut().enumerate().filter(|(place, _)| place % 3 == 0).for_each(|(_, candidate)| candidate.height += 0.5);
            let kept = reduce(&candidates, 4, &[]);
            let alone: Vec<Candidate> = deep.iter().map(|&place| candidates[place]).collect();
            let expected: Vec<usize> = reduce(&alone, 4, &[]).into_iter().map(|place| deep[place]).collect();
            assert_eq!(kept[..], expected, "{candidates:?}");
        }
    }

    /// Three points of last tick are not a choice as good as any other three.
    #[test]
    fn three_points_grow_with_the_triangle_that_they_are_in() {
        let candidate =
            |(name, (x, y)): (usize, (f64, f64))| Candidate { position: DVec2::new(x, y), height: 0.0, feature: FeatureId(name as u64) };
        let corners = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 2.0)];
        let candidates: Vec<Candidate> = corners.into_iter().enumerate().map(candidate).collect();
        let kept = reduce(&candidates, 4, &[0, 1, 3].map(FeatureId));
        assert_eq!(kept[..], [0, 2, 5]);
        assert_eq!(reduce(&candidates, 4, &[0, 2, 5].map(FeatureId)), kept);
    }

    #[test]
    fn of_many_on_a_line_both_ends_and_the_deepest_are_kept() {
        let mut random = Random::new(4);
        let mut inner = 0;
        for round in 0..2000 {
            let noise = [0.0, 1e-16, 1e-8][round % 3];
            let (along, places) = (random.range(0.0, 1.0), (0..5 + round % 12).map(|_| random.range(0.0, 1.0)).collect::<Vec<_>>());
            let direction = DVec2::new(along, 1.0 - along);
            let candidate = |(name, &place): (usize, &f64)| Candidate {
                position: direction * place + DVec2::new(1.0, -1.0) * random.range(-noise, noise),
                height: random.range(-1e-15, 1e-15),
                feature: FeatureId(name as u64),
            };
            let mut candidates: Vec<Candidate> = places.iter().enumerate().map(candidate).collect();
            let deepest = random.below(places.len());
            candidates[deepest].height = -1e-3;
            let ends = [f64::min, f64::max].map(|of| places.iter().copied().reduce(of).unwrap());
            let kept = reduce(&candidates, 4, &[]);
            assert!(kept.len() <= 3 && kept.contains(&deepest), "{candidates:?} {kept:?}");
            for end in ends {
                assert!(kept.iter().any(|&place| (places[place] - end).abs() < 1e-5), "{candidates:?} {kept:?}");
            }
            inner += usize::from(kept.len() == 3);
        }
        assert!(inner > 1000, "{inner}");
    }

    #[test]
    fn four_of_many_have_the_deepest_and_span_almost_the_most() {
        let mut random = Random::new(5);
        let (mut total, mut exact) = (0, 0);
        for round in 0..4000 {
            // One block of lanes, or two.
            let candidates = polygon(&mut random, 5 + round % 9);
            let kept = reduce(&candidates, 4, &[]);
            assert!(kept.len() == 4 && kept.contains(&lowest(&candidates)), "{candidates:?} {kept:?}");
            assert!(kept.windows(2).all(|two| two[0] < two[1]), "in the order of their feature ids: {kept:?}");
            let (ours, most) = (area(&candidates, &kept), best(&candidates));
            assert!(ours >= 0.8 * most, "{ours} of {most}: {candidates:?} {kept:?}");
            total += 1;
            exact += usize::from(ours >= 0.999 * most);
        }
        assert!(10 * exact > 9 * total, "no exchange gains more: {exact} of {total}");
    }

    #[test]
    fn four_of_hundreds_are_those_of_a_few() {
        let mut random = Random::new(6);
        for count in [63, 64, 65, 66, 120, 300] {
            let candidates = polygon(&mut random, count);
            let kept = reduce(&candidates, 4, &[]);
            assert!(kept.len() == 4 && kept.contains(&lowest(&candidates)), "{count}: {kept:?}");
            // Four points on an ellipse span at most 2 a b.
            let wide = candidates.iter().fold(0.0_f64, |wide, candidate| wide.max(candidate.position.y.abs()));
            assert!(area(&candidates, &kept) > 0.85 * 4.0 * wide, "{count}: {}", area(&candidates, &kept) / wide);
        }
    }

    #[test]
    fn last_ticks_four_stay_while_they_span_nearly_as_much() {
        let mut random = Random::new(7);
        let (mut unchanged, mut replaced) = (0, 0);
        for _ in 0..4000 {
            let mut candidates = polygon(&mut random, 8);
            candidates.iter_mut().for_each(|candidate| candidate.height = 0.0);
            let mut last = [0, 1, 2, 3].map(|_| random.below(8));
            last.sort_unstable();
            if last.windows(2).any(|two| two[0] == two[1]) {
                continue;
            }
            let fresh = reduce(&candidates, 4, &[]);
            let kept = reduce(&candidates, 4, &last.map(|place| candidates[place].feature));
            if area(&candidates, &last) >= (HYSTERESIS + 1e-9) * area(&candidates, &fresh) {
                assert_eq!(kept[..], last);
                unchanged += 1;
            } else if area(&candidates, &last) < (HYSTERESIS - 1e-9) * area(&candidates, &fresh) {
                assert_eq!(kept, fresh);
                replaced += 1;
            }
        }
        assert!(unchanged > 100 && replaced > 1000, "{unchanged} {replaced}");
    }

    #[test]
    fn numbers_that_are_not_finite_choose_something() {
        let candidate = |x: f64, name: usize| Candidate { position: DVec2::new(x, -x), height: x, feature: FeatureId(name as u64) };
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 0.0] {
            for count in [5, 9, 70] {
                let candidates: Vec<Candidate> = (0..count).map(|name| candidate(if name % 2 == 0 { x } else { 1.0 }, name)).collect();
                let kept = reduce(&candidates, 4, &[]);
                assert!((1..=4).contains(&kept.len()) && kept.iter().all(|&place| place < count), "{x}: {kept:?}");
            }
        }
    }
}
