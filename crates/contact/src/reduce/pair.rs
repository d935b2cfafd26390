//! The two points that a manifold in 2D keeps.
//!
//! * A level body that is pressed onto candidates carries its middle on two of them, one on either
//!   side: those whose line is the lowest there. On a low bump below a long box these are on the
//!   bump. The two that are the farthest apart would be one of those and an end of the box, which
//!   hangs in the air: it would tip about the first, and then about another, for ever.
//! * The middle is that of all candidates. Of lines that are equally low there, it is the longest.
//! * The deepest point is always kept, in place of the one on its side.
//! * Last tick's two stay as long as all of that is true of them but for a little.

use super::candidate::{Candidate, EQUALLY_DEEP, Extent, MIN_GAIN, ONE_PLACE, Places};
use super::last::{HYSTERESIS, LAST_DEPTH};
use crate::manifold::FeatureId;

/// The places of the two points to keep, in ascending order; of one, if all are at one place.
pub(super) fn two(candidates: &[Candidate], last: &[FeatureId]) -> Places {
    let line = Line::new(candidates);
    if !(line.extent.spread > 0.0) {
        return core::iter::once(line.deepest(|_| true).unwrap_or(0)).collect();
    }
    let best = line.best();
    if let Some(last) = line.last(last)
        && line.is_about_as_good(last, best)
    {
        return last.into_iter().collect();
    }
    best.into_iter().collect()
}

/// Candidates on a line, two or more.
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
        let extent = Extent { lowest, spread: if spread < f64::INFINITY { spread } else { 0.0 } };
        Self { candidates, middle: low + 0.5 * spread, extent }
    }

    /// The offset of a place from the middle.
    fn offset(&self, place: usize) -> f64 {
        self.candidates[place].position.x - self.middle
    }

    fn length(&self, [one, other]: [usize; 2]) -> f64 {
        (self.offset(other) - self.offset(one)).abs()
    }

    /// The height at the middle of the line through two points on either side of it.
    fn height_at_middle(&self, [one, other]: [usize; 2]) -> f64 {
        let [from, to] = [one, other].map(|place| self.candidates[place].height);
        let (ahead, length) = (self.offset(one).abs(), self.length([one, other]));
        if length > 0.0 { from + (to - from) * (ahead / length) } else { from.min(to) }
    }

    /// The first of the deepest among the candidates for which `counts` is true.
    fn deepest(&self, counts: impl Fn(usize) -> bool) -> Option<usize> {
        let deep = self.extent.equally_deep();
        (0..self.candidates.len()).find(|&place| self.candidates[place].height <= deep && counts(place))
    }

    fn best(&self) -> [usize; 2] {
        let places = || 0..self.candidates.len();
        let pairs = || {
            let from = places().filter(|&place| self.offset(place) <= 0.0);
            from.flat_map(|one| places().filter(move |&other| self.offset(other) >= 0.0 && other != one).map(move |other| [one, other]))
        };
        let lowest = pairs().map(|pair| self.height_at_middle(pair)).fold(f64::INFINITY, f64::min);
        let equally_low = lowest + EQUALLY_DEEP * self.extent.spread;
        let longest = pairs().filter(|&pair| self.height_at_middle(pair) <= equally_low);
        let longer =
            |best: [usize; 2], next: [usize; 2]| if self.length(next) > self.length(best) * (1.0 + MIN_GAIN) { next } else { best };
        let Some(mut pair) = longest.reduce(longer) else { return [0, 1] };
        let has_deepest = |pair: [usize; 2]| self.deepest(|place| pair.contains(&place)).is_some();
        if !has_deepest(pair)
            && let Some(deepest) = self.deepest(|_| true)
        {
            pair[usize::from(self.offset(deepest) > 0.0)] = deepest;
        }
        pair.sort_unstable();
        pair
    }

    /// Last tick's two, if both are among the candidates.
    fn last(&self, last: &[FeatureId]) -> Option<[usize; 2]> {
        let mut kept = (0..self.candidates.len()).filter(|&place| last.contains(&self.candidates[place].feature));
        let pair = [kept.next()?, kept.next()?];
        kept.next().is_none().then_some(pair)
    }

    fn is_about_as_good(&self, last: [usize; 2], best: [usize; 2]) -> bool {
        let tolerance = LAST_DEPTH * self.extent.spread;
        let is_deep = |&place: &usize| self.candidates[place].height <= self.extent.lowest + tolerance;
        let is_around_middle = last.map(|place| self.offset(place)).iter().product::<f64>() <= 0.0;
        let length = self.length(best);
        last.iter().any(is_deep)
            && (length <= ONE_PLACE * self.extent.spread || self.length(last) >= HYSTERESIS * length)
            && (is_around_middle && self.height_at_middle(last) <= self.height_at_middle(best) + tolerance)
    }
}
