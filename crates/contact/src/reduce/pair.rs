//! The two points that a manifold in 2D keeps.
//!
//! * A level body rests on the two candidates on either side of its middle whose line is the lowest
//!   there. On a low bump below a long box these are on the bump. The two that are the farthest
//!   apart would be one of those and an end of the box, which hangs in the air: it would tip about
//!   the first, and then about another, for ever.
//! * The middle is half way between the outermost candidates, for want of the center of mass. Of
//!   lines that are about as low there, it is the longest.
//! * The deepest point is kept, in place of the one on its side, unless one of the two is as deep
//!   but for a little.
//! * Last tick's two stay as long as all of that is true of them but for a little.

use super::candidate::{Candidate, MIN_GAIN, ONE_PLACE, Places};
use super::extent::Extent;
use super::last::{HYSTERESIS, LAST_DEPTH};
use crate::manifold::FeatureId;

/// The places of the two points to keep, in ascending order; of one, if all are at one place.
pub(super) fn two(candidates: &[Candidate], last: &[FeatureId]) -> Places {
    let line = Line::new(candidates);
    if !(line.extent.spread > 0.0) {
        return core::iter::once(line.deepest().unwrap_or(0)).collect();
    }
    let mut best = line.best();
    if let Some(last) = line.last(last)
        && line.is_about_as_good(last, best)
    {
        best = last;
    }
    best.sort_unstable();
    best.into_iter().collect()
}

/// Candidates on a line, three or more.
struct Line<'c> {
    candidates: &'c [Candidate],
    middle: f64,
    extent: Extent,
}

impl<'c> Line<'c> {
    fn new(candidates: &'c [Candidate]) -> Self {
        let (mut low, mut high, mut lowest) = (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY);
        for Candidate { position, height, .. } in candidates {
            (low, high, lowest) = (low.min(position.x), high.max(position.x), lowest.min(*height));
        }
        let spread = high - low;
        let extent = Extent::new(lowest, spread);
        Self { candidates, middle: low + 0.5 * spread, extent }
    }

    fn places(&self) -> core::ops::Range<usize> {
        0..self.candidates.len()
    }

    /// The offset of a place from the middle.
    fn offset(&self, place: usize) -> f64 {
        self.candidates[place].position.x - self.middle
    }

    fn length(&self, [one, other]: [usize; 2]) -> f64 {
        (self.offset(other) - self.offset(one)).abs()
    }

    /// The height of the line through two points at an offset from the middle.
    fn height_on(&self, [one, other]: [usize; 2], offset: f64) -> f64 {
        let [from, to] = [one, other].map(|place| self.candidates[place].height);
        let length = self.offset(other) - self.offset(one);
        if length == 0.0 { from.min(to) } else { from + (to - from) * ((offset - self.offset(one)) / length) }
    }

    /// The first of those that are equally deep.
    fn deepest(&self) -> Option<usize> {
        let deep = self.extent.equally_deep();
        self.places().find(|&place| self.candidates[place].height <= deep)
    }

    /// Whether a point is the deepest but for a little.
    fn is_deep(&self, place: usize) -> bool {
        self.candidates[place].height <= self.extent.lowest + LAST_DEPTH * self.extent.spread
    }

    fn best(&self) -> [usize; 2] {
        let edge = self.edge_below_middle();
        // A line through two points that are hardly above the edge is hardly higher at the middle.
        let low = LAST_DEPTH * self.extent.spread;
        let is_low = |place: usize| self.candidates[place].height - self.height_on(edge, self.offset(place)) <= low;
        let farthest = |side: f64, from: usize| {
            let farther = |best: usize, next: usize| {
                let gain = (self.offset(next) - self.offset(best)) * side;
                if gain > MIN_GAIN * self.extent.spread { next } else { best }
            };
            self.places().filter(|&place| is_low(place)).fold(from, farther)
        };
        let mut pair = [farthest(-1.0, edge[0]), farthest(1.0, edge[1])];
        if !pair.into_iter().any(|place| self.is_deep(place))
            && let Some(deepest) = self.deepest()
        {
            pair[usize::from(self.offset(deepest) > 0.0)] = deepest;
        }
        pair
    }

    /// The edge of the lower convex hull of all points that is below the middle, from left to
    /// right.
    fn edge_below_middle(&self) -> [usize; 2] {
        let ends = self.places().fold([0, 0], |[left, right], place| {
            let (is_left, is_right) = (self.offset(place) < self.offset(left), self.offset(place) > self.offset(right));
            [if is_left { place } else { left }, if is_right { place } else { right }]
        });
        // Each end in turn is that with which the line is the lowest. If neither changes, all
        // points are above the line.
        let (mut edge, mut since_change) = (ends, 0);
        for step in 0..2 * self.candidates.len() {
            let (end, side) = if step % 2 == 0 { (1, 1.0) } else { (0, -1.0) };
            let with = |place: usize| if end == 0 { [place, edge[1]] } else { [edge[0], place] };
            let height = |place: usize| self.height_on(with(place), 0.0);
            let other_end = edge[1 - end];
            let lower = |best: usize, next: usize| if height(next) < height(best) { next } else { best };
            let is_beyond = |place: usize| (self.offset(place) - self.offset(other_end)) * side > 0.0;
            let lowest = self.places().filter(|&place| self.offset(place) * side >= 0.0 && is_beyond(place)).fold(edge[end], lower);
            since_change = if lowest == edge[end] { since_change + 1 } else { 0 };
            edge[end] = lowest;
            if since_change == 2 {
                break;
            }
        }
        edge
    }

    /// Last tick's two, if both are among the candidates.
    fn last(&self, last: &[FeatureId]) -> Option<[usize; 2]> {
        let mut kept = self.places().filter(|&place| last.contains(&self.candidates[place].feature));
        let pair = [kept.next()?, kept.next()?];
        kept.next().is_none().then_some(pair)
    }

    fn is_about_as_good(&self, last: [usize; 2], best: [usize; 2]) -> bool {
        let tolerance = LAST_DEPTH * self.extent.spread;
        // A point below the middle is on both sides of it, or rounding would choose one.
        let [one, other] = last.map(|place| self.offset(place));
        let margin = ONE_PLACE * self.extent.spread;
        let is_around_middle = one.min(other) <= margin && one.max(other) >= -margin;
        let length = self.length(best);
        last.into_iter().any(|place| self.is_deep(place))
            && is_around_middle
            && (length <= ONE_PLACE * self.extent.spread || self.length(last) >= HYSTERESIS * length)
            && self.height_on(last, 0.0) <= self.height_on(best, 0.0) + tolerance
    }
}
