//! Reduces many points to the few that a solver needs.
//!
//! * The deepest point is kept. In 2D the other one is on the other side of the middle ([`pair`]).
//!   In 3D the others are the one farthest from it, the one farthest from the line through both,
//!   and the one farthest outside the triangle of the three. Then any of the four is exchanged for
//!   another as long as the area they span grows and a point of the greatest depth remains: the
//!   greedy four alone may span a fifth less than the best four.
//! * In 3D the points near the deepest are chosen in this way first, and only if they are not four,
//!   others are added that span the most with them; the highest of four is exchanged for another if
//!   they then span far more, and the middle is not above the four. A body that tilts about an edge
//!   has both ends of it, however many points a large margin finds above, and the far end of a
//!   plank that falls over has a point before it hits.
//! * Points near the deepest that are not in one plane are corners of a mesh and of a body on it:
//!   of these the ones that carry the body are chosen first ([`support_plane`]).
//! * Points on a line span no area, and rounding would choose among them: of these the deepest and
//!   both ends are kept. An edge that lies on a row of parts has such points, two for each part.
//! * Last tick's choice is kept as long as it is about as good ([`last`]).
//! * Distances are measured orthogonally to the normal. Ties go to the first, so that rounding does
//!   not swap equals: the order of the caller must be stable.
//! * Two boxes with overlapping faces mostly share eight points, and which of them are kept is
//!   unpredictable. So all are compared each time, in lanes, with selects in place of branches.

use clinch_support::{Vector, cross};
use glam::DVec2;
use smallvec::SmallVec;

use crate::manifold::FeatureId;

mod candidate;
mod extent;
mod last;
mod pair;
mod support_plane;

pub(crate) use candidate::Candidate;
use candidate::{EQUALLY_DEEP, MIN_GAIN, ON_LINE, ONE_PLACE, Places, ends, spanned, spanned_by};
use extent::Extent;
pub(crate) use last::REDUCED_DEPTH;
use support_plane::{SupportPlane, is_below_middle};

/// The factor by which four points must span more with one far above the deepest in place of one
/// near it. Larger: the far end of a plank that falls over has no point before it hits. Smaller: of
/// the points that a body comes to rest on one is missing.
const FAR_GAIN: f64 = 2.0;

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
    if candidates.len() <= most {
        return (0..candidates.len()).collect();
    }
    if most == 2 {
        return pair::two(candidates, last);
    }
    let (best, extent) = best(candidates, most);
    last::about_as_good(candidates, &best, extent, last).unwrap_or(best)
}

/// The same without a last tick, of more points than are kept.
fn best(candidates: &[Candidate], most: usize) -> (Places, Extent) {
    match candidates.len() {
        0..=8 => Lanes::<8>::of(candidates).best(candidates, most),
        9..=64 => Lanes::<64>::of(candidates).best(candidates, most),
        // Reduces the first 60, then what is left of them with the rest. The deepest of them stays.
        _ => {
            let (early, late) = candidates.split_at(60);
            let deepest = (1..60).fold(0, |deepest, place| if early[place].height < early[deepest].height { place } else { deepest });
            let mut places = best(early, most).0.to_vec();
            if !places.contains(&deepest) {
                places.push(deepest);
                places.sort_unstable();
            }
            places.extend(60..60 + late.len());
            let rest: Vec<Candidate> = places.iter().map(|&place| candidates[place]).collect();
            let (kept, extent) = best(&rest, most);
            (kept.into_iter().map(|place| places[place]).collect(), extent)
        }
    }
}

/// The places of the points that are chosen before others, one bit each.
fn chosen_first(candidates: &[Candidate], extent: Extent) -> u64 {
    candidates.iter().enumerate().fold(0, |first, (place, point)| first | u64::from(extent.is_chosen_first(point)) << place)
}

fn points_at<'c>(candidates: &'c [Candidate], places: &[usize]) -> SmallVec<[&'c Candidate; 4]> {
    places.iter().map(|&place| &candidates[place]).collect()
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

    /// The points to keep, and how far apart all are.
    fn best(&self, candidates: &[Candidate], most: usize) -> (Places, Extent) {
        let lowest = -greatest(&self.height.map(|height| -height), f64::NEG_INFINITY);
        let sum = candidates.iter().fold(DVec2::ZERO, |sum, candidate| sum + candidate.position);
        let middle = sum / candidates.len() as f64;
        let farthest = self.at(largest(&self.each(|at| at.distance_squared(middle))).unwrap_or(0));
        let spread = greatest(&self.each(|at| at.distance_squared(farthest)), 0.0).sqrt();
        let mut extent = Extent::new(lowest, spread);
        let first = chosen_first(candidates, extent);
        let near = self.only(first);
        let mut kept = near.four(extent);
        extent.support = near.support(&kept, candidates, extent);
        if extent.support.is_some() {
            kept = self.only(chosen_first(candidates, extent)).four(extent);
        } else if first.count_ones() as usize == candidates.len() {
            return (kept, extent);
        }
        if kept.len() < most {
            return (self.with_others(kept, extent), extent);
        }
        self.exchange_highest(&mut kept, candidates, extent);
        (kept, extent)
    }

    /// The plane that the body comes to rest on, of the points of these lanes; of them `kept` span
    /// the most with the deepest. `None` if they are in one plane or on a line.
    fn support(&self, kept: &[usize], candidates: &[Candidate], extent: Extent) -> Option<SupportPlane> {
        let three = match *kept {
            [a, b, c] => [a, b, c],
            // The largest of the four triangles: the slope of a narrow one is rounding.
            [a, b, c, d] => {
                let area = |corners: &[usize; 3]| spanned_by(corners, |place| self.at(place));
                let larger = |one, other| if area(&other) > area(&one) { other } else { one };
                [[a, b, d], [a, c, d], [b, c, d]].into_iter().fold([a, b, c], larger)
            }
            _ => return None,
        };
        if !(spanned_by(&three, |place| self.at(place)) > ON_LINE * extent.spread * extent.spread) {
            return None;
        }
        let points: SmallVec<[&Candidate; 8]> =
            candidates.iter().zip(self.x).filter(|(_, x)| !x.is_nan()).map(|(point, _)| point).collect();
        if SupportPlane::is_of_all(&points, three.map(|place| &candidates[place]), extent.spread) {
            return None;
        }
        SupportPlane::below(&points, &points_at(candidates, &self.outline(extent)), extent.spread)
    }

    /// The points that span the most, whatever their heights.
    fn outline(&self, extent: Extent) -> Places {
        let flat = Self { height: self.height.map(|height| height * 0.0), x: self.x, y: self.y };
        flat.four(Extent { lowest: 0.0, ..extent })
    }

    /// Up to four points, wherever between the deepest and the highest they are.
    fn four(&self, extent: Extent) -> Places {
        let mut kept = self.deepest_and_farthest(extent);
        let &[deepest, second] = &kept[..] else { return kept };
        let Some(third) = self.off_line([deepest, second]) else { return self.with_other_end(kept) };
        kept.push(third);
        if let Some(fourth) = self.beyond_triangle([deepest, second, third], extent) {
            kept.push(fourth);
            self.exchange(&mut kept, extent);
        }
        kept.sort_unstable();
        kept
    }

    /// The deepest point and the one farthest from it, unless all are at one place.
    fn deepest_and_farthest(&self, extent: Extent) -> Places {
        let deepest = first(&self.height, |height| height <= extent.equally_deep());
        let origin = self.at(deepest);
        let farthest = largest(&self.each(|at| at.distance_squared(origin)));
        core::iter::once(deepest).chain(farthest).collect()
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

    /// Adds to the points near the deepest, fewer than four, others that span the most with them.
    fn with_others(&self, near: Places, extent: Extent) -> Places {
        let mut kept = near;
        if let [one, two, three] = kept[..]
            && spanned_by(&kept, |place| self.at(place)) > ON_LINE * extent.spread * extent.spread
        {
            kept.extend(self.beyond_triangle([one, two, three], extent));
        } else {
            // They are on a line.
            let (ends, length) = ends(&kept, |place| self.at(place));
            if !(length > ONE_PLACE * extent.spread) {
                // One place: as if the depths were of no account, but for the deepest.
                return self.four(extent);
            }
            // One of three that are nearly on a line may be farther from it than all others.
            let Some(off) = self.off_line(ends).filter(|off| !kept.contains(off)) else { return self.with_ends(kept, extent) };
            kept.push(off);
            if let [one, two, three] = kept[..] {
                kept.extend(self.beyond_triangle([one, two, three], extent));
            }
        }
        kept.sort_unstable();
        kept
    }

    /// Exchanges the highest of four points near the deepest for the one of all with which the
    /// other three span the most, if that is far more. A body whose middle is above the four does
    /// not fall over, and keeps them.
    fn exchange_highest(&self, kept: &mut Places, candidates: &[Candidate], extent: Extent) {
        let high = kept.iter().fold(f64::NEG_INFINITY, |high, &place| high.max(self.height[place])) - EQUALLY_DEEP * extent.spread;
        let Some(slot) = kept.iter().position(|&place| self.height[place] >= high) else { return };
        let others: Places = kept.iter().copied().filter(|&place| place != kept[slot]).collect();
        let &[a, b, c] = &others[..] else { return };
        let [p, q, r] = [a, b, c].map(|place| self.at(place));
        let mut spans = self.each(|at| spanned([p, q, r, at]));
        others.iter().for_each(|&place| spans[place] = 0.0);
        let is_far_better = |far: usize| spans[far] > FAR_GAIN * spanned_by(kept, |place| self.at(place));
        let falls_over = || !is_below_middle(&points_at(candidates, kept), &points_at(candidates, &self.outline(extent)));
        if let Some(far) = largest(&spans)
            && is_far_better(far)
            && falls_over()
        {
            kept[slot] = far;
            kept.sort_unstable();
        }
    }

    /// Adds the ends of all points, which are on a line, as far as there is room.
    fn with_ends(&self, mut kept: Places, extent: Extent) -> Places {
        for end in self.four(extent) {
            if kept.len() < 4 && !kept.contains(&end) {
                kept.push(end);
            }
        }
        kept.sort_unstable();
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
    fn beyond_triangle(&self, corners: [usize; 3], extent: Extent) -> Option<usize> {
        let triangle = corners.map(|corner| self.at(corner));
        let mut beyond = self.each(|at| outside(at, triangle));
        // By rounding a corner of the triangle may be outside of it.
        corners.iter().for_each(|&corner| beyond[corner] = 0.0);
        largest(&beyond).filter(|&place| beyond[place] > ON_LINE * extent.spread * extent.spread)
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

    /// Exchanges points for better ones, the greatest gain first, but not the last one of the
    /// greatest depth. Each exchange increases the area, so the loop would end; four are more than
    /// enough.
    fn exchange(&self, kept: &mut Places, extent: Extent) {
        let deep = extent.equally_deep();
        for _ in 0..4 {
            let &[a, b, c, d] = &kept[..] else { return };
            let (mut best, mut choice) = (spanned_by(kept, |place| self.at(place)) * (1.0 + MIN_GAIN), None);
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
